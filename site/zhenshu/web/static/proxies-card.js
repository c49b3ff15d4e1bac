// Draws a card as SVG and HTML, from the faces that site/zhenshu/proxies/face.py describes; the PDF's
// sheet.typ sets the same. Boxes and marks are SVG in millimetres, as browsers round boxes of CSS to
// whole pixels. Text stands in a foreignObject that is laid out ten times too large and scaled down,
// so that no rounding and no smallest size of text spoils it.

const SVG = "http://www.w3.org/2000/svg";
const SCALE = 25.4 / 960; // millimetres of a pixel in the foreignObject
const POINT = 960 / 72; // such pixels of a point
const SIZES = [8.5, 8, 7.5, 7, 6.5, 6, 5.5];
const SMALLEST = SIZES.at(-1);
const WITH_REMINDERS = 6.5; // the smallest size of text that reminders stand beside

// A face of so few lines has room on one card whatever the font. They are half as long as the lines,
// and hardly half as many, that stand on the smallest card with a code at the smallest size.
const FEW = 9;
const LINE = 25; // Latin letters; a Chinese character counts as two

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const isKeyword = ({ kind }) => kind === "keyword";

export function html(tag, className = "", lang = "", ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (lang) made.lang = lang;
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

const px = (millimetres) => millimetres / SCALE;
const points = (element, size) => element.style.setProperty("font-size", `${size * POINT}px`);

const size = (text) => [...text].reduce((sum, letter) => sum + (letter < "\u2000" ? 1 : 2), 0);

/** Whether a face surely needs no second card; what is not sure is measured. */
export function isShort(face) {
  const blocks = [...face.blocks, ...(face.second?.blocks ?? [])];
  // The reminders of keywords give way.
  const texts = blocks.map(({ kind, label, text }) => (kind === "keyword" ? label : `${label} ${text}`));
  return texts.reduce((lines, text) => lines + Math.ceil(size(text) / LINE), 0) <= FEW;
}

/** A writer of cards of one size, one ink and one language; `index` is the script's index file. */
export class Writer {
  constructor(index, { language, ink, card }) {
    this.index = index;
    this.language = language;
    this.ink = ink;
    [this.width, this.height] = card;
    this.inset = ink === "text" ? 2.4 : 3.4;
    this.drawings = new Map();
  }

  tint(face) {
    return this.index.tints[face.tint] ?? this.index.tints[""];
  }

  #drawing(mark) {
    if (!this.index.drawings[mark]) return "";
    const parsed = new DOMParser().parseFromString(this.index.drawings[mark], "image/svg+xml");
    return document.importNode(parsed.documentElement, true);
  }

  #price(face) {
    const parts = [];
    if (face.cost) parts.push(html("span", "cost", "", face.cost.value));
    for (const need of face.needs) {
      const count = html("span", "times", "", need.mark ? `×${need.count}` : need.count);
      parts.push(html("span", "need", this.language, html("span", "", "", this.#drawing(need.mark), count), html("span", "label", "", need.name)));
    }
    return html("div", "price", "", ...parts);
  }

  #title(face) {
    const title = html("div", "title", "", html("span", "name", face.lang, face.name));
    if (face.pinyin) title.append(html("span", "other", "zh-Latn-pinyin", face.pinyin));
    if (face.second?.name) title.append(html("span", "other", face.second.lang, face.second.name));
    return title;
  }

  #kind(face) {
    const kind = html("div", "kind", this.language, face.kind);
    if (face.second?.kind) kind.append(html("span", "other", face.second.language, face.second.kind));
    return kind;
  }

  #foot(face, part, parts) {
    const stats = face.stats.map(({ value, label }) => html("span", "stat", this.language, html("b", "", "", value), html("span", "label", "", label)));
    const note = parts > 1 ? `　${part + 1}/${parts}` : "";
    const line = html("div", "note", this.language, html("span", "", "", face.foot + note), html("span", "", "", this.index.words.proxy));
    return html("div", "foot", "", html("div", "row", "", this.#code(face), html("div", "stats", "", ...stats)), line);
  }

  #code({ code }) {
    if (!code) return "";
    const { size, path } = code;
    return svg("svg", { class: "code", viewBox: `-1 -1 ${size + 2} ${size + 2}` }, svg("path", { d: path }));
  }

  #block({ kind, label, text, lang }) {
    if (kind === "detail") return html("p", "", lang, html("span", "faint", "", label + this.index.colons[lang]), text);
    if (kind === "keyword") return html("p", "", lang, html("b", "", "", label), " ", html("span", "faint", "", text));
    if (kind === "ruling") return html("p", "", lang, html("span", "faint", "", label), " ", text);
    const shown = kind === "pending" ? html("span", "faint", "", text) : text;
    return label ? html("p", "", lang, html("b", "", "", label), " ", shown) : html("p", "", lang, shown);
  }

  /** The blocks of a face from one to another, as paragraphs; so many keywords of the face have
   * their reminders. */
  #body(body, face, size, reminders, from, to) {
    const own = face.blocks.length;
    const blocks = [...face.blocks, ...(face.second?.blocks ?? [])];
    const silent = (at) => isKeyword(blocks[at]) && blocks.slice(0, at).filter(isKeyword).length >= reminders;
    body.replaceChildren();
    for (let at = from; at < to; ) {
      if (at === own && at > from) body.append(document.createElement("hr"));
      let end = at + 1;
      while (silent(at) && end < to && end !== own && silent(end)) end += 1;
      const { lang } = blocks[at];
      const names = blocks.slice(at, end).map(({ label }) => label).join(this.index.commas[lang]);
      const paragraph = silent(at) ? html("p", "", lang, html("b", "", "", names)) : this.#block(blocks[at]);
      points(paragraph, at < own ? size : Math.max(SMALLEST, size * 0.88));
      body.append(paragraph);
      at = end;
    }
  }

  #frame(face, part, parts) {
    const body = html("div", "body");
    const head = html("div", "head", "", this.#price(face), this.#title(face));
    const card = html("div", "proxy", "", head, this.#kind(face), body, this.#foot(face, part, parts));
    card.style.setProperty("width", `${px(this.width - 2 * this.inset)}px`);
    card.style.setProperty("height", `${px(this.height - 2 * this.inset)}px`);
    card.dataset.ink = this.ink;
    return { card, body };
  }

  /** How the text of a face fits: {size, reminders, parts, title}. `stage` is an element of the page
   * in which it is measured. Reminders give way one by one, from the last, before text becomes
   * smaller than 6.5 pt. */
  fit(face, stage) {
    const { card, body } = this.#frame(face, 0, 2);
    stage.replaceChildren(card);
    const name = card.querySelector(".name");
    let title = 11.5;
    for (points(name, title); title > 8 && name.getClientRects().length > 1; points(name, title)) title -= 0.5;
    const blocks = [...face.blocks, ...(face.second?.blocks ?? [])];
    const end = blocks.length;
    const fits = (size, reminders, from, to) => {
      this.#body(body, face, size, reminders, from, to);
      return body.scrollHeight <= body.clientHeight;
    };
    let reminders = blocks.filter(isKeyword).length;
    while (reminders && !fits(WITH_REMINDERS, reminders, 0, end)) reminders -= 1;
    for (const size of SIZES) {
      if (fits(size, reminders, 0, end)) return { size, reminders, parts: [[0, end]], title };
    }
    const parts = [];
    for (let from = 0; from < end; from = parts.at(-1)[1]) {
      let to = from + 1;
      while (to < end && fits(SMALLEST, 0, from, to + 1)) to += 1;
      parts.push([from, to]);
    }
    return { size: SMALLEST, reminders: 0, parts, title };
  }

  #background(face, [left, top, right, bottom]) {
    const { width, height } = this;
    const inner = (by) => ({ x: by, y: by, width: width - 2 * by, height: height - 2 * by, rx: 1.6 });
    if (this.ink === "full") {
      const whole = { x: -left, y: -top, width: width + left + right, height: height + top + bottom };
      return [svg("rect", { ...whole, fill: this.tint(face) }), svg("rect", { ...inner(2), fill: "#fff" })];
    }
    return this.ink === "light" ? [svg("rect", { ...inner(1.8), fill: "none", stroke: this.tint(face), "stroke-width": 0.18 })] : [];
  }

  #content(card) {
    const size = { width: px(this.width - 2 * this.inset), height: px(this.height - 2 * this.inset) };
    const within = `translate(${this.inset} ${this.inset}) scale(${SCALE})`;
    return svg("g", { transform: within }, svg("foreignObject", size, card));
  }

  /** A card at a place of the sheet. */
  front({ box, bleed, part }, face, fitted) {
    const { card, body } = this.#frame(face, part, fitted.parts.length);
    points(card.querySelector(".name"), fitted.title);
    this.#body(body, face, fitted.size, fitted.reminders, ...fitted.parts[part]);
    card.style.setProperty("color", "#000");
    card.querySelector(".price").style.setProperty("fill", this.tint(face));
    return svg("g", { class: "card", transform: `translate(${box.x} ${box.y})` }, ...this.#background(face, bleed), this.#content(card));
  }

  /** The plain back of a card. */
  back({ box, bleed }, face) {
    const { card, body } = this.#frame(face, 0, 1);
    const name = html("b", "", this.language, this.index.games[face.game]);
    points(name, 15);
    const note = html("span", "faint", this.language, this.index.words.proxy);
    points(note, 6);
    body.append(name, note);
    card.classList.add("back");
    card.replaceChildren(body);
    return svg("g", { class: "card", transform: `translate(${box.x} ${box.y})` }, ...this.#background(face, bleed), this.#content(card));
  }

  /** What stands on a side of a sheet, as SVG in millimetres; `fit` gives how the faces of a card fit. */
  side(side, sheet, faces, fit) {
    const found = [];
    for (const item of side.items) {
      const own = faces[item.card];
      found.push(item.part === null ? this.back(item, own[item.face]) : this.front(item, own[item.face], fit(own)[item.face]));
      if (sheet.layout.marks === "none") {
        found.push(svg("rect", { ...item.box, fill: "none", stroke: "#777", "stroke-width": 0.07 }));
      }
    }
    for (const [x1, y1, x2, y2] of sheet.marks) {
      found.push(svg("line", { x1, y1, x2, y2, stroke: "#000", "stroke-width": 0.09 }));
    }
    if (side.front && sheet.bar) found.push(this.#bar(sheet.bar));
    return found;
  }

  #bar([x, y, upright]) {
    const ink = { stroke: "#000", "stroke-width": 0.14 };
    const text = svg("text", { x: 25, y: 3.3, "font-size": 1.76, "text-anchor": "middle" }, this.index.words.bar);
    const place = upright ? `translate(${x + 3.6} ${y}) rotate(90)` : `translate(${x} ${y})`;
    return svg("g", { class: "bar", transform: place, lang: this.language },
      svg("line", { x1: 0, y1: 1, x2: 50, y2: 1, ...ink }),
      ...[0, 50].map((at) => svg("line", { x1: at, y1: 0, x2: at, y2: 2, ...ink })), text);
  }
}

/** A face with what the same face says differently in another language (proxies/job.py). */
export function bilingual(own, other, language) {
  const gist = ({ kind, label, text }) => `${kind === "text" ? "" : label}\n${text}`;
  const said = new Set(own.blocks.map(gist));
  const named = other.lang === language;
  const name = named ? other.name : other.pinyin;
  // No name is known in the own language: one Chinese name will do, in the reader's script.
  const title = named && own.pinyin ? { name: other.name, lang: other.lang } : {};
  return {
    ...own,
    ...title,
    second: {
      language,
      lang: named ? other.lang : "zh-Latn-pinyin",
      name: name === (title.name ?? own.name) ? "" : name,
      kind: other.kind === own.kind ? "" : other.kind,
      blocks: other.blocks.filter((block) => !said.has(gist(block))),
    },
  };
}
