import { ByteCursor } from './ByteCursor.ts';
import type { ChildWord } from './childWord.ts';
import { hashHex } from './contentHash.ts';
import { elementBytes, isText, type DataType } from './elementType.ts';
import type { Metadata } from './metadata.ts';
import type { OgawaGroup, OgawaReader } from './OgawaReader.ts';

const KEY_BYTES = 16;

/** Contents of a property's header. */
export interface PropertyHeader {
  readonly kind: 'scalar' | 'array';
  readonly name: string;
  /** `/object/.geom/P`: for messages. */
  readonly path: string;
  readonly data: DataType;
  readonly metadata: Metadata;
  /** Index of the archive's time sampling. */
  readonly sampling: number;
  /** Logical number of samples, repeats included. */
  readonly sampleCount: number;
  readonly constant: boolean;
  readonly firstChanged: number;
  readonly lastChanged: number;
}

/** One sample as stored. */
export interface StoredSample {
  /** Raw little-endian values. */
  readonly bytes: Uint8Array;
  readonly elements: number;
}

/** Random access to the samples of one scalar or array property. */
export class PropertyReader {
  readonly header: PropertyHeader;
  private readonly ogawa: OgawaReader;
  private readonly group: OgawaGroup;

  constructor(ogawa: OgawaReader, header: PropertyHeader, word: ChildWord) {
    this.ogawa = ogawa;
    this.header = header;
    this.group = ogawa.group(word, header.path);
  }

  /** Returns the number of the stored sample with logical sample `index`; an index past the end counts as the last. */
  storedIndex(index: number): number {
    const { constant, firstChanged, lastChanged, sampleCount } = this.header;
    const clamped = Math.min(Math.max(index, 0), sampleCount - 1);
    if (constant || clamped < firstChanged) return 0;
    if (clamped >= lastChanged) return lastChanged - firstChanged + 1;
    return clamped - firstChanged + 1;
  }

  /** Number of stored samples, to which logical samples refer. */
  get storedCount(): number {
    const { constant, firstChanged, lastChanged, sampleCount } = this.header;
    if (sampleCount === 0) return 0;
    return constant ? 1 : lastChanged - firstChanged + 2;
  }

  /** Throws where the header announces more stored samples than there are; headers are not checked before their samples are read. */
  requireStored(): void {
    const stride = this.header.kind === 'array' ? 2 : 1;
    if (stride * this.storedCount <= this.group.childCount) return;
    const { path } = this.header;
    this.ogawa.malformed(
      `${this.storedCount} samples are announced, of which ${this.group.childCount / stride} are there`,
      path,
    );
  }

  sample(index: number): StoredSample {
    return this.stored(this.storedIndex(index), this.place(index));
  }

  /** Reads stored sample `stored` (below `storedCount`). */
  stored(stored: number, place = `${this.header.path} stored sample ${stored}`): StoredSample {
    if (this.header.sampleCount === 0) this.ogawa.malformed('the property has no sample', place);
    const bytes = this.ogawa.data(this.sampleWord(stored, place), place);
    if (bytes.length > 0 && bytes.length < KEY_BYTES) this.ogawa.malformed('the sample is shorter than its key', place);
    const values = bytes.subarray(KEY_BYTES);
    return { bytes: values, elements: this.elements(stored, values, place) };
  }

  /** Returns the 16 bytes that identify the content of a sample, in hex; empty for an empty sample. */
  key(index: number): string {
    const place = this.place(index);
    const { offset, length } = this.ogawa.dataRange(this.sampleWord(this.storedIndex(index), place), place);
    return length < KEY_BYTES ? '' : hashHex(this.ogawa.source.read(offset, KEY_BYTES));
  }

  /** Returns the number of elements of a sample, without reading its values where the format allows. */
  elementCount(index: number): number {
    const { kind, data } = this.header;
    if (kind === 'scalar') return 1;
    if (isText(data.type)) return this.sample(index).elements;
    const place = this.place(index);
    const { length } = this.ogawa.dataRange(this.sampleWord(this.storedIndex(index), place), place);
    return Math.max(0, length - KEY_BYTES) / (elementBytes(data.type) * data.extent);
  }

  private place(index: number): string {
    return `${this.header.path} sample ${index}`;
  }

  private sampleWord(stored: number, place: string): ChildWord {
    const stride = this.header.kind === 'array' ? 2 : 1;
    return this.ogawa.child(this.group, stored * stride, place);
  }

  private elements(stored: number, values: Uint8Array, place: string): number {
    const { kind, data } = this.header;
    const bytesPerElement = elementBytes(data.type) * data.extent;
    if (kind === 'scalar') {
      if (!isText(data.type) && values.length !== bytesPerElement) {
        this.ogawa.malformed(`${values.length} bytes of values where ${bytesPerElement} are expected`, place);
      }
      return 1;
    }
    const dimensions = this.ogawa.data(this.ogawa.child(this.group, 2 * stored + 1, place), place);
    const stated = this.statedElements(dimensions, place);
    if (isText(data.type)) return stated ?? 0;
    const count = values.length / bytesPerElement;
    if (!Number.isInteger(count) || (stated !== undefined && stated !== count)) {
      this.ogawa.malformed(`${values.length} bytes of values are not the stated elements`, place);
    }
    return count;
  }

  private statedElements(dimensions: Uint8Array, place: string): number | undefined {
    if (dimensions.length === 0) return undefined;
    const cursor = new ByteCursor(dimensions, (message) => this.ogawa.malformed(`dimensions: ${message}`, place));
    let product = 1;
    while (cursor.remaining > 0) product *= cursor.u64();
    return product;
  }
}
