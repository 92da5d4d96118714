/** Gives a word that depends on all bits of another (the finaliser of MurmurHash3, Appleby 2011); 0 gives 0. */
export function scrambled(word: number): number {
  let x = word | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** Maps a word to [0, 1). */
export function shareOfWord(word: number): number {
  return word / 2 ** 32;
}
