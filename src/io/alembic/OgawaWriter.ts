import type { ByteSink } from './ByteSink.ts';
import { dataWord, EMPTY_DATA, EMPTY_GROUP, storeWord, type ChildWord } from './childWord.ts';

const HEADER_BYTES = 16;

/**
 * Writes the Ogawa container strictly sequentially: data immediately, groups once their children are known, and at the end the
 * root's offset and the "frozen" flag in the header. Readers reject a file without the flag.
 */
export class OgawaWriter {
  private readonly sink: ByteSink;
  private position = HEADER_BYTES;

  constructor(sink: ByteSink) {
    this.sink = sink;
    const header = new Uint8Array(HEADER_BYTES);
    header.set([0x4f, 0x67, 0x61, 0x77, 0x61, 0x00, 0x00, 0x01]);
    sink.append(header);
  }

  /** Bytes written so far. */
  get size(): number {
    return this.position;
  }

  /** Writes the parts as one blob. */
  writeData(...parts: readonly Uint8Array[]): ChildWord {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (length === 0) return EMPTY_DATA;
    const word = dataWord(this.position);
    this.appendCount(length);
    for (const part of parts) this.sink.append(part);
    this.position += length;
    return word;
  }

  writeGroup(children: ArrayLike<ChildWord>): ChildWord {
    if (children.length === 0) return EMPTY_GROUP;
    const word = this.position;
    this.appendCount(children.length);
    const bytes = new Uint8Array(8 * children.length);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < children.length; i++) storeWord(view, 8 * i, children[i]);
    this.sink.append(bytes);
    this.position += bytes.length;
    return word;
  }

  close(root: ChildWord): void {
    const offset = new Uint8Array(8);
    storeWord(new DataView(offset.buffer), 0, root);
    this.sink.patch(8, offset);
    this.sink.patch(5, Uint8Array.of(0xff));
    this.sink.close();
  }

  private appendCount(count: number): void {
    const bytes = new Uint8Array(8);
    storeWord(new DataView(bytes.buffer), 0, count);
    this.sink.append(bytes);
    this.position += 8;
  }
}
