// A text cut into clauses, parentheses and the words between them. Twin of
// site/zhenshu/search/query/lexer.py, which describes the tokens.

import { SPACES } from "./search-fold.js";
import { FIRST_HAN } from "./search-words.js";

export const LONGEST = 500; // characters of a query
const MOST_CLAUSES = 60;
const LONGEST_NAME = 6; // of a field in Chinese
const DEEPEST = 20; // parentheses inside one another

const SPACE = new RegExp(`[${SPACES}]`, "u");
const SEPARATOR = new RegExp(`[${SPACES}，、；]`, "u");
const COMMA = /[,，、]/u;
// Signs that are not seen: of control, without width, of writing direction, and half characters.
const UNSEEN = new RegExp(
  "[\\0-\\x08\\x0e-\\x1b\\x7f-\\x84\\x86-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e" +
  "\\u2060-\\u206f\\ufeff\\ud800-\\udfff]", "u",
);
const OPEN = "(（", CLOSE = ")）", DASHES = "-－−";
const SIGNS = new Map([["|", "or"], ["｜", "or"], ["&", "and"], ["＆", "and"]]);
const ALIKE = ['"“”„＂', "'‘’＇"]; // one may close what another opens
export const QUOTES = new Map([
  ...ALIKE.flatMap((alike) => Array.from(alike, (c) => [c, alike])),
  ["「", "」"], ["『", "』"], ["﹁", "﹂"], ["﹃", "﹄"], ["«", "»"],
]);
// Operators in plain signs; `<>` is the other way to write `!=`.
const PLAIN = new Map([["：", ":"], ["＝", "="], ["！", "!"], ["＜", "<"], ["＞", ">"]]);
const OPERATORS = ["<=", ">=", "!=", "<>", "==", ":", "=", "<", ">"];
const SAME = new Map([["==", "="], ["<>", "!="], ["≠", "!="], ["≤", "<="], ["≥", ">="]]);
const CLAUSES = ["word", "phrase", "exact", "regex"];

/** The tokens of a query, and the problems met on the way. */
export function cut(query, vocabulary) {
  const { tokens, problems } = new Lexer(query, vocabulary);
  return { tokens, problems };
}

/** Whether anything of a text is left when it is folded. */
export function meansSomething(text) {
  return /[\p{L}\p{N}]/u.test(text.normalize("NFKD"));
}

/** Whether a text can be meant as the name of a field: letters, with hyphens between. */
function isName(text) {
  return /^[\p{L}_]+(?:-[\p{L}_]+)*$/u.test(text);
}

class Lexer {
  constructor(query, vocabulary) {
    this.tokens = [];
    this.problems = [];
    this.vocabulary = vocabulary;
    const typed = Array.from(query);
    const end = Math.min(typed.length, LONGEST);
    this.places = [];
    for (let at = 0; at < end; at += 1) if (!UNSEEN.test(typed[at])) this.places.push(at);
    this.chars = this.places.map((at) => typed[at]);
    this.places.push(end);
    // The parentheses that are open: "(" of a group with its place, "w" of a word, "x" too deep.
    this.open = [];
    this.clauses = 0;
    let at = 0;
    while (at < this.chars.length && this.clauses <= MOST_CLAUSES) at = this.next(at);
    if (this.clauses > MOST_CLAUSES) {
      this.problem("too-many", [this.tokens.pop().at[0], typed.length]);
    } else if (typed.length > LONGEST) {
      this.problem("too-long", [LONGEST, typed.length]);
    } else {
      for (const [kind, place] of this.open) {
        if (kind === "(") this.problem("unclosed", this.span(place, place + 1), this.chars[place]);
      }
    }
  }

  /** The place in the query of some characters that are seen. */
  span(begin, end) {
    return [this.places[begin], end > begin ? this.places[end - 1] + 1 : this.places[begin]];
  }

  text(begin, end) {
    return this.chars.slice(begin, end).join("");
  }

  problem(code, at, given = "") {
    this.problems.push({ code, at, given, near: [], field: null });
  }

  add(kind, begin, end, text = "") {
    this.tokens.push({ kind, at: this.span(begin, end), text });
    if (CLAUSES.includes(kind)) this.clauses += 1;
    return end;
  }

  /** Whether nothing of a clause stands here: a separator or the end. */
  ends(at) {
    return at >= this.chars.length || SEPARATOR.test(this.chars[at]);
  }

  /** Read what begins here; where the next begins. */
  next(at) {
    const c = this.chars[at];
    if (SEPARATOR.test(c)) return at + 1;
    if (OPEN.includes(c)) return this.opened(at);
    if (CLOSE.includes(c) && this.open.at(-1)?.[0] !== "w") return this.closed(at);
    if (SIGNS.has(c)) return this.add(SIGNS.get(c), at, at + 1);
    if (DASHES.includes(c) && !this.ends(at + 1)) return this.add("dash", at, at + 1);
    if ("!！".includes(c) && !this.ends(at + 1)) {
      const [given, end] = this.value(at + 1, false);
      if (given) return this.add("exact", at, end, given.text);
    }
    if (QUOTES.has(c) || c === "/") {
      const [given, end] = this.value(at);
      if (given && given.kind !== "word") return this.add(given.kind, at, end, given.text);
    }
    return this.clause(at);
  }

  opened(at) {
    if (this.open.filter(([kind]) => kind === "(").length < DEEPEST) {
      this.open.push(["(", at]);
      return this.add("open", at, at + 1);
    }
    if (!this.problems.some(({ code }) => code === "too-deep")) {
      this.problem("too-deep", this.span(at, at + 1), this.chars[at]);
    }
    this.open.push(["x", at]);
    return at + 1;
  }

