// All entries, ready to be searched: what site/zhenshu/search/twin.py writes, unpacked. Entries
// stand in catalogue order: cards, keywords, and once the texts are here rulings and paragraphs.

import { fold } from "./search-fold.js";
import { conversion, reading, spaced, text } from "./search-match.js";

const DOT = "·";
const HAN = "\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const SOUNDED = new RegExp(`[${HAN}]|[·・･•‧]`, "gu");
const UNREAD = "-";
const WITH_RARITY = /^([\p{L}\p{N}_]+)-[A-Z]+-([\p{L}\p{N}_]+[^\p{L}\p{N}_]?)$/u;
const FOR_U = ["u\u0308", "v", "yu"];
const DOTS = /[·・･•‧]/;

/** The library of `<language>.json`. */
export function load(main) {
  const hans = conversion(main);
  const library = {
    version: main.version,
    language: main.language,
    vocabulary: main.vocabulary,
    games: main.games,
    hans,
    facts: main.facts,
    hasTexts: false,
    entries: [],
    kept: new Map(), // what was worked out, by what it was asked for
  };
  const keyed = keyMaker(hans);
  const read = sounds(main.read);
  addNamed(library, "card", main.cards, read, keyed);
  addNamed(library, "keyword", main.keywords, read, keyed);
  return placed(library);
}

/** The library with `<language>.text.json` as well; they must be of one build. */
export function withText(library, texts) {
  if (texts.version !== library.version) throw new Error("The search files do not belong together.");
  const lines = [...texts.cards, ...texts.keywords];
  const entries = library.entries.map((entry, at) => ({ ...entry, lines: lines[at] }));
  for (const [kind, table] of [["ruling", texts.rulings], ["rule", texts.rules]]) {
    table.ids.forEach((id, at) => entries.push({
      kind, id,
      title: table.titles[at],
      lines: table.lines[at],
      rules: table.rules?.[at] ?? [id],
      cards: table.cards?.[at] ?? [],
      chapter: table.chapter?.[at],
    }));
  }
  const { ids, titles } = texts.rulings;
  const vocabulary = {
    ...library.vocabulary, titles: Object.fromEntries(ids.map((id, at) => [id, titles[at]])),
  };
  return placed({ ...library, entries, vocabulary, hasTexts: true, kept: new Map() });
}

function placed(library) {
  const { entries } = library;
  library.size = entries.length;
  library.ids = entries.map(({ id }) => id);
  library.places = new Map(entries.map(({ kind, id }, at) => [`${kind} ${id}`, at]));
  // Where the entries of each kind stand: from the first to behind the last.
  library.kinds = new Map();
  entries.forEach(({ kind }, at) => {
    library.kinds.set(kind, [library.kinds.get(kind)?.[0] ?? at, at + 1]);
  });
  // How many cards there are, and how many cards and keywords; the others stand behind them.
  library.cards = library.kinds.get("card")?.[1] ?? 0;
  library.named = library.kinds.get("keyword")?.[1] ?? library.cards;
  return library;
}

function addNamed(library, kind, table, read, keyed) {
  const ids = table.ids.flatMap(([shared, rest]) => rest.split(" ").map((one) => shared + one));
  const names = Object.entries(table.names).map(([tag, joined]) => [tag, joined.split("\n")]);
  const readings = table.readings.split("\n");
  const numbers = table.numbers?.split("\n") ?? [];
  const script = library.language === "zh-Hant" ? "zh-Hant" : "zh-Hans";
  const other = library.language === "zh-Hant" ? "zh-Hans" : "zh-Hant";
  ids.forEach((id, at) => {
    const given = names.flatMap(([tag, all]) => (all[at] ? [[all[at], tag]] : []));
    if (table.other[at]) given.push([table.other[at], other]);
    const chinese = given.find(([, tag]) => tag === script)?.[0] ?? "";
    const entry = {
      kind, id,
      names: given,
      readings: readingsOf(chinese, readings[at], read),
      numbers: kind === "card" ? numbers[at].split("|") : [],
      rules: table.rules ? prefixed(id, table.rules[at]) : [],
    };
    entry.subject = keyed(entry);
    library.entries.push(entry);
  });
}

function prefixed(id, rules) {
  const game = id.slice(0, id.indexOf("/") + 1);
  return rules ? rules.split(" ").map((rule) => game + rule) : [];
}

/** How characters are read on their own: 关guān羽yǔ… */
function sounds(joined) {
  const pairs = joined.matchAll(new RegExp(`([${HAN}]|${DOT})([^${HAN}${DOT}]*)`, "gu"));
  return new Map(Array.from(pairs, ([, character, sound]) => [character, sound || DOT]));
}

