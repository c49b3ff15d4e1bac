// Adds a button "add to the print list" to every card that a page shows: its own, those of a list,
// and results of a search. A meta element says where the print page is and what to say:
//
//   <meta name="print-list" content="…/proxies/" data-add="Add {name} to the print list"
//     data-added="{n} × {name} in the print list" data-open="Print list">

import { COPIES, encode, items } from "./proxies-code.js";
import { recall, remember } from "./proxies-store.js";

const page = document.querySelector('meta[name="print-list"]');
const CARD = /\/[^/]+\/([^/]+)\/cards\/([^/]+)\/([^/]+)\/$/;

const remembered = () => new Map(items(recall("print-list", "")));

function idOf(address) {
  const path = new URL(address).pathname;
  const found = CARD.exec(path);
  return found && found[2] !== "by" ? found.slice(1).join("/") : null;
}

function button(id, name) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "add-card";
  const show = () => {
    const count = remembered().get(id) ?? 0;
    const text = count ? page.dataset.added.replace("{n}", count) : page.dataset.add;
    made.textContent = count ? `+ ${count}` : "+";
    made.title = text.replace("{name}", name);
    made.setAttribute("aria-label", made.title);
  };
  made.addEventListener("click", () => {
    const counts = remembered();
    counts.set(id, Math.min(COPIES, (counts.get(id) ?? 0) + 1));
    remember("print-list", encode(counts));
    show();
  });
  show();
  return made;
}

/** Buttons for the links to cards in some places that have none yet. */
function offer(links) {
  for (const link of links) {
    const id = idOf(link.href);
    if (id && !link.nextElementSibling?.classList.contains("add-card")) link.after(button(id, link.textContent));
  }
}

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
const results = document.getElementById("search-results");
if (results) {
  const every = () => offer(results.querySelectorAll("li > a:first-child"));
  new MutationObserver(every).observe(results, { childList: true });
  every();
}
