import { CoreError } from '../../../base/errors.ts';
import { numberBytes, type NumberType } from '../../reading/ValueReader.ts';

export interface PlyProperty {
  readonly name: string;
  readonly type: NumberType;
  /** Type of the count of a list property; undefined for a single value. */
  readonly countType: NumberType | undefined;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  /** Offset of the first byte after the header. */
  readonly dataStart: number;
}

/** Largest length of a header, bytes. */
const headerLimit = 1 << 20;

const types: Readonly<Record<string, NumberType>> = {
  char: 'int8',
  int8: 'int8',
  uchar: 'uint8',
  uint8: 'uint8',
  short: 'int16',
  int16: 'int16',
  ushort: 'uint16',
  uint16: 'uint16',
  int: 'int32',
  int32: 'int32',
  uint: 'uint32',
  uint32: 'uint32',
  float: 'float32',
  float32: 'float32',
  double: 'float64',
  float64: 'float64',
};

/** Reads the header and checks that the file can contain the announced data, before anything is allocated for it. */
export function readPlyHeader(file: string, bytes: Uint8Array): PlyHeader {
  const { lines, dataStart } = headerLines(file, bytes);
  let format: PlyHeader['format'] | undefined;
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  lines.forEach((line, index) => {
    const words = line.trim().split(/\s+/);
    const malformed = (message: string): CoreError =>
      new CoreError('format-malformed', message, {
        file,
        place: `line ${index + 1}`,
        remedy: 'Export the file again.',
      });
    if (words[0] === 'format') format = formatOf(words[1], malformed);
    else if (words[0] === 'element')
      elements.push({ name: words[1], count: countOf(words[2], malformed), properties: [] });
    else if (words[0] === 'property') {
      const element = elements.at(-1);
      if (element === undefined) throw malformed('a property before the first element');
      element.properties.push(propertyOf(words, malformed));
    }
  });
  if (format === undefined) {
    throw new CoreError('format-malformed', 'the header names no format', {
      file,
      place: 'line 2',
      remedy: 'Export it again.',
    });
  }
  const header: PlyHeader = { format, elements, dataStart };
  checkRoom(file, bytes, header);
  return header;
}

/** Returns the header's lines up to `end_header`; the binary data starts after that line's end, of the same kind as the first line's. */
function headerLines(file: string, bytes: Uint8Array): { lines: string[]; dataStart: number } {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, headerLimit));
  const end = /(?:^|[\r\n])end_header[ \t]*(\r\n|\n|\r|$)/.exec(text);
  if (end === null) {
    throw new CoreError('format-truncated', 'the header has no end_header line', {
      file,
      place: `byte ${Math.min(bytes.length, headerLimit)}`,
      remedy: 'Copy or export the file again.',
    });
  }
  const lines = text.slice(0, end.index).split(/\r\n|\n|\r/);
  // A file with lone carriage returns may have a newline as its first byte of data.
  const lonely = /^ply[ \t]*\r(?!\n)/.test(text);
  const after = end.index + end[0].length;
  return { lines, dataStart: lonely && end[1] === '\r\n' ? after - 1 : after };
}

type Malformed = (message: string) => CoreError;

function formatOf(word: string | undefined, malformed: Malformed): PlyHeader['format'] {
  if (word === 'ascii' || word === 'binary_little_endian' || word === 'binary_big_endian') return word;
  throw malformed(`unknown format '${word ?? ''}'`);
}

function countOf(word: string | undefined, malformed: Malformed): number {
  const count = Number(word);
  if (word === undefined || !/^\d+$/.test(word) || !Number.isSafeInteger(count)) {
    throw malformed(`'${word ?? ''}' is no count`);
  }
  return count;
}

function typeOf(word: string | undefined, malformed: Malformed): NumberType {
  const type = Object.hasOwn(types, word ?? '') ? types[word ?? ''] : undefined;
  if (type === undefined) throw malformed(`unknown type '${word ?? ''}'`);
  return type;
}

function propertyOf(words: readonly string[], malformed: Malformed): PlyProperty {
  if (words[1] !== 'list') return { name: words[2] ?? '', type: typeOf(words[1], malformed), countType: undefined };
  return { name: words[4] ?? '', countType: typeOf(words[2], malformed), type: typeOf(words[3], malformed) };
}

/** Returns the smallest size of a row, bytes: empty lists, and in text one digit and one separator per value. */
function leastRowBytes(element: PlyElement, format: PlyHeader['format']): number {
  if (format === 'ascii') return 2 * element.properties.length;
  let bytes = 0;
  for (const property of element.properties) bytes += numberBytes[property.countType ?? property.type];
  return bytes;
}

function checkRoom(file: string, bytes: Uint8Array, header: PlyHeader): void {
  // The last separator of a text file may be missing.
  const room = bytes.length - header.dataStart + (header.format === 'ascii' ? 1 : 0);
  let needed = 0;
  for (const element of header.elements) {
    needed += element.count * leastRowBytes(element, header.format);
    if (needed <= room) continue;
    throw new CoreError(
      'format-truncated',
      `the header names ${element.count} of '${element.name}', more than the file holds`,
      {
        file,
        place: `byte ${bytes.length}`,
        remedy: 'Copy or export the file again.',
      },
    );
  }
}
