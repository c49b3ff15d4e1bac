// A query read back in the reader's language, and its problems told. Twin of
// site/zhenshu/search/query/say.py; takes the JSON of a query and of a vocabulary.

import { vocabulary } from "./search-words.js";

const KINDS = ["card", "keyword", "ruling", "rule"];
const MOST_VALUES = 4; // named in one part
const LONGEST_GIVEN = 40; // characters of a wrong part that a message repeats
const NAMING = ["bad-op", "not-among"]; // problems whose pattern says what may stand there
const COMPARED = { "<": "less", "<=": "most", ">": "more", ">=": "least", "!=": "unequal" };

/** What was understood: `text`, one sentence, and `parts`, each with the place in the query that
 * says it, so that it can be taken out. */
export function say(query, json) {
  return new Speaker(vocabulary(json)).whole(query);
}

/** What is wrong with a part of a query, and what may have been meant. */
export function message(problem, json) {
  const words = vocabulary(json);
  let given = Array.from(problem.given);
  given = given.length > LONGEST_GIVEN
    ? `${given.slice(0, LONGEST_GIVEN).join("")}…`
    : problem.given;
  const field = problem.field ? words.label(problem.field) : "";
  const values = problem.near.join(words.say.join.parts);
  const told = fill(words.problem.code[problem.code], { given, field, values });
  if (!problem.near.length || NAMING.includes(problem.code)) return told;
  const near = problem.near.join(words.say.join.or);
  const gap = words.language === "en" ? " " : "";
  return told + gap + fill(words.problem.hint.near, { near });
}

/** How many entries were left out because what the query asks is not known of them. */
export function leftOut(count, json) {
  const { whole } = vocabulary(json).say;
  return fill(whole[count === 1 ? "left-out-one" : "left-out"], { n: String(count) });
}

/** The kinds of entries that a query is about: those that all of its fields are about, and that a
 * clause `in` allows where it stands alone or beside others. */
export function kinds(query, json) {
  const { fields } = vocabulary(json);
  const ofFields = clauses(query.tree).map(({ field }) => fields[field].kinds);
  const allowed = top(query.tree).filter(narrows).map(({ value }) => value.terms);
  return KINDS.filter((kind) => [...ofFields, ...allowed].every((found) => found.includes(kind)));
}

/** The parts that must all hold. */
export function top(tree) {
  if (tree?.kind === "and") return tree.parts;
  return tree ? [tree] : [];
}

/** A pattern with its blanks filled in. */
export function fill(pattern, values) {
  return pattern.replace(/\{(\w+)\}/g, (blank, name) => (
    Object.hasOwn(values, name) ? values[name] : blank
  ));
}

function narrows({ kind, field, op, value }) {
  return kind === "field" && field === "in" && op !== "!=" && "terms" in value;
}

function clauses(node) {
  if (!node) return [];
  if (node.kind === "field") return [node];
  if (node.kind === "not") return clauses(node.part);
  return (node.parts ?? []).flatMap(clauses);
}

class Speaker {
  constructor(words) {
    this.words = words;
    this.patterns = words.say.part;
    this.join = words.say.join;
    this.forms = words.say.whole;
  }

  whole(query) {
    const settings = query.settings.map(({ setting, at }) => (
      { text: this.setting(setting, query), at }
    ));
    if (!query.tree && !settings.length) return { text: "", parts: [] };
    const sentence = query.tree ? [this.sentence(query)] : [];
    const texts = [...sentence, ...settings.map(({ text }) => text)];
    return { text: texts.join(this.join.settings), parts: [...this.parts(query.tree), ...settings] };
  }

  parts(tree) {
    if (tree?.kind !== "or") return top(tree).map((part) => ({ text: this.inner(part), at: part.at }));
    return tree.parts.map((part, place) => {
      const text = this.inner(part);
      return { text: place ? (this.join.or + text).trim() : text, at: part.at };
    });
  }

  sentence(query) {
    const found = kinds(query, this.words.json);
    const noun = this.noun(found);
    const isOr = query.tree?.kind === "or";
    const parts = isOr ? query.tree.parts : top(query.tree).filter((part) => !narrows(part));
    const said = isOr ? parts.map((part) => this.inner(part)) : this.topLevel(parts);
    if (!said.length || !found.length) return noun;
    if (this.beginsWithField(parts[0])) said[0] = fill(this.forms.first, { value: said[0] });
    return fill(this.forms.sentence, { noun, parts: said.join(this.join[isOr ? "or" : "parts"]) });
  }

  /** Each part in words, with the single words of a name in one. */
  topLevel(parts) {
    const words = parts.filter(({ kind }) => kind === "word");
    return parts.flatMap((part) => {
      if (part.kind !== "word") return [this.inner(part)];
      if (part !== words[0]) return [];
      const value = words.map(({ text }) => this.quoted(text)).join(this.join.words);
      return [fill(this.patterns.word[0], { value })];
    });
  }

