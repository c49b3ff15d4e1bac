// What the search page shows of an answer: the twin of zhenshu/web/found.py, which says what the
// values mean. Spans count code points.

import { LONGEST } from "./search-lexer.js";
import { fill } from "./search-say.js";

const PAGE = 60; // results on a page
export const SEED = 32; // characters of a seed that are read
const AROUND = 40; // characters of a query that are shown on either side of a mistake
const VIEWS = ["list", "grid", "text", "checklist"];
const UNKNOWN = "unknown";

/** What the page shows of an answer; `site` is what search-data.js opens. */
export function found(site, answer, asked) {
  const { parsed, groups } = answer;
  const query = read(answer.query);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const pages = Math.max(1, Math.ceil(total / PAGE));
  const page = Math.min(asked.page, pages);
  const as = answer.as ?? "list";
  const cards = groups.find(({ kind }) => kind === "card")?.ids ?? [];
  const isRandom = parsed.sort.some(({ field }) => field === "random");
  const orders = ["rank", ...site.vocabulary.offer.sorts];
  const sorted = sortedBy(parsed.sort, orders);
  return {
    query,
    seed: isRandom ? asked.seed : "",
    page,
    total,
    as,
    pending: answer.pending ?? false,
    empty: parsed.tree === null,
    said: said(site, answer),
    problems: answer.problems.map((one) => problem(answer.query, one)),
    left_out: answer.left_out ? site.leftOut(answer.left_out) : "",
    suggest: answer.suggest,
    kinds: kinds(groups),
    groups: onPage(site, answer, page),
    facets: answer.facets.map((facet) => ({ ...facet, most: most(site, answer, facet) })),
    views: VIEWS.map((id) => [id, setting(site, answer, "as", id === "list" ? "" : id), id === as]),
    sorts: orders.map((id) => [
      id, orderOf(site, id), setting(site, answer, "sort", id === "rank" ? "" : id), id === sorted,
    ]),
    random: cards.length ? cardPath(cards[Math.floor(Math.random() * cards.length)]) : "",
    pager: pager(page, pages),
  };
}

/** As much of a query as is read. */
const read = (query) => Array.from(query).slice(0, LONGEST).join("");

/** What an order is called; "" for the usual one, of which the interface has the word. */
function orderOf({ vocabulary: { fields, say } }, id) {
  const field = id.replace(/^-/, "");
  const way = id[0] === "-" ? "down" : "up";
  if (Object.hasOwn(fields, field) && field !== "name") {
    return fill(say.whole[way], { field: fields[field].names[0][1] });
  }
  return say.whole[`${field}-${way}`] ?? say.whole[field] ?? "";
}

function sortedBy(keys, orders) {
  const given = keys.map(({ field, down }) => (down ? "-" : "") + field).join(",") || "rank";
  return orders.includes(given) ? given : "";
}

function setting(site, answer, name, value) {
  let query = read(answer.query);
  for (const given of answer.parsed.settings) {
    if (given.setting === name) query = site.without(query, given.at);
  }
  if (!value) return query;
  const { groups, fields, settings } = site.vocabulary;
  const field = value.replace(/^-/, "");
  const shown = groups[name].find(([id]) => id === field)?.[1] ?? fields[field].names[0][1];
  return `${query} ${settings[name].names[0][1]}:${value.startsWith("-") ? "-" : ""}${shown}`.trim();
}

function most(site, answer, { field, values }) {
  const { tree } = answer.parsed;
  const parts = tree?.kind === "and" ? tree.parts : tree ? [tree] : [];
  const own = parts.filter((part) => part.field === field && [":", "=", "<="].includes(part.op));
  const rest = own.reduceRight((query, { at }) => site.without(query, at), answer.query);
  const label = site.vocabulary.fields[field].names[0][1];
  let count = 0;
  return values.filter(({ id }) => /^[0-9]+$/.test(id)).map((value) => {
    count += value.count;
    const on = own.some(({ op, value: { number } }) => op === "<=" && number === Number(value.id));
    return { id: value.id, count, on, query: on ? rest : `${rest} ${label}<=${value.id}`.trim() };
  }).slice(1);
}

