import type { ChildWord } from './childWord.ts';

/** Number of samples remembered for sharing. The least recently used ones are dropped, so that memory does not grow with the length of a shot. */
const REMEMBERED = 16384;

/** Finds samples already in the file, so that constant topology, repeated uvs and the like are stored once. */
export class SharedSamples {
  private readonly words = new Map<string, ChildWord>();

  find(key: string): ChildWord | undefined {
    const word = this.words.get(key);
    if (word === undefined) return undefined;
    // Move to the end: the order is that of the last use.
    this.words.delete(key);
    this.words.set(key, word);
    return word;
  }

  add(key: string, word: ChildWord): ChildWord {
    this.words.set(key, word);
    if (this.words.size > REMEMBERED) {
      const oldest = this.words.keys().next();
      if (oldest.done === false) this.words.delete(oldest.value);
    }
    return word;
  }
}