  noun(found) {
    const nouns = this.words.say.noun;
    if (!found.length) return nouns.nothing;
    if (found.length === KINDS.length) return nouns.all;
    const [first, ...others] = found.map((kind) => nouns[kind]);
    return [first, ...others.map((other) => other.toLowerCase())].join(this.join.words);
  }

  /** A part in words; one of several parts stands in parentheses. */
  inner(node, denied = false) {
    const side = denied ? 1 : 0;
    if (node.kind === "not") return this.inner(node.part, !denied);
    if (node.parts) {
      const value = node.parts.map((part) => this.inner(part)).join(this.join[node.kind]);
      return fill(this.patterns.group[side], { value });
    }
    if (node.kind !== "field") {
      const value = node.kind === "regex" ? `/${node.source}/` : this.quoted(node.text);
      return fill(this.patterns[node.kind][side], { value });
    }
    const [key, turned, values] = this.clause(node);
    const pattern = this.pattern(node.field, key)[denied === turned ? 0 : 1];
    return fill(pattern, { field: this.words.label(node.field), ...values });
  }

  /** The two patterns of a field for what is said of it. */
  pattern(field, key) {
    return this.words.fields[field].patterns[key] ?? this.patterns[key === "says" ? "has" : key];
  }

  beginsWithField(node) {
    if (node.kind === "not") return this.beginsWithField(node.part);
    if (node.kind !== "field") return false;
    return this.pattern(node.field, this.clause(node)[0])[0].startsWith("{field}");
  }

  /** The pattern of a clause, whether it denies the pattern, and what fills it. */
  clause(node) {
    const { field, op, value } = node;
    const other = op === "!=";
    const has = (key) => Object.hasOwn(value, key);
    if (has("unknown")) return [other ? "known" : "unknown", false, {}];
    if (has("none")) return ["none", other, {}];
    if (has("from")) return ["range", other, { from: String(value.from), to: String(value.to) }];
    if (has("field")) {
      const key = other ? "same" : COMPARED[op] ?? "same";
      return [key, other, { value: this.words.label(value.field) }];
    }
    if (has("any")) {
      const unknown = this.words.terms("value").find(({ id }) => id === "unknown").shown;
      const numbers = value.any.map((one) => (one === "unknown" ? unknown : String(one)));
      return [COMPARED[op] ?? "equal", false, { value: this.listed(numbers) }];
    }
    if (has("number") && !has("keyword")) {
      return [COMPARED[op] ?? "equal", false, { value: String(value.number) }];
    }
    if (has("x")) return [COMPARED[op] ?? "equal", false, { value: "X" }];
    if (has("flag")) return ["says", other, { value: this.names(node) }];
    if (has("ids")) {
      return ["says", other, { value: this.listed(value.ids.map((id) => this.titled(id))) }];
    }
    const { kind } = this.words.fields[field];
    if (has("regex")) {
      return [kind === "name" ? "regex" : "text-regex", other, { value: `/${value.regex}/` }];
    }
    if (has("text")) {
      return [textKey(kind, op, value.quoted), other, { value: this.quoted(value.text) }];
    }
    const key = { "=": "exactly", "!=": "other" }[op] ?? "says";
    return [key, false, { value: this.names(node) }];
  }

  /** The terms, keywords or flag of a clause in the reader's language. */
  names({ field, value }) {
    const ids = value.terms ?? value.keyword ?? [value.flag];
    const terms = new Map(this.words.fieldTerms(field).map((term) => [term.id, term]));
    return this.listed(ids.map((id) => this.called(terms.get(id), value)));
  }

  called(term, value) {
    if (!value.keyword) return term.shown;
    const numbered = value.number !== null;
    const name = numbered ? fill(term.pattern, { n: String(value.number) }) : term.shown;
    return this.words.language === "en" ? name : this.quoted(name);
  }

  /** A ruling by its question, which comes with the texts, a paragraph by its number. */
  titled(id) {
    const title = this.words.titles?.[id];
    return title ? this.quoted(title) : id.slice(id.indexOf("/") + 1);
  }

  listed(given) {
    const names = [...new Set(given)];
    const value = names.slice(0, MOST_VALUES).join(this.join.or);
    if (names.length <= MOST_VALUES) return value;
    return fill(this.forms.more, { value, n: String(names.length - MOST_VALUES) });
  }

  quoted(text) {
    return fill(this.forms.quoted, { value: text });
  }

  setting(setting, query) {
    if (setting === "as") return this.forms[`as-${query.as}`];
    const keys = query.sort.map(({ field, down }) => {
      const way = down ? "down" : "up";
      if (field === "random") return this.forms.random;
      if (field === "name") return this.forms[`name-${way}`];
      return fill(this.forms[way], { field: this.words.label(field) });
    });
    return fill(this.forms.sort, { keys: keys.join(this.join.keys) });
  }
}

function textKey(kind, op, quoted) {
  if (kind === "prefix") return op === "=" ? "exactly" : "says";
  if (kind === "name") return op === "=" ? "exact" : quoted ? "phrase" : "word";
  return quoted || op === "=" ? "text-phrase" : "text";
}
