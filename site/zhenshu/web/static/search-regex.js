// Regular expressions that answer in a time that grows with the text alone. What a pattern may say
// stands at the head of site/zhenshu/search/query/regex.py, whose twin this is.

import { SPACE } from "./search-fold.js";

const MOST_TIMES = 20;
const MOST_STATES = 1000; // of a pattern
const MOST_STEPS = 2000; // remembered, before they are forgotten and learned again

// Kinds of states. SPLIT and the two assertions are passed without a character.
const CHARACTER = 0, SPLIT = 1, BEGIN = 2, END = 3, FOUND = 4;

/** A pattern that cannot be read; `at` is the code point that is wrong. */
export class BadRegex extends Error {
  constructor(at) {
    super(`bad pattern at ${at}`);
    this.at = at;
  }
}

const isDigit = (c) => c >= "0" && c <= "9" && c.length === 1;
const isWord = (c) => /^[\p{L}\p{N}_]$/u.test(c);
const isSpace = (c) => SPACE.test(c);
const not = (test) => (c) => !test(c);
const NAMED = {
  d: isDigit, w: isWord, s: isSpace, D: not(isDigit), W: not(isWord), S: not(isSpace),
};
const isNamed = (c) => Object.hasOwn(NAMED, c);

/** A pattern that was read. `search` says whether a text holds what it describes. */
class Matcher {
  constructor(states, start) {
    this.states = states;
    this.sets = new Map(); // sets of states by their numbers, so that equal ones are one
    this.kept = 0;
    this.start = this.closure([start], true, false);
    this.again = this.closure([start], false, false);
  }

  search(text) {
    let current = this.start;
    for (const c of text) {
      if (current.found) return true;
      let step = current.steps.get(c);
      if (!step) {
        step = this.step(current, c);
        if (++this.kept >= MOST_STEPS) this.forget();
        current.steps.set(c, step);
      }
      current = step;
    }
    return current.found || this.closure(current.numbers, text === "", true).found;
  }

  forget() {
    this.kept = 0;
    for (const set of this.sets.values()) set.steps.clear();
    this.sets.clear();
  }

  step(current, c) {
    const reached = [...this.again.numbers];
    for (const at of current.numbers) {
      const { kind, test, after } = this.states[at];
      if (kind === CHARACTER && test(c)) reached.push(after[0]);
    }
    return this.closure(reached, false, false);
  }

  /** These states and all that are reached from them without a character. */
  closure(numbers, begin, end) {
    const found = new Set();
    const waiting = [...numbers];
    while (waiting.length) {
      const at = waiting.pop();
      if (found.has(at)) continue;
      found.add(at);
      const { kind, after } = this.states[at];
      if (kind === SPLIT || (kind === BEGIN && begin) || (kind === END && end)) waiting.push(...after);
    }
    const sorted = [...found].sort((one, other) => one - other);
    const key = sorted.join();
    if (!this.sets.has(key)) {
      const isFound = sorted.some((at) => this.states[at].kind === FOUND);
      this.sets.set(key, { numbers: sorted, found: isFound, steps: new Map() });
    }
    return this.sets.get(key);
  }
}

/** Read a pattern. `fold` is what was done to each character of the texts. Throws BadRegex. */
export function compile(source, fold = (c) => c) {
  const parser = new Parser(source, fold);
  const piece = parser.alternatives(0);
  if (parser.at < parser.source.length) throw new BadRegex(parser.at);
  const states = [{ kind: FOUND, after: [] }];
  return new Matcher(states, build(piece, 0, states));
}

class Parser {
  constructor(source, fold) {
    this.source = Array.from(source);
    this.fold = fold;
    this.at = 0;
  }

  /** The character that comes next; empty at the end. */
  next() {
    return this.source[this.at] ?? "";
  }

  take(wanted) {
    const there = Array.from(wanted).every((c, i) => this.source[this.at + i] === c);
    if (there) this.at += wanted.length;
    return there;
  }

  alternatives(depth) {
    const at = this.at;
    const parts = [this.sequence(depth)];
    while (this.take("|")) parts.push(this.sequence(depth));
    return parts.length === 1 ? parts[0] : { kind: "any", at, parts };
  }

  sequence(depth) {
    const at = this.at;
    const parts = [];
    while (this.next() && !"|)".includes(this.next())) parts.push(this.repeated(this.atom(depth)));
    return parts.length === 1 ? parts[0] : { kind: "all", at, parts };
  }

  repeated(piece) {
    const at = this.at;
    const times = this.times();
    if (!times) return piece;
    if (piece.kind === "begin" || piece.kind === "end") throw new BadRegex(at);
    this.take("?");
    const again = this.at;
    if (this.times()) throw new BadRegex(again);
    return { kind: "times", at, parts: [piece], least: times[0], most: times[1] };
  }

