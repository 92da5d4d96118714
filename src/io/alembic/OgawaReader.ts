import { CoreError } from '../../base/errors.ts';
import type { ByteSource } from './ByteSource.ts';
import { isData, loadWord, wordOffset, type ChildWord } from './childWord.ts';

const HEADER_BYTES = 16;
const CONTAINER_VERSION = 1;
/** Bytes of structure (not samples) read per byte of file, beyond which groups must refer to each other in circles. */
const STRUCTURE_BYTES_PER_FILE_BYTE = 4;
const STRUCTURE_BYTES_FREE = 1 << 20;

export interface OgawaGroup {
  readonly offset: number;
  readonly childCount: number;
}

/** Reads the Ogawa container: groups and data of a file from any program. Every offset and length is checked. */
export class OgawaReader {
  readonly source: ByteSource;
  readonly root: OgawaGroup;
  private structureBytes = 0;

  constructor(source: ByteSource) {
    this.source = source;
    if (source.size < HEADER_BYTES) this.rejectShort();
    const header = source.read(0, HEADER_BYTES);
    const magic = String.fromCharCode(...header.subarray(0, 5));
    if (header[0] === 0x89 && magic.slice(1, 4) === 'HDF') {
      throw new CoreError('format-unsupported', 'this Alembic file uses the old HDF5 container', {
        file: source.name,
        place: 'byte 0',
        remedy: 'Save it again as Ogawa, the default of every program since 2014.',
      });
    }
    if (magic !== 'Ogawa') {
      throw new CoreError('format-unknown', 'this is not an Alembic file', {
        file: source.name,
        place: 'byte 0',
        remedy: 'Choose an archive that a program exported as Alembic.',
      });
    }
    if (header[5] !== 0xff) {
      throw new CoreError('format-truncated', 'the file was never finished: the export that wrote it was interrupted', {
        file: source.name,
        place: 'byte 5',
        remedy: 'Export it again.',
      });
    }
    const version = 256 * header[6] + header[7];
    if (version !== CONTAINER_VERSION) {
      throw new CoreError('format-unsupported', `Ogawa version ${version} is not known`, {
        file: source.name,
        place: 'byte 6',
        remedy: 'Export it again with a released version of Alembic.',
      });
    }
    const root = loadWord(new DataView(header.buffer, header.byteOffset), 8);
    this.root = this.group(root, 'byte 8');
  }

  /** Reads a group. `place`: location of the reference, for messages. */
  group(word: ChildWord, place: string): OgawaGroup {
    if (Number.isNaN(word) || isData(word)) this.malformed('a group is expected', place);
    const offset = wordOffset(word);
    if (offset === 0) return { offset, childCount: 0 };
    const childCount = this.length(offset, place);
    this.requireInside(offset + 8, 8 * childCount, place);
    return { offset, childCount };
  }

  child(group: OgawaGroup, index: number, place: string): ChildWord {
    if (index < 0 || index >= group.childCount) {
      this.malformed(`child ${index} is missing: the group has ${group.childCount}`, place);
    }
    const bytes = this.source.read(group.offset + 8 + 8 * index, 8);
    const word = loadWord(new DataView(bytes.buffer, bytes.byteOffset), 0);
    if (Number.isNaN(word)) this.malformed('invalid offset', `byte ${group.offset + 8 + 8 * index}`);
    return word;
  }

  /** Returns the location of a blob's bytes. */
  dataRange(word: ChildWord, place: string): { offset: number; length: number } {
    if (!isData(word)) this.malformed('data is expected', place);
    const offset = wordOffset(word);
    if (offset === 0) return { offset: 0, length: 0 };
    const length = this.length(offset, place);
    this.requireInside(offset + 8, length, place);
    return { offset: offset + 8, length };
  }

  data(word: ChildWord, place: string): Uint8Array {
    const { offset, length } = this.dataRange(word, place);
    return this.source.read(offset, length);
  }

  /** Reads data that describes the tree; detects files whose groups refer to each other in circles. */
  structure(word: ChildWord, place: string): Uint8Array {
    const bytes = this.data(word, place);
    this.structureBytes += bytes.length + 64;
    if (this.structureBytes > STRUCTURE_BYTES_PER_FILE_BYTE * this.source.size + STRUCTURE_BYTES_FREE) {
      this.malformed('the groups of this file refer to each other in circles', place);
    }
    return bytes;
  }

  malformed(message: string, place: string): never {
    throw new CoreError('format-malformed', message, { file: this.source.name, place, remedy: 'Export it again.' });
  }

  private rejectShort(): never {
    throw new CoreError('format-truncated', `only ${this.source.size} bytes: not even the header is complete`, {
      file: this.source.name,
      place: 'byte 0',
      remedy: 'Copy or export it again.',
    });
  }

  private length(offset: number, place: string): number {
    if (offset < 8) this.malformed(`offset ${offset} points into the header`, place);
    this.requireInside(offset, 8, place);
    const bytes = this.source.read(offset, 8);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return view.getUint32(4, true) * 2 ** 32 + view.getUint32(0, true);
  }

  private requireInside(offset: number, length: number, place: string): void {
    if (offset + length <= this.source.size) return;
    throw new CoreError(
      'format-truncated',
      `the file ends at byte ${this.source.size}, before byte ${offset + length}`,
      {
        file: this.source.name,
        place,
        remedy: 'The file is cut short or damaged; copy or export it again.',
      },
    );
  }
}
