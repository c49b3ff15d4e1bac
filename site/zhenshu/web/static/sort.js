// Lets readers sort the tables that say so (`data-sorted`) by any of their columns.

const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });

// Numbers by size, then words in the order of the page's language; cells without a value last.
function compare(a, b) {
  const numbers = Number(b.number) - Number(a.number);
  if (a.empty !== b.empty) return a.empty - b.empty;
  if (numbers) return numbers;
  return a.number ? a.text - b.text : collator.compare(a.text, b.text);
}

function key(row, column) {
  const cell = row.cells[column];
  // A Chinese name on an English page is put where its sound belongs.
  const shown = cell.querySelector(".pinyin") ?? cell.querySelector("a") ?? cell;
  const text = shown.textContent.trim();
  return {
    text,
    number: /^\d+$/.test(text),
    empty: Number(!text || cell.querySelector(".unknown") !== null),
  };
}

function sort(table, column, direction) {
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => ({ row, key: key(row, column) }));
  rows.sort((a, b) => {
    const order = compare(a.key, b.key);
    // What is empty stays last in both directions.
    return a.key.empty === b.key.empty ? order * direction : order;
  });
  body.append(...rows.map(({ row }) => row));
}

function enhance(table) {
  const heads = [...table.tHead.rows[0].cells];
  const report = document.createElement("p");
  report.className = "hidden";
  report.setAttribute("role", "status");
  table.after(report);
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      sort(table, column, up ? 1 : -1);
      const words = table.dataset;
      const said = words.sorted.replace("{column}", head.textContent.trim());
      report.textContent = `${said} (${up ? words.ascending : words.descending})`;
    });
  });
}

document.querySelectorAll("table[data-sorted]").forEach(enhance);
