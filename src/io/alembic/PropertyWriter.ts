import { assert } from '../../base/errors.ts';
import { ByteBuilder } from './ByteBuilder.ts';
import { ChildWordList, EMPTY_DATA, type ChildWord } from './childWord.ts';
import { combineHashes, hashHex, murmur128, spooky128, type Hash128 } from './contentHash.ts';
import { elementBytes, elementCode, isText, type DataType } from './elementType.ts';
import type { OgawaWriter } from './OgawaWriter.ts';
import type { SharedSamples } from './SharedSamples.ts';
import type { TimeSampling } from './TimeSampling.ts';

export interface PropertyOptions {
  readonly kind: 'scalar' | 'array';
  readonly name: string;
  readonly data: DataType;
  /** `key=value;...`, see formatMetadata. */
  readonly metadata?: string;
  /** Index of the archive's time sampling; 0 for constant properties. */
  readonly sampling?: number;
}

/** Bits of a property header's first word. */
const KIND_SCALAR = 1;
const KIND_ARRAY = 2;
const KIND_SCALAR_LIKE = 3;
const HAS_SAMPLING = 0x100;
const HAS_CHANGED_RANGE = 0x200;
const HOMOGENEOUS = 0x400;
const CONSTANT = 0x800;

/**
 * Writes one scalar or array property. Samples are written immediately unless they repeat; memory holds one child word
 * per stored sample.
 */
export class PropertyWriter {
  readonly options: PropertyOptions;
  private readonly ogawa: OgawaWriter;
  private readonly shared: SharedSamples;
  private readonly words = new ChildWordList();
  private count = 0;
  private firstChanged = 0;
  private lastChanged = 0;
  private previousKey = '';
  private previousWords: readonly ChildWord[] = [];
  private previousHash: Hash128 = new Uint8Array(16);
  private accumulated: Hash128 = new Uint8Array(16);
  private scalarLike = true;
  private homogeneous = true;

  constructor(ogawa: OgawaWriter, shared: SharedSamples, options: PropertyOptions) {
    this.ogawa = ogawa;
    this.shared = shared;
    this.options = options;
  }

  get sampleCount(): number {
    return this.count;
  }

  /** Sample count for the sampling's record: 1 for a constant property. */
  get distinctCount(): number {
    return this.count > 0 && this.lastChanged === 0 ? 1 : this.count;
  }

  /**
   * Writes a sample. `bytes`: the raw little-endian values (strings with their terminators); `elements`: the number of elements
   * in them (1 for a scalar).
   */
  write(bytes: Uint8Array, elements: number = this.elementCount(bytes)): void {
    const hash = murmur128(bytes);
    const key = `${hashHex(hash)}:${bytes.length}:${elements}`;
    if (this.count === 0 || key !== this.previousKey) this.store(bytes, elements, hash, key);
    this.accumulate();
  }

  /** Repeats the preceding sample. */
  hold(): void {
    assert(this.count > 0, 'a property must have a sample before it can hold it', { name: this.options.name });
    this.accumulate();
  }

  writeGroup(): ChildWord {
    return this.ogawa.writeGroup(this.words.view());
  }

  private elementCount(bytes: Uint8Array): number {
    const { type, extent } = this.options.data;
    assert(!isText(type) || this.options.kind === 'scalar', 'string arrays need their count', {
      name: this.options.name,
    });
    if (this.options.kind === 'scalar') return 1;
    const count = bytes.length / (elementBytes(type) * extent);
    assert(Number.isInteger(count), 'bytes must be whole elements', { name: this.options.name, bytes: bytes.length });
    return count;
  }

