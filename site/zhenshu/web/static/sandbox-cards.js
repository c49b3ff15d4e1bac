// Finds a card of Face-Off to be put on the board, as the search page finds it.

import { button, element, page, say } from "./board.js";
import { find, load } from "./search-match.js";

const GAME = "faceoff/";
const SHOWN = 8; // results at most

let twin = null;

/** Search while one types; `add` is called with the id of a card, as bp01/035. */
export function search(input, list, told, add) {
  input.addEventListener("input", async () => {
    const found = input.value.trim() ? await answers(input) : [];
    list.replaceChildren(...found.map(([id, name, lang, number]) => {
      const made = button("", () => add(id), { "aria-label": say("addCard", { card: name }) });
      made.append(element("span", { lang }, name), " ", element("small", {}, number));
      return element("li", {}, made);
    }));
    told.textContent = input.value.trim() && !found.length ? say("noCard") : "";
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    list.querySelector("button")?.click();
  });
}

async function answers(input) {
  twin ??= Promise.all(["keys.json", `cards.${page.lang.toLowerCase()}.json`].map(async (file) => {
    const response = await fetch(page.search + file, { cache: "no-cache" });
    return response.json();
  })).then(([keys, { cards }]) => ({ index: load(keys), cards }));
  const { index, cards } = await twin;
  const found = find(input.value, index).filter((at) => index.ids[at].startsWith(GAME));
  return found.slice(0, SHOWN).map((at) => {
    const [number, [name, lang]] = cards[at];
    return [index.ids[at].slice(GAME.length), name, lang, number];
  });
}
