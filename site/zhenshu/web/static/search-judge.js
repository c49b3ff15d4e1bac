// What a query means, as site/zhenshu/search/judge.py and names.py tell: for every entry yes (2),
// unknown (1) or no (0), so that `and` is the least of its parts, `or` the most, `not` 2 less it.

import { fold } from "./search-fold.js";
import { kept, textOf, texts, titles } from "./search-library.js";
import { NAME, placeIn, rank, runs, sought, spaced, tokens, wordFits } from "./search-match.js";
import { compile } from "./search-regex.js";

export const NO = 0, UNKNOWN = 1, YES = 2;
const KEPT = 64; // leaves whose answers are remembered

/** A tree without the leaves that ask for nothing; null if none is left. */
export function pruned(node, hans) {
  if (!node) return null;
  if (node.parts) {
    const parts = node.parts.map((part) => pruned(part, hans)).filter(Boolean);
    return parts.length ? { ...node, parts } : null;
  }
  if (node.kind === "not") {
    const part = pruned(node.part, hans);
    return part && { ...node, part };
  }
  if (["word", "phrase", "exact"].includes(node.kind)) return fold(node.text, hans) ? node : null;
  if (node.kind === "field" && node.value.text !== undefined) {
    const read = node.field === "text" ? tokens : fold;
    return read(node.value.text, hans).length ? node : null;
  }
  return node;
}

/** The truth of a tree for every entry. */
export function judged(node, library) {
  if (node.kind === "not") return judged(node.part, library).map((truth) => YES - truth);
  if (!node.parts) return leaf(node, library);
  const [first, ...others] = node.parts.map((part) => judged(part, library));
  const found = first.slice();
  for (const other of others) {
    for (let at = 0; at < found.length; at++) {
      const better = node.kind === "and" ? other[at] < found[at] : other[at] > found[at];
      if (better) found[at] = other[at];
    }
  }
  return found;
}

function leaf(node, library) {
  const asked = JSON.stringify({ ...node, at: null });
  const known = kept(library, "leaves", () => new Map());
  if (!known.has(asked)) {
    if (known.size >= KEPT) known.clear();
    known.set(asked, judgedLeaf(node, library));
  }
  return known.get(asked);
}

function judgedLeaf(node, library) {
  if (node.kind !== "field") return named(node.kind, node.text ?? node.source, library);
  const { field, op, value } = node;
  if (field === "name" || field === "text") {
    return denied(op, named(kindOf(node), value.regex ?? value.text, library));
  }
  if (value.flag) return denied(op, flagged(value.flag, library));
  if (field === "rule") return denied(op, resting(value.ids, library));
  if (field === "ruling") return denied(op, ruled(value.ids, library));
  if (field === "number") return printed(op, value, library);
  if (field === "keyword") return listed(field, op, value, library, keywordsOf(value));
  if (library.facts.values[field] && !value.terms) return numbered(field, op, value, library);
  return listed(field, op, value, library, value.terms);
}

function kindOf({ field, op, value }) {
  if (field === "text") {
    return value.regex !== undefined ? "text-regex" : value.quoted ? "quoted" : "text";
  }
  if (value.regex !== undefined) return "regex";
  return op === "=" ? "exact" : value.quoted ? "phrase" : "word";
}

const denied = (op, truth) => (op === "!=" ? truth.map((each) => YES - each) : truth);

/** A truth for each entry from a test of it; of those from one place on, no for all before it. */
function each({ entries }, test, from = 0) {
  const found = new Uint8Array(entries.length);
  for (let at = from; at < found.length; at++) found[at] = test(entries[at], at);
  return found;
}

// --- Names and texts ---

function named(kind, text, library) {
  const { hans } = library;
  if (kind === "word") {
    const [first, ...others] = runs(text, hans).map((run) => fitting(run, library));
    const found = titled(library, sought(text, false, hans));
    for (const at of first) if (others.every((other) => other.has(at))) found[at] = YES;
    return found;
  }
  if (kind === "phrase" || kind === "exact") {
    const asked = fold(text, hans);
    const fits = kind === "phrase" ? (whole) => whole.includes(asked) : (whole) => whole === asked;
    const found = kind === "phrase"
      ? titled(library, sought(text, true, hans)) : exactly(library, spaced(text, hans));
    for (const at of holding(asked, library)) {
      if (library.entries[at].subject.names.some(({ whole }) => fits(whole))) found[at] = YES;
    }
    return found;
  }
  if (kind === "regex" || kind === "text-regex") return matched(kind, text, library);
  const asked = sought(text, kind === "quoted", hans);
  const all = library.hasTexts ? texts(library) : [];
  return each(library, (_, at) => (asked && all[at]?.includes(asked) ? YES : NO));
}

/** Rulings and paragraphs by their titles. */
function titled(library, asked) {
  const all = library.hasTexts ? titles(library) : [];
  return each(library, (_, at) => (asked && all[at].includes(asked) ? YES : NO), library.named);
}