  private store(bytes: Uint8Array, elements: number, hash: Hash128, key: string): void {
    if (this.firstChanged !== 0) {
      for (let i = this.lastChanged + 1; i < this.count; i++)
        this.previousWords.forEach((word) => this.words.push(word));
    } else {
      this.firstChanged = this.count;
    }
    const { kind, data } = this.options;
    const words = [this.sampleWord(bytes, hash)];
    if (kind === 'array') words.push(isText(data.type) ? this.ogawa.writeData(dimension(elements)) : EMPTY_DATA);
    words.forEach((word) => this.words.push(word));
    this.lastChanged = this.count;
    this.previousKey = key;
    this.previousWords = words;
    this.previousHash = kind === 'array' ? spooky128(concatenate(dimension(elements), hash)) : hash;
    if (elements !== 1) this.scalarLike = false;
    if (kind === 'array' && data.extent > 1 && elements > 0) this.homogeneous = false;
  }

  private sampleWord(bytes: Uint8Array, hash: Hash128): ChildWord {
    if (bytes.length === 0) return EMPTY_DATA;
    const key = `${isText(this.options.data.type) ? 's' : 'n'}${bytes.length}:${hashHex(hash)}`;
    return this.shared.find(key) ?? this.shared.add(key, this.ogawa.writeData(hash, bytes));
  }

  private accumulate(): void {
    this.accumulated = this.count === 0 ? this.previousHash : combineHashes(this.accumulated, this.previousHash);
    this.count++;
  }

  /** Returns the header as the compound stores it. `metadataIndex`: from the archive's table. */
  header(metadataIndex: number): Uint8Array {
    const { kind, name, data, metadata = '', sampling = 0 } = this.options;
    const constant = this.lastChanged === 0;
    const everyStep = this.firstChanged === 1 && this.lastChanged === this.count - 1;
    const ranged = !constant && !everyStep;
    const kindBits = kind === 'scalar' ? KIND_SCALAR : this.scalarLike ? KIND_SCALAR_LIKE : KIND_ARRAY;
    let info = kindBits | (elementCode(data.type) << 4) | (data.extent << 12) | (metadataIndex << 20);
    if (sampling !== 0) info |= HAS_SAMPLING;
    if (ranged) info |= HAS_CHANGED_RANGE;
    if (this.homogeneous) info |= HOMOGENEOUS;
    if (constant) info |= CONSTANT;
    const nameBytes = new TextEncoder().encode(name);
    const metadataBytes = new TextEncoder().encode(metadata);
    const hint = sizeHint(metadataBytes.length, nameBytes.length, this.count, sampling);
    const out = new ByteBuilder();
    out.u32(info | (hint << 2));
    out.hinted(hint, this.count);
    if (ranged) {
      out.hinted(hint, this.firstChanged);
      out.hinted(hint, this.lastChanged);
    }
    if (sampling !== 0) out.hinted(hint, sampling);
    writeNames(out, hint, metadataIndex, nameBytes, metadataBytes);
    return out.bytes();
  }

  /** Returns the official property hash (part of the object's). */
  hash(sampling: TimeSampling): Hash128 {
    const { kind, name, data, metadata = '' } = this.options;
    const out = new ByteBuilder();
    out.text(name);
    out.text(metadata);
    out.u8(elementCode(data.type));
    out.u8(data.extent);
    if (kind === 'scalar') out.u8(0);
    out.f64(sampling.timePerCycle);
    out.u32(sampling.times.length);
    for (const time of sampling.times) out.f64(time);
    if (this.count > 0) out.append(this.accumulated);
    return spooky128(out.bytes());
  }
}

/** Returns the width of a header's variable fields: 0 for bytes, 1 for 16 bits, 2 for 32 bits. */
export function sizeHint(...values: readonly number[]): number {
  const largest = Math.max(...values);
  if (largest > 65535) return 2;
  return largest > 255 ? 1 : 0;
}

/** Writes the end of a property header: name, and the metadata where it is not in the table. */
export function writeNames(
  out: ByteBuilder,
  hint: number,
  metadataIndex: number,
  name: Uint8Array,
  metadata: Uint8Array,
): void {
  out.hinted(hint, name.length);
  out.append(name);
  if (metadataIndex !== 255) return;
  out.hinted(hint, metadata.length);
  out.append(metadata);
}

function dimension(elements: number): Uint8Array {
  const out = new ByteBuilder();
  out.u64(elements);
  return out.bytes();
}

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
