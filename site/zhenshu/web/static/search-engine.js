// Answers a query in the browser as the server does: site/zhenshu/search/__init__.py tells how.
//
//   const data = load(await (await fetch("en.json")).json());
//   const whole = withText(data, await (await fetch("en.text.json")).json());
//   answer("guan yu cost<=3", whole).groups
//
// Until the texts are here an answer that they could change says `pending`.

import { load, record, withText } from "./search-library.js";
import { find } from "./search-find.js";
import { judged, ownLists, pruned, YES } from "./search-judge.js";
import { marks as marksOf } from "./search-marks.js";
import { unknownNumbers } from "./search-numbers.js";
import { result } from "./search-shown.js";
import * as queries from "./search-query.js";

export { load, record, result, withText };

/** The answer to what a reader typed, as Python's `Answer.as_json`; facets only if asked for. */
export function answer(text, library, { seed = "", facets = false } = {}) {
  const { vocabulary } = library;
  const parsed = queries.parse(text, vocabulary);
  const { groups, yes, leftOut, pending } = found(parsed, library, seed);
  const unknown = groups.length || pending ? [] : unknownNumbers(parsed.tree, library);
  const problems = [...parsed.problems, ...unknown].map((problem) => ({
    ...problem,
    message: queries.message(problem, vocabulary),
    fixed: problem.near.map((near) => queries.fixed(text, problem, near)),
  }));
  return {
    query: text,
    parsed,
    said: queries.say(parsed, vocabulary),
    problems,
    groups: groups.map(([kind, places]) => ({
      kind, count: places.length, ids: places.map((at) => library.ids[at]),
    })),
    left_out: leftOut,
    facets: facets ? facetsOf(text, parsed, yes, library) : [],
    suggest: groups.length ? null : suggested(text, parsed, library),
    as: parsed.as ?? "list",
    ...(pending ? { pending: true } : {}),
  };
}

/** The spans [start, end) of a shown text that a query asked for; see search-marks.js. */
export function marks(text, lang, parsed, { kind, id }, library) {
  return marksOf(text, lang, parsed, library.entries[library.places.get(`${kind} ${id}`)], library);
}

function found(parsed, library, seed = "") {
  return find(parsed, queries.kinds(parsed, library.vocabulary), library, seed);
}

/** Another query for bare words that no name has, and how many answer it: those that name values
 * are conditions, or else all are looked for in texts. */
function suggested(text, parsed, library) {
  const { vocabulary, hasTexts } = library;
  if (!hasTexts) return null;
  const nodes = queries.top(parsed.tree);
  const areWords = nodes.every(({ kind }) => kind === "word" || kind === "phrase");
  const letters = Array.from(text);
  const others = {
    conditions: queries.conditions(text, parsed, vocabulary),
    texts: areWords && nodes.map(({ at }) => `o:${letters.slice(...at).join("")}`).join(" "),
  };
  for (const [kind, query] of Object.entries(others)) {
    const { groups } = query ? found(queries.parse(query, vocabulary), library) : { groups: [] };
    const count = groups.reduce((sum, [, places]) => sum + places.length, 0);
    if (count) return { kind, query, count };
  }
  return null;
}

// --- Facets ---

function facetsOf(text, parsed, cards, library) {
  const { vocabulary } = library;
  return vocabulary.offer.facets.flatMap((field) => {
    const own = queries.chosen(parsed, field, vocabulary);
    const among = own ? cardsWithout(own, parsed, library) : cards;
    const counts = counted(field, among, own?.op === "=", library);
    const known = new Map(termsOf(field, vocabulary));
    const order = library.facts.values[field] ? [...counts.keys()].sort(bySize) : [...known.keys()];
    const values = order.filter((id) => counts.has(id)).map((id) => ({
      id,
      name: known.get(id) ?? id,
      count: counts.get(id),
      on: queries.says(parsed, field, id) !== null,
      query: queries.toggled(text, parsed, field, id, vocabulary),
    }));
    const label = vocabulary.fields[field].names[0][1];
    return values.length ? [{ field, label, values }] : [];
  });
}

/** The cards that would be found if a query had one clause less. */
function cardsWithout(own, { tree }, library) {
  const parts = queries.top(tree).filter((part) => part !== own);
  const others = pruned({ kind: "and", parts }, library.hans);
  const truth = others && judged(others, library);
  const cards = Array.from({ length: library.cards }, (_, at) => at);
  return truth ? cards.filter((at) => truth[at] === YES) : cards;
}

/** Numbers by size, then X and unknown. */
function bySize(one, other) {
  const order = (value) => (value === "unknown" ? 1e7 + 1 : value === "X" ? 1e7 : Number(value));
  return order(one) - order(other);
}

function termsOf(field, { groups, keywords, fields }) {
  if (field === "keyword") return keywords.map(([id, shown]) => [id, shown]);
  const named = fields[field].kind === "number" ? ["value"] : fields[field].groups;
  return named.flatMap((group) => groups[group].map(([id, shown]) => [id, shown]));
}

function counted(field, cards, alone, library) {
  const counts = new Map();
  const values = valuesOf(field, alone, library);
  for (const at of cards) {
    for (const value of values(at)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** The values of some lists, or of those that have no other. */
function single(lists, alone) {
  return [...new Set(lists.filter(({ length }) => !alone || length === 1).flat())];
}

/** The values of a field that a card has, or has alone, each once, by its place. */
function valuesOf(field, alone, library) {
  const { lists, values } = library.facts;
  if (values[field]) {
    return (at) => [...new Set([values[field][at]].flat())].filter((one) => one !== null).map(String);
  }
  const name = { keyword: "keywords", set: "sets" }[field] ?? field;
  if (!lists[name]) {
    return (at) => single(ownLists(field, library.entries[at]), alone);
  }
  const [different, of] = lists[name];
  const known = different.map((given) => {
    const all = given === null || given === "unknown" ? [] : given.filter((one) => one !== "unknown");
    if (field !== "keyword") return single(field === "set" ? [all] : all, alone);
    const ids = [...new Set(all.map(([id]) => id))];
    return alone && (ids.length !== 1 || all.length < given.length) ? [] : ids;
  });
  return (at) => known[of[at]];
}
