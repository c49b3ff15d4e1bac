// From a query to its tree. Twin of site/zhenshu/search/query, whose package describes the language;
// tests/search/query holds both to the same examples. `parse` takes the JSON of a vocabulary and
// gives the JSON of a query.

import { cut, meansSomething } from "./search-lexer.js";
import { resolve, sortKeys, unknownField, view } from "./search-resolver.js";
import { vocabulary } from "./search-words.js";

export { chosen, conditions, fixed, says, toggled, without } from "./search-edit.js";
export { kinds, leftOut, message, say, top } from "./search-say.js";

const WORDS = new Map([
  ["not", "not"], ["非", "not"], ["or", "or"], ["或", "or"], ["and", "and"], ["且", "and"],
]);
const STARTERS = ["open", "dash", "word", "phrase", "exact", "regex", "field"];
const ENDERS = ["word", "phrase", "exact", "regex", "field", "close"];

/** What a text says. Every text says something; what cannot be understood becomes a problem and is
 * left out. */
export function parse(text, json) {
  const words = vocabulary(json);
  const { tokens, problems } = cut(text, words);
  const parser = new Parser(withOperators(tokens), words);
  const tree = parser.any(0, false);
  const all = [...problems, ...parser.problems];
  all.sort(({ at: one }, { at: other }) => one[0] - other[0] || one[1] - other[1]);
  const settings = [...parser.settings].map(([setting, at]) => ({ setting, at }));
  return { tree, sort: parser.sort, as: parser.view, settings, problems: all };
}

/** The tokens with words that join or deny told from words to look for. */
function withOperators(given) {
  const found = [];
  const tokens = withoutIdleDashes(given);
  tokens.forEach((token, place) => {
    let { kind } = token;
    if (kind === "word") kind = WORDS.get(token.text.normalize("NFKC").toLowerCase()) ?? "word";
    else if (kind === "dash") kind = "not";
    const before = ENDERS.includes(found.at(-1)?.kind);
    const behind = STARTERS.includes(tokens[place + 1]?.kind);
    const joins = kind === "or" || kind === "and";
    if ((kind === "not" && !behind) || (joins && !(before && behind))) kind = "word";
    if (kind !== "word" || token.kind === "word") found.push({ ...token, kind });
  });
  return found;
}

/** The tokens without dashes that deny nothing, however many stand together. */
function withoutIdleDashes(tokens) {
  const kept = [];
  for (const token of [...tokens].reverse()) {
    if (token.kind !== "dash" || STARTERS.includes(kept.at(-1)?.kind)) kept.push(token);
  }
  return kept.reverse();
}

/** Reads tokens from first to last: or of ands of clauses, each perhaps denied. */
class Parser {
  constructor(tokens, words) {
    this.problems = [];
    this.sort = [];
    this.view = null;
    this.settings = new Map();
    this.tokens = tokens;
    this.words = words;
    this.at = 0;
    // The settings beside the clauses that are being read.
    this.held = [];
  }

  get kind() {
    return this.tokens[this.at]?.kind ?? "end";
  }

  take() {
    this.at += 1;
    return this.tokens[this.at - 1];
  }

  /** Sides with `or` between them, up to the end or a closing parenthesis. */
  any(depth, denied) {
    const sides = [];
    const outside = this.held;
    for (;;) {
      this.held = [];
      sides.push({ part: this.all(depth, denied), held: this.held });
      if (this.kind !== "or") break;
      this.take();
    }
    this.held = outside;
    for (const { part, held } of sides) this.settle(held, part !== null || sides.length === 1);
    return group("or", sides.map(({ part }) => part).filter(Boolean));
  }

  all(depth, denied) {
    const parts = [];
    while (!["or", "close", "end"].includes(this.kind)) {
      if (this.kind === "and") {
        this.take();
      } else {
        const part = this.one(depth, denied);
        if (part) parts.push(part);
      }
    }
    return group("and", parts);
  }

  one(depth, denied) {
    const begin = this.tokens[this.at].at[0];
    let times = 0;
    for (; this.kind === "not"; times += 1) this.take();
    const part = this.plain(depth, denied || times > 0);
    return part && times % 2 ? { kind: "not", at: [begin, part.at[1]], part } : part;
  }

  plain(depth, denied) {
    const token = this.take();
    if (token.kind === "open") {
      const part = this.any(depth + 1, denied);
      let end = part ? part.at[1] : token.at[1];
      if (this.kind === "close") end = this.take().at[1];
      return part?.parts ? { ...part, at: [token.at[0], end] } : part;
    }
    if (token.kind === "field") return this.field(token, depth > 0 || denied);
    if (token.kind === "regex") return resolve(token, this.words, this.problems);
    if (!meansSomething(token.text)) return null;
    return { kind: token.kind, at: token.at, text: token.text };
  }

  field(token, inside) {
    const known = this.words.names.get(this.words.fold(token.text));
    if (!known) {
      this.problems.push(unknownField(token, this.words));
      return null;
    }
    if (!Object.hasOwn(this.words.settings, known[0])) {
      return resolve(token, this.words, this.problems);
    }
    if (inside) this.misplaced(token);
    else this.held.push(token);
    return null;
  }

  misplaced({ at, text }) {
    this.problems.push({ code: "misplaced", at, given: text, near: [], field: null });
  }

  /** Take over settings, or say that they are in no place for them. */
  settle(tokens, placed) {
    for (const token of tokens) {
      const [setting] = this.words.names.get(this.words.fold(token.text));
      if (!placed) {
        this.misplaced(token);
      } else if (setting === "sort") {
        const keys = sortKeys(token, this.words, this.problems);
        if (keys.length) {
          this.sort = keys;
          this.settings.set("sort", token.at);
        }
      } else {
        const shown = view(token, this.words, this.problems);
        if (shown) {
          this.view = shown;
          this.settings.set("as", token.at);
        }
      }
    }
  }
}

function group(kind, parts) {
  if (parts.length < 2) return parts[0] ?? null;
  return { kind, at: [parts[0].at[0], parts.at(-1).at[1]], parts };
}
