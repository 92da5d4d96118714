import { sha256Hex } from '../../src/base/hash.ts';

/** Values that a 32-bit word can have. */
const WORD = 2 ** 32;

/**
 * Seeded random numbers: xoshiro128** (Blackman and Vigna 2021). The same seed gives the same sequence on every machine;
 * the whole state is four 32-bit words, so a checkpoint can hold it.
 */
export class SeededRandom {
  private readonly state = new Uint32Array(4);

  /** A number or any text (`torus/noise`): texts that differ give unrelated sequences. */
  constructor(seed: number | string) {
    const digest = sha256Hex(`ductile random ${seed}`);
    for (let k = 0; k < 4; k++) this.state[k] = Number.parseInt(digest.slice(8 * k, 8 * k + 8), 16);
    if (this.state.every((word) => word === 0)) this.state[0] = 1;
  }

  /** A whole number in [0, 2^32). */
  uint32(): number {
    const s = this.state;
    const scrambled = Math.imul(rotateLeft(Math.imul(s[1], 5), 7), 9) >>> 0;
    const shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotateLeft(s[3], 11);
    return scrambled;
  }

  /** Uniform in [0, 1) with 53 random bits. */
  uniform(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /** Uniform in [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.uniform();
  }

  /** A whole number in [0, count), without bias (rejection). */
  below(count: number): number {
    if (!(count >= 1 && count <= WORD)) throw new RangeError(`below(${count})`);
    const limit = WORD - (WORD % count);
    let drawn = this.uint32();
    while (drawn >= limit) drawn = this.uint32();
    return drawn % count;
  }

  /** The four state words, for a checkpoint. */
  saveState(out: Uint32Array): void {
    out.set(this.state);
  }

  loadState(words: ArrayLike<number>): void {
    for (let k = 0; k < 4; k++) this.state[k] = words[k];
  }
}

function rotateLeft(word: number, bits: number): number {
  return ((word << bits) | (word >>> (32 - bits))) >>> 0;
}

/** A function that draws uniform numbers in [0, 1) from a generator of its own. */
export function createRandom(seed: number | string): () => number {
  const random = new SeededRandom(seed);
  return () => random.uniform();
}
