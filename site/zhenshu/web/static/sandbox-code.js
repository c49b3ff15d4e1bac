// A game of the sandbox as the fragment of its address, `#1.…`: a version and, in base64url, the
// zlib stream of `[position, hant, actions]` as JSON; where two decks begin the game, they stand in
// place of the position, `{decks}`. The checksum of zlib tells damage from sense.

const VERSION = "1";
const LONGEST = 100_000; // characters of the JSON; a request to the referee may be no longer

export class CodeError extends Error {
  /** `reason` is "damaged", or "version" for a link of another version. */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** How a game begins, as the referee takes it. */
export function startOf({ position, hant }) {
  return position.decks ? { ...position, hant } : { position, hant };
}

/** The fragment of a document, without the `#`. */
export async function address(document) {
  const stream = new Blob([JSON.stringify(document)]).stream();
  const packed = await bytes(stream.pipeThrough(new CompressionStream("deflate")), LONGEST);
  const text = btoa(String.fromCharCode(...packed));
  return `${VERSION}.${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The document of a fragment. Raises CodeError. */
export async function read(fragment) {
  const [version, code = ""] = fragment.split(".", 2);
  if (/^[0-9]+$/.test(version) && version !== VERSION) throw new CodeError("version");
  if (version !== VERSION) throw new CodeError("damaged");
  let found;
  try {
    const text = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    found = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await bytes(stream, 4 * LONGEST)));
  } catch {
    throw new CodeError("damaged");
  }
  if (!isDocument(found)) throw new CodeError("damaged");
  return found;
}

function isDocument(found) {
  if (!Array.isArray(found) || found.length !== 3) return false;
  const [position, hant, actions] = found;
  const maps = [position, hant].every((each) => each && typeof each === "object" && !Array.isArray(each));
  return maps && Array.isArray(actions);
}

/** All bytes of a stream; one that is too long is given up before it fills the memory. */
async function bytes(stream, most) {
  const found = [];
  let total = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > most) {
      await reader.cancel();
      throw new CodeError("damaged");
    }
    found.push(value);
  }
  return new Uint8Array(await new Blob(found).arrayBuffer());
}
