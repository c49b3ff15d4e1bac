// Finds a card of Face-Off to be put on the board, as the search page finds it.

import { button, element, page, say } from "./board.js";

const GAME = "faceoff/";
const SHOWN = 8; // results at most

let opening = null;

/**
 * Search while one types; `add` is called with the id of a card, as bp01/035, and `tell` with what
 * there is to say.
 */
export function search(input, list, tell, add) {
  input.addEventListener("focus", open);
  input.addEventListener("input", async () => {
    const asked = input.value;
    const found = asked.trim() ? await answers(input) : [];
    if (input.value !== asked) return; // something else has been typed since
    if (!found) tell(say("cardsLost"));
    list.replaceChildren(...(found ?? []).map(([id, name, lang, number]) => {
      const made = button("", () => add(id), { "aria-label": say("addCard", { card: name }) });
      made.append(element("span", { lang }, name), " ", element("small", {}, number));
      return element("li", {}, made);
    }));
    if (asked.trim() && found?.length === 0) tell(say("noCard"));
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    list.querySelector("button")?.click();
  });
}

/** The cards found; null if they could not be loaded, which the next letter tries again. */
async function answers(input) {
  const opened = await open();
  if (!opened) return null;
  const [{ answer, result }, cards] = opened;
  const { groups, parsed } = answer(input.value, cards);
  const found = groups.find(({ kind }) => kind === "card")?.ids ?? [];
  return found.filter((id) => id.startsWith(GAME)).slice(0, SHOWN).map((id) => {
    const { names: [{ text, lang }], number } = result(cards, "card", id, parsed);
    return [id.slice(GAME.length), text, lang, number ?? ""];
  });
}

/** The search and what it looks in, for which nobody waits who looks for no card. */
async function open() {
  opening ??= Promise.all([import("./search-engine.js"), index()])
    .then(([engine, found]) => [engine, engine.load(found)]);
  try {
    return await opening;
  } catch {
    opening = null;
    return null;
  }
}

async function index() {
  const response = await fetch(`${page.search}${page.lang.toLowerCase()}.json`, { cache: "no-cache" });
  return response.json();
}
