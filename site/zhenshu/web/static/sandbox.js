// The sandbox: a position, what has been done since, and every earlier stage of both.
//
// A stage is `{position, hant, actions}`; changing anything adds one, undoing goes back by one.
// The referee keeps nothing: each answer is asked for with the whole stage.

import {
  ask, board, call, element, nameOf, plain, redraw, refusal, rules, say, sentences, step, trouble,
} from "./board.js";
import { places } from "./board-position.js";
import { offered } from "./sandbox-actions.js";
import { search } from "./sandbox-cards.js";
import { address, CodeError, read, startOf } from "./sandbox-code.js";
import { decks } from "./sandbox-decks.js";
import { ruling, Unwritten } from "./sandbox-file.js";
import { Picked } from "./sandbox-picked.js";
import { add, empty, sideFields } from "./sandbox-setup.js";

const USUAL = 2000; // characters of a link that every program takes

const part = (id) => document.getElementById(id);
const same = (one, two) => one === two || JSON.stringify(one) === JSON.stringify(two);

class Sandbox {
  #stages = [];
  #at = -1;
  #drawn = null; // the stage that is drawn
  #first = null; // the table before the first action
  #answer = null; // what can be seen and done after the last action
  #log = []; // of each action: the text of its button, its entry in a ruling, its steps
  #known = {}; // paragraphs
  #seed = 1;
  #silent = false; // whether the last question had no answer at all
  #busy = Promise.resolve();
  #picked = new Picked(this);

