/**
 * Location of a child of an Ogawa group. In the file it is 8 bytes: an offset whose bit 63 distinguishes data from groups. Here it is
 * a number: the offset, plus `DATA` for data. Offset 0 is the empty group, `DATA` alone the empty data. Files stay below
 * 2^52 bytes.
 */
export type ChildWord = number;

const DATA = 2 ** 52;

export const EMPTY_GROUP: ChildWord = 0;
export const EMPTY_DATA: ChildWord = DATA;

export function dataWord(offset: number): ChildWord {
  return offset + DATA;
}

export function isData(word: ChildWord): boolean {
  return word >= DATA;
}

export function wordOffset(word: ChildWord): number {
  return word >= DATA ? word - DATA : word;
}

export function storeWord(view: DataView, at: number, word: ChildWord): void {
  const offset = wordOffset(word);
  view.setUint32(at, offset >>> 0, true);
  view.setUint32(at + 4, Math.floor(offset / 2 ** 32) + (isData(word) ? 0x80000000 : 0), true);
}

/** Returns NaN when the offset is beyond what a file can contain (also for the in-memory "invalid" words). */
export function loadWord(view: DataView, at: number): ChildWord {
  const high = view.getUint32(at + 4, true);
  const offset = (high & 0x7fffffff) * 2 ** 32 + view.getUint32(at, true);
  if (offset >= DATA) return NaN;
  return high >= 0x80000000 ? offset + DATA : offset;
}

/** A list of child words that grows by doubling: 8 bytes each. */
export class ChildWordList {
  private words = new Float64Array(4);
  length = 0;

  push(word: ChildWord): void {
    if (this.length === this.words.length) {
      const grown = new Float64Array(2 * this.length);
      grown.set(this.words);
      this.words = grown;
    }
    this.words[this.length++] = word;
  }

  view(): Float64Array {
    return this.words.subarray(0, this.length);
  }
}
