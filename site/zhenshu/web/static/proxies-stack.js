// The sheets on the page. All are there at once, as empty pages in their order; a sheet is drawn when
// it comes near the part of the page in sight, and the rest before the page is printed. A list of
// thousands of cards would otherwise take seconds to draw, each time something is chosen.

import { svg } from "./proxies-card.js";

const NEAR = "100%"; // of the window above and below it

export class Stack {
  #place;
  #watcher;
  #blank = new Map(); // what draws a sheet, by its element, for those that are not drawn yet
  #near = new Set(); // places of the sheets that are near

  constructor(place) {
    this.#place = place;
    this.#watcher = new IntersectionObserver((seen) => this.#seen(seen), { rootMargin: `${NEAR} 0px` });
    addEventListener("beforeprint", () => this.#drawAll());
  }

  /** Shows sheets of a size in millimetres; `draw` gives what stands on the sheet with a number. */
  show([width, height], labels, draw) {
    const sheets = labels.map((label) => svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }));
    this.#watcher.disconnect();
    this.#blank = new Map(sheets.map((sheet, number) => [sheet, () => sheet.append(...draw(number))]));
    // Those that are looked at change without a flash of white.
    for (const number of this.#near) if (sheets[number]) this.#draw(sheets[number]);
    this.#near.clear();
    this.#place.replaceChildren(...sheets);
    for (const sheet of sheets) this.#watcher.observe(sheet);
  }

  #seen(entries) {
    const sheets = [...this.#place.children];
    for (const { target, isIntersecting } of entries) {
      const number = sheets.indexOf(target);
      if (isIntersecting) {
        this.#near.add(number);
        this.#draw(target);
      } else {
        this.#near.delete(number);
      }
    }
  }

  #draw(sheet) {
    this.#blank.get(sheet)?.();
    this.#blank.delete(sheet);
  }

  #drawAll() {
    for (const sheet of [...this.#blank.keys()]) this.#draw(sheet);
  }
}
