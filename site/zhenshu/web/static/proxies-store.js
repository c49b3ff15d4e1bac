// What the browser remembers of the print list, as text that other pages can add to.

/** A remembered value; the other where there is none, or storage is switched off. */
export function recall(key, other) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? other;
  } catch {
    return other;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is switched off: the address still holds the list.
  }
}
