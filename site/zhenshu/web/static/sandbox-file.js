// A game of the sandbox as a ruling file, which `zhenshu rule` plays.
//
// What has been done becomes its play, and what came of it what is expected, asked of the referee:
// where the units are, who has won, whose turn it is.

import { places } from "./board-position.js";
import { say } from "./board.js";

/** A game that a ruling cannot write: `place` is the action that is the reason, null if none is,
 * as where two decks began it. */
export class Unwritten extends Error {
  constructor(place) {
    super("unwritten");
    this.place = place;
  }
}

/** The name and the text of a file. Raises Unwritten. */
export async function ruling({ position }, log, ask) {
  if (position.decks) throw new Unwritten(null);
  const play = log.map(({ entry }, place) => {
    if (!entry) throw new Unwritten(place);
    return entry;
  });
  const answer = await ask("run", { ruling: { position, play, expect: [{ won: "nobody" }] } });
  if (!answer) throw new Unwritten(null);
  const expect = expected(answer.cases[0]);
  const day = new Date().toISOString().slice(0, 10);
  const question = say("fileQuestion");
  const lines = [
    "---",
    `question: ${flow({ en: question, "zh-Hans": question })}`,
    "status: assumed",
    "sources: []",
    `date: ${day}`,
    "rules: []",
    `position: ${flow(position)}`,
    "play:",
    ...play.map((entry) => `  - ${flow(entry)}`),
    "expect:",
    ...expect.map((entry) => `  - ${flow(entry)}`),
    "---",
    "# en",
    question,
    "# zh-Hans",
    question,
    "",
  ];
  if (!play.length) lines.splice(lines.indexOf("play:"), 1, "play: []");
  return { name: `sandbox-${day}.md`, text: lines.join("\n") };
}

function expected({ boards, after, start }) {
  const end = after.at(-1) ?? start;
  const where = {};
  for (const { shown, zone } of places(boards.at(-1))) {
    const at = zone === "line" ? "battlefield" : zone;
    if (shown.name) where[shown.name["zh-Hans"]] = at;
  }
  const found = [{ won: end.winner || "nobody" }];
  if (!end.winner) found.push({ turn: end.turn });
  if (Object.keys(where).length) found.push({ where });
  return found;
}

/** A value in one line of YAML. */
function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (value && typeof value === "object") {
    return `{${Object.entries(value).map(([key, inner]) => `${word(key)}: ${flow(inner)}`).join(", ")}}`;
  }
  return typeof value === "string" ? word(value) : String(value);
}

/** A string, quoted unless it is a plain word that YAML reads as one. */
function word(text) {
  const plain = /^[a-z][a-zA-Z-]*$/.test(text) && !/^(y|n|yes|no|true|false|on|off|null)$/i.test(text);
  return plain ? text : JSON.stringify(text);
}
