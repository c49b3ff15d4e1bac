// Shows what a query found, in the same elements as templates/search-answer.html. `found` is made by
// search-found.js. Everything is set as text, so that nothing in a query can become markup.

const MOST = 8; // values of a facet that are shown at once

/** An element with a class, attributes and content; what is false, null or "" is left out. */
function make(tag, attributes = {}, ...content) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== "" && value !== false) made.setAttribute(name, value);
  made.append(...content.flat().filter((part) => part !== null && part !== false));
  return made;
}

/** Text with its marked parts. */
export const pieces = (given) => given.map(([text, marked]) => (marked ? make("mark", {}, text) : text));

/** A part of an address, written as the server writes it. */
export function encoded(text) {
  const well = text.replace(/[\ud800-\udfff]/gu, "\ufffd");
  const escaped = encodeURIComponent(well).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return escaped.replace(/%20/g, "+");
}

/** The address of a query's results, from the search page. */
export function address(query, page = 1, seed = "") {
  return `?q=${encoded(query)}${page > 1 ? `&page=${page}` : ""}${seed ? `&seed=${encoded(seed)}` : ""}`;
}

export class View {
  #words;
  #marks;
  #root;

  /** `words` are the interface's, `marks` holds the drawings, `root` leads to the language's pages. */
  constructor(words, marks, root) {
    this.#words = words;
    this.#marks = marks;
    this.#root = root;
  }

  /** The elements that show what was found. */
  show(found) {
    const to = (query, page = 1) => address(query, page, found.seed);
    return [
      this.#understood(found),
      this.#status(found),
      this.#leftOut(found),
      this.#next(found, to),
      found.total ? this.#head(found, to) : null,
      this.#body(found, to),
      found.pager.length > 1 ? this.#pages(found, to) : null,
    ].filter(Boolean);
  }

