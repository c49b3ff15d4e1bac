// Whether and how well a name answers words, as site/zhenshu/search/match.py tells, and the words
// of texts. The page of search, the print page and the board find cards by it.

import { fold, HAN, SPACE } from "./search-fold.js";

export { fold };
export const LONGEST = 100; // characters of a name that is asked for

const RUNS = new RegExp(`[${HAN}]+|[^${HAN}]+`, "gu");
const TOKENS = new RegExp(`[${HAN}]|[^ ${HAN}]+`, "gu");
const IS_HAN = new RegExp(`^[${HAN}]`, "u");
const ONLY_ASCII = /^[\n -~]*$/;
const LIGATURES = { œ: "oe", æ: "ae", ß: "ss" };
const DOT = "·";

const WHOLE = 0, PERSON = 1, START = 2, INSIDE = 3, NOWHERE = 4;
// The rank of each kind of key by the place in it; lower is better, NONE is no match.
export const NONE = Infinity;
export const NAME = [0, 2, 3, 4, NONE];
const PINYIN = [1, 5, 6, 7, NONE], INITIALS = [8, 9, 10, 11, NONE], NUMBER = [0, 12, 12, 13, NONE];

export const isHan = (text) => IS_HAN.test(text);
const isSmall = (letter) => /\p{Lowercase}/u.test(letter);

/** The folded words of one part of a query, cut where Chinese characters meet others. */
export function runs(text, hans) {
  return fold(text, hans).match(RUNS) ?? [];
}

/** The folded words of a query; none for one that is too long. */
export function words(query, hans) {
  if (query.length > 2 * LONGEST || Array.from(query).length > LONGEST) return [];
  return query.split(SPACE).flatMap((part) => runs(part, hans));
}

/** The folded words of a text: each Chinese character, each run of other letters or digits. */
export function tokens(text, hans) {
  if (ONLY_ASCII.test(text)) return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const apart = text.normalize("NFKD")
    .replace(/(?![\t\n\r])[\p{M}\p{C}]/gu, "").replace(/[^\p{L}\p{N}]/gu, " ").toLowerCase();
  return (apart.match(TOKENS) ?? []).map((token) =>
    isHan(token) ? hans.get(token) ?? token : token.replace(/[œæß]/g, (one) => LIGATURES[one]));
}

/** The tokens of a text with a space before and behind each, to be looked for in it. */
export function spaced(text, hans) {
  return ` ${tokens(text, hans).join(" ")} `;
}

/** What a spaced text must hold to have some words one after the other; "" for no words. */
export function sought(text, quoted, hans) {
  const asked = tokens(text, hans);
  if (!asked.length) return "";
  return ` ${asked.join(" ")}${quoted || isHan(asked.at(-1)) ? " " : ""}`;
}

/** How well a card answers the words of a query: 0 best, Infinity if it does not. */
export function rank(asked, subject) {
  if (!asked.length) return NONE;
  let worst = 0;
  for (const word of asked) {
    worst = Math.max(worst, wordRank(word, subject));
    if (worst === NONE) return NONE;
  }
  return asked.length === 1 ? worst : Math.min(worst, wordRank(asked.join(""), subject));
}

/** Whether a card answers one word. */
export function wordFits(word, { names, readings, numbers }) {
  return names.some(({ whole }) => whole.includes(word))
    || numbers.some(({ whole }) => whole.includes(word))
    || readings.some(({ given, small, initials }) =>
      initials.whole.includes(word) || spoken(word, given, small) !== NOWHERE);
}

/** How well a card answers one word. */
function wordRank(word, { names, readings, numbers }) {
  let best = NONE;
  for (const number of numbers) best = Math.min(best, NUMBER[placeIn(word, number)]);
  for (const name of names) best = Math.min(best, NAME[placeIn(word, name)]);
  for (const { given, small, initials } of readings) {
    const spelled = PINYIN[spoken(word, given, small)];
    best = Math.min(best, spelled, INITIALS[placeIn(word, initials)]);
  }
  return best;
}

/** Where a word stands in a key. */
export function placeIn(word, { whole, person }) {
  if (!whole.includes(word)) return NOWHERE;
  if (word === whole) return WHOLE;
  if (word === person) return PERSON;
  return whole.startsWith(word) ? START : INSIDE;
}

/** Like `placeIn`, but a word must begin with a syllable, a capital in the reading given. */
function spoken(word, given, small) {
  const found = placeIn(word, small);
  if (found !== INSIDE) return found;
  let at = small.whole.indexOf(word);
  // Syllables begin with a capital.
  while (at >= 0 && given[at] === small.whole[at]) at = small.whole.indexOf(word, at + 1);
  return at >= 0 ? INSIDE : NOWHERE;
}

/** A name or number ready to be looked into. */
export function text(key) {
  const [title, person = ""] = key.split(DOT);
  return { whole: title + person, person };
}

/** A reading ready to be looked into. */
export function reading(key) {
  const initials = Array.from(key).filter((letter) => !isSmall(letter)).join("").toLowerCase();
  return { given: key.replace(DOT, ""), small: text(key.toLowerCase()), initials: text(initials) };
}

/** A map from every character of one text to that of another. */
export function conversion({ hant, hans }) {
  const to = Array.from(hans);
  return new Map(Array.from(hant, (character, at) => [character, to[at]]));
}

/** The content of keys.json, ready to be looked into. */
export function load(keys) {
  const parts = (joined) => (joined ? joined.split("|") : []);
  return {
    ids: keys.ids,
    hans: conversion(keys),
    subjects: keys.ids.map((_, at) => ({
      names: parts(keys.names[at]).map(text),
      numbers: parts(keys.numbers[at]).map(text),
      readings: parts(keys.readings[at]).map(reading),
    })),
  };
}
