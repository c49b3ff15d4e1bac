// Lists of cards as players write them. site/zhenshu/proxies/decklist.py and finder.py say what is
// understood; tests/proxies/lists.json holds for both.

import { CARDS, COPIES, items } from "./proxies-code.js";
import { fold, LONGEST, rank, words } from "./search-match.js";

export const LENGTH = 400000, LINES = 5000;
const LINE = 300; // characters of a line in which a count is looked for
const ADVISED = 50, NEAREST = 5;
const HAN = "\\u3007\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const COUNT = "([-+]?[0-9]+|[一二两三四五六七八九十](?=[张張枚份]))";
const LEAD = new RegExp(`^(?:[x×*] ?)?${COUNT}(?: ?[x×*] | ?[×*张張枚份] ?| ?x(?=[${HAN}])|[ ,;]+|(?=[${HAN}]))(.+)$`, "iu");
const TRAIL = new RegExp(`^(.+?)(?: ?[×*] ?| x ?|[ ,;]+|(?<=[${HAN}]) ?x? ?| ?[(\\[]x?)([-+]?[0-9]+)(?: ?[x×张張枚份])?[)\\]]?$`, "iu");
const COMMENT = /^(?:#(?![0-9])|\/\/|;)/;
const REMARK = / (?:#|\/\/)(?![0-9]).*$/;
const BULLET = /^[-*•·] /;
const HEADING = /^\[.*\]$|^【.*】$|^(?:==|--|\*\*).*|^.*:$/;
const ADDRESS = /(?:^|\/)([a-z0-9-]+)\/(?:cards\/)?([a-z0-9-]+)\/([a-z0-9-]+)\/?$/;
const BRACKETS = /^[()[\]{}<>【】「」#,;]+|[()[\]{}<>【】「」#,;]+$/g;
const NUMERALS = { 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10 };
const COLUMNS = {
  count: ["count", "qty", "quantity", "amount", "copies", "数量", "张数"],
  name: ["name", "card", "cardname", "title", "名称", "卡名", "牌名", "卡牌", "名字"],
  set: ["set", "series", "edition", "setcode", "系列"],
  number: ["number", "no", "num", "collectornumber", "编号", "卡号", "号码"],
  id: ["id", "cardid"],
};
const COLUMN = new Map(Object.entries(COLUMNS).flatMap(([column, known]) => known.map((word) => [word, column])));

/** A list beyond a limit: `reason` is length, lines or cards. */
export class ListError extends Error {
  constructor(reason, limit) {
    super(reason);
    this.limit = limit;
  }
}

/** Finds cards in the index of search-match.js; `more` holds labels of sets and originals of reprints. */
export class Finder {
  constructor(index, more, game = "") {
    this.hans = index.hans;
    this.subjects = new Map();
    this.places = new Map();
    this.exact = [new Map(), new Map(), new Map(), new Map(), new Map()];
    this.originals = more.originals;
    index.ids.forEach((id, at) => {
      if (!game || id.startsWith(`${game}/`)) this.#add(id, index.subjects[at], more.labels);
    });
  }

  #add(id, subject, labels) {
    this.subjects.set(id, subject);
    const [game, set, slug] = id.split("/");
    const numbers = subject.numbers.map(({ whole }) => whole);
    const places = labels[game][set].flatMap((label) =>
      [...numbers, this.fold(slug)].flatMap((number) => [label + number, label + number.replace(/^0+/, "")]));
    const forms = [
      [this.exact[0], numbers],
      [this.exact[1], subject.names.map(({ whole }) => whole)],
      [this.exact[2], subject.names.map(({ person }) => person)],
      [this.exact[3], subject.readings.map(({ small }) => small.whole)],
      [this.exact[4], subject.readings.map(({ small }) => small.person)],
      [this.places, places],
    ];
    for (const [index, texts] of forms) {
      for (const text of new Set(texts)) if (text) index.set(text, [...(index.get(text) ?? []), id]);
    }
  }

  fold(text) {
    return fold(text, this.hans);
  }

  /** The cards a reference can mean: one if it is clear. */
  resolve(reference) {
    const address = reference.includes(" ") ? null : ADDRESS.exec(reference.slice(-200));
    if (address && this.subjects.has(address.slice(1).join("/"))) return [address.slice(1).join("/")];
    if (Array.from(reference).length > LONGEST) return [];
    const folded = this.fold(reference);
    for (const index of [this.places, ...this.exact]) {
      if (index.has(folded)) return this.#withoutReprints(index.get(folded));
    }
    return this.#namedAtPlace(reference);
  }

  #namedAtPlace(reference) {
    const parts = reference.split(" ").map((part) => part.replace(BRACKETS, ""));
    for (const [place, name] of [
      [parts.slice(-1), parts.slice(0, -1)],
      [parts.slice(-2), parts.slice(0, -2)],
      [parts.slice(0, 1), parts.slice(1)],
      [parts.slice(0, 2), parts.slice(2)],
    ]) {
      const asked = words(name.join(" "), this.hans);
      if (!asked.some((word) => !/^[0-9]+$/.test(word))) continue;
      const folded = this.fold(place.join(""));
      const ids = new Set([...(this.places.get(folded) ?? []), ...(this.exact[0].get(folded) ?? [])]);
      const found = [...ids].filter((id) => rank(asked, this.subjects.get(id)) < Infinity);
      if (found.length) return found;
    }
    return [];
  }

  #withoutReprints(ids) {
    return ids.filter((id) => !ids.includes(this.originals[id]));
  }

  /** The cards most like a reference. */
  nearest(reference) {
    const asked = words(reference, this.hans);
    const best = (score) => {
      const scored = [...this.subjects].map(([id, subject]) => ({ id, score: score(subject) }));
      return scored.filter((one) => one.score < Infinity).sort((a, b) => a.score - b.score).slice(0, NEAREST).map(({ id }) => id);
    };
    const found = best((subject) => rank(asked, subject));
    if (found.length) return found;
    const wanted = pairs(this.fold(Array.from(reference).slice(0, LONGEST).join("")));
    return best((subject) => {
      const likeness = Math.max(0, ...textsOf(subject).map((text) => alike(wanted, pairs(text))));
      return likeness > 0 ? -likeness : Infinity;
    });
  }
}

