// Answers on the search page while one types. Without this script the form asks the server.
//
//   <form role="search" id="search" data-index="../../search/" data-lang="en"> with an input "q"
//   <ol id="search-results">
//   <p id="search-status" role="status" data-none="…" data-found-one="…" data-found-many="… {n} …"
//      data-found-more="… {n} … {shown} …">
//
// `data-index` leads to the folder of keys.json and cards.<language>.json; site/zhenshu/search/twin.py
// says what they hold.

import { find, fold, load, matches, rank } from "./search-match.js";

export { find, fold, load, matches, rank };

const SHOWN = 100; // results at most, as on the server's page
const PAUSE = 300; // milliseconds without typing before a reader is told, and the address changes

/** Fetch keys.json and the cards of a language, and see that both come from one build. */
export async function fetchTwin(folder, language) {
  const files = ["keys.json", `cards.${language.toLowerCase()}.json`];
  const get = (cache) => Promise.all(files.map((file) => fetchJson(folder + file, cache)));
  let [keys, cards] = await get("default");
  // A browser may still hold one of the two from before a new build.
  if (keys.version !== cards.version) [keys, cards] = await get("reload");
  if (keys.version !== cards.version) throw new Error("The search files do not belong together.");
  return { index: load(keys), games: cards.games, cards: cards.cards };
}

async function fetchJson(address, cache) {
  const response = await fetch(address, { cache });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

/** A list item for one card. Texts are set as text, so nothing in them can become markup. */
function item(twin, at) {
  const [number, ...names] = twin.cards[at];
  const [game, set, slug] = twin.index.ids[at].split("/");
  const link = document.createElement("a");
  link.href = `../${game}/cards/${set}/${slug}/`;
  link.append(run("", names[0], names[1]));
  const result = document.createElement("li");
  result.append(link);
  for (let i = 2; i < names.length; i += 2) result.append(" ", run("other", names[i], names[i + 1]));
  result.append(" ", run("game", twin.games[game]));
  if (number) result.append(" ", run("number", number));
  return result;
}
