// Where cards lie on paper, in millimetres. site/zhenshu/proxies/sheet.py says what everything
// means; tests/proxies/test_browser.py holds both to the same answers.

export const PAPERS = { a4: [210, 297], letter: [215.9, 279.4], a3: [297, 420], legal: [215.9, 355.6] };
export const CARDS = { standard: [63, 88], poker: [63.5, 88.9], "57x87": [57, 87], "59x86": [59, 86] };
const SHORTEST = 50, LONGEST = 1200;
const LARGEST_GAP = 20, LARGEST_BLEED = 5, LARGEST_OFFSET = 10;
const EDGE = 3, PRINTABLE = 5, MARK_GAP = 1, BAR = 50, BAR_ROOM = 3.6;

export class SheetError extends Error {}

const within = (number, least, most) => number >= least && number <= most;

function refuse({ paper, gap, bleed, offset }) {
  if (!paper.every((side) => within(side, SHORTEST, LONGEST))) throw new SheetError("paper");
  if (!within(gap, 0, LARGEST_GAP)) throw new SheetError("gap");
  if (!within(bleed, 0, LARGEST_BLEED)) throw new SheetError("bleed");
  if (!offset.every((way) => within(way, -LARGEST_OFFSET, LARGEST_OFFSET))) throw new SheetError("offset");
}

/** The sheet of a layout; throws a SheetError whose message is the reason. */
export function sheet(layout) {
  refuse(layout);
  const { paper: [width, height], card: [cardWidth, cardHeight], gap, bleed, duplex, offset, fold } = layout;
  const fitting = (side, card) => Math.max(0, Math.floor((side - 2 * EDGE + gap + 0.001) / (card + gap)));
  const margin = (side, card, count) => (side - count * card - (count - 1) * gap) / 2;
  const columns = fitting(width, cardWidth);
  const rows = fitting(height, cardHeight);
  if (!columns || !rows) throw new SheetError("room");
  if (fold && (gap || columns < 2)) throw new SheetError("fold");
  const left = margin(width, cardWidth, columns);
  const top = margin(height, cardHeight, rows);
  const xs = Array.from({ length: columns }, (_, column) => left + column * (cardWidth + gap));
  const ys = Array.from({ length: rows }, (_, row) => top + row * (cardHeight + gap));
  const cells = ys.flatMap((y) => xs.map((x) => ({ x, y, width: cardWidth, height: cardHeight })));
  const backs = cells.map((box) => ({ ...box, x: width - box.x - cardWidth + offset[0], y: box.y + offset[1] }));
  const bar = placeBar(width, height, left, top, layout);
  const warnings = [];
  if (cells.length > 1 && bleed > gap / 2) warnings.push("bleed");
  const drift = duplex ? Math.max(...offset.map(Math.abs)) : 0;
  if (Math.min(left, top) - bleed - drift < PRINTABLE) warnings.push("edge");
  if (!bar) warnings.push("bar");
  return { layout, columns, rows, cells, backs, bleeds: bleeds(layout, columns, rows), marks: marks(layout, xs, ys), bar, warnings };
}

function bleeds({ bleed, gap }, columns, rows) {
  const inner = Math.min(bleed, gap / 2);
  return Array.from({ length: rows * columns }, (_, at) => {
    const row = Math.floor(at / columns), column = at % columns;
    return [
      column ? inner : bleed,
      row ? inner : bleed,
      column < columns - 1 ? inner : bleed,
      row < rows - 1 ? inner : bleed,
    ];
  });
}

function marks({ marks: kind, paper: [width, height], card: [cardWidth, cardHeight], bleed }, xs, ys) {
  if (kind === "none") return [];
  const trims = (starts, side) => {
    const all = starts.flatMap((at) => [at, at + side]).map((at) => Math.round(at * 1e6) / 1e6);
    return [...new Set(all)].sort((a, b) => a - b);
  };
  const upright = trims(xs, cardWidth);
  const level = trims(ys, cardHeight);
  if (kind === "lines") {
    return [...upright.map((x) => [x, 0, x, height]), ...level.map((y) => [0, y, width, y])];
  }
  const away = bleed + MARK_GAP;
  const found = [];
  let before = ys[0] - away, behind = ys.at(-1) + cardHeight + away;
  if (before > 0) {
    found.push(...upright.map((x) => [x, 0, x, before]), ...upright.map((x) => [x, behind, x, height]));
  }
  const start = xs[0] - away, end = xs.at(-1) + cardWidth + away;
  if (start > 0) {
    found.push(...level.map((y) => [0, y, start, y]), ...level.map((y) => [end, y, width, y]));
  }
  return found;
}

function placeBar(width, height, left, top, { bleed, card }) {
  const below = top - bleed, beside = left - bleed;
  if (below >= BAR_ROOM && below >= beside - 8) {
    return [left + (card[0] - BAR) / 2, height - below / 2 - BAR_ROOM / 2, false];
  }
  return beside >= BAR_ROOM ? [beside / 2 - BAR_ROOM / 2, top + (card[1] - BAR) / 2, true] : null;
}

/** Units on sheets, in order, as pairs of unit and cell. A unit is one card, or two side by side. */
export function place(widths, { columns, cells }) {
  const pages = [];
  let cell = cells.length;
  widths.forEach((width, unit) => {
    if ((cell % columns) + width > columns) cell += columns - (cell % columns);
    if (cell + width > cells.length) {
      pages.push([]);
      cell = 0;
    }
    pages.at(-1).push([unit, cell]);
    cell += width;
  });
  return pages;
}

/** The sides of all sheets. `cards` are {count, faces}: how many parts each face takes; `mode` is how
 * double-faced cards come. Each side is {front, items}, an item {box, bleed, card, face, part}; a
 * plain back has no part. */
export function spread(cards, made, mode) {
  const units = cards.flatMap(({ count, faces }, card) => {
    const own = unitsOf(card, faces, mode);
    return Array.from({ length: count }, () => own).flat();
  });
  const sides = [];
  for (const page of place(units.map(({ fronts }) => fronts.length), made)) {
    const fronts = page.flatMap(([unit, cell]) =>
      units[unit].fronts.map((front, beside) => ({ box: made.cells[cell + beside], bleed: made.bleeds[cell + beside], ...front })));
    sides.push({ front: true, items: fronts });
    if (made.layout.duplex || mode === "back") {
      const backs = page.filter(([unit]) => units[unit].fronts.length === 1).map(([unit, cell]) => {
        const [left, top, right, bottom] = made.bleeds[cell];
        return { box: made.backs[cell], bleed: [right, top, left, bottom], ...units[unit].back };
      });
      sides.push({ front: false, items: backs });
    }
  }
  return sides;
}

function unitsOf(card, faces, mode) {
  const plain = { card, face: 0, part: null };
  const runs = faces.map((parts, face) => Array.from({ length: parts }, (_, part) => ({ card, face, part })));
  if (runs.length === 1 || mode === "side") return runs.flat().map((front) => ({ fronts: [front], back: plain }));
  const [fronts, behind] = runs;
  return Array.from({ length: Math.max(fronts.length, behind.length) }, (_, at) => {
    const front = fronts[at] ?? fronts[0];
    if (mode === "back") return { fronts: [front], back: behind[at] ?? plain };
    return { fronts: [front, behind[at] ?? behind[0]], back: plain };
  });
}