const textsOf = ({ names, readings }) =>
  [...names, ...readings.map(({ small }) => small)].flatMap(({ whole, person }) => [whole, person]);

function pairs(text) {
  if (!text) return new Set();
  const letters = ["·", ...text, "·"];
  return new Set(letters.slice(1).map((letter, at) => letters[at] + letter));
}

function alike(wanted, other) {
  const together = wanted.size + other.size;
  const shared = [...wanted].filter((pair) => other.has(pair)).length;
  return together ? Math.floor((2000 * shared) / together) : 0;
}

const clean = (raw) =>
  raw.normalize("NFKC").replace(/\s+/g, " ").trim().replace(BULLET, "").replace(REMARK, "");

const toNumber = (digits) => NUMERALS[digits] ?? Number.parseInt(digits.slice(0, 9), 10);

/** The text of a file: in UTF-16 if it says so, in UTF-8, or in GB 18030. */
export function textOf(bytes) {
  if (bytes.length > 4 * LENGTH) throw new ListError("length", LENGTH);
  const mark = (bytes[0] << 8) | bytes[1];
  const encodings = { 0xfffe: ["utf-16le"], 0xfeff: ["utf-16be"] }[mark] ?? ["utf-8", "gb18030"];
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  }
  throw new ListError("encoding");
}

