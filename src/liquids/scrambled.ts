/** A word that depends on all bits of another (the finaliser of MurmurHash3, Appleby 2011). */
export function scrambled(word: number): number {
  let x = word | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** A word of a scatter with a seed: another seed gives others. Seed 0 leaves the word as it is. */
export function seeded(word: number, seed: number): number {
  return word ^ scrambled(seed);
}

/** Of a word in [0, 1). */
export function shareOfWord(word: number): number {
  return word / 2 ** 32;
}
