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

/** A result. Everything is set as text, so that nothing in the data can become markup. */
function item(twin, at) {
  const [number, ...names] = twin.cards[at];
  const [game, set, slug] = twin.index.ids[at].split("/");
  const [link, ...others] = names.flatMap((name, i) =>
    i % 2 ? [] : [element(i ? "span" : "a", i ? "other" : "", name, names[i + 1])],
  );
  link.href = `../${game}/cards/${set}/${slug}/`;
  const rest = [...others, element("span", "game", twin.games[game])];
  if (number) rest.push(element("span", "number", number));
  const result = document.createElement("li");
  result.append(link, ...rest.flatMap((part) => [" ", part]));
  return result;
}

function element(tag, className, text, lang = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (lang) made.lang = lang;
  made.textContent = text;
  return made;
}

/** How many cards were found, in the words of the page. */
function counted(count, { none, foundOne, foundMany, foundMore = foundMany }) {
  if (!count) return none;
  const text = count === 1 ? foundOne : count > SHOWN ? foundMore : foundMany;
  return text.replaceAll("{n}", count).replaceAll("{shown}", SHOWN);
}

function enhance(form, list, status) {
  const input = form.elements.q;
  let twin = null;
  let pause = 0;
  let count = 0;

  function answer() {
    const found = find(input.value, twin.index);
    count = found.length;
    list.replaceChildren(...found.slice(0, SHOWN).map((at) => item(twin, at)));
    clearTimeout(pause);
    pause = setTimeout(settle, PAUSE);
  }

  function settle() {
    clearTimeout(pause);
    const query = input.value.trim();
    status.textContent = query ? counted(count, status.dataset) : "";
    const address = new URL(location.href);
    if (query) address.searchParams.set("q", query);
    else address.searchParams.delete("q");
    history.replaceState(history.state, "", address);
  }

  input.value ||= new URLSearchParams(location.search).get("q") ?? "";
  // Until the data is here, and if it cannot be had, the form asks the server.
  fetchTwin(form.dataset.index, form.dataset.lang).then(
    (fetched) => {
      twin = fetched;
      input.addEventListener("input", answer);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        settle();
      });
      if (input.value) answer();
    },
    (error) => console.warn(error),
  );
}

const form = globalThis.document?.getElementById("search");
const list = globalThis.document?.getElementById("search-results");
if (form && list) enhance(form, list, document.getElementById("search-status"));
