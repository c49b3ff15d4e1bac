// The chosen card: what it can do, what it cannot and why, and how it began.

import { ask, button, citation, element, nameOf, page, pieces, PLAYERS, redraw, say } from "./board.js";
import { checkbox, number, unitFields } from "./board-changes.js";
import { entry, places, put } from "./board-position.js";
import { buttons } from "./sandbox-actions.js";
import { startOf } from "./sandbox-code.js";

const MOVES = ["line", "hand", "discard"];

export class Picked {
  id = "";
  #sandbox;
  #drawn = null; // the position whose fields are shown
  #asked = 0;

  constructor(sandbox) {
    this.#sandbox = sandbox;
  }

  forget() {
    this.id = "";
    this.#drawn = null;
  }

  draw(part, table, legal) {
    const here = places(table.sides).find(({ shown }) => shown.id === this.id);
    const began = this.#sandbox.places.find(({ shown }) => shown.id === this.id);
    if (!here && !began) {
      this.#drawn = null;
      redraw(part, element("p", { class: "quiet" }, say("pickOne")));
      return;
    }
    const { shown } = here ?? began;
    const able = here ? element("div", { class: "able" }) : "";
    if (here) this.#able(able, here, table, legal);
    // Fields that are being typed into stay as they are.
    const old = part.querySelector(".began");
    const keep = old && this.#drawn?.id === shown.id && this.#drawn.position === this.#sandbox.stage.position;
    const fields = keep ? old : this.#began(began);
    const title = element("h3", {}, nameOf(shown.name));
    const link = shown.card
      ? element("p", {}, element("a", { href: `${page.cards}${shown.card}/` }, say("cardPage")))
      : "";
    if (keep) {
      part.querySelector(".able")?.replaceWith(able);
    } else {
      redraw(part, title, link, able, fields);
    }
    this.#drawn = { id: shown.id, position: this.#sandbox.stage.position };
  }

  // --- What it can do ---

  #able(part, here, table, legal) {
    const own = legal.filter(({ action: { data } }) =>
      [...(data.attackers ?? []), data.unit, data.card, data.chosen].includes(this.id));
    const none = element("p", { class: "quiet" }, say("noneOffered"));
    part.replaceChildren(element("h4", {}, say("can")), own.length ? buttons(this.#sandbox, own) : none);
    this.#reasons(part, here, table, legal);
  }

  /** Ask the referee about everything such a card might do and is not offered. */
  async #reasons(part, here, table, legal) {
    const asked = ++this.#asked;
    const offers = new Set(legal.map(({ action }) => wanted(action)));
    const { stage } = this.#sandbox;
    const { actions } = stage;
    const found = [];
    for (const [text, action] of thinkable(here, table)) {
      if (offers.has(wanted(action))) continue;
      const answer = await ask("why", { start: startOf(stage), actions, action }).catch(() => null);
      if (asked !== this.#asked) return;
      if (answer?.steps?.length) found.push(this.#reason(text, answer.steps));
    }
    if (found.length) part.append(element("h4", {}, say("cannot")), element("ul", { class: "reasons" }, found));
  }

  #reason(text, steps) {
    const why = steps.map((each) => [
      element("p", {}, pieces(each.text)),
      citation(each.rule, this.#sandbox.known),
    ]);
    return element("li", {}, element("b", {}, text), ...why.flat());
  }

  // --- How it began ---

  #began(place) {
    const draft = structuredClone(this.#sandbox.stage.position);
    const target = place && entry(draft, place);
    const part = element("div", { class: "began" });
    if (!place || draft.decks) return part;
    part.append(element("h4", {}, say("changeStart")));
    const { actions } = this.#sandbox.stage;
    if (actions.length) part.append(element("p", { class: "quiet" }, say("startNote")));
    const changed = () => {
      const position = structuredClone(draft);
      this.#drawn = { id: this.id, position };
      this.#sandbox.change(position, "", this.#sandbox.stage.actions);
    };
    if (target && place.zone === "line") part.append(unitFields(target, place.shown, changed), ...more(target, place.shown, changed));
    else if (target && place.zone === "hand") part.append(number(say("flashLabel"), place.shown.flash, (value) => {
      put(target, "flash", value);
      changed();
    }));
    part.append(this.#moves(place));
    return part;
  }

  /** Buttons that move the card, or take it away; cards are counted anew then. */
  #moves(place) {
    const { player, zone, at } = place;
    const move = (act) => () => {
      const position = structuredClone(this.#sandbox.stage.position);
      act(position[player], position[player][zone].splice(at, 1)[0]);
      this.forget();
      this.#sandbox.change(position);
    };
    const found = [];
    if (zone === "line") {
      // The opponent's line is seen from the front, so that its left is on the right.
      const step = player === "you" ? 1 : -1;
      const last = this.#sandbox.stage.position[player].line.length - 1;
      for (const [key, by] of [["left", -step], ["right", step]]) {
        if (at + by < 0 || at + by > last) continue;
        found.push(button(say(key), move((side, card) => side.line.splice(at + by, 0, card))));
      }
    }
    for (const to of MOVES) {
      if (to === zone || zone === "tactics") continue;
      found.push(button(say(`to-${to}`), move((side, card) => {
        side[to] = [...(side[to] ?? []), to === "line" ? card : cardOnly(card)];
      })));
    }
    found.push(button(say("remove"), move(() => {})));
    return element("p", { class: "actions" }, found);
  }
}

/** What a unit alone can be is lost where it is no unit. */
function cardOnly(card) {
  const unit = ["rested", "entered", "awakened", "counters", "attached", "suppressed", "owner"];
  return Object.fromEntries(Object.entries(typeof card === "string" ? { card } : card).filter(([key]) => !unit.includes(key)));
}

function more(target, shown, changed) {
  const counters = number(say("countersLabel"), shown.counters, (value) => {
    put(target, "counters", value || undefined);
    changed();
  }, { most: 99 });
  const awakened = checkbox(say("awakenedLabel"), shown.awakened, (on) => {
    put(target, "awakened", on || undefined);
    changed();
  });
  return [counters, shown.card ? awakened : ""].filter(Boolean);
}

/** What a card of its kind might do, with its name. */
function thinkable({ shown, player, zone }, table) {
  const { id } = shown;
  const other = PLAYERS.find((each) => each !== player);
  const act = (kind, data) => ({ kind, player, data });
  if (zone === "hand") return [
    [say("toPlay"), act("play", { card: id })],
    [say("toDiscard"), act("discard", { card: id })],
  ];
  const use = [say("toUse"), act("use", { card: id, index: 0 })];
  if (zone === "tactics") return [use];
  if (zone !== "line") return [];
  const attacks = table.sides[other].line.map((unit) => [
    say("toAttack", { target: nameOf(unit.name) }), act("attack", { attackers: [id], target: unit.id }),
  ]);
  // Nobody thinks of a unit that intercepts for itself.
  const intercepts = table.combat?.target === id ? [] : [[say("toIntercept"), act("intercept", { unit: id })]];
  return table.combat ? [...intercepts, ...attacks, use] : [...attacks, ...intercepts, use];
}

/** An action as far as a player thinks of it, without how it is paid for and placed. */
function wanted({ kind, data: { attackers, target, unit, card } }) {
  return JSON.stringify([kind, attackers ?? unit ?? card, target]);
}
