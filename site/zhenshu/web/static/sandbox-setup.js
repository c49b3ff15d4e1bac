// Setting up: an empty board, one more card, and all that is counted rather than seen.

import { button, citation, element, page, PLAYERS, say, term } from "./board.js";
import { checkbox, number } from "./board-changes.js";
import { entry as entryAt, put } from "./board-position.js";

const ELEMENTS = ["wind", "forest", "fire", "mountain", "yin", "thunder"];
const MOST_CARDS = 60; // in one zone, as the referee has it
const [LIFE, DECK] = [3, 20]; // what an empty board begins with

/** A position without a card in sight. */
export function empty() {
  const side = () => ({ line: [], hand: [], life: LIFE, deck: DECK });
  return { turn: "you", you: side(), opponent: side() };
}

/**
 * A position with one more card. `given` is `{card}` of the catalogue or a made-up card, whose name
 * may be empty; `places` are the cards that are there, `host` the place of the unit that a card is
 * attached to.
 */
export function add(position, given, player, zone, places, host = null) {
  const next = structuredClone(position);
  const entry = { ...given };
  const names = places.map(({ shown }) => shown.name).filter(Boolean);
  const twins = places.filter(({ shown }) => shown.card && shown.card === given.card);
  if (given.card) {
    if (twins.length) entry.name = another(twins[0].shown.name, names);
  } else {
    entry.name = given.name
      ? another({ en: given.name, "zh-Hans": given.name }, names)
      : unitName(names);
  }
  const target = host ? entryAt(next, host) : (next[player] ??= {});
  target[zone] = [...(Array.isArray(target[zone]) ? target[zone] : []), entry];
  return next;
}

/** A name that is not taken: with a number where others have it. */
function another({ en, "zh-Hans": hans }, names) {
  const taken = new Set(names.flatMap((name) => Object.values(name)));
  if (!taken.has(en) && !taken.has(hans)) return { en, "zh-Hans": hans };
  const numbered = (n) => ({ en: say("copy", { card: en, n }), "zh-Hans": say("copy", { card: hans, n }) });
  let n = 2;
  while (Object.values(numbered(n)).some((name) => taken.has(name))) n += 1;
  return numbered(n);
}

function unitName(names) {
  const taken = new Set(names.flatMap((name) => Object.values(name)));
  let n = 1;
  while (taken.has(say("unit", { n }))) n += 1;
  const name = say("unit", { n });
  return { en: name, "zh-Hans": name };
}

/** The fields for what has no card of its own: life, decks, tokens, whose turn it is. */
export function sideFields(sandbox) {
  const { position, actions } = sandbox.stage;
  const change = (act, keep = true) => (value) => {
    const next = structuredClone(position);
    act(next, value);
    sandbox.change(next, "", keep ? actions : []);
  };
  const sides = PLAYERS.map((player) => {
    const side = position[player] ?? {};
    const count = (key) => {
      const now = Array.isArray(side[key]) ? side[key].length : (side[key] ?? 0);
      const set = change((next, value) => {
        next[player] ??= {};
        next[player][key] = value;
      }, false);
      return keyed(number(say(`${key}Label`), now, set, { most: MOST_CARDS }), `${player}-${key}`);
    };
    return element("fieldset", {}, element("legend", {}, say(player)), count("life"), count("deck"), count("supply"), tactics(player, change));
  });
  const distance = number(say("distanceLabel"), position.distance ?? "", change((next, value) => {
    if (value) next.distance = value;
    else delete next.distance;
  }), { open: true });
  const limit = number(say("handLimitLabel"), position.settings?.["hand-limit"] ?? "", change((next, value) => {
    next.settings = { ...next.settings };
    put(next.settings, "hand-limit", value);
  }), { open: true, most: MOST_CARDS });
  const first = checkbox(say("firstTurnLabel"), position["turn-number"] === 1, change((next, on) => {
    put(next, "turn-number", on ? 1 : undefined);
  }, false));
  first.querySelector("input").dataset.key = "first-turn";
  const table = element("fieldset", {}, element("legend", {}, say("table")), turn(position, change), first,
    keyed(distance, "distance"), keyed(limit, "hand-limit"), citation("turn.end.5", sandbox.known));
  return [...sides, table, settings(sandbox, change)];
}

/** Answers to what the sources leave open, each under the paragraph that assumes one. */
function settings(sandbox, change) {
  const chosen = sandbox.stage.position.settings ?? {};
  const fields = Object.entries(page.settings).map(([key, [rule, answers]]) => {
    const now = chosen[key] ?? answers[0];
    const options = answers.map((answer, at) => {
      const text = say(String(answer));
      return element("option", { value: String(at), selected: answer === now }, at ? text : say("asAssumed", { answer: text }));
    });
    const select = element("select", { "aria-label": rule, "data-key": key }, options);
    select.addEventListener("change", () => change((next, value) => {
      next.settings = { ...next.settings, [key]: answers[value] };
    })(select.value));
    return element("p", { class: "setting" }, select, citation(rule, sandbox.known));
  });
  const open = document.querySelector("#sides details.settings")?.open ?? false;
  return element("details", { class: "settings", open }, element("summary", {}, say("settings")), fields);
}

function tactics(player, change) {
  const set = change((next, value) => {
    const side = (next[player] ??= {});
    side.tactics = [...(Array.isArray(side.tactics) ? side.tactics : []), value];
  }, false);
  const found = ELEMENTS.map((kind) => button(`＋${term(kind)}`, () => set(kind), {
    "aria-label": say("plainTactic", { element: term(kind) }), "data-key": `${player}-${kind}`,
  }));
  return element("p", { class: "actions" }, say("tactics"), found);
}

function turn(position, change) {
  const select = element("select", { "data-key": "turn" }, PLAYERS.map((player) =>
    element("option", { value: player, selected: (position.turn ?? "you") === player }, say(player))));
  select.addEventListener("change", () => change((next, value) => { next.turn = value; }, false)(select.value));
  return element("label", {}, say("turnLabel"), " ", select);
}

/** A number field whose parts keep the focus when it is drawn again. */
function keyed(field, key) {
  field.querySelectorAll("input, button").forEach((each, at) => { each.dataset.key = `${key}-${at}`; });
  return field;
}