function exactly(library, asked) {
  const all = library.hasTexts ? titles(library) : [];
  return each(library, ({ kind, id }, at) => {
    const number = kind === "rule" ? spaced(id.slice(id.indexOf("/") + 1), library.hans) : " ";
    return all[at] === asked + number.slice(1) || number === asked ? YES : NO;
  }, library.named);
}

/** The places of the cards and keywords that have a folded word in a key. */
function holding(word, library) {
  const known = kept(library, "holding", () => new Map());
  if (!known.has(word)) {
    // While one types, what holds a word is among what held its beginning.
    const before = known.get(word.slice(0, -1));
    const { entries, named } = library;
    const found = [];
    const look = (at) => { if (entries[at].subject.all.includes(word)) found.push(at); };
    if (before) before.forEach(look);
    else for (let at = 0; at < named; at++) look(at);
    if (known.size >= KEPT) known.clear();
    known.set(word, found);
  }
  return known.get(word);
}

/** The places of the cards and keywords that a folded word finds. */
function fitting(word, library) {
  const found = kept(library, "fitting", () => new Map());
  if (!found.has(word)) {
    if (found.size >= KEPT) found.clear();
    const { entries } = library;
    const places = holding(word, library).filter((at) => wordFits(word, entries[at].subject));
    found.set(word, new Set(places));
  }
  return found.get(word);
}

/** A text as a regular expression sees it. */
function plain(text, hans) {
  return Array.from(text.normalize("NFKC").toLowerCase(), (one) =>
    LIGATURES[one] ?? hans.get(one) ?? one).join("");
}

const LIGATURES = { œ: "oe", æ: "ae", ß: "ss" };

function matched(kind, source, library) {
  const { entries, hans } = library;
  const matcher = compile(source, (one) => plain(one, hans));
  const all = kind === "regex"
    ? kept(library, "plain names", () => entries.map(({ names, title }) =>
      [...new Set((names ? names.map(([name]) => name) : [title]).map((one) => plain(one, hans)))]))
    : kept(library, "plain texts", () => entries.map((entry) => {
      const text = textOf(library, entry);
      return text ? [plain(text, hans)] : [];
    }));
  return each(library, (_, at) => (all[at].some((one) => matcher.search(one)) ? YES : NO));
}

// --- Facts ---

/** The truth for each card from that of each different value of a field, and that of what is no
 *  card. */
function byValue(field, library, test, other = NO) {
  const [different, of] = library.facts.lists[field];
  const truths = different.map(test);
  return each(library, (_, at) => (at < library.cards ? truths[of[at]] : other));
}

/** The lists of terms of an entry for a field that is not in the table of facts. */
export function ownLists(field, { kind, id, names }) {
  if (field === "in") return [[kind]];
  if (field === "game") return [[id.slice(0, id.indexOf("/"))]];
  return names ? [[...new Set(names.map(([, tag]) => tag.split("-")[0]))]] : [];
}

function keywordsOf({ keyword, number }) {
  return number === null || number === undefined
    ? keyword : keyword?.map((id) => `${id}:${number}`);
}

function listed(field, op, value, library, wanted) {
  const test = (lists) => among(lists ?? [], op, value, wanted);
  if (field === "keyword") {
    return byValue("keywords", library, (given) => test(keywordLists(given)), test(null));
  }
  if (field === "set") return byValue("sets", library, (given) => test([given]), test(null));
  if (library.facts.lists[field]) return byValue(field, library, test, test(null));
  return each(library, (entry) => test(ownLists(field, entry)));
}

/** The keywords of a card as one list, each also with its number. */
function keywordLists(given) {
  if (given === null) return [];
  if (given === "unknown") return ["unknown"];
  const pairs = given.filter((pair) => pair !== "unknown");
  const ids = [...new Set(pairs.map(([id]) => id))];
  const numbered = pairs.flatMap(([id, number]) => (number === null ? [] : [`${id}:${number}`]));
  const known = { ids, all: [...ids, ...numbered] };
  return pairs.length < given.length ? [known, "unknown"] : [known];
}

function among(lists, op, value, wanted) {
  const unknown = lists.includes("unknown");
  const known = lists.filter((list) => list !== "unknown");
  const values = known.flatMap((list) => list.all ?? list);
  if (value.unknown) {
    if (op === "!=") return lists.length && !unknown ? YES : NO;
    return unknown ? YES : NO;
  }
  if (value.none) {
    const none = values.length ? NO : unknown ? UNKNOWN : YES;
    return op === "!=" ? YES - none : none;
  }
  const fits = op === "="
    ? known.some((list) => alone(list, wanted, unknown))
    : wanted.some((term) => values.includes(term));
  if (op === "!=") return fits || !lists.length ? NO : unknown ? UNKNOWN : YES;
  return fits ? YES : unknown ? UNKNOWN : NO;
}

function alone(list, wanted, unknown) {
  if (!list.all) return list.length === 1 && wanted.includes(list[0]);
  return list.ids.length === 1 && !unknown && wanted.some((term) => list.all.includes(term));
}

function flagged(flag, library) {
  return byValue("flags", library, (flags) =>
    (flags.includes(flag) ? YES : flags.includes(`${flag}?`) ? UNKNOWN : NO));
}

