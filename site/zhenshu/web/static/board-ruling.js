// A ruling that can be stepped through and changed in place. The page is whole without this script;
// the referee is loaded when a reader first steps or opens "Change it".
//
// Each <section class="case" data-case="0"> holds the parts that change by their `data-part`:
// start and after (boards), steps, verdicts. What the cases were played from stands in the page as
// JSON, <script type="application/json" id="living">.

import {
  ask, board, button, element, page, plain, redraw, refusal, rules, say, spoken, step, trouble,
} from "./board.js";
import { Changes } from "./board-changes.js";
import { address } from "./sandbox-code.js";

const living = JSON.parse(document.getElementById("living").textContent);

// The steps that settle a case; the last of them is its answer.
const DECISIVE = new Set([
  "attack_succeeded", "attack_failed", "combat_broken", "lost", "defeated", "drawn_game", "conceded",
]);
const MOST_LINES = 8; // of what else has changed

class Case {
  #section;
  #given;
  #number;
  #before = null; // the record of the case as it was written
  #record = null; // the one that is shown
  #at = 0; // how many steps have happened on the board that is shown
  #known = {};
  #asked = 0;

  constructor(section) {
    this.#section = section;
    this.#number = Number(section.dataset.case);
    this.#given = living.cases[this.#number];
    this.#buildStepper();
    this.#buildPanel();
    this.#link(this.#given.position, this.#given.actions);
  }

