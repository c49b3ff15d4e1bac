// The page on which cards are printed. The list lives in the fragment of the address, so that it can
// be shared, and in the browser; everything else is drawn from it and from the options.

import { bilingual, html, isShort, Writer } from "./proxies-card.js";
import { CARDS as MOST, COPIES, encode } from "./proxies-code.js";
import { decode, Finder, LENGTH, ListError, parse, textOf, totalOf } from "./proxies-list.js";
import { CARDS, PAPERS, sheet, SheetError, spread } from "./proxies-sheet.js";
import { Stack } from "./proxies-stack.js";
import { load } from "./search-match.js";
import { recall, remember } from "./proxies-store.js";

const WORK = 40; // milliseconds of drawing until the page may answer its reader again
const PAUSE = 150; // milliseconds without a change before the sheets are drawn
const SHOWN = 200; // lines that were not understood
const TOLD = 80; // letters of such a line
const UNSEEN = /\p{C}/gu; // such as signs that turn the text after them around
const KEPT = 60_000; // milliseconds that a browser has to save a file

const root = document.getElementById("proxies");
const part = (name) => document.getElementById(`proxies-${name}`);
const { lang: language, files, search, cards: pages } = root.dataset;

async function fetchJson(address) {
  const response = await fetch(address, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

/** A text with values for what stands in braces. */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name]);

