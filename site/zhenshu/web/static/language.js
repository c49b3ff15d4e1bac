// Remembers which language a reader chose, and brings them back to it from the first page.

const KEY = "language";

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage is switched off: the reader chooses each time
  }
}

function remember(segment) {
  try {
    localStorage.setItem(KEY, segment);
  } catch {
    // as above
  }
}

for (const link of document.querySelectorAll("a[data-language]")) {
  link.addEventListener("click", () => {
    remember(link.dataset.language);
    // Stay at the same paragraph, or with the same query.
    const target = new URL(link.href);
    target.search = location.search;
    if (location.hash !== "#choose") target.hash = location.hash;
    link.href = target.href;
  });
}

// `/#choose` shows the choice to those who have chosen before.
if (document.getElementById("choose") && location.hash !== "#choose") {
  const link = document.querySelector(`a[data-language="${CSS.escape(remembered() ?? "")}"]`);
  if (link) location.replace(link.href);
}
