import { ByteCursor } from './ByteCursor.ts';
import type { ByteSource } from './ByteSource.ts';
import { EMPTY_GROUP, type ChildWord } from './childWord.ts';
import { ELEMENT_TYPES } from './elementType.ts';
import { INLINE_METADATA, parseMetadata, type Metadata } from './metadata.ts';
import { OgawaReader } from './OgawaReader.ts';
import { PropertyReader } from './PropertyReader.ts';
import type { TimeSampling } from './TimeSampling.ts';

/** Largest depth of the object tree; deeper ones do not occur and would exhaust the stack. */
const MAX_DEPTH = 200;
const OBJECT_HASH_BYTES = 32;
const HINT_WIDTHS = 3;

/** Properties of an object, or of a compound inside it. */
export interface CompoundReader {
  readonly name: string;
  readonly metadata: Metadata;
  readonly properties: ReadonlyMap<string, PropertyReader>;
  readonly compounds: ReadonlyMap<string, CompoundReader>;
}

export interface ArchiveObject {
  readonly name: string;
  /** `/parent/child`; `/` for the top object. */
  readonly path: string;
  readonly metadata: Metadata;
  readonly properties: CompoundReader;
  readonly children: readonly ArchiveObject[];
  /** Hashes of the properties and of the children: 32 bytes. */
  readonly hashes: Uint8Array;
}

/** Reads an Alembic archive (Ogawa flavour) of any program: the whole tree at once, samples on demand. */
export class ArchiveReader {
  readonly top: ArchiveObject;
  readonly metadata: Metadata;
  readonly libraryVersion: number;
  readonly samplings: readonly TimeSampling[];
  private readonly ogawa: OgawaReader;
  private readonly table: readonly string[];

  constructor(source: ByteSource) {
    const ogawa = new OgawaReader(source);
    this.ogawa = ogawa;
    const root = ogawa.root;
    if (root.childCount < 6) ogawa.malformed(`the root has ${root.childCount} children, not 6`, 'root');
    const child = (index: number) => ogawa.child(root, index, 'root');
    const version = this.int32(child(0), 'layer version');
    if (version !== 0) ogawa.malformed(`layer version ${version} is not known`, 'layer version');
    this.libraryVersion = this.int32(child(1), 'library version');
    if (this.libraryVersion < 9999) ogawa.malformed(`library version ${this.libraryVersion}`, 'library version');
    this.metadata = parseMetadata(new TextDecoder().decode(ogawa.structure(child(3), 'metadata')));
    this.samplings = this.readSamplings(child(4));
    this.table = this.readTable(child(5));
    this.top = this.readObject(child(2), '', '', this.metadata, 0);
  }

  close(): void {
    this.ogawa.source.close();
  }

  /** Returns all objects below the top, parents before children. */
  objects(): ArchiveObject[] {
    const found: ArchiveObject[] = [];
    const visit = (object: ArchiveObject) => {
      found.push(object);
      object.children.forEach(visit);
    };
    this.top.children.forEach(visit);
    return found;
  }

  private int32(word: ChildWord, place: string): number {
    return new ByteCursor(this.ogawa.structure(word, place), (message) => this.ogawa.malformed(message, place)).u32();
  }

  private cursor(word: ChildWord, place: string): ByteCursor {
    return new ByteCursor(this.ogawa.structure(word, place), (message) => this.ogawa.malformed(message, place));
  }

  private readSamplings(word: ChildWord): TimeSampling[] {
    const place = 'time samplings';
    const cursor = this.cursor(word, place);
    const samplings: TimeSampling[] = [];
    while (cursor.remaining > 0) {
      cursor.u32();
      const timePerCycle = cursor.f64();
      const count = cursor.u32();
      if (count === 0 || 8 * count > cursor.remaining) this.ogawa.malformed(`${count} stored times`, place);
      const times: number[] = [];
      for (let i = 0; i < count; i++) times.push(cursor.f64());
      if (!Number.isFinite(timePerCycle) || !times.every(Number.isFinite)) {
        this.ogawa.malformed('a time is not a number', place);
      }
      samplings.push({ timePerCycle, times });
    }
    if (samplings.length === 0) this.ogawa.malformed('there is no time sampling', place);
    return samplings;
  }

  private readTable(word: ChildWord): string[] {
    const cursor = this.cursor(word, 'metadata table');
    const table = [''];
    while (cursor.remaining > 0) table.push(cursor.text(cursor.u8()));
    return table;
  }

  private tableText(index: number, place: string): string {
    const text = this.table[index];
    if (text === undefined) this.ogawa.malformed(`metadata ${index} is not in the table`, place);
    return text;
  }

