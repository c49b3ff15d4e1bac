// The search box of every page. What answers is loaded when a reader first goes to the box; until it
// is there, and if it cannot be had, the form asks the search page.

for (const form of document.querySelectorAll("form.find[action]")) {
  const input = form.elements.q;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-expanded", "false");
  input.setAttribute("aria-autocomplete", "list");
  let asked = false;
  const start = async () => {
    if (asked) return;
    asked = true;
    try {
      const { enhance } = await import("./search-suggest.js");
      await enhance(form, input);
    } catch (error) {
      console.warn(error);
      asked = false; // the next visit to the box tries again
    }
  };
  input.addEventListener("focus", start);
  if (document.activeElement === input) start();
}
