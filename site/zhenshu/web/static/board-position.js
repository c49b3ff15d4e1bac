// Positions and plays as rulings write them (site/referee/faceoff/scenario.py): read and changed.

/** Every card that a first board shows with its place in the position: [player, zone, number]. */
export function places(sides) {
  const found = [];
  for (const [player, side] of Object.entries(sides)) {
    for (const zone of ["line", "hand", "discard", "tactics"]) {
      side[zone].forEach((shown, at) => found.push({ shown, player, zone, at }));
    }
  }
  return found;
}

/** What a position says of the card at a place, as a map that can be changed; null without one. */
export function entry(position, { player, zone, at }) {
  const cards = position[player]?.[zone];
  if (!Array.isArray(cards) || at >= cards.length) return null;
  if (typeof cards[at] === "string") {
    // An element alone is a tactic without a name, anything else is a card of the catalogue.
    if (zone === "tactics") return null;
    cards[at] = { card: cards[at] };
  }
  return cards[at];
}

/** Set or, with undefined, leave out a part of an entry. */
export function put(target, key, value) {
  if (value === undefined) delete target[key];
  else target[key] = value;
}

/** The keywords of a unit with one more, one less, or one with another number (0: without it). */
export function withKeyword(keywords, word, count) {
  const others = keywords.filter((each) => each.split(":")[0] !== word);
  if (!count) return others;
  return [...others, count === true ? word : `${word}:${count}`];
}

// --- Decisions ---
//
// What follows an attack until the next one belongs to it: who intercepts and which cards are
// discarded are decisions that a reader may change; the rest stays in its order.

/** A play as a list of decisions: `{attack, intercept, discards, before, after}` or `{entry, on}`. */
export function decisions(play) {
  const found = [];
  for (const each of play) {
    const current = found.at(-1);
    if ("attack" in each) {
      found.push({ attack: { ...each.attack, by: [each.attack.by].flat() }, intercept: null, discards: [], before: [], after: [] });
    } else if (current?.attack && "intercept" in each) {
      current.intercept = each.intercept;
    } else if (current?.attack && "discard" in each) {
      current.discards.push(each.discard);
      current.before.push(...current.after.splice(0));
    } else if (current?.attack && !("end" in each)) {
      current.after.push({ entry: each, on: true });
    } else {
      found.push({ entry: each, on: true });
    }
  }
  for (const each of found) settle(each);
  return found;
}

/** Cards that are played in response come before the first discard, even where there is none yet. */
function settle({ attack, discards, before, after }) {
  if (!attack || discards.length || !after.some(({ entry: e }) => "play" in e || "use" in e)) return;
  before.push(...after.splice(0));
}

/** The play that a list of decisions makes. */
export function played(made) {
  return made.flatMap((each) => {
    if (!each.attack) return each.on ? [each.entry] : [];
    const kept = (list) => list.filter(({ on }) => on).map(({ entry: e }) => e);
    return [
      { attack: { ...each.attack, by: each.attack.by.length === 1 ? each.attack.by[0] : each.attack.by } },
      ...(each.intercept ? [{ intercept: each.intercept }] : []),
      ...kept(each.before),
      ...each.discards.map((card) => ({ discard: card })),
      ...kept(each.after),
    ];
  });
}
