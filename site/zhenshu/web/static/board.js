// Draws what the referee answers: boards, steps and the paragraphs behind them.
//
// The words, and the addresses of rules and paragraphs, stand in the page as JSON,
// <script type="application/json" id="board-data">; templates/board.html writes it. What the referee
// answers is described in site/zhenshu/sandbox/api.py. Everything is set as text, so that nothing
// in an answer or an address can become markup.

import { open, Problem } from "./referee/client.js";

export const PLAYERS = ["you", "opponent"];

export const page = JSON.parse(document.getElementById("board-data").textContent);

/** A phrase of the interface with its places filled. */
export function say(key, values = {}) {
  return page.say[key].replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** What the referee calls a step, a choice or an element; the word itself where it has no name. */
export function term(word) {
  return page.words[word] ?? word;
}

/** The name of a keyword as cards have it, `insight:2` too. */
export function keywordName(keyword) {
  const [word, count] = keyword.split(":");
  const name = page.words[`keyword-${word}`] ?? word;
  return count ? `${name}${page.lang === "en" ? " " : ""}${count}` : name;
}

/** An element with properties (`class`, `for`, `data-…` and `aria-…` as attributes) and content. */
export function element(tag, properties = {}, ...content) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made && !key.includes("-")) made[key] = value;
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...content.flat().filter((part) => part !== null && part !== ""));
  return made;
}

/** A button that does something, known by `key` to `redraw`. */
export function button(text, act, properties = {}) {
  const made = element("button", { type: "button", ...properties }, text);
  made.addEventListener("click", act);
  return made;
}

/** Change a part of the page without losing the focus to it: `data-key` tells elements apart. */
export function redraw(part, ...content) {
  const key = part.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  part.replaceChildren(...content.flat());
  if (!key) return;
  const again = part.querySelector(`[data-key="${CSS.escape(key)}"]`);
  (again && !again.disabled ? again : part.querySelector("button, input, select"))?.focus();
}

/** The name of a card in the language of the page. */
export function nameOf(name) {
  return upright(name?.[page.lang] ?? name?.en ?? say("card"));
}

/** A text without the invisible signs that turn around all that follows them. */
function upright(text) {
  return String(text).replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
}

/** Sentences one after another; Chinese ones without a space. */
export function sentences(texts) {
  return texts.join(page.lang === "en" ? " " : "");
}

/** Runs of text; those with a rule of their own lead to it. */
export function pieces(found) {
  return found[page.lang].map(({ text, rule }) => rule ? reference(rule, text) : upright(text));
}

/** What a sentence of the referee says, as text. */
export function plain(found) {
  return upright(found[page.lang].map(({ text }) => text).join(""));
}

function reference(rule, text) {
  return element("a", { class: "ref", href: `${page.rules}#${rule}` }, text);
}

// --- The referee and the rules, loaded when first asked for ---

let referee = null;
let paragraphs = null;

/** Have the referee loaded, before the first question is known. */
export function call() {
  referee ??= open();
}

/** An answer of the referee, which is loaded at the first question. */
export async function ask(kind, question) {
  call();
  try {
    return await referee.ask(kind, { ...question, languages: [page.lang] });
  } catch (problem) {
    // One that could not be loaded may be there at the next try; one that was slow begins anew.
    if (problem.code === "lost") referee = null;
    throw problem;
  }
}

/** Why no answer came, in the words of the page. */
export function trouble(problem) {
  return say(problem instanceof Problem ? problem.code : "failed");
}

/** Status and text of every paragraph by id; empty if they cannot be had. */
export function rules() {
  paragraphs ??= fetch(page.paragraphs, { cache: "no-cache" })
    .then((response) => response.json())
    .catch(() => {
      paragraphs = null; // they may be there at the next try
      return {};
    });
  return paragraphs;
}

/** What the referee says against a position or a ruling; several mistakes are a list. */
export function refusal({ message, hint, others = [], player, steps = [] }) {
  const whose = player ? `${say(player)}${say("colon")}` : "";
  const gap = page.lang === "en" ? " " : "";
  const each = steps.map(({ text }) => element("span", {}, pieces(text), gap));
  if (steps.length) return [say("illegal"), gap, whose, ...each];
  const said = [{ message, hint }, ...others].map((each) =>
    sentences([each.message, each.hint].map((text) => text?.[page.lang]).filter(Boolean)));
  if (said.length === 1) return [sentences([say("unplayable"), ...said])];
  return [say("unplayable"), element("ul", {}, said.map((text) => element("li", {}, text)))];
}

// --- Steps ---

/** A step with its paragraph; `known` are the paragraphs, `anchor` makes the id of a step. */
export function step(found, known, cause = null) {
  const { text, rule, refused } = found;
  const sentence = element(
    "p",
    {},
    refused ? element("b", {}, say("refused"), say("colon")) : "",
    pieces(text),
  );
  return element(
    "li",
    { class: refused ? "refused" : null },
    sentence,
    element("div", { class: "why" }, citation(rule, known), cause ?? ""),
  );
}

