// Two decks that begin a game, read from lists as the print page reads them (proxies-list.js).

import { element, page, PLAYERS, say } from "./board.js";
import { Finder, ListError, parse } from "./proxies-list.js";
import { load } from "./search-match.js";

const SHOWN = 5; // lines that were not understood, of one list

let reader = null;

/** The decks of the form, as the referee takes them; null if one is not clear, which `tell` says. */
export async function decks(form, tell) {
  let finder, sections;
  try {
    reader ??= open();
    [finder, sections] = await reader;
  } catch {
    reader = null; // they may be there at the next try
    tell(say("cardsLost"));
    return null;
  }
  const found = {};
  const trouble = PLAYERS.flatMap((player) => {
    try {
      const { counts, unclear } = parse(form.elements[`list-${player}`].value, finder, sections);
      const cards = Object.fromEntries([...counts].map(([id, count]) => [id.slice(id.indexOf("/") + 1), count]));
      found[player] = { stamina: Number(form.elements[`stamina-${player}`].value), cards };
      return unclear.slice(0, SHOWN).map(({ line, text }) => say("unclearLine", { who: say(player), line, text }));
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      return [say("longList", { who: say(player), n: error.limit })];
    }
  });
  if (!trouble.length) return found;
  tell(element("ul", {}, trouble.map((text) => element("li", {}, text))));
  return null;
}

/** What finds cards of Face-Off, and the headings that lists have. */
async function open() {
  const json = (address) => fetch(address, { cache: "no-cache" }).then((response) => response.json());
  const [index, keys] = await Promise.all([
    json(`${page.lists}${page.lang.toLowerCase()}/index.json`), json(`${page.search}keys.json`),
  ]);
  return [new Finder(load(keys), index, "faceoff"), new Set(index.sections)];
}
