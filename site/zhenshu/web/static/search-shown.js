// What a result shows of an entry, as site/zhenshu/search/shown.py makes it.

import { record } from "./search-library.js";
import { marks } from "./search-marks.js";

const PINYIN = "zh-Latn-pinyin";
const ORDER = {
  "zh-Hant": ["zh-Hant", "en", "fr"],
  "zh-Hans": ["zh-Hans", "en", "fr"],
  en: ["en", "fr", "zh-Hans", PINYIN],
};

/** An entry as a result: {kind, id, url, game, number, names, lines}. */
export function result(library, kind, id, parsed) {
  const entry = library.entries[library.places.get(`${kind} ${id}`)];
  const found = record(library, kind, id);
  const game = id.slice(0, id.indexOf("/"));
  const rest = id.slice(id.indexOf("/") + 1);
  const marked = (text, lang, by = lang) =>
    ({ text, lang, marks: marks(text, by, parsed, entry, library) });
  const [text, lang] = library.games[game];
  return {
    kind, id,
    url: kind === "rule" ? `${game}/rules/${found.chapter}/#${rest}` : `${game}/${kind}s/${rest}/`,
    game: { id: game, text, lang },
    number: (kind === "card" ? found.numbers[0] : kind === "rule" ? rest : "") || null,
    names: entry.subject
      ? namesOf(found, library.language).map(([name, tag]) => marked(name, tag))
      : [marked(found.title, library.language, "title")],
    lines: found.lines.map(([line, tag]) => marked(line, tag, "text")),
  };
}

function namesOf({ names, readings }, language) {
  const known = new Map([...names.map(([name, tag]) => [tag, name]), [PINYIN, readings[0]]]);
  const shown = ORDER[language].filter((tag) => known.get(tag)).map((tag) => [known.get(tag), tag]);
  return shown.filter(([name], at) => shown.findIndex(([other]) => other === name) === at).slice(0, 2);
}
