/** Elements at the beginning of an array by which its step is chosen. */
const SAMPLE = 3072;

/** Words of an array: 1, 2 or 4 bytes each, little-endian as all of the cache. */
export type Words = Uint8Array | Uint16Array | Uint32Array;

/**
 * How many words back an array differs from itself least: 3 for coordinates in triples, else 1. Counts the bits of differences over the
 * first words, so it depends on nothing but them.
 */
export function bestStep(words: Words): 1 | 3 {
  const [one, three] = [1, 3].map((step) => {
    let bits = 0;
    for (let k = 3; k < Math.min(words.length, SAMPLE); k++) {
      bits += 32 - Math.clz32(folded(words[k] - words[k - step], words.BYTES_PER_ELEMENT));
    }
    return bits;
  });
  return three < one ? 3 : 1;
}

/**
 * The bytes of an array's differences, lowest bytes of all words first, then the next higher and so on: neighbours are alike in
 * their high bytes, which then pack well. Signs are folded in (0, -1, 1, -2 ... become 0, 1, 2, 3 ...). Undone by `joinPlanes`.
 */
export function splitPlanes(words: Words, step: number): Uint8Array[] {
  const { length, BYTES_PER_ELEMENT: width } = words;
  const planes = Array.from({ length: width }, () => new Uint8Array(length));
  for (let k = 0; k < length; k++) {
    let rest = folded(words[k] - (k < step ? 0 : words[k - step]), width);
    for (let plane = 0; plane < width; plane++) {
      planes[plane][k] = rest;
      rest >>>= 8;
    }
  }
  return planes;
}

/** Fills `words` with what `splitPlanes` took apart; there is a plane for each byte of a word, as long as the array. */
export function joinPlanes(planes: readonly Uint8Array[], step: number, words: Words): void {
  const [a, b, c, d] = planes;
  const width = words.BYTES_PER_ELEMENT;
  for (let k = 0; k < words.length; k++) {
    let code = a[k];
    if (width > 1) code |= b[k] << 8;
    if (width > 2) code |= (c[k] << 16) | (d[k] << 24);
    const difference = (code >>> 1) ^ -(code & 1);
    words[k] = difference + (k < step ? 0 : words[k - step]);
  }
}

/** A difference of words of so many bytes, modulo their range, as a number that is small where its size is. */
function folded(difference: number, width: number): number {
  const unused = 32 - 8 * width;
  const signed = (difference << unused) >> unused;
  return (((signed << 1) ^ (signed >> 31)) << unused) >>> unused;
}
