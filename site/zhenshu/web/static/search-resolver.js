// What the value of a clause means for its field, and what is wrong with one that means nothing.
// Twin of site/zhenshu/search/query/resolver.py.

import { SPACES } from "./search-fold.js";
import { meansSomething } from "./search-lexer.js";
import { BadRegex, compile } from "./search-regex.js";
import { bareTerm, nearest } from "./search-words.js";

const NUMBER = /^[0-9]{1,6}$/;
const RANGE = /^([0-9]{1,6})(?:\.\.|[-–~])([0-9]{1,6})$/;
const NUMBERED = /^(.*[^0-9])(x|[0-9]{1,6})$/su;
const EQUAL = [":", "=", "!="];
const SPACE = new RegExp(`[${SPACES}]`, "u");
const SORT_KEY = /^([-－−]?)[\s\x1c-\x1f\x85]*(.*)$/su;
const UNKNOWN = "?";
// What holds the values of fields that take several at once, and the numbers that stand in a list.
const LISTS = ["terms", "keyword", "ids"];
const SINGLE = ["number", "x", "unknown"];
const MOST_LISTED = 12; // values of a field that are all named where none is like the one given

const problem = (code, at, given, near = [], field = null) => ({ code, at, given, near, field });

/** A clause that means nothing, as the problem that tells so. */
class Wrong extends Error {
  constructor(told) {
    super(told.code);
    this.problem = told;
  }
}

/** The node of a clause, or of a regular expression that stands alone; null with a problem. */
export function resolve(token, words, problems) {
  try {
    if (token.kind === "regex") {
      checkRegex(token.text, token.at[0] + 1, token, null);
      return { kind: "regex", at: token.at, source: token.text };
    }
    const [field] = words.names.get(words.fold(token.text));
    const value = anyOf(token, field, words, problems) ?? new Clause(token, field, words).value();
    return { kind: "field", at: token.at, field, op: token.op, value };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    problems.push(error.problem);
    return null;
  }
}

/** The value of `wind|fire`; null if a value is no such list. A side that means nothing is left out
 * with a problem. */
function anyOf(token, field, words, problems) {
  if (token.value?.kind !== "word" || !EQUAL.includes(token.op)) return null;
  const { at, text } = token.value;
  const sides = [...text.matchAll(/[^|｜]+/gu)];
  const values = [];
  const wrong = [];
  for (const { 0: side, index } of sides.length > 1 ? sides : []) {
    const begin = at[0] + Array.from(text.slice(0, index)).length;
    const span = [begin, begin + Array.from(side).length];
    const value = { kind: "word", at: span, text: side };
    try {
      values.push(new Clause({ ...token, value }, field, words).value());
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      // What must be quoted cannot stand in a list.
      const near = error.problem.near.filter((one) => !SPACE.test(one));
      wrong.push({ ...error.problem, near });
    }
  }
  const found = values.length ? joined(values) : null;
  if (found) problems.push(...wrong);
  return found;
}

/** One value that means any of some; null if there is none. */
function joined(values) {
  const [first] = values;
  if (values.every((one) => Object.keys(one).every((key) => SINGLE.includes(key)))) {
    const numbers = values.map((one) => one.number ?? (one.x ? "X" : "unknown"));
    return numbers.length > 1 ? { any: [...new Set(numbers)] } : first;
  }
  const name = LISTS.find((each) => values.every((one) => one[each]));
  if (!name || values.some(({ number }) => number !== first.number)) return null;
  return { ...first, [name]: [...new Set(values.flatMap((one) => one[name]))] };
}

/** What to say of a name that no field has. */
export function unknownField(token, words) {
  const known = [...words.names].map(([key, [, shown]]) => [key, shown]);
  const longer = known.filter(([, shown]) => Array.from(shown).length > 1);
  const near = nearest(words.fold(token.text), longer);
  return problem("unknown-field", token.nameAt, token.text, near);
}

/** The keys that `sort` names; those it cannot mean become problems. */
export function sortKeys(token, words, problems) {
  const given = setting(token, words, problems);
  if (!given) return [];
  const own = words.terms("sort").flatMap((term) => term.keys.map((key) => [key, term]));
  const ids = new Map([...words.numbers].map(([key, [id]]) => [key, id]));
  for (const [key, { id }] of own) ids.set(key, id);
  const known = [...words.numbers].map(([key, [, shown]]) => [key, shown]);
  known.push(...own.map(([key, { shown }]) => [key, shown]));
  const values = [...words.numbers.values()].map(([id]) => words.label(id));
  values.push(...words.terms("sort").map(({ shown }) => shown));
  const keys = new Map();
  for (const part of given.text.matchAll(/[^,，、]+/gu)) {
    const [, down, name] = strip(part[0]).match(SORT_KEY);
    const folded = words.fold(name);
    const field = ids.get(folded);
    if (field) {
      if (!keys.has(field)) keys.set(field, { field, down: down !== "" });
    } else if (folded) {
      const before = given.text.slice(0, part.index + part[0].indexOf(name));
      const begin = given.at[0] + (given.kind === "phrase" ? 1 : 0) + Array.from(before).length;
      const typed = { at: [begin, begin + Array.from(name).length], text: name };
      problems.push(unknownValue(typed, "sort", nearest(folded, known), values));
    }
  }
  return [...keys.values()];
}