/** The items in turn, with a rest for the page to answer its reader whenever one is due. */
async function* atEase(items) {
  let since = performance.now();
  for (const item of items) {
    if (performance.now() - since > WORK) {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    yield item;
  }
}

class Page {
  constructor(index, keys) {
    this.index = index;
    this.words = index.words;
    this.cards = load(keys);
    this.finder = new Finder(this.cards, index);
    this.sections = new Set(index.sections);
    this.counts = new Map();
    this.sets = new Map(); // faces of sets by address, as promises
    this.stack = new Stack(part("sheets"));
    this.printing = new CSSStyleSheet();
    document.adoptedStyleSheets.push(this.printing);
  }

  start() {
    this.#restore();
    this.#ready();
    part("add").addEventListener("submit", (event) => this.#paste(event));
    part("take").addEventListener("click", () => this.#add(decode(part("ready").value, this.finder)));
    part("file").addEventListener("change", () => this.#open());
    part("clear").addEventListener("click", () => this.#change(new Map()));
    part("drop").addEventListener("click", () => {
      part("unclear").replaceChildren();
      this.#settled();
    });
    part("options").addEventListener("input", () => this.#options());
    part("print").addEventListener("click", () => print());
    part("pdf").addEventListener("click", () => this.#pdf());
    addEventListener("hashchange", () => this.#restore());
    // Until now nobody could have answered.
    part("add").querySelector("fieldset").disabled = false;
    part("clear").disabled = false;
    this.#offerPdf();
  }

  #restore() {
    const form = part("options");
    for (const [name, value] of Object.entries(recall("print-options", {}))) {
      const field = form.elements[name];
      if (field?.type === "checkbox") field.checked = value === true;
      else if (field) this.#set(field, value);
    }
    const shared = new URLSearchParams(location.hash.slice(1)).get("list");
    let found = { counts: new Map(), unclear: [], headings: [] };
    this.#tryList(() => {
      found = decode(shared ?? recall("print-list", ""), this.finder);
      part("unclear").replaceChildren();
      this.#tell(found);
    });
    // Looking at a list that somebody shared is no reason to forget one's own.
    this.#change(found.counts, { keep: shared === null });
  }

  /** A choice that there is no more leaves the field as it was. */
  #set(field, value) {
    const before = field.value;
    field.value = value;
    if (field.tagName === "SELECT" && field.selectedIndex < 0) field.value = before;
  }

  #ready() {
    const option = (name, list) => {
      const made = html("option", "", "", name);
      made.value = list;
      return made;
    };
    part("ready").replaceChildren(...this.index.ready.map(({ name, list }) => option(name, list)));
  }

  #paste(event) {
    event.preventDefault();
    const { text, game } = part("add").elements;
    const finder = game.value ? new Finder(this.cards, this.index, game.value) : this.finder;
    this.#tryList(() => {
      if (this.#add(parse(text.value, finder, this.sections))) text.value = "";
    });
  }

  /** Puts the text of a file where a list is pasted. */
  async #open() {
    const [file] = part("file").files;
    if (!file) return;
    const bytes = new Uint8Array(await file.slice(0, 4 * LENGTH + 1).arrayBuffer());
    part("file").value = ""; // the same file can be opened again
    part("told").textContent = "";
    this.#tryList(() => {
      part("add").elements.text.value = textOf(bytes);
    });
  }

  /** Reads a list; one beyond a limit is told. */
  #tryList(read) {
    try {
      read();
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      part("told").textContent = fill(this.words[error.message], { limit: error.limit });
    }
  }

  /** Adds what was found to the list; cards beyond the copies allowed are told like lines, by id. */
  #add(found) {
    const counts = new Map(this.counts);
    let added = 0;
    for (const [id, count] of found.counts) {
      const whole = Math.min(COPIES, (counts.get(id) ?? 0) + count);
      added += whole - (counts.get(id) ?? 0);
      counts.set(id, whole);
      const lost = (this.counts.get(id) ?? 0) + count - whole;
      if (lost) found.unclear.push({ line: 0, text: id, reason: "count", count: lost, nearest: [] });
    }
    this.#tell(found, added);
    return this.#change(counts);
  }

  #tell({ unclear, headings }, added = null) {
    const told = added === null ? [] : [fill(this.words.added, { n: added })];
    if (headings.length) told.push(fill(this.words.headings, { texts: headings.map(([, text]) => text).join(" · ") }));
    part("told").textContent = told.join(" ");
    part("unclear").append(...unclear.slice(0, SHOWN).map((line) => this.#unclear(line)));
    const more = unclear.length - SHOWN;
    if (more > 0) part("unclear").append(html("li", "", "", html("p", "", "", fill(this.words.more, { n: more }))));
    this.#settled();
  }

  /** Lines that were not understood stay until one was chosen for each, or all are left out. */
  #settled() {
    part("drop").hidden = part("unclear").childElementCount < 2;
  }

  #unclear({ line, text, reason, count, nearest }) {
    const why = this.words[reason];
    const said = html("p", "", "", line ? fill(this.words.line, { line, text: text.slice(0, TOLD).replace(UNSEEN, ""), why }) : "");
    if (!line) this.#face(text).then(({ name }) => said.append(fill(this.words.excess, { count, name, why })));
    const item = html("li", "", "", said);
    const button = (label, act) => {
      const made = html("button", "", "", label);
      made.type = "button";
      made.addEventListener("click", () => {
        item.remove();
        this.#settled();
        act();
      });
      return made;
    };
    Promise.all(nearest.map((id) => this.#face(id))).then((names) => {
      const choices = nearest.map((id, at) =>
        button(fill(this.words.choose, { name: `${names[at].name} · ${names[at].foot}` }), () => {
          const copies = Math.min(COPIES, Math.max(1, count) + (this.counts.get(id) ?? 0));
          this.#change(new Map(this.counts).set(id, copies));
        }));
      item.append(...choices, button(this.words.drop, () => {}));
    });
    return item;
  }

  async #face(id) {
    return (await this.#faces(id, language))[0];
  }

  async #faces(id, tongue) {
    const [game, set, slug] = id.split("/");
    const address = `${files}${tongue.toLowerCase()}/${game}/${set}.json`;
    if (!this.sets.has(address)) this.sets.set(address, fetchJson(address));
    return (await this.sets.get(address))[slug];
  }

  /** Makes this the list, and says so; one with too many cards is told, and the old one stays.
   * `listed` says that its rows are there. */
  #change(counts, { keep = true, listed = false } = {}) {
    if (totalOf(counts) > MOST) {
      part("told").textContent = fill(this.words.cards, { limit: MOST });
      this.#listCards();
      return false;
    }
    this.counts = counts;
    const list = encode(counts);
    if (keep) remember("print-list", list);
    history.replaceState(history.state, "", list ? `#list=${list}` : location.pathname + location.search);
    if (!listed) this.#listCards();
    this.#later();
    return true;
  }

  async #listCards() {
    const listing = (this.listing = {});
    const faces = await Promise.all([...this.counts.keys()].map((id) => this.#face(id)));
    if (listing !== this.listing) return; // the list has changed meanwhile
    const rows = faces.map((face) => this.#row(face));
    part("cards").replaceChildren(...(rows.length ? rows : [html("li", "quiet", "", this.words.none)]));
  }

  #row(face) {
    const link = html("a", "", face.lang, face.name);
    link.href = this.#addressOf(face.id);
    const copies = html("input");
    Object.assign(copies, { type: "number", min: 1, max: COPIES, value: this.counts.get(face.id) });
    copies.setAttribute("aria-label", fill(this.words.copies, { name: face.name }));
    copies.addEventListener("change", () => {
      copies.value = Math.min(COPIES, Math.max(1, Math.round(copies.valueAsNumber) || 1));
      this.#change(new Map(this.counts).set(face.id, copies.valueAsNumber), { listed: true });
    });
    const away = html("button", "", "", "×");
    away.type = "button";
    away.setAttribute("aria-label", fill(this.words.remove, { name: face.name }));
    away.addEventListener("click", () => {
      const rest = new Map(this.counts);
      rest.delete(face.id);
      const next = row.nextElementSibling ?? row.previousElementSibling;
      if (next) {
        next.querySelector("button").focus();
        row.remove();
      }
      this.#change(rest, { listed: Boolean(next) });
    });
    const row = html("li", "", "", copies, link, html("small", "", "", face.foot), away);
    return row;
  }

  #options() {
    const fields = [...part("options").elements].filter(({ name }) => name);
    const values = fields.map((field) => [field.name, field.type === "checkbox" ? field.checked : field.value]);
    remember("print-options", Object.fromEntries(values));
    this.#later();
  }

  #later() {
    part("print").disabled = true; // until the sheets are those of the list again
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#draw(), PAUSE);
  }

  /** What the form says: a layout, and how cards are written. */
  #asked() {
    const { elements } = part("options");
    const number = (name) => elements[name].valueAsNumber;
    const value = (name) => elements[name].value;
    part("custom").hidden = value("paper") !== "custom";
    const layout = {
      paper: PAPERS[value("paper")] ?? [number("width"), number("height")],
      card: CARDS[value("card")],
      gap: number("gap"),
      bleed: number("bleed"),
      marks: value("marks"),
      duplex: elements.duplex.checked || value("faces") === "back",
      offset: [number("right"), number("down")],
      fold: value("faces") === "fold",
    };
    const { rulings, codes } = elements;
    return { layout, ink: value("ink"), mode: value("faces"), second: value("second"), rulings: rulings.checked, codes: codes.checked };
  }

  async #draw() {
    const { counts } = this;
    const asked = this.#asked();
    const drawn = (this.drawn = {});
    let made;
    try {
      made = sheet(asked.layout);
    } catch (error) {
      if (!(error instanceof SheetError)) throw error;
      this.#show([1, 1], 0, () => [], [this.words[error.message]], "");
      return;
    }
    const faces = await Promise.all([...counts.keys()].map((id) => this.#written(id, asked)));
    await document.fonts.ready;
    if (drawn !== this.drawn) return; // something has changed meanwhile
    const writer = new Writer(this.index, { language, ink: asked.ink, card: asked.layout.card });
    const fit = this.#fitted(writer, asked);
    const parts = [];
    for await (const own of atEase(faces)) {
      if (drawn !== this.drawn) return;
      parts.push(own.every(isShort) ? own.map(() => 1) : fit(own).map((fitted) => fitted.parts.length));
    }
    const cards = [...counts.values()].map((count, at) => ({ count, faces: parts[at] }));
    const sides = spread(cards, made, asked.mode);
    const [width, height] = asked.layout.paper;
    this.printing.replaceSync(
      `@page { size: ${width}mm ${height}mm; margin: 0 }
       @media print { #proxies-sheets > svg { width: ${width}mm !important; height: ${height}mm !important } }`);
    const papers = sides.filter(({ front }) => front).length;
    const text = fill(this.words.pages, { cards: totalOf(counts), pages: sides.length, sheets: papers });
    const draw = (number) => writer.side(sides[number], made, faces, fit);
    this.#show(asked.layout.paper, sides.length, draw, made.warnings.map((warning) => this.words[`warning-${warning}`]), text);
    this.#limit();
  }

  /** What tells how the texts of a card's faces fit; it is kept until cards are written otherwise. */
  #fitted(writer, { ink, layout, second, rulings, codes }) {
    const written = JSON.stringify([ink, layout.card, second, rulings, codes]);
    if (this.fits?.written !== written) this.fits = { written, known: new Map() };
    const { known } = this.fits;
    return (faces) => {
      const [{ id }] = faces;
      if (!known.has(id)) known.set(id, faces.map((face) => writer.fit(face, part("stage"))));
      part("stage").replaceChildren();
      return known.get(id);
    };
  }

  async #written(id, { second, rulings, codes }) {
    const code = codes ? await this.#code(id) : null;
    const withMore = (face) => ({ ...face, code, blocks: rulings ? [...face.blocks, ...face.rulings] : face.blocks });
    const own = (await this.#faces(id, language)).map(withMore);
    if (!second) return own;
    const others = await this.#faces(id, second);
    const tag = { "zh-hant": "zh-Hant", "zh-hans": "zh-Hans", en: "en" }[second];
    return own.map((face, at) => bilingual(face, others[at], tag));
  }

  /** The QR code of a card's address: how many modules a side has, and their path. */
  async #code(id) {
    const { modules, path } = await import("./proxies-qr.js");
    const rows = modules(new URL(this.#addressOf(id), location.href).href);
    return rows && { size: rows.length, path: path(rows) };
  }

  #addressOf(id) {
    const [game, set, slug] = id.split("/");
    return `${pages}${game}/cards/${set}/${slug}/`;
  }

  #show(paper, sides, draw, warnings, text) {
    const label = (number) => fill(this.words.page, { page: number + 1, pages: sides });
    this.stack.show(paper, Array.from({ length: sides }, (_, number) => label(number)), draw);
    part("warnings").replaceChildren(...warnings.map((warning) => html("li", "", "", warning)));
    part("count").textContent = text;
    part("print").disabled = !sides;
  }

  /** Shows the button for a PDF where the server makes one: the page's own address says so. */
  async #offerPdf() {
    const response = await fetch(location.pathname, { method: "HEAD" }).catch(() => null);
    part("pdf").hidden = !/application\/pdf/.test(response?.headers.get("Link") ?? "");
    this.#limit();
  }

  /** Whether the server makes a PDF of so many cards. */
  #limit() {
    const { largest } = root.dataset;
    const tooMany = totalOf(this.counts) > Number(largest);
    part("pdf").disabled = tooMany;
    part("made").textContent = tooMany && !part("pdf").hidden ? fill(this.words.largest, { limit: largest }) : "";
  }

  /** Has the server make a PDF and saves it; why there is none is told. */
  async #pdf() {
    const fields = new URLSearchParams(new FormData(part("options")));
    fields.set("list", encode(this.counts));
    part("pdf").disabled = true;
    part("made").textContent = this.words.making;
    const told = await this.#save(fields).catch(() => this.words.unmade);
    this.#limit();
    if (told) part("made").textContent = told;
  }

  async #save(fields) {
    const response = await fetch("cards.pdf", { method: "POST", body: fields });
    const isReason = response.headers.get("Content-Type")?.startsWith("text/plain");
    if (!response.ok) return isReason ? response.text() : this.words.unmade;
    const link = html("a");
    link.href = URL.createObjectURL(await response.blob());
    [, link.download] = /filename="([^"]*)"/.exec(response.headers.get("Content-Disposition"));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
    return "";
  }
}

Promise.all([fetchJson(`${files}${language.toLowerCase()}/index.json`), fetchJson(`${search}keys.json`)])
  .then(([index, keys]) => new Page(index, keys).start());
