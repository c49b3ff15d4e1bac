// The words a query may use, ready to be looked up, and what a mistyped one may have been. Twin of
// vocabulary.py and near.py in site/zhenshu/search/query, where the JSON is described.

import { fold } from "./search-fold.js";

const MOST = 3;
const FARTHEST = 2;
export const FIRST_HAN = "\u3007";
const ready = new WeakMap();

/** A vocabulary made ready from its JSON, once. */
export function vocabulary(json) {
  if (!ready.has(json)) ready.set(json, new Vocabulary(json));
  return ready.get(json);
}

/** A term ready to be looked up: what is shown of it, its folded names and their sound. */
class Term {
  constructor([id, shown, keys, sound, pattern = ""]) {
    Object.assign(this, { id, shown, keys: keys.split("|"), sound, pattern });
  }

  /** How well a folded word names the term: 0 is its name, 1 its sound or the beginning of its
   * name, 2 the beginning of its sound, 3 is not at all. */
  rank(folded) {
    if (this.keys.includes(folded)) return 0;
    if (folded === this.sound || this.keys.some((key) => key.startsWith(folded))) return 1;
    return this.sound.startsWith(folded) ? 2 : 3;
  }
}

class Vocabulary {
  constructor(json) {
    const { language, fields, settings, rulings, titles, rules, say, problem } = json;
    Object.assign(this, { json, language, fields, settings, rulings, titles, rules, say, problem });
    const hans = Array.from(json.hans);
    this.hans = new Map(Array.from(json.hant, (character, at) => [character, hans[at]]));
    this.keywords = json.keywords.map((row) => new Term(row));
    this.groups = new Map(
      Object.entries(json.groups).map(([id, rows]) => [id, rows.map((row) => new Term(row))]),
    );
    this.written = new Map(); // how clauses are written for readers; filled by search-edit.js
    // Folded names of fields and settings: the id, and the name as it is shown.
    this.names = new Map();
    for (const [id, { names }] of [...Object.entries(fields), ...Object.entries(settings)]) {
      for (const [key, shown] of names) this.names.set(key, [id, shown]);
    }
    // By the folded name or sound of a value, its field.
    this.named = new Map();
    for (const field of json.offer.bare) {
      for (const { keys, sound } of this.fieldTerms(field)) {
        for (const key of [...keys, sound].filter(Boolean)) {
          if (!this.named.has(key)) this.named.set(key, field);
        }
      }
    }
    this.numbers = new Map(
      [...this.names].filter(([, [id]]) => Object.hasOwn(fields, id) && fields[id].kind === "number"),
    );
  }

  fold(text) {
    return fold(text, this.hans);
  }

  /** The terms of some groups, in order. */
  terms(...groups) {
    return groups.flatMap((group) => this.groups.get(group));
  }

  /** The terms a field may have; keywords for one of that kind. */
  fieldTerms(field) {
    const { kind, groups } = this.fields[field];
    return kind === "keyword" ? this.keywords : this.terms(...groups);
  }

  /** What a field or setting is called. */
  label(id) {
    return (this.fields[id] ?? this.settings[id]).names[0][1];
  }
}

/** A term that is no more than an id. */
export function bareTerm(id, folded) {
  return new Term([id, id, folded, ""]);
}

/** What is shown of the known words that are most like a folded word, best first. */
export function nearest(word, known) {
  if (!word) return [];
  const letters = Array.from(word);
  const ranked = known
    .map(([key, shown]) => [likeness(word, letters, key), shown])
    .filter(([rank]) => rank !== null);
  ranked.sort(([one], [other]) => one - other);
  return [...new Set(ranked.map(([, shown]) => shown))].slice(0, MOST);
}

function likeness(word, letters, key) {
  if (key.startsWith(word)) return -2;
  if (key.includes(word)) return -1;
  const given = distance(letters, Array.from(key));
  const longer = Math.max(letters.length, Array.from(key).length);
  const farthest = Math.floor(longer / (word >= FIRST_HAN ? 2 : 3));
  return given <= Math.min(FARTHEST, farthest) ? given : null;
}

/** How many letters must be put in, taken out, replaced or swapped with the next to make one word
 * of the other; more than FARTHEST for all that are farther apart. */
function distance(one, other) {
  if (Math.abs(one.length - other.length) > FARTHEST) return FARTHEST + 1;
  let beforeThat = [];
  let above = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    [beforeThat, above, row] = [above, row, [i]];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let cost = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        cost = Math.min(cost, beforeThat[j - 2] + 1);
      }
      row.push(cost);
    }
    // Nothing below can be less.
    if (Math.min(...row) > FARTHEST && Math.min(...above) >= FARTHEST) return FARTHEST + 1;
  }
  return row[other.length];
}