  #part(name) {
    return this.#section.querySelector(`[data-part="${name}"]`);
  }

  // --- Stepping ---

  #buildStepper() {
    this.back = button(`◀ ${say("stepBack")}`, () => this.go(-1), { disabled: true });
    this.on = button(`${say("stepOn")} ▶`, () => this.go(1));
    this.place = element("span", { class: "quiet" }, say("stepNone"));
    this.told = element("div", { class: "told", role: "status" });
    const buttons = element("p", { class: "actions" }, this.back, this.on, this.place);
    this.stepper = element("div", { class: "stepper", role: "group", "aria-label": say("stepper") }, buttons, this.told);
    this.stepper.addEventListener("keydown", (event) => this.key(event));
    this.#part("start").after(this.stepper);
  }

  /** Arrow keys step, except where they move in a field. */
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.go(by);
  }

  async go(by) {
    if (!(await this.#load())) return;
    this.#at = Math.max(0, Math.min(this.#record.steps.length, this.#at + by));
    this.#showStep();
  }

  #showStep() {
    const { steps, boards, after } = this.#record;
    const now = this.#at ? after[this.#at - 1] : { ...this.#record.start, combat: null };
    this.#part("start").replaceChildren(board(boards[this.#at ? now.board : 0] ?? boards.at(-1), now));
    // A button that is switched off loses the focus; the other one takes it.
    const held = document.activeElement;
    this.back.disabled = this.#at === 0;
    this.on.disabled = this.#at === steps.length;
    if (held === this.back && this.back.disabled) this.on.focus();
    if (held === this.on && this.on.disabled) this.back.focus();
    this.place.textContent = this.#at ? say("stepAt", { n: this.#at, total: steps.length }) : say("stepNone");
    this.told.replaceChildren(...(this.#at ? spoken(steps[this.#at - 1], this.#known) : []));
    [...this.#part("steps").children].forEach((line, at) => {
      if (at === this.#at - 1) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
  }

  /** The case as it was written, played by the referee; false if that cannot be done. */
  async #load() {
    if (this.#record) return true;
    this.told.textContent = say("loading");
    try {
      const [answer, known] = await Promise.all([this.#run(this.#given), rules()]);
      if (answer.error) {
        this.told.replaceChildren(...refusal(answer.error));
        return false;
      }
      this.#known = known;
      this.#before ??= answer.cases[0];
      this.#record ??= this.#before;
      this.told.textContent = "";
      return true;
    } catch (problem) {
      this.told.textContent = trouble(problem);
      return false;
    }
  }

  #run(given) {
    return ask("run", { ruling: given, hant: living.hant });
  }

  // --- Changing ---

  #buildPanel() {
    this.answer = element("div", { class: "now", role: "status" });
    this.else = element("ul", { class: "else" });
    this.form = element("div", { class: "fields" });
    const reset = button(say("reset"), () => this.#reset());
    this.panel = element(
      "details",
      { class: "change" },
      element("summary", {}, say("change")),
      element("p", { class: "quiet" }, say("changeHow")),
      element("div", { class: "answer-line" }, this.answer, this.else),
      this.form,
      element("p", { class: "actions" }, reset),
    );
    this.panel.addEventListener("toggle", () => this.panel.open && this.#open());
    this.stepper.after(this.panel);
  }

  async #open() {
    if (this.form.firstChild) return;
    this.answer.textContent = say("loading");
    if (await this.#load()) this.#reset();
    else this.answer.replaceChildren(...this.told.cloneNode(true).childNodes);
  }

  #reset() {
    const first = this.#before.boards[0];
    this.changes = new Changes(structuredClone(this.#given), first, () => this.#soon());
    redraw(this.form, this.changes.draw());
    this.#show(this.#before);
    this.answer.textContent = say("answerNow", { now: answerOf(this.#before) });
    this.else.replaceChildren();
    this.#link(this.#given.position, this.#given.actions);
  }

  /** Play what has been changed, at most once a frame. */
  #soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.#replay();
    });
  }

  async #replay() {
    const asked = ++this.#asked;
    const given = this.changes.given();
    try {
      const answer = await this.#run(given);
      if (asked !== this.#asked) return; // something has been changed since
      if (answer.error) {
        this.answer.replaceChildren(...refusal(answer.error));
        this.else.replaceChildren();
        return;
      }
      this.#show(answer.cases[0]);
      this.#compare(answer.cases[0]);
      this.#link(given.position, answer.cases[0].actions);
    } catch (problem) {
      this.answer.textContent = trouble(problem);
    }
  }

  #show(record) {
    this.#record = record;
    this.#at = Math.min(this.#at, record.steps.length);
    const lines = record.steps.map((each) => step(each, this.#known));
    const seen = record.steps.map(({ refused }, at) => (refused ? -1 : at)).filter((at) => at >= 0);
    lines.forEach((line, at) => {
      line.id = this.#anchor(at);
      const { cause } = record.steps[at];
      if (cause === null) return;
      // The referee counts events only; the list shows what was refused as well.
      const link = element("a", { class: "cause", href: `#${this.#anchor(seen[cause])}` });
      link.textContent = say("because", { n: seen[cause] + 1 });
      line.querySelector(".why").append(" ", link);
    });
    this.#part("steps").replaceChildren(...lines);
    const { boards, after } = record;
    const end = after.at(-1) ?? record.start;
    this.#part("after").replaceChildren(board(boards.at(-1), end));
    this.#part("verdicts").replaceChildren(...record.verdicts.map(verdict));
    this.#showStep();
  }

  #anchor(at) {
    return `step-${this.#number + 1}-${at + 1}`;
  }

  /** Say what is so now, and what has become of it. */
  #compare(record) {
    const now = answerOf(record);
    const before = answerOf(this.#before);
    this.answer.replaceChildren(...(now === before
      ? [say("answerSame", { now })]
      : [say("answerOther", { now }), " ", element("span", { class: "before" }, say("answerBefore", { before }))]));
    const texts = ({ steps }) => steps.map(({ text }) => plain(text));
    const [here, there] = [texts(record), texts(this.#before)];
    const fresh = here.filter((text) => !there.includes(text) && text !== now);
    const gone = there.filter((text) => !here.includes(text) && text !== before);
    const line = (key) => (text) => element("li", {}, say(key, { text }));
    this.else.replaceChildren(
      ...[...fresh.map(line("fresh")), ...gone.map(line("gone"))].slice(0, MOST_LINES),
    );
  }

  /** Let the link to the sandbox carry a position and what is done in it. */
  #link(position, actions) {
    const link = this.#section.querySelector("a.to-sandbox");
    const href = link.href.split("#")[0];
    address([position, living.hant, actions]).then((code) => { link.href = `${href}#${code}`; });
  }
}

/** What was refused and the step that settles a case, in words. */
function answerOf({ steps }) {
  const refused = steps.filter((each) => each.refused);
  const settled = steps.findLast(({ kind }) => DECISIVE.has(kind)) ?? (refused.length ? null : steps.at(-1));
  const found = settled ? [...refused, settled] : refused;
  return found.map(({ text }) => plain(text)).join(" ") || say("nothing");
}

function verdict({ expected, actual, ok }) {
  const said = element("b", {}, ok ? say("asExpected") : say("notAsExpected"));
  const found = ok ? "" : say("comma") + say("butFound", { actual: actual[page.lang] });
  return element("li", { class: ok ? "met" : "missed" }, said, " ", expected[page.lang], found);
}

const cases = [...document.querySelectorAll("section.case")].map((section) => new Case(section));

// Arrow keys that are meant for nothing else step through the first case.
document.addEventListener("keydown", (event) => {
  if (event.target === document.body || event.target.id === "main") cases[0]?.key(event);
});
