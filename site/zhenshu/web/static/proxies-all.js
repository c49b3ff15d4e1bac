// Puts many cards on the print list at once. Where an element is marked so,
//
//   <p data-print-all="table.cards tbody th a"></p>
//
// it gets a button for all cards that the links of this selector lead to at the time of the click. A
// page that knows more cards than it shows, such as one of a search, gives their ids itself:
//
//   import { offerAll } from "./proxies-all.js";
//   offerAll(place, () => ids);    // again whenever the ids have changed
//
// The words are with those of proxies-add.js, in the meta element `print-list`.

import { CARDS, COPIES, encode, idOf, items } from "./proxies-code.js";
import { recall, remember } from "./proxies-store.js";

/** Adds one copy of each card: how many were added, and how many cards the list has now. Nothing is
 * added beyond the copies of one card, and the cards in all, that a list may have. */
export function addAll(ids) {
  const counts = new Map(items(recall("print-list", "")));
  let total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let added = 0;
  for (const id of ids) {
    const count = counts.get(id) ?? 0;
    if (count >= COPIES || total >= CARDS) continue;
    counts.set(id, count + 1);
    added += 1;
    total += 1;
  }
  remember("print-list", encode(counts));
  document.dispatchEvent(new Event("print-list"));
  return { added, total };
}

/** A button in a place that adds the cards which `ids` gives, and tells how many; none for no card. */
export function offerAll(place, ids) {
  const page = document.querySelector('meta[name="print-list"]');
  const count = ids().length;
  if (!count) {
    place.replaceChildren();
    return;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = "add-card";
  button.textContent = page.dataset.all.replace("{n}", count);
  const told = document.createElement("span");
  told.setAttribute("role", "status");
  button.addEventListener("click", () => {
    const asked = ids();
    const { added, total } = addAll(asked);
    const text = added < asked.length ? page.dataset.full : page.dataset.many;
    told.textContent = `${text.replace("{n}", added).replace("{total}", total)} `;
    const open = document.createElement("a");
    open.href = page.content;
    open.textContent = page.dataset.open;
    told.append(open);
  });
  place.replaceChildren(button, " ", told);
}

function linked(selector) {
  const found = [...document.querySelectorAll(selector)].map(({ href }) => idOf(href));
  return [...new Set(found)].filter((id) => id !== null);
}

for (const place of document.querySelectorAll("[data-print-all]")) {
  offerAll(place, () => linked(place.dataset.printAll));
}