  async start() {
    call(); // it is a while on its way
    part("undo").addEventListener("click", () => this.travel(-1));
    part("redo").addEventListener("click", () => this.travel(1));
    part("copy").addEventListener("click", () => this.#copy());
    part("save").addEventListener("click", () => this.#save());
    part("empty").addEventListener("click", () => this.change(empty(), say("emptied")));
    part("add").addEventListener("submit", (event) => this.#addMadeUp(event));
    part("decks").addEventListener("submit", (event) => this.#begin(event));
    search(part("find-card"), part("found"), (text) => this.tell(text), (card) => this.#add({ card }));
    addEventListener("hashchange", () => this.#open());
    addEventListener("keydown", (event) => this.#key(event));
    part("sandbox").hidden = false;
    this.tell(say("loading"));
    this.#known = await rules();
    await this.#open();
  }

  get stage() {
    return this.#stages[this.#at];
  }

  get known() {
    return this.#known;
  }

  /** The places of the cards at the beginning. */
  get places() {
    return this.#first ? places(this.#first.sides) : [];
  }

  get answer() {
    return this.#answer;
  }

  tell(...content) {
    part("told").replaceChildren(...content.flat());
  }

  // --- Stages ---

  /** Another position; of what has been done, `actions` are done again as far as is allowed. */
  change(position, told = "", actions = []) {
    return this.#addStage({ position, hant: this.stage?.hant ?? {}, actions }, told);
  }

  /** One more action; one that is refused leaves no stage behind. */
  async act(action) {
    const before = this.stage;
    const stage = { ...before, actions: [...before.actions, action] };
    await this.#addStage(stage);
    if (stage !== this.stage || stage.actions.length > before.actions.length) return;
    this.#stages.splice(this.#at, 1);
    this.#at -= 1;
    this.#draw([...part("told").childNodes]);
  }

  async chance() {
    const { actions } = this.stage;
    const answer = await this.#ask("chance", { start: startOf(this.stage), actions, seed: this.#seed });
    if (!answer) return;
    this.#seed += 1;
    await this.act(answer.action);
  }

  get seed() {
    return this.#seed;
  }

  set seed(number) {
    this.#seed = number;
  }

  travel(by) {
    const to = this.#at + by;
    if (to < 0 || to >= this.#stages.length) return;
    this.#at = to;
    this.#show(say(by < 0 ? "undone" : "redone"));
  }

  #addStage(stage, told = "") {
    this.#stages.splice(this.#at + 1, Infinity, stage);
    this.#at = this.#stages.length - 1;
    return this.#show(told, true);
  }

  /** Draw the current stage, after what is being drawn; a `fresh` one may prove to be none. */
  #show(told = "", fresh = false) {
    const { stage } = this;
    const shown = this.#busy.then(() => this.#play(stage, told, fresh));
    this.#busy = shown.catch(() => {}); // what comes after a failure is drawn all the same
    return shown;
  }

  async #play(stage, told, fresh) {
    if (stage !== this.stage) return; // overtaken
    const { position } = stage;
    const start = startOf(stage);
    if (!this.#drawn || !same(this.#drawn.position, position)) {
      const first = await this.#ask("legal", { start });
      if (!first) return this.#giveUp(stage, fresh);
      [this.#first, this.#answer, this.#log] = [first.table, first, []];
    }
    const old = this.#drawn?.actions ?? [];
    let kept = 0;
    while (kept < this.#log.length && kept < stage.actions.length && same(old[kept], stage.actions[kept])) kept += 1;
    if (kept < this.#log.length) {
      const answer = await this.#ask("legal", { start, actions: stage.actions.slice(0, kept) });
      if (!answer) return this.#giveUp(stage, fresh);
      this.#answer = answer;
      this.#log.length = kept;
    }
    told = (await this.#rest(stage, start)) || told;
    this.#drawn = stage;
    this.#draw(told);
  }

  /** Do what has not been done yet; says what stops being allowed. */
  async #rest(stage, start) {
    const wanted = stage.actions.length;
    for (let at = this.#log.length; at < wanted; at += 1) {
      const action = stage.actions[at];
      const button = this.#answer.legal.find((each) => same(each.action, action));
      const answer = await this.#ask("apply", { start, actions: stage.actions.slice(0, at), action });
      if (!answer || answer.refused) {
        stage.actions = stage.actions.slice(0, at);
        // Only what a link has brought needs to be told where it stopped.
        const place = at < wanted - 1 || !this.#drawn ? [say("shortened", { n: at + 1 }), " "] : [];
        return [...place, ...(answer ? refusal(answer) : part("told").childNodes)];
      }
      const { names } = this.#answer;
      const text = button ? plain(button.text) : plain(answer.steps[0].text);
      this.#log.push({ text, entry: button ? button.entry : entryOf(action, names), steps: answer.steps });
      this.#answer = answer;
    }
    return "";
  }

  /** A stage without an answer is not drawn: what is drawn stays, and a fresh stage is none. */
  #giveUp(stage, fresh) {
    const told = [...part("told").childNodes];
    if (this.#drawn) {
      if (fresh) this.#stages = this.#stages.filter((each) => each !== stage);
      // It may have been undone and left behind.
      if (!this.#stages.includes(this.#drawn)) this.#stages.push(this.#drawn);
      this.#at = this.#stages.indexOf(this.#drawn);
      this.#picked.forget();
      return this.#draw(told);
    }
    // Nothing is drawn yet. What a link brought is asked for anew with the next change.
    if (this.#silent) {
      if (fresh && this.#at > 0) this.#stages.splice(this.#at--, 1);
      return null;
    }
    this.#stages = [{ position: empty(), hant: {}, actions: [] }];
    this.#at = 0;
    return this.#play(this.stage, told, false);
  }

  /** An answer; null, and the reader is told, if there is none or the referee says no. */
  async #ask(kind, question) {
    this.#silent = false;
    try {
      const answer = await ask(kind, question);
      if (!answer.error) return answer;
      this.tell(refusal(answer.error));
    } catch (problem) {
      this.#silent = true;
      this.tell(trouble(problem));
    }
    return null;
  }

  // --- Drawing ---

  #draw(told) {
    const { table, legal } = this.#answer;
    const pick = (id) => {
      this.#picked.id = id;
      this.#draw([]);
    };
    redraw(part("table"), board(table.sides, table, { pick, picked: this.#picked.id, heading: "h3" }));
    redraw(part("now"), offered(this, table, legal));
    this.#picked.draw(part("picked"), table, legal);
    const { decks: fixed } = this.stage.position;
    part("add").hidden = Boolean(fixed);
    redraw(part("sides"), fixed ? element("p", { class: "quiet" }, say("fixed")) : sideFields(this));
    part("undo").disabled = this.#at === 0;
    part("redo").disabled = this.#at === this.#stages.length - 1;
    this.#drawLog();
    if (told.length) this.tell(told);
    this.#remember();
  }

  /** Each action with its steps; those that are there already are left alone, so that a screen
   * reader is told only of what is new. */
  #drawLog() {
    const list = part("log");
    const lines = [...list.children];
    this.#log.forEach((each, at) => {
      if (lines[at]?.found === each) return;
      const line = element("li", {}, element("p", { class: "did" }, each.text),
        element("ol", { class: "steps" }, each.steps.map((one) => step(one, this.#known))));
      line.found = each;
      if (lines[at]) lines[at].replaceWith(line);
      else list.append(line);
      this.tell(sentences(each.steps.map(({ text }) => plain(text))));
    });
    lines.slice(this.#log.length).forEach((line) => line.remove());
  }

  // --- Adding ---

  #addMadeUp(event) {
    event.preventDefault();
    const { name, power, range, flash, commander, zone } = part("add").elements;
    const given = { name: name.value.trim(), flash: Number(flash.value) };
    if (zone.value !== "hand" && zone.value !== "discard") {
      Object.assign(given, { power: Number(power.value), range: Number(range.value) });
      if (commander.checked) given.type = "commander";
    }
    this.#add(given);
    name.value = "";
  }

  async #add(given) {
    const { player: { value: player }, zone: { value: zone } } = part("add").elements;
    const host = this.places.find(({ shown, zone: at }) => at === "line" && shown.id === this.#picked.id);
    if (zone === "attached" && !host) {
      this.tell(say("pickHost"));
      return;
    }
    const position = add(this.stage.position, given, player, zone, this.places, zone === "attached" ? host : null);
    this.#picked.forget();
    await this.change(position);
    if (this.stage.position !== position) return; // refused, and the reader has been told
    const shown = zone === "attached"
      ? this.places.find((each) => each.player === host.player && each.zone === "line" && each.at === host.at).shown.attached.at(-1)
      : this.places.findLast((each) => each.player === player && each.zone === zone).shown;
    this.#draw([say("added", { card: nameOf(shown.name) })]);
  }

  async #begin(event) {
    event.preventDefault();
    const found = await decks(event.target, (text) => this.tell(text));
    if (!found) return;
    this.#picked.forget();
    await this.change({ decks: found }, say("gameBegun"));
  }

  // --- Links and files ---

  async #open() {
    const fragment = location.hash.slice(1);
    if (fragment === this.code) return;
    let stage = { position: empty(), hant: {}, actions: [] };
    let told = say("begun");
    if (fragment) {
      try {
        const [position, hant, actions] = await read(fragment);
        stage = { position, hant, actions };
      } catch (error) {
        if (!(error instanceof CodeError)) throw error;
        told = say(error.reason);
      }
    }
    this.#picked.forget();
    await this.#addStage(stage, told);
    if (this.stage === stage) this.#addEarlier(stage);
  }

  /** Let what a link has brought be undone action by action. */
  #addEarlier(stage) {
    const earlier = stage.actions.map((_, n) => ({ ...stage, actions: stage.actions.slice(0, n) }));
    this.#stages.splice(this.#at, 0, ...earlier);
    this.#at += earlier.length;
    part("undo").disabled = this.#at === 0;
  }

  /** Keep the address of the page up to date. */
  async #remember() {
    const { position, hant, actions } = this.stage;
    this.code = await address([position, hant, actions]);
    history.replaceState(history.state, "", `#${this.code}`);
  }

  async #copy() {
    await this.#remember();
    const link = location.href;
    const told = say(link.length > USUAL ? "longLink" : "copied", { n: link.length });
    try {
      await navigator.clipboard.writeText(link);
      this.tell(told);
    } catch {
      const field = element("input", { readOnly: true, value: link, "aria-label": say("copyThis") });
      this.tell(say("copyThis"), " ", field);
      field.select();
    }
  }

  async #save() {
    try {
      const { name, text } = await ruling(this.stage, this.#log, (kind, question) => this.#ask(kind, question));
      const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/markdown" })), download: name });
      link.click();
      URL.revokeObjectURL(link.href);
      this.tell(say("saved", { name }));
    } catch (error) {
      if (!(error instanceof Unwritten)) throw error;
      if (this.stage.position.decks) this.tell(say("decksUnsaved"));
      else if (error.place !== null) this.tell(say("unsaved", { n: error.place + 1 }));
    }
  }

  #key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this.travel(key === "y" || event.shiftKey ? 1 : -1);
  }
}

/** What a ruling writes for an action that has no button of its own. */
function entryOf({ kind, player, data }, names) {
  if (kind === "concede") return { concede: player };
  if (kind !== "attack") return null;
  const called = (id) => names[id]?.["zh-Hans"];
  const entry = { attack: { by: data.attackers.map(called), target: called(data.target) } };
  return [...entry.attack.by, entry.attack.target].every(Boolean) ? entry : null;
}

new Sandbox().start();