  closed(at) {
    if (!this.open.length) {
      this.problem("unopened", this.span(at, at + 1), this.chars[at]);
    } else if (this.open.pop()[0] === "(") {
      this.add("close", at, at + 1);
    }
    return at + 1;
  }

  /** A clause of a field, or a word. */
  clause(at) {
    const before = [...this.open];
    const end = this.run(at);
    let first = at;
    while (first < end && !this.operator(first)) first += 1;
    const name = this.text(at, first);
    const known = this.vocabulary.names.has(this.vocabulary.fold(name));
    const behind = known ? this.behindSpaces(first) : first;
    const found = this.operator(behind);
    if (found && (known || first < end) && isName(name)) {
      this.open = before;
      return this.field(at, first, behind, found, known);
    }
    const text = this.text(at, end);
    // An operator may stand right before a parenthesis: 非（…）, or(…).
    const head = text.match(/^(?:not|or|and|非|或|且)(?=[(（])/i);
    if (head) {
      this.open = before;
      return this.add("word", at, at + head[0].length, head[0]);
    }
    return this.add("word", at, end, text);
  }

  field(at, nameEnd, opAt, [op, opEnd], known) {
    const text = this.text(at, nameEnd);
    const begin = known ? this.behindSpaces(opEnd) : opEnd;
    const id = known ? this.vocabulary.names.get(this.vocabulary.fold(text))[0] : "";
    const [value, valueEnd] = this.value(begin, id === "name" || id === "text", id === "sort");
    const end = value ? valueEnd : opEnd;
    this.tokens.push({
      kind: "field",
      at: this.span(at, end),
      text,
      nameAt: this.span(at, nameEnd),
      op,
      opAt: this.span(opAt, opEnd),
      value,
    });
    this.clauses += 1;
    return end;
  }

  /** The value that begins here, if one does, and where it ends. */
  value(at, regex = true, commas = false) {
    if (this.ends(at)) return [null, at];
    const close = QUOTES.get(this.chars[at]);
    if (close) {
      let end = at + 1;
      while (end < this.chars.length && !close.includes(this.chars[end])) end += 1;
      if (end === this.chars.length) {
        this.problem("unclosed-quote", this.span(at, at + 1), this.chars[at]);
      }
      const text = this.text(at + 1, end);
      end = Math.min(end + 1, this.chars.length);
      return [{ kind: "phrase", at: this.span(at, end), text }, end];
    }
    const closed = regex && this.chars[at] === "/" ? this.regexEnd(at) : 0;
    if (closed) {
      const text = this.text(at + 1, closed - 1);
      return [{ kind: "regex", at: this.span(at, closed), text }, closed];
    }
    const end = this.run(at, commas);
    if (end === at) return [null, at];
    return [{ kind: "word", at: this.span(at, end), text: this.text(at, end) }, end];
  }

  /** Where a regular expression ends that begins here; 0 if none does. */
  regexEnd(at) {
    for (let place = at + 1; place < this.chars.length; place += 1) {
      const c = this.chars[place];
      if (c === "\\") {
        place += 1;
      } else if (c === "/" && (this.ends(place + 1) || CLOSE.includes(this.chars[place + 1]))) {
        return place > at + 1 ? place + 1 : 0;
      }
    }
    return 0;
  }

  /** Where a run of characters ends that is not broken by separators, nor by the Chinese name of a
   * field with its operator: 关羽势力：蜀. */
  run(begin, commas = false) {
    let at = begin;
    for (; at < this.chars.length; at += 1) {
      const c = this.chars[at];
      if (OPEN.includes(c)) {
        this.open.push(["w", at]);
      } else if (CLOSE.includes(c)) {
        if (this.open.at(-1)?.[0] !== "w") break;
        this.open.pop();
      } else if (commas && COMMA.test(c)) {
        const behind = this.behindSpaces(at + 1);
        if (!this.ends(behind)) at = behind - 1;
      } else if (SEPARATOR.test(c)) {
        break;
      } else if (this.operator(at)) {
        const name = this.nameBefore(at, begin);
        if (name > begin) return name;
      }
    }
    return at;
  }

  /** Where the longest Chinese name of a field begins that ends here; -1 if none does. */
  nameBefore(at, begin) {
    for (let start = Math.max(begin, at - LONGEST_NAME); start < at - 1; start += 1) {
      const name = this.vocabulary.fold(this.text(start, at));
      if (name >= FIRST_HAN && this.vocabulary.names.has(name)) return start;
    }
    return -1;
  }

  behindSpaces(begin) {
    let at = begin;
    while (at < this.chars.length && SPACE.test(this.chars[at])) at += 1;
    return at;
  }

  /** The operator that stands here, in plain signs, and where it ends. */
  operator(at) {
    const c = this.chars[at];
    if (c === undefined) return null;
    if (SAME.has(c)) return [SAME.get(c), at + 1];
    const two = this.chars.slice(at, at + 2).map((one) => PLAIN.get(one) ?? one).join("");
    const op = OPERATORS.find((one) => two.startsWith(one));
    if (op === undefined) return null;
    const end = at + op.length;
    // `cost:>=3`: the colon adds nothing.
    const found = op === ":" ? this.operator(end) : null;
    if (found && found[0] !== ":") return found;
    return [SAME.get(op) ?? op, end];
  }
}
