/** Number of leading elements of an array that determine its step. */
const SAMPLE = 3072;

/** Words of an array: 1, 2 or 4 bytes each, little-endian as everything in the cache. */
export type Words = Uint8Array | Uint16Array | Uint32Array;

/**
 * Returns the step of the differences with the fewest significant bits: 3 for coordinates in triples, else 1. Only the
 * first words decide, so that the result is deterministic.
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
 * Splits the differences of an array into byte planes, the lowest bytes of all words first: neighbours have similar
 * high bytes, which then compress well. Signs are zigzag-encoded (0, -1, 1, -2 ... become 0, 1, 2, 3 ...). Inverse of `joinPlanes`.
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

/** Restores `words` from the planes of `splitPlanes`, one per byte of a word, each as long as the array. */
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

/** Zigzag-encodes a difference of words of `width` bytes, modulo their range. */
function folded(difference: number, width: number): number {
  const unused = 32 - 8 * width;
  const signed = (difference << unused) >> unused;
  return (((signed << 1) ^ (signed >> 31)) << unused) >>> unused;
}
