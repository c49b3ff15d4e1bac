// Finds cards while one types. site/zhenshu/search/__init__.py says how cards are found; the Python
// beside it does the same, and tests/search/examples.json holds for both.
//
// On the search page this script answers; without it the form asks the server.
//
//   <form role="search" id="search" data-index="../../search/" data-lang="en"> with an input "q"
//   <ol id="search-results">
//   <p id="search-status" role="status" data-none="…" data-found-one="…" data-found-many="… {n} …"
//      data-found-more="… {n} … {shown} …">
//
// `data-index` leads to the folder of keys.json and cards.<language>.json; site/zhenshu/search/twin.py
// says what they hold.

export const LONGEST = 100; // characters of a query

const HAN = "\\u3007\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const RUNS = new RegExp(`[${HAN}]+|[^${HAN}]+`, "gu");
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;
const LIGATURES = { œ: "oe", æ: "ae", ß: "ss" };
const DOT = "·";

// A rank is a kind and a place in one; lower is better, NONE is no match.
const NAME = 0, PINYIN = 4, INITIALS = 8, NUMBER = 12;
const WHOLE = 0, PERSON = 1, START = 2, INSIDE = 3;
const RANKS = NUMBER + INSIDE + 1;
const NONE = Infinity;

/** A text without the differences that a search passes over; `hans` maps characters to simplified. */
export function fold(text, hans) {
  const kept = text.normalize("NFKD").replace(/[^\p{L}\p{N}/]/gu, "");
  const small = kept.toLowerCase().replace(/[œæß]/g, (one) => LIGATURES[one]);
  const simplified = Array.from(small, (character) => hans.get(character) ?? character).join("");
  return simplified.replace(/(?<![0-9])\/|\/(?![0-9])/g, "");
}

/** The folded words of a query; none for one that is too long. */
export function words(query, hans) {
  if (query.length > 2 * LONGEST || Array.from(query).length > LONGEST) return [];
  return query.split(SPACE).flatMap((part) => fold(part, hans).match(RUNS) ?? []);
}

/** Whether a card answers the words of a query. */
export function matches(asked, subject) {
  return rank(asked, subject) < NONE;
}

/** How well a card answers the words of a query: 0 best, Infinity if it does not. */
export function rank(asked, subject) {
  if (!asked.length) return NONE;
  let worst = 0;
  for (const word of asked) {
    worst = Math.max(worst, wordRank(word, subject));
    if (worst === NONE) return NONE;
  }
  return asked.length === 1 ? worst : Math.min(worst, wordRank(asked.join(""), subject));
}

function wordRank(word, { names, readings, numbers }) {
  let best = NONE;
  for (const name of names) best = Math.min(best, NAME + place(word, name));
  for (const { given, small, initials } of readings) {
    best = Math.min(best, PINYIN + spoken(word, given, small), INITIALS + place(word, initials));
  }
  for (const number of numbers) {
    const at = place(word, number);
    best = Math.min(best, at === WHOLE ? NAME : NUMBER + at);
  }
  return best;
}

function place(word, { whole, person }) {
  if (!whole.includes(word)) return NONE;
  if (word === whole) return WHOLE;
  if (word === person) return PERSON;
  return whole.startsWith(word) ? START : INSIDE;
}

/** Like `place`, but a word must begin with a syllable, which has a capital in the reading given. */
function spoken(word, given, small) {
  const found = place(word, small);
  if (found !== INSIDE) return found;
  let at = small.whole.indexOf(word);
  while (at >= 0 && isSmall(given[at])) at = small.whole.indexOf(word, at + 1);
  return at >= 0 ? INSIDE : NONE;
}

const isSmall = (letter) => /\p{Lowercase}/u.test(letter);

/** The content of keys.json, ready to be looked into. */
export function load(keys) {
  const hans = Array.from(keys.hans);
  const parts = (joined) => (joined ? joined.split("|") : []);
  return {
    ids: keys.ids,
    hans: new Map(Array.from(keys.hant, (character, at) => [character, hans[at]])),
    subjects: keys.ids.map((_, at) => ({
      names: parts(keys.names[at]).map(text),
      numbers: parts(keys.numbers[at]).map(text),
      readings: parts(keys.readings[at]).map(reading),
    })),
  };
}

function text(key) {
  const [title, person = ""] = key.split(DOT);
  return { whole: title + person, person };
}

function reading(key) {
  const initials = Array.from(key).filter((letter) => !isSmall(letter)).join("").toLowerCase();
  return { given: key.replace(DOT, ""), small: text(key.toLowerCase()), initials: text(initials) };
}

/** The places of the cards that answer a query, best first, equally good ones in order. */
export function find(query, index) {
  const asked = words(query, index.hans);
  if (!asked.length) return [];
  const ranked = Array.from({ length: RANKS }, () => []);
  index.subjects.forEach((subject, at) => ranked[rank(asked, subject)]?.push(at));
  return ranked.flat();
}

// --- The page ---

const SHOWN = 100; // results at most, as on the server's page
const PAUSE = 300; // milliseconds without typing before a reader is told, and the address changes

/** The keys and the cards of a language, which must come from one build. */
async function fetchTwin(folder, language) {
  const files = ["keys.json", `cards.${language.toLowerCase()}.json`];
  const [keys, cards] = await Promise.all(files.map((file) => fetchJson(folder + file)));
  if (keys.version !== cards.version) throw new Error("The search files do not belong together.");
  return { index: load(keys), games: cards.games, cards: cards.cards };
}

async function fetchJson(address) {
  // Always asks whether the file has changed, which costs little if it has not.
  const response = await fetch(address, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

/** A result. Everything is set as text, so that nothing in the data can become markup. */
function item(twin, at) {
  const [number, [name, lang], ...others] = twin.cards[at];
  const [game, set, slug] = twin.index.ids[at].split("/");
  const link = element("a", "", name, lang);
  link.href = `../${game}/cards/${set}/${slug}/`;
  const rest = others.map((other) => element("span", "other", ...other));
  rest.push(element("span", "game", ...twin.games[game]));
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

function enhance(input, list, status, twin) {
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

  input.addEventListener("input", answer);
  input.form.addEventListener("submit", (event) => {
    event.preventDefault();
    settle();
  });
  if (input.value) answer();
}

const form = globalThis.document?.getElementById("search");
const list = globalThis.document?.getElementById("search-results");
if (form && list) {
  const input = form.elements.q;
  const status = document.getElementById("search-status");
  input.value ||= new URLSearchParams(location.search).get("q") ?? "";
  // Until the data is here, and if it cannot be had, the form asks the server.
  fetchTwin(form.dataset.index, form.dataset.lang).then(
    (twin) => enhance(input, list, status, twin),
    (error) => console.warn(error),
  );
}
