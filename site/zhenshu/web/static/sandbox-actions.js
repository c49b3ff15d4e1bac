// What can be done, as buttons.

import { checkbox, group } from "./board-changes.js";
import { button, element, nameOf, page, plain, say, term } from "./board.js";

/** The buttons for all that is allowed; what is alike lies together, to be opened. */
export function offered(sandbox, table, legal) {
  if (table.winner) return [element("p", {}, winner(table.winner))];
  const { choice } = table;
  const found = [element("p", { class: "owed" }, owed(choice))];
  if (choice.player === "chance") found.push(chance(sandbox));
  found.push(...ways(sandbox, legal));
  const together = Object.entries(sandbox.answer.joint).map(([target, units]) => joint(sandbox, table, target, units));
  if (together.length) found.push(folded(say("joint"), together));
  if (choice.player !== "chance") found.push(concede(sandbox, choice.player));
  return found;
}

/** A list of buttons for actions. */
export function buttons(sandbox, legal) {
  const items = legal.map(({ action, text }) => {
    const properties = { class: "do", "data-key": JSON.stringify(action) };
    return element("li", {}, button(plain(text), () => sandbox.act(action), properties));
  });
  return element("ul", { class: "do-list" }, items);
}

/** Cards that can be played in many ways fold up, one of each card. */
function ways(sandbox, legal) {
  const cards = new Map();
  for (const each of legal) {
    const card = each.action.kind === "play" ? each.action.data.card : "";
    cards.set(card, [...(cards.get(card) ?? []), each]);
  }
  const found = [];
  const single = [];
  for (const [card, those] of cards) {
    if (!card || those.length === 1) single.push(...those);
    else {
      const name = nameOf(sandbox.answer.names[card]);
      found.push(folded(say("ways", { card: name, n: those.length }), buttons(sandbox, those)));
    }
  }
  return [buttons(sandbox, single), ...found];
}

/** A joint attack: of the units that can join, those that are ticked, in the order of the line. */
function joint(sandbox, table, target, units) {
  const name = (id) => nameOf(sandbox.answer.names[id]);
  const line = table.sides[table.choice.player].line.filter(({ id }) => units.includes(id));
  const joining = new Set(line.map(({ id }) => id));
  const boxes = line.map(({ id }) => checkbox(name(id), true, (on) => (on ? joining.add(id) : joining.delete(id))));
  const attack = button(say("jointly"), () => {
    const attackers = line.map(({ id }) => id).filter((id) => joining.has(id));
    sandbox.act({ kind: "attack", player: table.choice.player, data: { attackers, target } });
  }, { class: "do" });
  return group(say("toAttack", { target: name(target) }), boxes, attack);
}

function folded(title, content) {
  return element("details", {}, element("summary", {}, title), content);
}

function winner(player) {
  return player === "draw" ? say("draw") : say("won", { who: say(player) });
}

function owed({ player, kind }) {
  if (player === "chance") return say("chanceDecides", { what: term(kind) });
  if (kind === "main") return say("mainPhase", { who: say(player) });
  return say("decidesWhat", { who: say(player), what: term(kind) });
}

function chance(sandbox) {
  const seed = element("input", { type: "number", min: "0", step: "1", value: String(sandbox.seed), "data-key": "seed" });
  seed.addEventListener("input", () => {
    if (seed.value && seed.checkValidity()) sandbox.seed = Number(seed.value);
  });
  const roll = button(say("chance"), () => sandbox.chance(), { "data-key": "chance" });
  return element("p", { class: "actions" }, element("label", {}, say("seed"), " ", seed), roll);
}

function concede(sandbox, player) {
  const action = { kind: "concede", player, data: {} };
  const made = button(say("concede", { card: page.words[player] }), () => sandbox.act(action), { class: "quiet-button" });
  return element("p", {}, made);
}
