// Adds a button "add to the print list" to every card that a page shows: its own and those of a
// list. The search page asks for buttons itself. A meta element says where the print page is and
// what to say, here and in proxies-all.js:
//
//   <meta name="print-list" content="…/proxies/" data-add="Add {name} to the print list"
//     data-added="{n} × {name} in the print list" data-open="Print list"
//     data-all="Add all {n} to the print list" data-many="{n} cards added; …" data-full="…">

import { COPIES, encode, idOf, items } from "./proxies-code.js";
import { recall, remember } from "./proxies-store.js";

const page = document.querySelector('meta[name="print-list"]');

const shows = new WeakMap(); // by button, what tells its count anew

const remembered = () => new Map(items(recall("print-list", "")));

function button(id, name, known = remembered()) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "add-card";
  const show = (counts) => {
    const count = counts.get(id) ?? 0;
    const text = count ? page.dataset.added.replace("{n}", count) : page.dataset.add;
    made.textContent = count ? `+ ${count}` : "+";
    made.title = text.replace("{name}", name);
    made.setAttribute("aria-label", made.title);
  };
  made.addEventListener("click", () => {
    const counts = remembered();
    counts.set(id, Math.min(COPIES, (counts.get(id) ?? 0) + 1));
    remember("print-list", encode(counts));
    show(counts);
  });
  show(known);
  shows.set(made, show);
  return made;
}

/** Add buttons behind links to cards that have none yet. */
export function offer(links) {
  const known = remembered();
  for (const link of links) {
    const id = idOf(link.href);
    if (id && !link.nextElementSibling?.classList.contains("add-card")) link.after(button(id, link.textContent, known));
  }
}

// Many were added at once.
document.addEventListener("print-list", () => {
  const counts = remembered();
  for (const made of document.querySelectorAll(".add-card")) shows.get(made)?.(counts);
});

const own = idOf(location.href);
const title = document.querySelector("article.card h1");
if (own && title) {
  const open = document.createElement("a");
  open.href = page.content;
  open.textContent = page.dataset.open;
  const line = document.createElement("p");
  line.append(button(own, title.textContent), " ", open);
  title.after(line);
}
offer(document.querySelectorAll("table.cards tbody th a"));
