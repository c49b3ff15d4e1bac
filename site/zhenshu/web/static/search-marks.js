// Which parts of a shown name or text a query asked for, as site/zhenshu/search/marks.py tells.

import { fold } from "./search-fold.js";
import { runs, sought, tokens, isHan } from "./search-match.js";

const PINYIN = "zh-Latn-pinyin";
const SOUNDED = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u;

/** The spans [start, end) of a text, in code points, that a query asked for. `lang` is the tag of
 *  a name; "title" for the title of a ruling or paragraph, "text" for a line. */
export function marks(text, lang, parsed, { subject, kind }, library) {
  const wanted = asked(parsed.tree, library.hans);
  if (lang === "text") return textMarks(text, wanted.texts, library.hans);
  if (lang === "title") {
    const all = kind === "ruling" ? [...wanted.titles, ...wanted.texts] : wanted.titles;
    return textMarks(text, all, library.hans);
  }
  return nameMarks(text, lang, wanted, subject, library.hans);
}

function asked(tree, hans) {
  const found = { words: [], phrases: [], titles: [], texts: [] };
  for (const [kind, text] of tree ? wantedOf(tree) : []) {
    if (kind === "word") found.words.push(...runs(text, hans));
    if (kind === "phrase") found.phrases.push(fold(text, hans));
    const list = kind === "word" || kind === "phrase" ? found.titles : found.texts;
    list.push(sought(text, kind === "phrase" || kind === "quoted", hans));
  }
  for (const key of Object.keys(found)) found[key] = [...new Set(found[key].filter(Boolean))];
  return found;
}

function wantedOf(node) {
  const { kind, parts, text, field, op, value } = node;
  if (parts) return parts.flatMap(wantedOf);
  if (["word", "phrase", "exact"].includes(kind)) return [[kind === "word" ? "word" : "phrase", text]];
  if (kind !== "field" || op === "!=" || value.text === undefined) return [];
  if (field === "text") return [[value.quoted ? "quoted" : "text", value.text]];
  if (field === "name") return [[value.quoted || op === "=" ? "phrase" : "word", value.text]];
  return [];
}

function nameMarks(text, lang, wanted, subject, hans) {
  const letters = Array.from(text);
  const places = [];
  let folded = "";
  letters.forEach((letter, at) => {
    const piece = fold(letter, hans);
    for (let unit = 0; unit < piece.length; unit++) places.push(at);
    folded += piece;
  });
  const found = [];
  for (const word of [...wanted.words, ...wanted.phrases]) {
    if (lang !== PINYIN && folded.includes(word)) {
      for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
        found.push([places[at], places[at + word.length - 1] + 1]);
      }
    } else if (wanted.words.includes(word) && lang.startsWith("zh")) {
      found.push(...spokenMarks(text, lang, word, subject.readings));
    }
  }
  return merged(found);
}

function spokenMarks(text, lang, word, readings) {
  const shown = lang === PINYIN ? syllables(text) : characters(text);
  for (const { given, small, initials } of readings) {
    const starts = [];
    for (let at = 0; at < given.length; at++) if (!/\p{Lowercase}/u.test(given[at])) starts.push(at);
    let at = small.whole.indexOf(word);
    while (at >= 0 && !starts.includes(at)) at = small.whole.indexOf(word, at + 1);
    let first = starts.indexOf(at);
    let last = starts.filter((start) => start < at + word.length).length - 1;
    if (at < 0) {
      first = initials.whole.indexOf(word);
      last = first + word.length - 1;
      if (first < 0) continue;
    }
    return shown.length === starts.length ? shown.slice(first, last + 1) : [];
  }
  return [];
}

function characters(text) {
  return Array.from(text).flatMap((one, at) => (SOUNDED.test(one) ? [[at, at + 1]] : []));
}

function syllables(text) {
  const found = [];
  let began = 0;
  for (const syllable of text.split(" ")) {
    const length = Array.from(syllable).length;
    if (syllable !== "·") found.push([began, began + length]);
    began += length + 1;
  }
  return found;
}

function textMarks(text, wanted, hans) {
  const placed = placedTokens(text, hans);
  const starts = new Map();
  let line = " ";
  placed.forEach(([token], number) => {
    starts.set(line.length - 1, number);
    line += `${token} `;
  });
  const found = [];
  for (const each of wanted) {
    const count = each.trim().split(" ").length;
    for (let at = line.indexOf(each); at >= 0; at = line.indexOf(each, at + 1)) {
      const first = starts.get(at);
      found.push([placed[first][1], placed[first + count - 1][2]]);
    }
  }
  return merged(found);
}

/** The tokens of a text, each with where it begins and ends in it. */
function placedTokens(text, hans) {
  const found = [];
  let word = "", began = 0;
  const letters = Array.from(text);
  letters.forEach((letter, at) => {
    const pieces = tokens(letter, hans);
    if (!pieces.length && /(?![\t\n\r])[\p{M}\p{C}]/u.test(letter)) return;
    const single = pieces.length > 0 && isHan(pieces[0]);
    if (word && (!pieces.length || single)) {
      found.push([word, began, at]);
      word = "";
    }
    if (single) found.push(...pieces.map((piece) => [piece, at, at + 1]));
    else if (pieces.length) {
      if (!word) began = at;
      word += pieces.join("");
    }
  });
  if (word) found.push([word, began, letters.length]);
  return found;
}

/** Spans in order, those that touch in one. */
function merged(spans) {
  const found = [];
  for (const [start, end] of spans.sort((one, other) => one[0] - other[0] || one[1] - other[1])) {
    const last = found.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else found.push([start, end]);
  }
  return found;
}
