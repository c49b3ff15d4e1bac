// The list below the search box, a combobox as the ARIA Authoring Practices describe it: the focus
// stays in the box, arrows choose among the options, Enter follows the one that is chosen or asks
// the search page, Escape closes, and Tab goes on.

import { open } from "./search-data.js";
import { results } from "./search-found.js";
import { address, pieces } from "./search-view.js";

const SHOWN = { card: 6, keyword: 3, ruling: 3, rule: 3 }; // options of each kind at most
const PAUSE = 500; // milliseconds without typing before a reader is told the number

class Suggestions {
  #form;
  #input;
  #site;
  #list = document.createElement("div");
  #told = document.createElement("p");
  #chosen = -1;
  #pause = 0;

  constructor(form, input, site) {
    this.#form = form;
    this.#input = input;
    this.#site = site;
    this.#list.className = "suggest";
    this.#list.hidden = true;
    this.#list.id = `${input.name}-list`;
    this.#list.setAttribute("role", "listbox");
    this.#list.setAttribute("aria-label", input.getAttribute("aria-label"));
    this.#told.className = "hidden";
    this.#told.setAttribute("role", "status");
    form.append(this.#list, this.#told);
    this.#listen();
  }

  #listen() {
    const input = this.#input;
    input.addEventListener("input", (event) => {
      if (!event.isComposing) this.answer();
    });
    input.addEventListener("compositionend", () => this.answer());
    input.addEventListener("keydown", (event) => {
      if (!event.isComposing && event.keyCode !== 229) this.#press(event);
    });
    this.#form.addEventListener("focusout", (event) => {
      if (!this.#form.contains(event.relatedTarget)) this.#close();
    });
    // A press on an option must not take the focus from the box before it is followed.
    this.#list.addEventListener("mousedown", (event) => event.preventDefault());
  }

  #press(event) {
    const options = this.#options();
    const isOpen = !this.#list.hidden;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) this.answer();
      else this.#choose(this.#chosen + (event.key === "ArrowDown" ? 1 : -1), options);
    } else if (event.key === "Enter" && isOpen && options[this.#chosen]) {
      event.preventDefault();
      options[this.#chosen].click();
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault(); // once for the list; once more empties the box
      this.#close();
    }
  }

  #options() {
    return [...this.#list.querySelectorAll("[role=option]")];
  }

  /** Choose an option; the place before the first is the box itself, as is the one after the last. */
  #choose(at, options) {
    options[this.#chosen]?.setAttribute("aria-selected", "false");
    this.#chosen = at < -1 ? options.length - 1 : at >= options.length ? -1 : at;
    const option = options[this.#chosen];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) this.#input.setAttribute("aria-activedescendant", option.id);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  #close() {
    this.#list.hidden = true;
    this.#chosen = -1;
    this.#input.setAttribute("aria-expanded", "false");
    this.#input.removeAttribute("aria-activedescendant");
    this.#input.removeAttribute("aria-controls");
    clearTimeout(this.#pause);
  }

  /** Answer again, unless a reader is choosing. */
  refresh() {
    if (this.#chosen < 0) this.answer();
  }

  /** List what the words in the box find. */
  answer() {
    const query = this.#input.value.trim();
    this.#close();
    if (!query) {
      this.#told.textContent = "";
      return;
    }
    const answer = this.#site.answer(query);
    const total = answer.groups.reduce((sum, group) => sum + group.count, 0);
    this.#list.replaceChildren(...answer.groups.map((group) => this.#group(answer, group)), ...this.#last(answer, total));
    this.#options().forEach((option, at) => (option.id = `${this.#list.id}-${at}`));
    this.#tell(total);
    if (!this.#list.childElementCount) return;
    this.#list.hidden = false;
    this.#list.scrollTop = 0;
    this.#input.setAttribute("aria-expanded", "true");
    this.#input.setAttribute("aria-controls", this.#list.id);
  }

  #tell(total) {
    const { none, one, many } = this.#form.dataset;
    const text = total ? (total === 1 ? one : many.replace("{n}", total)) : none;
    this.#pause = setTimeout(() => (this.#told.textContent = text), PAUSE);
  }

  #group(answer, { kind, ids }) {
    const heading = element("span", {}, this.#form.dataset[kind]);
    heading.id = `${this.#list.id}-${kind}`;
    const group = element("div", { role: "group", "aria-labelledby": heading.id }, heading);
    const shown = results(this.#site, answer, kind, ids.slice(0, SHOWN[kind]));
    group.append(...shown.map((each) => this.#option(each)));
    return group;
  }

  #option({ kind, path, lang, name, other, game: [language, game], number, lines }) {
    const attributes = { role: "option", "aria-selected": "false", tabindex: "-1", href: new URL(`../${path}`, this.#form.action).href };
    const option = element("a", attributes, element("span", { lang }, ...pieces(name)));
    if (other) option.append(element("small", { lang: other[0] }, ...pieces(other[1])));
    option.append(element("small", { lang: language }, game));
    if (number) option.append(element("small", {}, number));
    if (kind === "rule") option.append(element("span", { class: "line" }, ...pieces(lines[0][1])));
    return option;
  }

  /** The option for all that is found, or for the same words in texts. */
  #last(answer, total) {
    const { all, none, texts } = this.#form.dataset;
    const shown = answer.groups.reduce((sum, { kind, count }) => sum + Math.min(count, SHOWN[kind]), 0);
    const { suggest } = answer;
    if (suggest) return [this.#search(suggest.query, texts.replace("{n}", suggest.count))];
    const [wrong] = answer.problems;
    if (total <= shown && !wrong) return [];
    const option = this.#search(answer.query, total ? all.replace("{n}", total) : none);
    // A part that was not understood is told, and the search page helps to mend it.
    if (wrong) option.prepend(element("span", { class: "line" }, wrong.message));
    return [option];
  }

  #search(query, text) {
    const href = this.#form.action + address(query);
    return element("a", { role: "option", "aria-selected": "false", tabindex: "-1", class: "all", href }, text);
  }
}

function element(tag, attributes, ...content) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value) made.setAttribute(name, value);
  made.append(...content);
  return made;
}

/** Let a box list what it finds. Rejects if the data cannot be had. */
export async function enhance(form, input) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("search-box.css", import.meta.url);
  const styled = new Promise((resolve) => (style.onload = style.onerror = resolve));
  document.head.append(style);
  const [site] = await Promise.all([open(form.dataset.index, form.dataset.lang), styled]);
  const suggestions = new Suggestions(form, input, site);
  const answerOpen = () => {
    if (document.activeElement === input && input.value) suggestions.refresh();
  };
  site.whenWhole(answerOpen); // texts, rulings and paragraphs come later than the names
  answerOpen();
}
