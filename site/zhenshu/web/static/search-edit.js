// Changes to the text of a query: a part taken out, a value chosen, a slip mended. Twin of
// site/zhenshu/search/query/edit.py; positions are code points.

import { SPACES } from "./search-fold.js";
import { QUOTES } from "./search-lexer.js";
import { parse } from "./search-query.js";
import { top } from "./search-say.js";
import { vocabulary } from "./search-words.js";

const AND = "and|且|&|＆";
const OR = "or|或|\\||｜";
const GAP = `[${SPACES}，、；]`;
const BEHIND = new RegExp(
  `(?:(?:${GAP}(?:${AND}|${OR})|[-－−]|(?:^|${GAP})(?:not|非))${GAP}*)+$`, "iu",
);
const BEFORE = new RegExp(`^${GAP}*(?:${AND}|${OR})(?=${GAP}|$)`, "iu");
const EDGES = new RegExp(`^[${SPACES}]+|(?<![${SPACES}])[${SPACES}]+$`, "gu");
const CHOICE = new RegExp(`^[^:：=＝]+[:：=＝]+[${SPACES}]*`, "u");
// What a value is that others can stand beside, in fields of numbers; in all others it is terms.
const CHOICES = { number: ["any", "number", "x", "unknown"] };
const EMPTY = new RegExp(`[(（]${GAP}*[)）]`, "gu");
const PLAIN = /^[\p{L}\p{N}][^\s，、；()（）"“”„＂「」『』﹁﹂﹃﹄«»:：=＝<>＜＞≠≤≥!！|｜&＆]*$/u;
// All others close what they open.
const CLOSING = {
  "(": ")", "（": "）", "“": "”", "‘": "’", "「": "」", "『": "』", "﹁": "﹂", "﹃": "﹄", "«": "»",
};

/** The text of a query without one part of it, and without what joined that part. */
export function without(text, [begin, end]) {
  const typed = Array.from(text);
  const left = typed.slice(0, begin).join("");
  let right = typed.slice(end).join("");
  // What joined the part to others goes with it, first what stands before it.
  const cut = left.replace(BEHIND, "");
  if (cut === left) right = right.replace(BEFORE, "");
  const before = cut.replace(new RegExp(`${GAP}*$`, "u"), "");
  const behind = right.replace(new RegExp(`^${GAP}*`, "u"), "");
  const gap = /[(（]$/u.test(before) || /^[)）]/u.test(behind) ? "" : " ";
  return (before + gap + behind).replace(EMPTY, "").replace(EDGES, "");
}

/** Where a query says that a field has a value, if it says so of all it finds; null if not.
 * `value` is the id of a term or keyword, a number, or `X`, `unknown` or `none`. */
export function says(query, field, value) {
  const found = said(query, field).find((part) => valuesOf(part.value).includes(String(value)));
  return found?.at ?? null;
}

/** The clause of a query that takes one of some values of a field, to which others can be added;
 * null if there is none. */
export function chosen(query, field, json) {
  const kinds = CHOICES[json.fields[field].kind] ?? ["terms", "keyword"];
  return said(query, field).find(({ value }) => (
    valuesOf(value).length && kinds.some((kind) => kind in value)
  )) ?? null;
}

function said(query, field) {
  return top(query.tree).filter((part) => (
    part.kind === "field" && part.field === field && [":", "="].includes(part.op)
  ));
}

/** The values that a clause takes. */
function valuesOf(given) {
  if (given.keyword) return given.number === null ? given.keyword : [];
  if (given.terms ?? given.any) return (given.terms ?? given.any).map(String);
  for (const key of ["flag", "number"]) if (key in given) return [String(given[key])];
  return ["x", "unknown", "none"].filter((key) => key in given)
    .map((key) => (key === "x" ? "X" : key));
}

/** The text of a query that takes a value of a field as well, or no longer if it did: beside those
 * that it takes of the field, or in a clause of its own. */
export function toggled(text, query, field, value, json) {
  const at = says(query, field, value);
  if (at) return withoutValue(text, at, String(value), json);
  const put = written(field, String(value), json);
  const own = chosen(query, field, json);
  if (own && put[0] !== '"') {
    const [head, typed] = parted(text, own.at);
    // What is in quotes cannot stand in a list.
    const given = QUOTES.has(Array.from(typed)[0])
      ? valuesOf(own.value).map((one) => written(field, one, json)).join("|") : typed;
    return replaced(text, own.at, `${head}${given}|${put}`);
  }
  const closed = withClosed(text, query);
  const clause = `${vocabulary(json).label(field)}:${put}`;
  const { tree } = query;
  if (tree?.kind === "or" && !"(（".includes(Array.from(closed)[tree.at[0]])) {
    const spans = query.settings.map((setting) => setting.at).sort(([one], [other]) => other - one);
    const kept = spans.map(([begin, end]) => Array.from(closed).slice(begin, end).join(""));
    const rest = spans.reduce(without, closed);
    return [`(${rest})`, clause, ...kept.reverse()].join(" ");
  }
  return [closed.replace(EDGES, ""), clause].filter(Boolean).join(" ");
}

/** The text of a query without a value of a clause, or without the clause if it has no other. */
function withoutValue(text, at, value, json) {
  const [head, given] = parted(text, at);
  const kept = given.split(/[|｜]/u).filter((side) => {
    const meant = parse(head + side, json).tree;
    return meant?.kind === "field" && !valuesOf(meant.value).includes(value);
  });
  return kept.length ? replaced(text, at, head + kept.join("|")) : without(text, at);
}

/** The name and operator of a clause that takes values, and these values. */
function parted(text, at) {
  const clause = Array.from(text).slice(...at).join("");
  const [head] = clause.match(CHOICE);
  return [head, clause.slice(head.length)];
}

function replaced(text, [begin, end], put) {
  const typed = Array.from(text);
  return typed.slice(0, begin).join("") + put + typed.slice(end).join("");
}

/** The text of a query with something else in the place of a wrong part. */
export function fixed(text, problem, near) {
  const named = problem.code === "unknown-field" || problem.code === "bad-op";
  let put = named ? near : safe(near);
  if (QUOTES.has(Array.from(text)[problem.at[0]]) && put === near) put = `"${near}"`; // else it might grow
  return replaced(text, problem.at, put);
}

/** A text to which a clause can be added: with its open quotes and parentheses closed. */
function withClosed(text, query) {
  let closed = text;
  for (const code of ["unclosed-quote", "unclosed"]) {
    for (const problem of [...query.problems].reverse()) {
      if (problem.code === code) closed += CLOSING[problem.given] ?? problem.given;
    }
  }
  return closed;
}

/** The text of a query with the field before each bare word that names a value, so that
 * `wei transfer` says faction:wei keyword:transfer; null if no word does. */
export function conditions(text, query, json) {
  const words = vocabulary(json);
  const letters = Array.from(text);
  for (const { kind, at, text: word } of [...top(query.tree)].reverse()) {
    if (kind === "word") letters.splice(at[0], at[1] - at[0], withField(word, words));
  }
  const changed = letters.join("");
  return changed === text ? null : changed;
}

/** A word with the field before it of which it names a value, also one that ends in -s. */
function withField(word, words) {
  for (const given of [word, word.replace(/s$/i, "")]) {
    const field = words.named.get(words.fold(given));
    if (field) return `${words.label(field)}:${given}`;
  }
  return word;
}

/** A value as the readers of a language write it: the name that means the fewest things, best
 * without quotes. */
function written(field, value, json) {
  const words = vocabulary(json);
  const key = `${field} ${value}`;
  if (words.written.has(key)) return words.written.get(key);
  const own = words.fieldTerms(field).find(({ id }) => id === value);
  const common = words.terms("value").find(({ id }) => id === value);
  let names = [common?.shown ?? value];
  if (own) {
    const name = words.language === "en" ? own.shown.toLowerCase() : own.shown;
    names = [safe(name), safe(value.slice(value.indexOf("/") + 1))];
  }
  const widths = names.map((one) => (
    2 * width(`${words.label(field)}:${one}`, value, json) + (one[0] === '"' ? 1 : 0)
  ));
  const best = names[widths.indexOf(Math.min(...widths))];
  words.written.set(key, best);
  return best;
}

/** How many things a clause means; very many if not the value. */
function width(clause, value, json) {
  const given = parse(clause, json).tree?.value ?? {};
  const meant = given.terms ?? given.keyword ?? [given.flag];
  return meant.includes(value) ? meant.length : 1000;
}

/** A value in quotes, if it would else be read as more than a word. */
function safe(value) {
  return PLAIN.test(value) ? value : `"${value.replaceAll('"', "")}"`;
}
