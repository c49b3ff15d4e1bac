// Opens the search of a site: fetches its data and gives what the search box and the search page
// ask of it.

import { answer, load, record, result, withText } from "./search-engine.js";
import { leftOut, without } from "./search-query.js";

class Site {
  #library;
  #waiting = [];
  #isWhole = false;

  /** `texts` is a promise: the texts may come later than the names. */
  constructor(library, book, texts) {
    this.#library = library;
    this.language = library.language;
    this.vocabulary = library.vocabulary;
    this.book = book;
    texts
      .then((given) => (this.#library = withText(library, given)))
      .catch((error) => console.warn(error))
      .finally(() => {
        this.#isWhole = true; // or as whole as it will be
        for (const waiting of this.#waiting) waiting();
      });
  }

  /** Call a function once the texts are here. */
  whenWhole(waiting) {
    if (!this.#isWhole) this.#waiting.push(waiting);
  }

  answer(query, seed = "", facets = false) {
    const found = answer(query, this.#library, { seed, facets });
    return { ...found, pending: Boolean(found.pending) && !this.#isWhole };
  }

  without(query, at) {
    return without(query, at);
  }

  leftOut(count) {
    return leftOut(count, this.vocabulary);
  }

  /** What is shown of an entry that was found. */
  result(kind, id, { parsed }) {
    return result(this.#library, kind, id, parsed);
  }

  /** The numbers and terms of a card. */
  facts(id) {
    return record(this.#library, "card", id).facts;
  }

  /** The id of any card. */
  anyCard() {
    return this.#library.entries[Math.floor(Math.random() * this.#library.cards)].id;
  }
}

const opened = new Map();

/** The search of a language; `folder` is where its files are. They are fetched once. */
export function open(folder, language) {
  const address = new URL(folder, location.href).href;
  const key = `${address} ${language}`;
  if (!opened.has(key)) {
    const site = fetchSite(address, language.toLowerCase());
    site.catch(() => opened.delete(key)); // the next one tries again
    opened.set(key, site);
  }
  return opened.get(key);
}

async function fetchSite(address, segment) {
  const [main, book] = await Promise.all([`${segment}.json`, `${segment}.book.json`].map((file) => fetchJson(address + file)));
  return new Site(load(main), book, fetchJson(`${address}${segment}.text.json`));
}

async function fetchJson(address) {
  // Always asks whether the file has changed, which costs little if it has not.
  const response = await fetch(address, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