/** What a list says: {counts: Map, unclear: [{line, text, reason, count, reference, nearest}], headings}. */
export function parse(text, finder, sections) {
  if (Array.from(text).length > LENGTH) throw new ListError("length", LENGTH);
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  if (lines.length > LINES) throw new ListError("lines", LINES);
  const found = { counts: new Map(), unclear: [], headings: [] };
  let columns = null, delimiter = "", started = false;
  lines.forEach((raw, at) => {
    const line = clean(raw);
    if (!line || (COMMENT.test(line) && line[0] !== delimiter)) return;
    if (!started) {
      started = true;
      [delimiter, columns] = header(raw, finder);
      if (columns) return;
    }
    const readings = columns ? [row(raw, delimiter, columns)] : readingsOf(line);
    take(found, at + 1, line, readings, finder, sections);
  });
  return found;
}

function readingsOf(line) {
  const readings = [[1, line]];
  if (Array.from(line).length > LINE) return readings;
  const lead = LEAD.exec(line);
  if (lead) readings.push([toNumber(lead[1]), lead[2].trim()]);
  const trail = TRAIL.exec(line);
  if (trail) readings.push([toNumber(trail[2]), trail[1].trim()]);
  return readings;
}

function header(raw, finder) {
  for (const delimiter of [",", ";", "\t"]) {
    const columns = split(raw, delimiter).map((cell) => COLUMN.get(finder.fold(cell)) ?? "");
    if (columns.length > 1 && ["name", "number", "id"].some((column) => columns.includes(column))) return [delimiter, columns];
  }
  return ["", null];
}

function split(line, delimiter) {
  const cells = [""];
  let quoted = false;
  for (const letter of line) {
    if (letter === '"') quoted = !quoted;
    else if (letter === delimiter && !quoted) cells.push("");
    else cells[cells.length - 1] += letter;
  }
  return cells.map(clean);
}

function row(raw, delimiter, columns) {
  const values = split(raw, delimiter);
  const cells = Object.fromEntries(columns.map((column, at) => [column, values[at] ?? ""]));
  const count = cells.count || "1";
  const whole = /^[-+]?[0-9]+$/.test(count) ? Number.parseInt(count.slice(0, 9), 10) : 0;
  return [whole, cells.id || [cells.name, cells.set, cells.number].filter(Boolean).join(" ")];
}

/** Cards of a list, copies counted. */
export const totalOf = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);

function take(found, line, text, readings, finder, sections) {
  const unclear = (reason, [count, reference], nearest) =>
    found.unclear.push({ line, text, reason, count, reference, nearest });
  const answers = readings.map((reading) => [reading, finder.resolve(reading[1])]);
  const clear = answers.find(([, ids]) => ids.length === 1);
  const several = answers.find(([, ids]) => ids.length);
  const last = readings.at(-1)[1];
  if (clear) {
    const [reading, [id]] = clear;
    const whole = (found.counts.get(id) ?? 0) + reading[0];
    if (reading[0] < 1 || whole > COPIES) unclear("count", reading, [id]);
    else if (totalOf(found.counts) + reading[0] > CARDS) throw new ListError("cards", CARDS);
    else found.counts.set(id, whole);
  } else if (several) {
    unclear("several", ...several);
  } else if (HEADING.test(text) || sections.has(finder.fold(last))) {
    found.headings.push([line, text]);
  } else {
    const reading = readings[Math.min(1, readings.length - 1)];
    unclear("unknown", reading, found.unclear.length < ADVISED ? finder.nearest(reading[1]) : []);
  }
}

/** The list of an encoding; ids that are not there are unclear. */
export function decode(code, finder) {
  if (code.length > LENGTH) throw new ListError("length", LENGTH);
  const found = { counts: new Map(), unclear: [], headings: [] };
  items(code).forEach(([id, count], at) => {
    if (finder.subjects.has(id)) take(found, at + 1, id, [[count, id]], finder, new Set());
    else found.unclear.push({ line: at + 1, text: id, reason: "unknown", count, reference: id, nearest: [] });
  });
  return found;
}