  #count(number, one, many) {
    return number === 1 ? this.#words[one] : this.#words[many].replace("{n}", number);
  }

  #understood({ said, problems, seed }) {
    if (!said.length && !problems.length) return null;
    const form = make("form", { class: "understood" });
    if (seed) form.append(make("input", { type: "hidden", name: "seed", value: seed }));
    if (said.length) form.append(make("p", { class: "said" }, said.map((part, at) => this.#part(part, at))));
    form.append(...problems.map((problem) => this.#problem(problem)));
    return form;
  }

  #part([text, rest], at) {
    if (rest === null) return text;
    const button = make("button", { id: `part-${at}`, name: "q", "aria-label": this.#words.remove.replace("{part}", text) }, text);
    button.value = rest;
    return button;
  }

  #problem({ message, typed, near }) {
    const told = make("div", { class: "problem" }, make("p", {}, message));
    if (typed) told.append(make("p", { class: "typed" }, make("code", {}, typed[0], make("u", {}, typed[1]), typed[2])));
    if (near.length) {
      const buttons = near.map(([text, query]) => {
        const button = make("button", { name: "q" }, text);
        button.value = query;
        return [button, " "];
      });
      told.append(make("p", { class: "near" }, buttons.flat()));
    }
    return told;
  }

  #status({ total, pending }) {
    let text = total ? this.#count(total, "one", "many") : this.#words.none;
    if (pending && !total) text = this.#words.loading;
    return make("p", { id: "search-status", tabindex: "-1" }, text);
  }

  #leftOut({ left_out: text }) {
    return text ? make("p", { class: "quiet" }, text) : null;
  }

  #next({ suggest, total, pending, empty }, to) {
    if (suggest) {
      const { kind, query, count } = suggest;
      const text = this.#count(count, `${kind}_one`, `${kind}_many`).replace("{query}", () => query);
      return make("p", { class: "next" }, make("a", { id: `in-${kind}`, href: to(query) }, text));
    }
    return total || pending ? null : make("p", { class: "next" }, empty ? this.#words.next_empty : this.#words.next);
  }

  #head(found, to) {
    const words = this.#words;
    const head = make("div", { class: "answer-head" });
    if (found.kinds.length > 1) {
      const kinds = found.kinds.map(({ kind, count, page }) =>
        make("li", {}, make("a", { href: `${to(found.query, page)}#found-${kind}` }, words[kind]), " ", make("span", { class: "quiet" }, count)));
      head.append(make("nav", { class: "kinds", "aria-label": words.kinds }, make("ul", {}, kinds)));
    }
    const views = found.views.map(([id, query, on]) => this.#choice(`view-${id}`, to(query), words[`as_${id}`], on));
    head.append(make("nav", { class: "views", "aria-label": words.view }, make("ul", {}, views)));
    const sorts = found.sorts.map(([id, label, query, on]) => this.#choice(`sort-${id}`, to(query), label || words.by_rank, on));
    const inUse = found.sorts.find(([, , , on]) => on);
    const by = inUse ? inUse[1] || words.by_rank : words.by_else;
    head.append(make("details", { class: "sorts", id: "sorts" }, make("summary", {}, words.sort.replace("{by}", by)), make("ul", {}, sorts)));
    if (found.random) head.append(make("a", { id: "random", href: `${this.#root}${found.random}` }, words.random));
    return head;
  }

  #choice(id, href, label, on, drawn = "", count = null) {
    const link = make("a", { id, href, "aria-current": on ? "true" : null }, this.#picture(drawn), label);
    const shown = count === null ? [] : [" ", make("span", { class: "quiet" }, count)];
    return make("li", {}, link, shown);
  }

  #picture(id) {
    const drawing = id && this.#marks.querySelector(`.mark.${CSS.escape(id)}`);
    return drawing ? drawing.cloneNode(true) : null;
  }

  #body(found, to) {
    const body = make("div", { class: "answer-body" });
    if (found.facets.length) {
      const facets = found.facets.map((facet) => this.#facet(facet, to));
      body.append(make("details", { class: "facets", id: "facets" }, make("summary", {}, this.#words.facets), facets));
    }
    body.append(make("div", { id: "search-results" }, found.groups.map((group) => this.#group(group, found.as))));
    return body;
  }

  #facet({ field, label, values, most }, to) {
    const items = values.map(({ id, name, count, on, query }) =>
      this.#choice(`by-${field}-${id}`, to(query), name, on, id, count));
    const section = make("section", {}, make("h2", {}, label), make("ul", {}, items.slice(0, MOST)));
    if (items.length > MOST) {
      const summary = make("summary", {}, this.#words.more.replace("{n}", items.length - MOST));
      section.append(make("details", { id: `more-${field}` }, summary, make("ul", {}, items.slice(MOST))));
    }
    if (most.length) {
      section.append(make("ul", {}, most.map(({ id, count, on, query }) =>
        this.#choice(`most-${field}-${id}`, to(query), `≤ ${id}`, on, "", count))));
    }
    return section;
  }

  #group({ kind, count, results }, as) {
    const title = make("h2", { id: `found-${kind}` }, this.#words[kind], " ", make("span", { class: "quiet" }, count));
    return make("section", {}, title, make("ol", { class: `found ${as}` }, results.map((each) => this.#result(each))));
  }

  #result({ kind, path, lang, name, other, game, number, facts, lines }) {
    const item = make("li", { class: `of-${kind}` }, make("a", { href: `${this.#root}${path}`, lang }, pieces(name)));
    if (other) item.append(" ", make("span", { class: "other", lang: other[0] }, pieces(other[1])));
    item.append(" ", make("span", { class: "game", lang: game[0] }, game[1]));
    if (number) item.append(" ", make("span", { class: "number" }, number));
    if (facts.length) item.append(make("p", { class: "facts" }, facts.flatMap((fact) => [this.#fact(fact), " "])));
    item.append(...lines.map(([language, line]) => make("p", { class: "shown", lang: language }, pieces(line))));
    return item;
  }

  #fact([label, value, drawn]) {
    let shown = value;
    if (value === null) shown = make("span", { class: "unknown" }, this.#words.unknown);
    else if (label) shown = make("b", {}, value);
    return make("span", {}, label ? `${label} ` : null, this.#picture(drawn), shown);
  }

  #pages({ query, page, pager }, to) {
    const words = this.#words;
    const link = (number, rel, text) => make("li", {}, make("a", { rel, href: to(query, number) }, text));
    const numbers = pager.map((number) => {
      if (number === null) return make("li", {}, "…");
      const attributes = { href: to(query, number), "aria-label": words.page.replace("{n}", number), "aria-current": number === page ? "page" : null };
      return make("li", {}, make("a", attributes, number));
    });
    const last = pager.at(-1);
    return make("nav", { class: "pages", "aria-label": words.pages }, make("ul", {},
      page > 1 ? link(page - 1, "prev", words.previous) : null,
      numbers,
      page < last ? link(page + 1, "next", words.next_page) : null));
  }
}
