// From a parsed query to the entries that answer it, in order; site/zhenshu/search/engine.py and
// order.py do the same.

import { judged, pruned, ranked, UNKNOWN, YES } from "./search-judge.js";

/** What answers a parsed query among some kinds of entry: `groups` of a kind and its places in the
 *  order they are shown, `yes` the places of the cards among them, `leftOut` how many nobody knows
 *  of, and `pending` if the texts that are not here yet may change that. */
export function find(parsed, kinds, library, seed = "") {
  const tree = pruned(parsed.tree, library.hans);
  if (!tree) return { groups: [], yes: [], leftOut: 0, pending: false };
  const truth = judged(tree, library);
  const rank = ranked(tree, library);
  const places = new Map(kinds.map((kind) => [kind, []]));
  let leftOut = 0;
  for (const [kind, found] of places) {
    const [from, to] = library.kinds.get(kind) ?? [0, 0];
    for (let at = from; at < to; at++) {
      if (truth[at] === YES) found.push(at);
      else if (truth[at] === UNKNOWN) leftOut += 1;
    }
  }
  const groups = Array.from(places).filter(([, found]) => found.length)
    .map(([kind, found]) => [kind, arranged(found, rank, parsed.sort, library, seed)]);
  const pending = !library.hasTexts &&
    (kinds.some((kind) => kind !== "card" && kind !== "keyword") || needsTexts(tree));
  return { groups, yes: places.get("card") ?? [], leftOut, pending };
}

function needsTexts(node) {
  if (node.parts) return node.parts.some(needsTexts);
  if (node.part) return needsTexts(node.part);
  return node.kind === "field" && (node.field === "text" || node.field === "ruling");
}

function arranged(found, rank, keys, library, seed) {
  if (!keys.length) return rank ? byNumber(found, rank) : found;
  return keys.reduceRight((places, { field, down }) => sorted(places, field, down, library, seed), found);
}

/** Places by a number of each, of which there are few; equal ones stay as they are, turned round or
 *  not. */
function byNumber(places, value, down = false) {
  const groups = new Map();
  for (const at of places) {
    const number = value(at);
    if (groups.has(number)) groups.get(number).push(at);
    else groups.set(number, [at]);
  }
  const order = [...groups.keys()].sort((one, other) => (down ? other - one : one - other));
  return order.flatMap((number) => groups.get(number));
}

function sorted(places, field, down, library, seed) {
  if (field === "random") {
    return byNumber(places, (at) => fnv(`${seed}:${library.entries[at].id}`), down);
  }
  if (field === "name") {
    const names = new Map(places.map((at) => [at, nameOf(library.entries[at])]));
    return [...places].sort((one, other) =>
      compare(names.get(one), names.get(other)) * (down ? -1 : 1));
  }
  const valueOf = (at) => {
    const given = at < library.cards ? library.facts.values[field][at] : null;
    return Array.isArray(given) ? given[0] : given;
  };
  const isNumber = (at) => typeof valueOf(at) === "number";
  const withoutNumber = (at) => (valueOf(at) === null ? 2 : valueOf(at) === "X" ? 0 : 1);
  const rest = places.filter((at) => !isNumber(at));
  return [...byNumber(places.filter(isNumber), valueOf, down), ...byNumber(rest, withoutNumber)];
}

function nameOf({ subject, id }) {
  if (!subject) return id.slice(id.indexOf("/") + 1);
  return subject.readings[0]?.small.whole || subject.names[0]?.whole || "";
}

/** Texts by code points, which are not in the order of the units JavaScript compares. */
function compare(one, other) {
  const letters = Array.from(one), others = Array.from(other);
  const at = letters.findIndex((letter, place) => letter !== others[place]);
  if (at < 0) return letters.length - others.length;
  return at < others.length ? letters[at].codePointAt(0) - others[at].codePointAt(0) : 1;
}

/** The FNV-1a hash of a text in UTF-8, in 32 bits. */
function fnv(text) {
  let found = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) found = Math.imul(found ^ byte, 0x01000193);
  return found >>> 0;
}