/** A citation that opens to the paragraph itself. */
export function citation(rule, known) {
  const [status, text] = known[rule] ?? ["", ""];
  return element(
    "details",
    { class: "cite" },
    element("summary", {}, element("code", {}, rule), " ", badge(status)),
    element("p", {}, text, " ", reference(rule, say("inRules"))),
  );
}

function badge(status) {
  return status ? element("span", { class: `status ${status}` }, say(status)) : "";
}

/** The sentence of a step and its paragraph, to be read in one go. */
export function spoken(found, known) {
  const [status, text] = known[found.rule] ?? ["", ""];
  return [
    element("p", { class: "sentence" }, found.refused ? `${say("refused")}${say("colon")}` : "", pieces(found.text)),
    element("p", { class: "paragraph" }, reference(found.rule, found.rule), " ", badge(status), " ", text),
  ];
}

// --- Boards ---

/**
 * Both players' cards. `now` is the situation, for the turn and the combat; `pick` is called with
 * the id of a card that is chosen, `picked` is the one that is; without it nothing can be chosen.
 * `heading` is the level of the players' headings.
 */
export function board(sides, now, { pick = null, picked = "", heading = "h4" } = {}) {
  const draw = { now, pick, picked, heading };
  const distance = now.distance === null ? say("distanceOpen") : say("distance", { n: now.distance });
  return element(
    "div",
    { class: "board" },
    side("opponent", sides.opponent, draw),
    element("p", { class: "between" }, distance),
    side("you", sides.you, draw),
  );
}

function side(player, given, draw) {
  // The line is written from its player's own left; the opponent's is seen from the front.
  const line = player === "opponent" ? [...given.line].reverse() : given.line;
  const title = element(draw.heading, {}, say(player));
  if (draw.now.turn === player) title.append(" ", element("small", {}, say("turnPlayer")));
  const units = element("ol", { class: "line" }, line.map((each) => unit(each, draw)));
  return element("div", { class: "side" }, title, units, element("div", { class: "zones" }, zones(given, draw)));
}

function unit(given, draw) {
  const { combat } = draw.now;
  const states = [given.readied ? say("readied") : say("rested")];
  if (given.entered) states.push(say("entered"));
  if (given.held) states.push(say("held"));
  if (given.awakened) states.push(say("awakened"));
  if (combat?.attackers.includes(given.id)) states.push(say("attacking"));
  if (combat?.target === given.id) states.push(say("attacked"));
  const marks = ["unit", given.readied ? "readied" : "rested"];
  if (given.type === "commander") marks.push("commander");
  if (combat?.attackers.includes(given.id) || combat?.target === given.id) marks.push("fighting");
  const parts = [
    card(given, draw, "b"),
    given.type === "commander" ? element("span", {}, say("commander")) : "",
    number("power", given),
    number("range", given),
    element("span", {}, say("flash", { n: given.flash })),
    ...given.keywords.map((each) => element("span", {}, keywordName(each))),
    given.counters ? element("span", {}, say("counters", { n: given.counters })) : "",
    ...given.attached.map((each) => element("span", {}, "＋", card(each, draw))),
    element("span", { class: "state" }, states.join(say("comma"))),
  ];
  return element("li", { class: marks.join(" ") }, parts);
}

/** A number of a unit; as a sum where it has several parts. */
function number(key, given) {
  const sum = given.sums[key];
  const total = element("span", {}, say(key, { n: given[key] }));
  return sum ? element("span", {}, total, element("small", { class: "sum" }, pieces(sum))) : total;
}

function card(given, { pick, picked }, tag = "span") {
  const name = nameOf(given.name);
  if (!pick) return element(tag, {}, name);
  const chosen = given.id === picked;
  const properties = { class: "pick", "aria-pressed": String(chosen), "data-key": `card-${given.id}` };
  return element(tag, {}, button(name, () => pick(given.id), properties));
}

function zones(given, draw) {
  const flash = (each) => (each.flash ? say("brackets", { text: say("flash", { n: each.flash }) }) : "");
  const list = (key, cards, more = () => "") => cards.length
    ? element("p", {}, say(key), say("colon"), cards.map((each, at) => [
        at ? say("comma") : "", card(each, draw), more(each),
      ]).flat())
    : "";
  const count = (key, n) => (n ? element("p", {}, say(key, { n })) : "");
  const commander = given.line.some(({ type }) => type === "commander");
  const tactic = ({ element: kind, readied, up }) => {
    const states = [kind && term(kind), readied ? say("readied") : say("rested"), up ? "" : say("faceDown")];
    return say("brackets", { text: states.filter(Boolean).join(say("comma")) });
  };
  return [
    given.life || commander ? element("p", {}, say("life", { n: given.life })) : "",
    list("hand", given.hand, flash),
    list("tactics", given.tactics, tactic),
    count("supply", given.supply),
    count("deck", given.deck),
    count("tacticsDeck", given["tactics-deck"]),
    list("discardPile", given.discard),
  ].filter(Boolean);
}
