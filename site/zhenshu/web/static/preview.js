// Shows what a link to a term or a rule paragraph leads to, beside the link.
//
// Nothing is fetched: texts stand in the page, as paragraphs or in its <template id="previews">.
// A pointer that rests on a link, or the keyboard's focus, shows the text, which stays until both
// have left it, and Escape takes it away (WCAG 1.4.13). A first tap shows it, a second follows.

const DELAY = 200; // milliseconds: a pointer on its way shows nothing, and may cross a gap

const texts = new Map();
const store = document.getElementById("previews")?.content;
for (const element of [
  ...(store?.querySelectorAll("[data-preview]") ?? []),
  ...document.querySelectorAll("[data-preview]"),
]) {
  texts.set(new URL(element.dataset.preview, location.href).href, element);
}

const bubble = document.createElement("div");
bubble.id = "preview";
bubble.role = "tooltip";
bubble.popover = "manual";
let shown = null; // the link whose text is shown
let timer = 0;

// The label and the text of what a link leads to; null if this page does not know it.
function preview(link) {
  const url = new URL(link.href);
  const id = decodeURIComponent(url.hash.slice(1));
  const here = url.pathname === location.pathname && document.getElementById(id);
  const element = here ? here.querySelector("p:not(.margin)") : texts.get(url.href);
  return element && { label: element.dataset.label ?? id, text: element.textContent.replace(/\s+/g, " ").trim() };
}

function place(link) {
  // The last line of a link that runs over two.
  const box = [...link.getClientRects()].at(-1);
  const { width, height } = bubble.getBoundingClientRect();
  const room = document.documentElement.clientWidth - width - 8;
  const below = box.bottom + height + 8 <= window.innerHeight || box.top < height;
  bubble.style.left = `${Math.max(8, Math.min(box.left, room)) + window.scrollX}px`;
  bubble.style.top = `${(below ? box.bottom + 2 : box.top - height - 2) + window.scrollY}px`;
}

function show(link) {
  clearTimeout(timer);
  if (link === shown) return;
  const found = preview(link);
  hide();
  if (!found) return;
  const label = document.createElement("b");
  label.textContent = found.label;
  bubble.replaceChildren(label, " ", found.text);
  bubble.showPopover();
  place(link);
  link.setAttribute("aria-describedby", bubble.id);
  shown = link;
}

function hide() {
  clearTimeout(timer);
  if (!shown) return;
  shown.removeAttribute("aria-describedby");
  bubble.hidePopover();
  shown = null;
}

function later(action) {
  clearTimeout(timer);
  timer = setTimeout(action, DELAY);
}

function linkOf(event) {
  return event.target.closest?.("a.term, a.ref");
}

function watch() {
  document.querySelector("main").append(bubble);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = linkOf(event);
    if (link) later(() => show(link));
    else if (bubble.contains(event.target)) clearTimeout(timer);
    else if (shown !== document.activeElement) later(hide);
  });
  document.addEventListener("focusin", (event) => {
    const link = linkOf(event);
    if (link?.matches(":focus-visible")) show(link);
    else hide();
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  document.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (link && event.pointerType === "touch" && link !== shown && preview(link)) {
      event.preventDefault();
      show(link);
    } else if (!bubble.contains(event.target)) {
      hide();
    }
  });
}

if ("showPopover" in bubble) watch();
