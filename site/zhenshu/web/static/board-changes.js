// The fields of "Change it": what a case is played from, and all of it that can be changed.

import { button, element, keywordName, nameOf, page, PLAYERS, say } from "./board.js";
import { decisions, entry, places, played, put, withKeyword } from "./board-position.js";

export const MOST = 999; // the largest number a position may have

export class Changes {
  #given;
  #sides;
  #changed;
  #plan;

  /** `given` is changed in place; `sides` are its first board, `changed` is called after a change. */
  constructor(given, sides, changed) {
    this.#given = given;
    this.#sides = sides;
    this.#changed = changed;
    this.#plan = decisions(given.play);
  }

  /** The case with all changes. */
  given() {
    return { ...this.#given, play: played(this.#plan) };
  }

  /** The fields, as elements. */
  draw() {
    const found = places(this.#sides);
    const sides = PLAYERS.map((player) => this.#side(player, found.filter((place) => place.player === player)));
    return [...sides, this.#table(), this.#decided()];
  }

  #side(player, found) {
    const cards = found.flatMap((place) => {
      const target = entry(this.#given.position, place);
      if (!target) return [];
      if (place.zone === "line") return [unitFields(target, place.shown, this.#changed)];
      return place.zone === "hand" ? [this.#held(target, place)] : [];
    });
    const life = this.#life(player);
    if (!cards.length && !life) return "";
    return element("fieldset", {}, element("legend", {}, say(player)), element("div", { class: "cards-to-change" }, cards), life);
  }

  /** A card in hand: its flash, and whether it is there at all. */
  #held(target, { shown, player }) {
    const { hand } = this.#given.position[player];
    const here = checkbox(say("inHand"), true, (on) => {
      if (on) hand.push(target);
      else hand.splice(hand.indexOf(target), 1);
      this.#changed();
    });
    const flash = number(say("flashLabel"), shown.flash, (value) => {
      target.flash = value;
      this.#changed();
    });
    return group(nameOf(shown.name), flash, here);
  }

  #life(player) {
    const side = this.#given.position[player];
    if (side?.life === undefined) return "";
    const all = side.life;
    const most = Array.isArray(all) ? all.length : MOST_LIFE;
    const count = Array.isArray(all) ? all.length : all;
    return number(say("lifeLabel"), count, (value) => {
      side.life = Array.isArray(all) ? all.slice(0, value) : value;
      this.#changed();
    }, { most });
  }

  #table() {
    const { position } = this.#given;
    const field = number(say("distanceLabel"), position.distance ?? "", (value) => {
      put(position, "distance", value || undefined);
      this.#changed();
    }, { open: true });
    return element("fieldset", {}, element("legend", {}, say("table")), field);
  }

  // --- Decisions ---

  #decided() {
    const items = this.#plan.map((each) => element("li", {}, each.attack ? this.#attack(each) : this.#kept(each)));
    return element("fieldset", {}, element("legend", {}, say("decisions")), element("ol", { class: "decisions" }, items));
  }

  #attack(plan) {
    const attacker = this.#sideOf(plan.attack.by[0]);
    const defender = attacker === "you" ? "opponent" : "you";
    const names = (player, zone) => this.#sides[player][zone].map(({ name }) => name).filter(Boolean);
    const set = (act) => (value) => {
      act(value);
      this.#changed();
    };
    const by = names(attacker, "line").map((name) =>
      checkbox(nameOf(name), plan.attack.by.some((each) => called(name, each)), set((on) => {
        const others = plan.attack.by.filter((each) => !called(name, each));
        plan.attack.by = on ? [...others, name["zh-Hans"]] : others;
      })));
    const target = choice(say("target"), names(defender, "line"), plan.attack.target, set((value) => { plan.attack.target = value; }));
    const guard = choice(say("interceptor"), names(defender, "line"), plan.intercept, set((value) => { plan.intercept = value; }), say("nobody"));
    const dodge = names(defender, "hand").map((name) =>
      checkbox(say("discardToDodge", { card: nameOf(name) }), plan.discards.some((each) => called(name, each)), set((on) => {
        const others = plan.discards.filter((each) => !called(name, each));
        plan.discards = on ? [...others, name["zh-Hans"]] : others;
      })));
    const rest = [...plan.before, ...plan.after].map((each) => this.#kept(each));
    return [group(say("attackBy"), by), target, guard, ...dodge, ...rest];
  }

  /** Any other entry of the play: done or not; a choice can be another one. */
  #kept(item) {
    const [word] = Object.keys(item.entry);
    const value = item.entry[word];
    const box = checkbox(this.#told(word, value), item.on, (on) => {
      item.on = on;
      this.#changed();
    });
    if (word !== "choose") return box;
    const set = (chosen) => {
      item.entry = { choose: chosen };
      this.#changed();
    };
    if (typeof value === "number") return [box, number(say("chosen"), value, set)];
    const answers = ["yes", "no", "done"].map((answer) => ({ "zh-Hans": answer, [page.lang]: page.words[answer] }));
    const cards = places(this.#sides).map(({ shown }) => shown.name).filter(Boolean);
    const now = { true: "yes", false: "no" }[value] ?? value;
    return [box, choice(say("chosen"), [...answers, ...cards], now, set)];
  }

  #told(word, value) {
    const card = typeof value === "object" ? value.card : value;
    return say(`did-${word}`, { card: page.words[card] ?? this.#shown(card) });
  }

  /** A card by any of its names, as the page calls it. */
  #shown(card) {
    const found = places(this.#sides).find(({ shown }) => called(shown.name, card));
    return found ? nameOf(found.shown.name) : String(card);
  }

  #sideOf(card) {
    const has = (player) => this.#sides[player].line.some(({ name }) => called(name, card));
    return has("opponent") ? "opponent" : "you";
  }
}

const MOST_LIFE = 60;

/** Whether a card is called so in any language. */
function called(name, text) {
  return Object.values(name ?? {}).includes(text);
}

/** The fields of a unit; they change its entry in a position. */
export function unitFields(target, shown, changed) {
  let keywords = [...shown.keywords];
  const set = (key) => (value) => {
    put(target, key, value);
    changed();
  };
  const flag = (key, on) => checkbox(say(`${key}Label`), on, (value) => set(key)(value || undefined));
  const keyword = (word, count) => {
    keywords = withKeyword(keywords, word, count);
    set("keywords")(keywords);
  };
  const has = (word) => keywords.find((each) => each.split(":")[0] === word);
  return group(
    nameOf(shown.name),
    number(say("powerLabel"), shown.printed.power, set("power")),
    number(say("rangeLabel"), shown.printed.range, set("range")),
    number(say("flashLabel"), shown.flash, set("flash")),
    flag("rested", !shown.readied),
    flag("entered", shown.entered),
    element("details", {}, element("summary", {}, say("keywords")),
      page.keywords.map((word) => checkbox(keywordName(word), Boolean(has(word)), (on) => keyword(word, on))),
      page.counted.map((word) => number(keywordName(word), Number(has(word)?.split(":")[1] ?? 0), (value) => keyword(word, value)))),
  );
}

// --- Fields ---

export function group(title, ...fields) {
  return element("fieldset", { class: "group" }, element("legend", {}, title), ...fields.flat());
}

export function checkbox(text, on, set) {
  const input = element("input", { type: "checkbox", checked: on });
  input.addEventListener("change", () => set(input.checked));
  return element("label", {}, input, " ", text);
}

/**
 * A whole number with buttons for a thumb; what is no such number changes nothing, and gives way to
 * the last one when the field is left. One that is `open` may be left empty, which sets undefined.
 */
export function number(text, value, set, { most = MOST, open = false } = {}) {
  const input = element("input", { type: "number", inputMode: "numeric", min: "0", max: String(most), step: "1", value: String(value) });
  let last = input.value;
  const taken = () => {
    if (!input.checkValidity() || (input.value === "" && !open)) return;
    last = input.value;
    set(last === "" ? undefined : Number(last));
  };
  input.addEventListener("input", taken);
  input.addEventListener("blur", () => { input.value = last; });
  const move = (by) => button(by < 0 ? "−" : "+", () => {
    input.value = String(Math.max(0, Math.min(most, Number(input.value) + by)));
    taken();
  }, { class: "by", "aria-label": `${text} ${by < 0 ? "−" : "+"}1` });
  return element("span", { class: "number-field" }, element("label", {}, text, " ", input), move(-1), move(1));
}

/** One of several names; `none` is the text of choosing nothing, null without that. */
export function choice(text, names, now, set, none = null) {
  const options = names.map((name) => element("option", { value: name["zh-Hans"], selected: called(name, now) }, nameOf(name)));
  if (none) options.unshift(element("option", { value: "", selected: !now }, none));
  const select = element("select", {}, options);
  select.addEventListener("change", () => set(select.value || null));
  return element("label", {}, text, " ", select);
}
