// Printed numbers that a query asks for and no card has, and those that may have been meant. Twin of
// site/zhenshu/search/numbers.py.

import { fold } from "./search-fold.js";
import { printed } from "./search-library.js";
import { nearest } from "./search-words.js";

const NUMBER = /^[A-Za-z0-9/*-]*[0-9][A-Za-z0-9/*-]*$/;

/** A problem for each number of a query that finds nothing, if some number is like it. */
export function unknownNumbers(tree, library) {
  return (tree ? asked(tree, library) : []).flatMap(([text, end, field, there]) => {
    const near = there ? [] : nearest(fold(text, library.hans), printed(library));
    const at = [end - text.length, end];
    return near.length ? [{ code: "unknown-number", at, given: text, near, field }] : [];
  });
}

/** Each text that may be a number, where it ends, its field, and whether anything has it. */
function asked({ kind, parts, text, at, field, op, value }, library) {
  if (kind === "and" || kind === "or") return parts.flatMap((part) => asked(part, library));
  if (kind === "word" && NUMBER.test(text)) {
    const folded = fold(text, library.hans);
    const there = library.entries.some(({ subject }) => subject?.all.includes(folded));
    return [[text, at[1], null, there]];
  }
  const given = field === "number" && op !== "!=" && value.quoted === false ? value.text : "";
  if (kind !== "field" || !NUMBER.test(given)) return [];
  const folded = fold(given, library.hans);
  const there = printed(library)
    .some(([number]) => (op === "=" ? number === folded : number.startsWith(folded)));
  return [[given, at[1], "number", there]];
}
