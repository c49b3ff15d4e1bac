// The search page: answers while one types, and keeps the query, the page and the place in the
// address and in the history. Without it, and until its data is here, the server answers.

import { offer } from "./proxies-add.js";
import { offerAll } from "./proxies-all.js";
import { open } from "./search-data.js";
import { cardPath, found, SEED } from "./search-found.js";
import { View, address } from "./search-view.js";

const PAUSE = 400; // milliseconds without typing before a reader is told, and the address changes
const WIDE = "(min-width: 56rem)"; // as in search.css

/** What an address asks for. */
function asked(search) {
  const given = new URLSearchParams(search);
  const page = Number(given.get("page"));
  return {
    query: (given.get("q") ?? "").trim(),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    seed: Array.from(given.get("seed") ?? "").slice(0, SEED).join(""),
  };
}

class SearchPage {
  #form;
  #input;
  #answer = document.getElementById("search-answer");
  #empty = document.getElementById("search-empty");
  #told = document.getElementById("search-told");
  #words = JSON.parse(document.getElementById("search-words").content.textContent);
  #view;
  #site;
  #asked;
  #seed = ""; // of an order by chance
  #cards = []; // ids of all that were found
  #open = new Map(); // whether each <details> is open, by id
  #draft = false; // whether the present address came of typing
  #pause = 0;

  constructor(form) {
    this.#form = form;
    this.#input = form.elements.q;
    this.#view = new View(this.#words, document.getElementById("search-marks").content, "../");
    this.#open.set("facets", matchMedia(WIDE).matches);
    this.#asked = asked(location.search);
    this.#input.value ||= this.#asked.query;
  }

  async start() {
    const isAnswered = this.#answer.childElementCount > 0; // by the server
    if (this.#asked.query && !isAnswered) this.#say(this.#words.loading);
    try {
      this.#site = await open(this.#form.dataset.index, this.#form.dataset.lang);
    } catch (error) {
      console.warn(error);
      if (!isAnswered) this.#say(this.#words.failed);
      return;
    }
    this.#listen();
    this.#addRandom();
    // What was typed while the data was on its way is answered now.
    if (this.#input.value.trim() !== this.#asked.query) this.#type();
    else this.#answerHere();
    if (history.state?.top) scrollTo({ top: history.state.top, behavior: "instant" });
    this.#site.whenWhole(() => this.#answerHere());
  }

  /** A line instead of an answer. */
  #say(text) {
    const line = document.createElement("p");
    line.textContent = text;
    this.#answer.replaceChildren(line);
    this.#told.textContent = text;
    this.#empty.hidden = true;
  }

  #listen() {
    this.#input.addEventListener("input", (event) => {
      if (!event.isComposing) this.#type();
    });
    this.#input.addEventListener("compositionend", () => this.#type());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#settle();
      this.#draft = false;
    });
    this.#answer.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#go(address(event.submitter.value, 1, this.#asked.seed));
    });
    document.querySelector("main").addEventListener("click", (event) => this.#click(event));
    this.#answer.addEventListener("keydown", (event) => {
      const menu = event.target.closest(".sorts[open]");
      if (event.key === "Escape" && menu) {
        menu.open = false;
        menu.querySelector("summary").focus();
      }
    });
    this.#answer.addEventListener("focusout", (event) => {
      const menu = event.target.closest(".sorts[open]");
      if (menu && !menu.contains(event.relatedTarget)) menu.open = false;
    });
    addEventListener("popstate", () => {
      clearTimeout(this.#pause);
      this.#draft = false;
      this.#asked = asked(location.search);
      this.#input.value = this.#asked.query;
      this.#show();
    });
    addEventListener("pagehide", () => {
      this.#settle();
      history.replaceState({ ...history.state, top: scrollY }, "");
    });
  }

  #click(event) {
    const link = event.target.closest("a[href^='?']");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.#go(link.getAttribute("href"));
  }

  #answerHere() {
    this.#show();
    this.#settle();
  }

  #type() {
    clearTimeout(this.#pause);
    this.#asked = { query: this.#input.value.trim(), page: 1, seed: this.#asked.seed };
    this.#show(true);
    this.#pause = setTimeout(() => this.#settle(), PAUSE);
  }

  /** Put what was typed into the address, and tell readers who do not see it. */
  #settle() {
    clearTimeout(this.#pause);
    const { query, page } = this.#asked;
    const there = asked(location.search);
    const here = query ? address(query, page, this.#seed) : location.pathname;
    if (query !== there.query) {
      // The first of what is typed is a new place to come back to; the rest changes it.
      if (this.#draft) history.replaceState(null, "", here);
      else history.pushState(null, "", here);
      this.#draft = true;
    } else if (this.#seed !== there.seed) {
      history.replaceState(history.state, "", here);
    }
    if (this.#answer.classList.contains("draft")) {
      this.#answer.classList.remove("draft");
      this.#offerToPrint(this.#cards);
    }
    this.#told.textContent = document.getElementById("search-status")?.textContent ?? "";
  }

  /** Follow a link to other results. */
  #go(href) {
    this.#settle();
    history.pushState(null, "", href);
    this.#draft = false;
    const before = this.#asked;
    this.#asked = asked(location.search);
    this.#input.value = this.#asked.query;
    for (const menu of this.#answer.querySelectorAll(".sorts")) menu.open = false;
    this.#show();
    this.#settle();
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target) target.scrollIntoView({ behavior: "instant" });
    else if (this.#asked.page !== before.page) document.getElementById("search-status").scrollIntoView({ behavior: "instant" });
    // What was followed may be gone.
    if (document.activeElement === document.body) document.getElementById("search-status")?.focus({ preventScroll: true });
  }

  /** Show what the query finds. While one types, only what comes into sight is laid out. */
  #show(isDraft = false) {
    const { query } = this.#asked;
    this.#empty.hidden = Boolean(query);
    document.title = query ? `${query} · ${this.#words.title}` : this.#words.title;
    for (const details of this.#answer.querySelectorAll("details[id]")) this.#open.set(details.id, details.open);
    if (!query) {
      this.#answer.replaceChildren();
      this.#answer.classList.remove("draft");
      this.#told.textContent = "";
      return;
    }
    this.#asked.seed ||= newSeed();
    const focused = this.#answer.contains(document.activeElement) ? document.activeElement.id : "";
    const answer = this.#site.answer(query, this.#asked.seed, true);
    const shown = found(this.#site, answer, this.#asked);
    this.#seed = shown.seed;
    this.#answer.replaceChildren(...this.#view.show(shown));
    for (const details of this.#answer.querySelectorAll("details[id]")) details.open = this.#open.get(details.id) ?? false;
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    this.#cards = answer.groups.find(({ kind }) => kind === "card")?.ids ?? [];
    this.#answer.classList.toggle("draft", isDraft);
    if (!isDraft) this.#offerToPrint(this.#cards);
  }

  #offerToPrint(cards) {
    offer(this.#answer.querySelectorAll(".found > .of-card > a"));
    if (cards.length > 1) {
      const place = document.createElement("span");
      place.className = "print-all";
      document.getElementById("random").after(place);
      offerAll(place, () => cards);
    }
  }

  #addRandom() {
    const item = document.getElementById("any-card");
    item.firstElementChild.href = `../${cardPath(this.#site.anyCard())}`;
    item.hidden = false;
  }
}

const newSeed = () => Math.floor(Math.random() * 0x10000).toString(16).padStart(4, "0");

const form = document.getElementById("search");
if (form) new SearchPage(form).start();