/** The form of results that `as` names. */
export function view(token, words, problems) {
  const given = setting(token, words, problems);
  if (!given) return null;
  const folded = words.fold(given.text);
  const terms = words.terms("as");
  const found = terms.find(({ keys }) => keys.includes(folded));
  const near = nearest(folded, knownOf(terms));
  if (!found) problems.push(unknownValue(given, "as", near, terms.map(({ shown }) => shown)));
  return found?.id ?? null;
}

function setting(token, words, problems) {
  if (token.op !== ":" && token.op !== "=") {
    const [field] = words.names.get(words.fold(token.text));
    problems.push(problem("bad-op", token.opAt, token.op, [":"], field));
  } else if (!token.value || !meansSomething(token.value.text)) {
    problems.push(problem("no-value", token.at, token.text));
  } else {
    return token.value;
  }
  return null;
}

function knownOf(terms) {
  return terms.flatMap(({ keys, sound, shown }) => [...keys, sound].map((key) => [key, shown]));
}

/** What to say of a value that a field does not have: those like it, or all if they are few. */
function unknownValue({ at, text }, field, near, values) {
  const few = [...new Set(values)];
  const all = !near.length && few.length > 0 && few.length <= MOST_LISTED;
  return all ? problem("not-among", at, text, few, field) : problem("unknown-value", at, text, near, field);
}

function checkRegex(source, begin, token, field) {
  try {
    compile(source);
  } catch (bad) {
    if (!(bad instanceof BadRegex)) throw bad;
    const at = Math.min(begin + bad.at, token.at[1] - 1);
    const given = Array.from(source).slice(bad.at, bad.at + 3).join("");
    throw new Wrong(problem("bad-regex", [at, at + 1], given, [], field));
  }
}

/** A text without white space around it. */
function strip(text) {
  return text.replace(/^[\s\x1c-\x1f\x85]+|[\s\x1c-\x1f\x85]+$/gu, "");
}

/** One clause on its way to a value. */
class Clause {
  constructor(token, id, words) {
    this.token = token;
    this.id = id;
    this.kind = words.fields[id].kind;
    this.words = words;
    if (!token.value) throw this.wrong("no-value");
    this.given = token.value;
    this.folded = words.fold(this.given.text);
    this.plain = strip(this.given.text.normalize("NFKC"));
  }

  wrong(code, near = []) {
    const { token, id } = this;
    if (code === "no-value") return new Wrong(problem(code, token.at, token.text, [], id));
    if (code === "bad-op") return new Wrong(problem(code, token.opAt, token.op, [":"], id));
    return new Wrong(problem(code, this.given.at, this.given.text, near, id));
  }

  /** The value, in one of the forms that the package lists. */
  value() {
    if (this.kind === "number") return this.number();
    if (!EQUAL.includes(this.token.op)) throw this.wrong("bad-op");
    if (this.kind === "name" || this.kind === "text") return this.inWords();
    const found = this.common() ?? this[this.kind]();
    if (!found) {
      const near = nearest(this.folded, knownOf(this.candidates()));
      const values = this.terms().map(({ shown }) => shown);
      throw new Wrong(unknownValue(this.given, this.id, near, values));
    }
    return found;
  }

  /** Values that many fields have: unknown and none. A term of that name comes first. */
  common() {
    if (["flag", "ruling", "rule"].includes(this.kind)) return null;
    if (this.terms().some(({ keys }) => keys.includes(this.folded))) return null;
    if (this.plain === UNKNOWN) return { unknown: true };
    const found = this.words.terms("value").find(({ id, keys }) => (
      keys.includes(this.folded) && (this.kind !== "prefix" || id === "unknown")
    ));
    return found ? { [found.id]: true } : null;
  }

  number() {
    if (NUMBER.test(this.plain)) return { number: Number(this.plain) };
    const other = this.words.numbers.get(this.folded);
    if (other) return { field: other[0] };
    const ends = this.plain.match(RANGE);
    let found;
    if (ends) {
      const [from, to] = [Number(ends[1]), Number(ends[2])].sort((low, high) => low - high);
      found = { from, to };
    } else if (this.folded === "x") {
      found = { x: true };
    } else {
      found = this.common() ?? (this.terms().length ? this.term() : null);
    }
    if (!found) {
      const known = [...this.words.numbers].map(([key, [, shown]]) => [key, shown]);
      throw this.wrong("not-a-number", nearest(this.folded, known));
    }
    if (!EQUAL.includes(this.token.op)) throw this.wrong("bad-op");
    return found;
  }