  times() {
    if (this.take("*")) return [0, null];
    if (this.take("+")) return [1, null];
    if (this.take("?")) return [0, 1];
    const begin = this.at;
    if (!this.take("{")) return null;
    const least = this.number(begin);
    let most = least;
    if (this.take(",")) most = this.next() === "}" ? null : this.number(begin);
    if (!this.take("}") || (most !== null && most < least)) throw new BadRegex(begin);
    return [least, most];
  }

  number(begin) {
    let digits = "";
    while (isDigit(this.next()) && digits.length < 3) {
      digits += this.next();
      this.at += 1;
    }
    if (!digits || Number(digits) > MOST_TIMES) throw new BadRegex(begin);
    return Number(digits);
  }

  atom(depth) {
    const at = this.at;
    if (this.take("(")) {
      if (depth === MOST_TIMES || (this.next() === "?" && !this.take("?:"))) throw new BadRegex(at);
      const piece = this.alternatives(depth + 1);
      if (!this.take(")")) throw new BadRegex(at);
      return { kind: "all", at, parts: [piece] };
    }
    if (this.take("[")) return { kind: "test", at, test: this.members(at) };
    if (this.take("^")) return { kind: "begin", at };
    if (this.take("$")) return { kind: "end", at };
    if (this.take(".")) return { kind: "test", at, test: () => true };
    if ("*+?{".includes(this.next())) throw new BadRegex(at);
    const found = this.character();
    if (typeof found === "function") return { kind: "test", at, test: found };
    const parts = Array.from(this.fold(found), (wanted) => (
      { kind: "test", at, test: (c) => c === wanted }
    ));
    return parts.length === 1 ? parts[0] : { kind: "all", at, parts };
  }

  /** A character that stands for itself, or the test that `\d` and the like stand for. */
  character() {
    const begin = this.at;
    let c = this.next();
    this.at += 1;
    if (c !== "\\") return c;
    c = this.next();
    this.at += 1;
    if (isNamed(c)) return NAMED[c];
    // Other letters and digits mean something in other engines: better to say that we do not.
    if (!c || /^[a-z0-9]$/i.test(c)) throw new BadRegex(begin);
    return c;
  }

  /** The test of a class, behind its opening bracket. */
  members(begin) {
    const denied = this.take("^");
    const single = new Set();
    const ranges = [];
    const tests = [];
    let first = true;
    while (first || this.next() !== "]") {
      if (!this.next()) throw new BadRegex(begin);
      first = false;
      const at = this.at;
      const low = this.character();
      const behind = this.source[this.at + 1] ?? "";
      if (this.next() === "-" && behind !== "" && behind !== "]") {
        this.at += 1;
        const high = this.character();
        if (typeof low === "function" || typeof high === "function") throw new BadRegex(at);
        const range = [this.single(low), this.single(high)];
        if (range[0] > range[1]) throw new BadRegex(at);
        ranges.push(range);
      } else if (typeof low === "function") {
        tests.push(low);
      } else {
        for (const c of this.fold(low)) single.add(c);
      }
    }
    this.at += 1;
    return (c) => {
      const point = c.codePointAt(0);
      const inside = single.has(c) || ranges.some(([low, high]) => low <= point && point <= high);
      return (inside || tests.some((test) => test(c))) !== denied;
    };
  }

  /** The code point at the end of a range; folded only if it stays one character. */
  single(c) {
    const folded = Array.from(this.fold(c));
    return (folded.length === 1 ? folded[0] : c).codePointAt(0);
  }
}

/** Add the states of a piece that lead to a state; the number of the first. */
function build(piece, after, states) {
  const add = (state) => {
    if (states.length >= MOST_STATES) throw new BadRegex(piece.at);
    return states.push(state) - 1;
  };
  if (piece.kind === "test") return add({ kind: CHARACTER, test: piece.test, after: [after] });
  if (piece.kind === "begin") return add({ kind: BEGIN, after: [after] });
  if (piece.kind === "end") return add({ kind: END, after: [after] });
  if (piece.kind === "all") {
    return piece.parts.reduceRight((next, part) => build(part, next, states), after);
  }
  if (piece.kind === "any") {
    return add({ kind: SPLIT, after: piece.parts.map((part) => build(part, after, states)) });
  }
  const [part] = piece.parts;
  let first = after;
  if (piece.most === null) {
    const loop = add({ kind: SPLIT, after: [] });
    states[loop].after = [build(part, loop, states), after];
    first = loop;
  } else {
    for (let time = piece.least; time < piece.most; time += 1) {
      first = add({ kind: SPLIT, after: [build(part, first, states), after] });
    }
  }
  for (let time = 0; time < piece.least; time += 1) first = build(part, first, states);
  return first;
}
