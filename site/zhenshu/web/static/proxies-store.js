// What the browser remembers of the print list, as text that other pages can add to.

/** A remembered value; the other where there is none of its kind, or storage is switched off. */
export function recall(key, other) {
  try {
    const found = JSON.parse(localStorage.getItem(key));
    return found !== null && typeof found === typeof other ? found : other;
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