function said(site, answer) {
  if (!answer.said?.parts.length) return [];
  const shown = [];
  const behind = [];
  let rest = answer.said.text;
  for (const { text, at } of answer.said.parts) {
    const button = [text, site.without(answer.query, at)];
    const place = rest.indexOf(text);
    if (place < 0) {
      behind.push([" ", null], button);
      continue;
    }
    if (place) shown.push([rest.slice(0, place), null]);
    shown.push(button);
    rest = rest.slice(place + text.length);
  }
  if (rest) shown.push([rest, null]);
  return [...shown, ...behind];
}

function problem(query, { message, at: [start, end], near, fixed }) {
  const letters = Array.from(query);
  const before = letters.slice(0, start);
  const after = letters.slice(end);
  return {
    message,
    typed: [
      (before.length > AROUND ? "…" : "") + before.slice(-AROUND).join(""),
      letters.slice(start, end).slice(0, AROUND).join(""),
      after.slice(0, AROUND).join("") + (after.length > AROUND ? "…" : ""),
    ],
    near: near.map((text, at) => [text, fixed[at]]),
  };
}

function kinds(groups) {
  let before = 0;
  return groups.flatMap(({ kind, count }) => {
    const page = Math.floor(before / PAGE) + 1;
    before += count;
    return count ? [{ kind, count, page }] : [];
  });
}

function onPage(site, answer, page) {
  let start = (page - 1) * PAGE;
  return answer.groups.flatMap(({ kind, count, ids }) => {
    const shown = ids.slice(Math.max(0, start), Math.max(0, start + PAGE));
    start -= count;
    return shown.length ? [{ kind, count, results: results(site, answer, kind, shown) }] : [];
  });
}

function pager(page, pages) {
  const near = new Set([1, page - 1, page, page + 1, pages]);
  const shown = [];
  for (const number of [...near].filter((one) => one >= 1 && one <= pages).sort((a, b) => a - b)) {
    if (shown.length && number - shown.at(-1) > 1) shown.push(null);
    shown.push(number);
  }
  return shown;
}

/** What is shown of some entries of a kind. */
export function results(site, answer, kind, ids) {
  return ids.map((id) => shownOf(site, answer.as, site.result(kind, id, answer)));
}

function shownOf(site, as, { kind, id, url, game, number, names, lines: given }) {
  const [first, other] = names;
  const foreign = ({ lang }) => (lang === site.language ? "" : lang);
  const { chapters, labels } = site.book[game.id];
  const chapter = kind === "rule" ? chapters[url.split("/")[2]] : "";
  const before = chapter && chapter !== first.text ? [[`${chapter} › `, false]] : [];
  let lines = given.map((line) => [foreign(line), pieces(line)]);
  if (kind === "card" && as !== "text") lines = lines.filter(([, line]) => line.some(([, met]) => met));
  else if (kind === "keyword" && as !== "text") lines = lines.slice(0, 1);
  return {
    kind,
    path: url,
    lang: foreign(first),
    name: [...before, ...pieces(first)],
    other: other ? [foreign(other), pieces(other)] : null,
    game: [foreign(game), game.text],
    number: number ?? "",
    facts: kind === "card" ? factsOf(site, site.facts(id), labels) : [],
    lines: as === "checklist" ? [] : lines,
  };
}

/** Where the page of a card stands, below the language. */
export function cardPath(id) {
  const [game, ...rest] = id.split("/");
  return `${game}/cards/${rest.join("/")}/`;
}

function pieces({ text, marks }) {
  const letters = Array.from(text);
  const shown = [];
  let at = 0;
  for (const [start, end] of marks) {
    shown.push([letters.slice(at, start).join(""), false], [letters.slice(start, end).join(""), true]);
    at = end;
  }
  return [...shown, [letters.slice(at).join(""), false]].filter(([piece]) => piece);
}

function factsOf(site, facts, labels) {
  const { groups, offer } = site.vocabulary;
  const shown = [];
  for (const field of offer.terms) {
    const terms = facts.terms[field]?.[0] ?? UNKNOWN;
    if (terms === UNKNOWN) continue;
    const names = new Map(groups[field]);
    for (const id of terms) shown.push(["", names.get(id), field === "type" ? "" : id]);
  }
  for (const field of offer.numbers) {
    const values = new Set((facts.numbers[field] ?? []).filter((value) => value !== null));
    const told = [...values].map((value) => (value === UNKNOWN ? "?" : String(value)));
    if (told.length) shown.push([labels[field], told.join() === "?" ? null : told.join(" / "), ""]);
  }
  return shown;
}