  private readObject(word: ChildWord, parent: string, name: string, metadata: Metadata, depth: number): ArchiveObject {
    const ogawa = this.ogawa;
    const path = depth === 0 ? '/' : `${parent}/${name}`;
    if (depth > MAX_DEPTH) ogawa.malformed(`objects are nested more than ${MAX_DEPTH} deep`, path);
    const group = ogawa.group(word, path);
    if (group.childCount < 2) ogawa.malformed('an object needs properties and headers', path);
    const properties = this.readCompound(ogawa.child(group, 0, path), path, '', new Map(), 0);
    const childCount = group.childCount - 2;
    const cursor = this.cursor(ogawa.child(group, group.childCount - 1, path), path);
    const children: ArchiveObject[] = [];
    const names = new Set<string>();
    for (let i = 0; i < childCount; i++) {
      const childName = cursor.text(cursor.u32());
      if (childName === '' || childName.includes('/') || names.has(childName)) {
        ogawa.malformed(`illegal or repeated child name '${childName}'`, path);
      }
      names.add(childName);
      const index = cursor.u8();
      const text = index === INLINE_METADATA ? cursor.text(cursor.u32()) : this.tableText(index, path);
      const childWord = ogawa.child(group, i + 1, path);
      children.push(this.readObject(childWord, depth === 0 ? '' : path, childName, parseMetadata(text), depth + 1));
    }
    if (cursor.remaining !== OBJECT_HASH_BYTES) {
      ogawa.malformed(`${cursor.remaining} bytes after the child headers, not ${OBJECT_HASH_BYTES}`, path);
    }
    const hashes = Uint8Array.from({ length: OBJECT_HASH_BYTES }, () => cursor.u8());
    return { name, path, metadata, properties, children, hashes };
  }

  private readCompound(
    word: ChildWord,
    parent: string,
    name: string,
    metadata: Metadata,
    depth: number,
  ): CompoundReader {
    const ogawa = this.ogawa;
    const path = name === '' ? parent : `${parent === '/' ? '' : parent}/${name}`;
    const properties = new Map<string, PropertyReader>();
    const compounds = new Map<string, CompoundReader>();
    const result = { name, metadata, properties, compounds };
    if (word === EMPTY_GROUP) return result;
    if (depth > MAX_DEPTH) ogawa.malformed(`properties are nested more than ${MAX_DEPTH} deep`, path);
    const group = ogawa.group(word, path);
    if (group.childCount === 0) return result;
    const cursor = this.cursor(ogawa.child(group, group.childCount - 1, path), path);
    for (let i = 0; i < group.childCount - 1; i++) {
      const childWord = ogawa.child(group, i, path);
      this.readMember(cursor, childWord, path, depth, result);
    }
    if (cursor.remaining !== 0) ogawa.malformed(`${cursor.remaining} bytes after the property headers`, path);
    return result;
  }

  /** Reads one property header and its property. */
  private readMember(
    cursor: ByteCursor,
    word: ChildWord,
    path: string,
    depth: number,
    into: { properties: Map<string, PropertyReader>; compounds: Map<string, CompoundReader> },
  ): void {
    const ogawa = this.ogawa;
    const info = cursor.u32();
    const hint = (info >>> 2) & 3;
    if (hint >= HINT_WIDTHS) ogawa.malformed('unknown width in a property header', path);
    const isCompound = (info & 3) === 0;
    const counts = isCompound ? NO_COUNTS : readCounts(cursor, info, hint);
    const name = cursor.text(cursor.hinted(hint));
    const index = (info >>> 20) & 255;
    const text = index === INLINE_METADATA ? cursor.text(cursor.hinted(hint)) : this.tableText(index, path);
    const own = `${path === '/' ? '' : path}/${name}`;
    if (name === '' || name.includes('/') || into.properties.has(name) || into.compounds.has(name)) {
      ogawa.malformed('illegal or repeated property name', own);
    }
    const metadata = parseMetadata(text);
    if (isCompound) {
      into.compounds.set(name, this.readCompound(word, path, name, metadata, depth + 1));
      return;
    }
    const type = ELEMENT_TYPES[(info >>> 4) & 15];
    const extent = (info >>> 12) & 255;
    if (type === undefined || extent === 0) ogawa.malformed('unknown element type', own);
    if (this.samplings[counts.sampling] === undefined) ogawa.malformed(`no time sampling ${counts.sampling}`, own);
    if (!counts.constant && (counts.firstChanged < 1 || counts.lastChanged < counts.firstChanged)) {
      ogawa.malformed('the range of changed samples makes no sense', own);
    }
    if (counts.lastChanged > Math.max(0, counts.sampleCount - 1)) ogawa.malformed('changes after the last sample', own);
    const kind = (info & 3) === 1 ? 'scalar' : 'array';
    const header = { kind, name, path: own, data: { type, extent }, metadata, ...counts } as const;
    into.properties.set(name, new PropertyReader(ogawa, header, word));
  }
}

interface SampleCounts {
  readonly sampleCount: number;
  readonly constant: boolean;
  readonly firstChanged: number;
  readonly lastChanged: number;
  readonly sampling: number;
}

const NO_COUNTS: SampleCounts = { sampleCount: 0, constant: true, firstChanged: 0, lastChanged: 0, sampling: 0 };

function readCounts(cursor: ByteCursor, info: number, hint: number): SampleCounts {
  const sampleCount = cursor.hinted(hint);
  const ranged = (info & 0x200) !== 0;
  const first = ranged ? cursor.hinted(hint) : 1;
  const last = ranged ? cursor.hinted(hint) : sampleCount - 1;
  const sampling = (info & 0x100) !== 0 ? cursor.hinted(hint) : 0;
  const constant = (info & 0x800) !== 0 || sampleCount === 0 || (ranged && first === 0 && last === 0);
  return {
    sampleCount,
    constant,
    firstChanged: constant ? 0 : first,
    lastChanged: constant ? 0 : last,
    sampling,
  };
}
