import { assert } from '../../base/errors.ts';
import { ByteBuilder } from './ByteBuilder.ts';
import { EMPTY_GROUP, type ChildWord } from './childWord.ts';
import { spooky128, type Hash128 } from './contentHash.ts';
import { INLINE_METADATA, type MetadataTable } from './metadata.ts';
import type { OgawaWriter } from './OgawaWriter.ts';
import { PropertyWriter, sizeHint, writeNames, type PropertyOptions } from './PropertyWriter.ts';
import type { SharedSamples } from './SharedSamples.ts';
import type { TimeSampling } from './TimeSampling.ts';

/** State that all parts of one archive share while it is written. */
export interface WriterState {
  readonly ogawa: OgawaWriter;
  readonly shared: SharedSamples;
  readonly metadata: MetadataTable;
  readonly samplings: TimeSampling[];
  /** Largest sample count per sampling. */
  readonly sampleCounts: number[];
}

function requireFresh(names: Set<string>, name: string): void {
  assert(name !== '' && !name.includes('/') && !names.has(name), 'names must be unique, without /', { name });
  names.add(name);
}

/** Writes a property that contains properties. */
export class CompoundWriter {
  private readonly state: WriterState;
  private readonly name: string;
  private readonly metadata: string;
  private readonly names = new Set<string>();
  private readonly members: (PropertyWriter | CompoundWriter)[] = [];

  constructor(state: WriterState, name: string, metadata: string) {
    this.state = state;
    this.name = name;
    this.metadata = metadata;
  }

  get memberCount(): number {
    return this.members.length;
  }

  property(options: PropertyOptions): PropertyWriter {
    requireFresh(this.names, options.name);
    assert(this.state.samplings[options.sampling ?? 0] !== undefined, 'unknown time sampling', { name: options.name });
    const member = new PropertyWriter(this.state.ogawa, this.state.shared, options);
    this.members.push(member);
    return member;
  }

  compound(name: string, metadata = ''): CompoundWriter {
    requireFresh(this.names, name);
    const member = new CompoundWriter(this.state, name, metadata);
    this.members.push(member);
    return member;
  }

  /** Writes the sample groups, the headers and the group itself. `hashes`: of the members in order. */
  finish(): { word: ChildWord; hashes: readonly Hash128[] } {
    if (this.members.length === 0) return { word: EMPTY_GROUP, hashes: [] };
    const words: ChildWord[] = [];
    const headers = new ByteBuilder();
    const hashes: Hash128[] = [];
    for (const member of this.members) {
      if (member instanceof CompoundWriter) {
        const { word, hashes: inner } = member.finish();
        words.push(word);
        headers.append(member.header());
        hashes.push(member.hash(inner));
      } else {
        words.push(member.writeGroup());
        headers.append(this.finishProperty(member, hashes));
      }
    }
    words.push(this.state.ogawa.writeData(headers.bytes()));
    return { word: this.state.ogawa.writeGroup(words), hashes };
  }

  private finishProperty(member: PropertyWriter, hashes: Hash128[]): Uint8Array {
    const sampling = member.options.sampling ?? 0;
    const { sampleCounts, samplings, metadata } = this.state;
    sampleCounts[sampling] = Math.max(sampleCounts[sampling], member.distinctCount);
    hashes.push(member.hash(samplings[sampling]));
    return member.header(metadata.indexOf(member.options.metadata ?? ''));
  }

  private header(): Uint8Array {
    const index = this.state.metadata.indexOf(this.metadata);
    const name = new TextEncoder().encode(this.name);
    const metadata = new TextEncoder().encode(this.metadata);
    const hint = sizeHint(metadata.length, name.length);
    const out = new ByteBuilder();
    out.u32((hint << 2) | (index << 20));
    writeNames(out, hint, index, name, metadata);
    return out.bytes();
  }

  private hash(inner: readonly Hash128[]): Hash128 {
    const out = new ByteBuilder();
    for (const hash of inner) out.append(hash);
    out.text(this.name);
    out.text(this.metadata);
    return spooky128(out.bytes());
  }
}

/** Writes an object: properties and child objects. */
export class ObjectWriter {
  readonly name: string;
  readonly properties: CompoundWriter;
  private readonly state: WriterState;
  private readonly metadata: string;
  private readonly names = new Set<string>();
  private readonly children: ObjectWriter[] = [];

  constructor(state: WriterState, name: string, metadata: string) {
    this.state = state;
    this.name = name;
    this.metadata = metadata;
    this.properties = new CompoundWriter(state, '', '');
  }

  child(name: string, metadata: string): ObjectWriter {
    requireFresh(this.names, name);
    const child = new ObjectWriter(this.state, name, metadata);
    this.children.push(child);
    return child;
  }

  /** Writes this object and all below it. `hash`: contribution to the parent's hash. */
  finish(): { word: ChildWord; hash: Hash128 } {
    const { word: propertiesWord, hashes } = this.properties.finish();
    const words: ChildWord[] = [propertiesWord];
    const headers = new ByteBuilder();
    const childHashes: Hash128[] = [];
    for (const child of this.children) {
      const { word, hash } = child.finish();
      words.push(word);
      childHashes.push(hash);
      headers.append(child.header());
    }
    const propertyHash = hashList(hashes);
    const childHash = childHashes.length === 0 ? new Uint8Array(16) : hashList(childHashes);
    headers.append(propertyHash);
    headers.append(childHash);
    words.push(this.state.ogawa.writeData(headers.bytes()));
    return { word: this.state.ogawa.writeGroup(words), hash: this.hash(childHashes, propertyHash) };
  }

  private header(): Uint8Array {
    const name = new TextEncoder().encode(this.name);
    const index = this.state.metadata.indexOf(this.metadata);
    const out = new ByteBuilder();
    out.u32(name.length);
    out.append(name);
    out.u8(index);
    if (index === INLINE_METADATA) {
      const metadata = new TextEncoder().encode(this.metadata);
      out.u32(metadata.length);
      out.append(metadata);
    }
    return out.bytes();
  }

  private hash(childHashes: readonly Hash128[], propertyHash: Hash128): Hash128 {
    const out = new ByteBuilder();
    for (const hash of childHashes) out.append(hash);
    out.append(propertyHash);
    out.text(this.metadata);
    out.text(this.name);
    return spooky128(out.bytes());
  }
}

function hashList(hashes: readonly Hash128[]): Hash128 {
  const out = new ByteBuilder();
  for (const hash of hashes) out.append(hash);
  return spooky128(out.bytes());
}
