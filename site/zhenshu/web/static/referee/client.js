// The referee as a page sees it: questions and answers. Loaded where a board is shown.
//
//   import { open } from "…/static/referee/client.js";
//   const referee = open();
//   await referee.ready;                           // rejects with a Problem if it cannot be loaded
//   const { cases } = await referee.ask("run", { ruling, languages: ["en"] });
//
// What can be asked, and what comes back, stands in site/zhenshu/sandbox/api.py. An answer that has
// an `error` is an answer: the promise is kept. It is broken, with a Problem, only where there can
// be none; `code` says why:
//   unsupported   the browser has no WebAssembly or no module workers
//   lost          a file of the referee could not be loaded
//   slow          no answer in time; the referee begins anew, and can be asked again
//   failed        the referee broke down over this question

const PATIENCE = 20_000; // milliseconds for one answer, ten times what a slow phone needs for the first

export class Problem extends Error {
  constructor(code, message = code) {
    super(message);
    this.code = code;
  }
}

/** A referee that loads while the page goes on. */
export function open() {
  return new Referee();
}

class Referee {
  patience = PATIENCE;
  #worker;
  #waiting = new Map(); // id: what keeps or breaks its promise, and its timer
  #last = 0;

  constructor() {
    this.#begin();
  }

  /** The answer to a question. */
  async ask(kind, question = {}) {
    await this.ready;
    const id = ++this.#last;
    return new Promise((keep, fail) => {
      const timer = setTimeout(() => this.#restart(), this.patience);
      this.#waiting.set(id, { keep, fail, timer });
      this.#worker.postMessage({ ...question, kind, id });
    });
  }

  close() {
    this.#worker?.terminate();
  }

  #begin() {
    this.ready = new Promise((keep, fail) => {
      if (!("WebAssembly" in globalThis)) throw new Problem("unsupported");
      const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
      // A browser without module workers, or a file that is missing.
      worker.onerror = (event) => fail(new Problem("lost", event.message));
      worker.onmessage = ({ data }) => {
        if (data.ready) keep();
        else if (data.ready === false) fail(new Problem("lost", data.error.message));
        else this.#answered(data);
      };
      this.#worker = worker;
    });
    this.ready.catch(() => {}); // whoever asks hears of it
  }

  #answered({ id, ...answer }) {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
    if (answer.error?.failed) waiting.fail(new Problem("failed", answer.error.message));
    else waiting.keep(answer);
  }

  /** Give up what takes too long; a worker that is busy can only be ended. */
  #restart() {
    this.close();
    for (const { fail, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      fail(new Problem("slow"));
    }
    this.#waiting.clear();
    this.#begin();
  }
}