function readingsOf(name, given, read) {
  const told = (name.match(SOUNDED) ?? [])
    .map((piece) => (DOTS.test(piece) ? DOT : read.get(piece) ?? "")).join(" ");
  if (!given) return told ? [told] : [];
  if (given === UNREAD) return [];
  const all = given.split("|");
  return [...all.slice(0, -1), all.at(-1) || told];
}

/** A printed number, and the same without the rarity. */
function withShort(number) {
  const found = number.match(WITH_RARITY);
  return found ? [number, `${found[1]}-${found[2]}`] : [number];
}

/** Makes keys as keys.py does; syllables and characters come again and again. */
function keyMaker(hans) {
  const known = new Map();
  const syllable = (spoken) => {
    if (!known.has(spoken)) {
      const capital = (one) => {
        const folded = fold(one, hans);
        return folded.charAt(0).toUpperCase() + folded.slice(1);
      };
      const apart = spoken.normalize("NFD");
      known.set(spoken, FOR_U.map((letters) => capital(apart.replace("u\u0308", letters))));
    }
    return known.get(spoken);
  };
  const apart = (parts) => {
    const person = parts.pop();
    return [parts.join(""), person].filter(Boolean).join(DOT);
  };
  const spoken = (given, which) =>
    apart(given.split(DOT).map((part) =>
      part.split(" ").map((one) => (one ? syllable(one)[which] : "")).join("")));
  const unlike = (all) => [...new Set(all.filter(Boolean))];
  return ({ names, numbers, readings }) => {
    const subject = {
      names: unlike(names.map(([name]) =>
        apart(name.split(/[·・･•‧]/).map((part) => fold(part, hans))))).map(text),
      numbers: unlike(numbers.flatMap(withShort).map((number) => fold(number, hans))).map(text),
      readings: unlike(readings.flatMap((one) => FOR_U.map((_, which) => spoken(one, which))))
        .map(reading),
    };
    subject.all = [
      ...subject.names.map(({ whole }) => whole),
      ...subject.numbers.map(({ whole }) => whole),
      ...subject.readings.flatMap(({ small, initials }) => [small.whole, initials.whole]),
    ].join("|");
    return subject;
  };
}

/** The lines of an entry as [text, language tag]. */
export function linesOf({ language }, { lines = [] }) {
  return (typeof lines === "string" ? [lines] : lines)
    .map((line) => (typeof line === "string" ? [line, language] : line));
}

/** All that an entry says; of a ruling also the question. */
export function textOf(library, entry) {
  const said = linesOf(library, entry).map(([line]) => line);
  return (entry.kind === "ruling" ? [entry.title, ...said] : said).join("\n");
}

/** The spaced title of each ruling and paragraph; that of a paragraph ends in its number. */
export function titles(library) {
  return kept(library, "titles", () => library.entries.map(({ kind, id, title }) => {
    if (title === undefined) return "";
    const number = kind === "rule" ? ` ${id.slice(id.indexOf("/") + 1)}` : "";
    return spaced(title + number, library.hans);
  }));
}

/** The spaced text of each entry. */
export function texts(library) {
  return kept(library, "texts", () =>
    library.entries.map((entry) => spaced(textOf(library, entry), library.hans)));
}

/** Printed numbers, folded and as they are, each also without its rarity. */
export function printed(library) {
  return kept(library, "printed", () => {
    const given = library.entries.flatMap(({ numbers = [] }) => numbers.filter(Boolean));
    const unlike = new Map();
    for (const number of given.flatMap(withShort)) {
      const folded = fold(number, library.hans);
      if (!unlike.has(folded)) unlike.set(folded, number);
    }
    return [...unlike];
  });
}

/** What a library has worked out before, or works out now. */
export function kept(library, key, make) {
  if (!library.kept.has(key)) library.kept.set(key, make());
  return library.kept.get(key);
}

/** An entry as Python's records are, with what pages show of it. */
export function record(library, kind, id) {
  const at = library.places.get(`${kind} ${id}`);
  const { subject, ...entry } = library.entries[at];
  const found = { ...entry, lines: linesOf(library, entry) };
  if (kind !== "card") return found;
  const { values, lists } = library.facts;
  const numbers = Object.entries(values).flatMap(([field, all]) =>
    (all[at] === null ? [] : [[field, Array.isArray(all[at]) ? all[at] : [all[at]]]]));
  const { keywords, flags, sets, ...terms } = Object.fromEntries(
    Object.entries(lists).map(([field, [different, of]]) => [field, different[of[at]]]));
  const given = Object.entries(terms).filter(([, value]) => value !== null);
  found.facts = {
    numbers: Object.fromEntries(numbers), terms: Object.fromEntries(given), keywords, flags, sets,
  };
  return found;
}