  terms() {
    return this.words.fieldTerms(this.id);
  }

  /** The terms that a folded word names best; with `=`, only by a whole name or sound. */
  meant(terms, folded) {
    const exact = this.token.op === "=";
    const ranked = terms
      .filter(({ keys, sound }) => !exact || keys.includes(folded) || sound === folded)
      .map((term) => [term.rank(folded), term]);
    const best = Math.min(3, ...ranked.map(([rank]) => rank));
    return best < 3 ? ranked.filter(([rank]) => rank === best).map(([, term]) => term) : [];
  }

  term() {
    if (!this.folded) return null;
    const found = this.meant(this.terms(), this.folded).map(({ id }) => id);
    if (!found.length) return null;
    const { covers } = this.words.fields[this.id];
    const covered = this.token.op === "=" ? [] : found.flatMap((id) => covers[id] ?? []);
    return { terms: [...new Set([...found, ...covered])] };
  }

  flag() {
    const [found] = this.folded ? this.meant(this.terms(), this.folded) : [];
    return found ? { flag: found.id } : null;
  }

  keyword() {
    if (!this.folded) return null;
    const ids = (terms) => terms.map(({ id }) => id);
    const found = this.meant(this.terms(), this.folded);
    if (found.length) return { keyword: ids(found), number: null };
    const numbered = this.folded.match(NUMBERED);
    if (!numbered) return null;
    const named = this.meant(this.terms().filter(({ pattern }) => pattern), numbered[1]);
    const number = numbered[2] === "x" ? "X" : Number(numbered[2]);
    return named.length ? { keyword: ids(named), number } : null;
  }

  inWords() {
    if (this.given.kind === "regex") {
      checkRegex(this.given.text, this.given.at[0] + 1, this.token, this.id);
      return { regex: this.given.text };
    }
    if (!meansSomething(this.given.text)) throw this.wrong("no-value");
    return { text: this.given.text, quoted: this.given.kind === "phrase" };
  }

  prefix() {
    if (!this.folded) throw this.wrong("no-value");
    return { text: this.given.text, quoted: this.given.kind === "phrase" };
  }

  ruling() {
    const [game, wanted] = this.qualified();
    const ids = Object.entries(this.words.rulings)
      .filter(([slug]) => game === "" || game === slug)
      .flatMap(([slug, known]) => known.map((id) => [`${slug}/${id}`, id]));
    let found = ids.filter(([, id]) => id === wanted);
    if (!found.length && this.token.op !== "=" && wanted) {
      found = ids.filter(([, id]) => id.startsWith(wanted));
    }
    return found.length ? { ids: found.map(([whole]) => whole) } : null;
  }

  rule() {
    const [game, wanted] = this.qualified();
    const found = [];
    const begun = [];
    const dot = wanted.lastIndexOf(".");
    const section = dot < 0 ? "" : wanted.slice(0, dot);
    const number = wanted.slice(dot + 1);
    for (const [slug, sections] of Object.entries(this.words.rules)) {
      if ((game !== "" && game !== slug) || !wanted) continue;
      const count = Object.hasOwn(sections, section) ? sections[section] : 0;
      if (NUMBER.test(number) && Number(number) > 0 && Number(number) <= count) {
        found.push(`${slug}/${section}.${Number(number)}`);
      }
      for (const path of new Set(Object.keys(sections).flatMap(paths))) {
        const above = path.slice(0, Math.max(0, path.lastIndexOf(".")));
        if (path === wanted) found.push(`${slug}/${path}`);
        if (path.startsWith(wanted) && above === section) begun.push(`${slug}/${path}`);
      }
    }
    if (!found.length && !begun.length) return null;
    return { ids: found.length ? found : begun };
  }

  /** A game, if one stands before a slash, and an id in small letters. */
  qualified() {
    const given = this.plain.toLowerCase();
    const slash = given.indexOf("/");
    return slash < 0 ? ["", given] : [given.slice(0, slash), given.slice(slash + 1)];
  }

  /** What a value that was not found may have been. */
  candidates() {
    let ids;
    if (this.kind === "ruling") ids = Object.values(this.words.rulings).flat();
    else if (this.kind === "rule") ids = this.ruleIds();
    else return this.terms();
    return [...new Set(ids)].map((id) => bareTerm(id, this.words.fold(id)));
  }

  ruleIds() {
    return Object.values(this.words.rules).flatMap((known) => Object.keys(known)).flatMap(paths);
  }
}

/** An id and what stands above it: combat.dodge, combat. */
function paths(id) {
  const parts = id.split(".");
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("."));
}
