// QR codes (ISO/IEC 18004) of addresses, as the PDF has them: bytes, error correction M, and always
// the same mask. The file host of the site is not known when it is built, so that codes cannot be
// made beforehand; site/zhenshu/proxies/codes.py says which are made, and tests/proxies/test_codes.py
// holds both to the same modules.

const MASK = 4;
const LEVEL_M = 0b00;
// By version: codewords of error correction in each block, of data in each, and where the centres
// of alignment patterns are.
const VERSIONS = [
  null,
  { check: 10, data: [16], centres: [] },
  { check: 16, data: [28], centres: [6, 18] },
  { check: 26, data: [44], centres: [6, 22] },
  { check: 18, data: [32, 32], centres: [6, 26] },
  { check: 24, data: [43, 43], centres: [6, 30] },
  { check: 16, data: [27, 27, 27, 27], centres: [6, 34] },
  { check: 18, data: [31, 31, 31, 31], centres: [6, 22, 38] },
  { check: 22, data: [38, 38, 39, 39], centres: [6, 24, 42] },
  { check: 22, data: [36, 36, 36, 37, 37], centres: [6, 26, 46] },
];
export const LONGEST = 180; // bytes of an address

/** The modules of a code, row by row, true for dark; null for an address that is too long. */
export function modules(address) {
  const bytes = new TextEncoder().encode(address);
  if (bytes.length > LONGEST) return null;
  const version = VERSIONS.findIndex((given) => given && sum(given.data) >= bytes.length + 2);
  const size = 17 + 4 * version;
  const { dark, fixed } = patterns(version, size);
  place(dark, fixed, codewords(bytes, VERSIONS[version]));
  return dark;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The modules that every code of a version has, and which are not for data. */
function patterns(version, size) {
  const rows = () => Array.from({ length: size }, () => new Array(size).fill(false));
  const dark = rows(), fixed = rows();
  const set = (row, column, value) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    dark[row][column] = value;
    fixed[row][column] = true;
  };
  const square = (row, column, reach, light) => {
    for (let down = -reach; down <= reach; down += 1) {
      for (let right = -reach; right <= reach; right += 1) {
        set(row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
      }
    }
  };
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) square(row, column, 4, [2, 4]);
  const { centres } = VERSIONS[version];
  const last = centres.length - 1;
  centres.forEach((row, down) => centres.forEach((column, right) => {
    const finder = (!down && !right) || (!down && right === last) || (down === last && !right);
    if (!finder) square(row, column, 2, [1]);
  }));
  format(set, size);
  if (version >= 7) stamp(set, size, version);
  return { dark, fixed };
}

/** A number with the remainder of its division by a polynomial behind it. */
function checked(number, polynomial, bits) {
  let rest = number << bits;
  const length = 32 - Math.clz32(polynomial);
  while (32 - Math.clz32(rest) >= length) rest ^= polynomial << (32 - Math.clz32(rest) - length);
  return (number << bits) | rest;
}

/** Says twice which error correction and mask the code has. */
function format(set, size) {
  const bits = checked((LEVEL_M << 3) | MASK, 0b10100110111, 10) ^ 0b101010000010010;
  const bit = (at) => ((bits >> at) & 1) === 1;
  // Around the first finder, past the timing patterns; then beside the other two.
  const around = [0, 1, 2, 3, 4, 5, 7, 8].map((row) => [row, 8]);
  around.push(...[7, 5, 4, 3, 2, 1, 0].map((column) => [8, column]));
  around.forEach(([row, column], at) => {
    set(row, column, bit(at));
    if (at < 8) set(8, size - 1 - at, bit(at));
    else set(size - 15 + at, 8, bit(at));
  });
  set(size - 8, 8, true);
}

/** Says twice which version the code has. */
function stamp(set, size, version) {
  const bits = checked(version, 0b1111100100101, 12);
  for (let at = 0; at < 18; at += 1) {
    const along = Math.floor(at / 3), across = size - 11 + (at % 3);
    set(along, across, ((bits >> at) & 1) === 1);
    set(across, along, ((bits >> at) & 1) === 1);
  }
}

/** Data with error correction, block by block, the first codewords of all blocks first. */
function codewords(bytes, { check, data }) {
  const room = sum(data);
  // Mode and length take four bits and eight, so that every byte is cut in half.
  const halves = [4, bytes.length >> 4, bytes.length & 15, ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const words = Array.from({ length: halves.length / 2 }, (_, at) => (halves[2 * at] << 4) | halves[2 * at + 1]);
  // The library of the PDF puts a word of zeros before the padding, which no reader looks at.
  if (words.length < room) words.push(0);
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
  let start = 0;
  const blocks = data.map((length) => words.slice(start, (start += length)));
  const checks = blocks.map((block) => remainder(block, check));
  const woven = (parts, length) =>
    Array.from({ length }, (_, at) => parts.flatMap((part) => part.slice(at, at + 1))).flat();
  return [...woven(blocks, data.at(-1)), ...woven(checks, check)];
}

function multiplied(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The codewords of error correction (Reed and Solomon) of a block. */
function remainder(block, length) {
  let divisor = [1];
  for (let power = 1, at = 0; at < length; at += 1, power = multiplied(power, 2)) {
    divisor = [...divisor, 0].map((factor, place) => factor ^ multiplied(divisor[place - 1] ?? 0, power));
  }
  const rest = [...block, ...new Array(length).fill(0)];
  block.forEach((_, at) => {
    const factor = rest[at];
    divisor.forEach((own, place) => (rest[at + place] ^= multiplied(own, factor)));
  });
  return rest.slice(block.length);
}

/** Puts codewords into the free modules: in columns of two, from the right, up and down in turn. */
function place(dark, fixed, words) {
  const size = dark.length;
  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the timing pattern
    for (let step = 0; step < size; step += 1) {
      const row = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (fixed[row][column]) continue;
        const bit = (words[at >> 3] >> (7 - (at & 7))) & 1; // past the last word, 0
        dark[row][column] = (bit ^ ((Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0 ? 1 : 0)) === 1;
        at += 1;
      }
    }
  }
}

/** A code as a path of SVG in units of a module, each row's dark runs as rectangles. */
export function path(rows) {
  return rows.flatMap((row, y) => {
    const runs = [];
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      let end = x;
      while (row[end + 1]) end += 1;
      runs.push(`M${x} ${y}h${end - x + 1}v1h-${end - x + 1}z`);
      x = end;
    }
    return runs;
  }).join("");
}
