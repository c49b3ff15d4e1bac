// Folding of texts: site/zhenshu/search/fold.py does the same, and tests hold both together.

export const HAN = "\\u3007\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
export const SPACES =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
export const SPACE = new RegExp(`[${SPACES}]+`, "u");
const LIGATURES = { œ: "oe", æ: "ae", ß: "ss" };

/** A text in simplified Chinese; `hans` maps each character that changes. */
export function simplify(text, hans) {
  return Array.from(text, (character) => hans.get(character) ?? character).join("");
}

/** A text without the differences that a search passes over; `hans` is as for `simplify`. */
export function fold(text, hans) {
  const kept = text.normalize("NFKD").replace(/[^\p{L}\p{N}/]/gu, "");
  const small = kept.toLowerCase().replace(/[œæß]/g, (one) => LIGATURES[one]);
  return simplify(small, hans).replace(/(?<![0-9])\/|\/(?![0-9])/g, "");
}