function numbered(field, op, value, library) {
  const { values } = library.facts;
  const faces = (name, at) => {
    const given = at < library.cards ? values[name][at] : null;
    return given === null ? [] : Array.isArray(given) ? given : [given];
  };
  return each(library, (_, at) => {
    const ours = faces(field, at);
    const known = ours.filter((one) => one !== null);
    if (value.unknown) {
      return known.some((one) => (one === "unknown") !== (op === "!=")) ? YES : NO;
    }
    if (value.none) {
      const none = !known.length || (field === "requirement" && known.every((one) => one === 0));
      return none !== (op === "!=") ? YES : NO;
    }
    if (value.field) {
      const theirs = faces(value.field, at);
      return most(ours.map((one, face) =>
        (one === null || (theirs[face] ?? null) === null ? NO : than(op, one, theirs[face]))));
    }
    if (value.any) {
      return most(known.map((one) => {
        if (one === "unknown" && !value.any.includes(one)) return UNKNOWN;
        return value.any.includes(one) !== (op === "!=") ? YES : NO;
      }));
    }
    if (value.number !== undefined) return most(known.map((one) => than(op, one, value.number)));
    if (value.x) return most(known.map((one) => than(op, one, "X")));
    return most(known.map((one) => {
      if (typeof one !== "number") return UNKNOWN;
      return (value.from <= one && one <= value.to) !== (op === "!=") ? YES : NO;
    }));
  });
}

/** One face is enough for yes. */
const most = (truths) => Math.max(NO, ...truths);

function than(op, one, other) {
  if (one === "unknown" || other === "unknown") return UNKNOWN;
  if (op === ":" || op === "=") return one === other ? YES : NO;
  if (op === "!=") return one !== other ? YES : NO;
  if (typeof one !== "number" || typeof other !== "number") return UNKNOWN;
  if (op === "<") return one < other ? YES : NO;
  if (op === ">") return one > other ? YES : NO;
  return (op === "<=" ? one <= other : one >= other) ? YES : NO;
}

function printed(op, value, library) {
  const has = ({ kind, numbers }) => kind === "card" && numbers.some(Boolean);
  if (value.unknown) {
    return each(library, (entry) =>
      (entry.kind === "card" && has(entry) === (op === "!=") ? YES : NO));
  }
  const asked = fold(value.text, library.hans);
  const whole = op === "=" || value.quoted;
  return each(library, (entry) => {
    if (entry.kind !== "card") return NO;
    if (!has(entry)) return UNKNOWN;
    const fits = entry.subject.numbers.some((number) =>
      (whole ? number.whole === asked : number.whole.startsWith(asked)));
    return fits !== (op === "!=") ? YES : NO;
  });
}

/** What rests on some paragraphs: what cites them, and the cards with such a keyword. */
function resting(ids, library) {
  const cites = ({ rules = [] }) =>
    rules.some((rule) => ids.some((id) => rule === id || rule.startsWith(`${id}.`)));
  const wanted = library.entries.filter((entry) => entry.kind === "keyword" && cites(entry));
  const names = wanted.map(({ id }) => id);
  const cards = names.length
    ? byValue("keywords", library, (given) => among(keywordLists(given), ":", {}, names)) : null;
  return each(library, (entry, at) =>
    (entry.kind === "card" ? cards?.[at] ?? NO : cites(entry) ? YES : NO));
}

function ruled(ids, library) {
  const rulings = library.entries.filter(({ kind, id }) => kind === "ruling" && ids.includes(id));
  const cards = new Set(rulings.flatMap((ruling) => ruling.cards));
  return each(library, ({ kind, id }) =>
    ((kind === "ruling" && ids.includes(id)) || (kind === "card" && cards.has(id)) ? YES : NO));
}

// --- Ranks ---

/** How well an entry that was found answers a tree, by place; null if all answer alike. */
export function ranked(node, library) {
  if (node.kind === "and") {
    const words = node.parts.filter(({ kind }) => kind === "word");
    const parts = node.parts.filter(({ kind }) => kind !== "word")
      .map((part) => ranked(part, library)).filter(Boolean);
    if (words.length) parts.push(rankedWords(words, library));
    return parts.length ? (at) => Math.max(...parts.map((part) => part(at))) : null;
  }
  if (node.kind === "or") {
    const parts = node.parts.map((part) => ranked(part, library)).filter(Boolean);
    return parts.length ? (at) => Math.min(...parts.map((part) => part(at))) : null;
  }
  let { kind, text } = node;
  if (kind === "field" && node.field === "name" && node.op !== "!=") {
    kind = kindOf(node);
    text = node.value.text;
  }
  if (kind === "word") return rankedWords([{ text }], library);
  if (kind !== "phrase") return null;
  const asked = fold(text, library.hans);
  return (at) => {
    const { subject } = library.entries[at];
    return subject ? Math.min(...subject.names.map((name) => NAME[placeIn(asked, name)])) : 0;
  };
}

function rankedWords(nodes, library) {
  const asked = nodes.flatMap(({ text }) => runs(text, library.hans));
  return (at) => {
    const { subject } = library.entries[at];
    return subject ? rank(asked, subject) : 0;
  };
}
