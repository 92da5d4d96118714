import { canonicalJson } from '../base/hash.ts';
import { CoreError } from '../base/errors.ts';
import type { NumberArray } from '../base/state/numberArrays.ts';

/**
 * The layout under every binary file of the cache: a small JSON header and named typed arrays, little-endian.
 *
 * | bytes | content |
 * |---|---|
 * | 0-7 | magic, ASCII |
 * | 8-11 | layout version, u32 |
 * | 12-15 | length H of the header, u32 |
 * | 16-23 | length of the whole, u64 |
 * | 24-(24+H) | header: canonical JSON `{"arrays":[[name,type,length],...],"meta":...}`, UTF-8 |
 * | then | the arrays in the header's order, each starting at a multiple of 8, gaps zero |
 *
 * Equal content gives equal bytes. Reading makes views on the bytes and copies nothing.
 */
const arrayTypes = {
  f32: Float32Array,
  f64: Float64Array,
  i32: Int32Array,
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
} as const;
type ArrayType = keyof typeof arrayTypes;
const constructors = Object.entries(arrayTypes) as [ArrayType, (typeof arrayTypes)[ArrayType]][];
export type PackableArray = NumberArray;
/** Name, type and length of an array. */
type TableRow = readonly [name: string, type: ArrayType, length: number];

export interface PackedContent {
  readonly meta: unknown;
  /** Names are unique; the order is kept. */
  readonly arrays: ReadonlyMap<string, PackableArray>;
}

/** One decoder for all headers: making it takes about as long as reading a small header. */
const headerDecoder = new TextDecoder('utf-8', { fatal: true });

const fixedLength = 24;
const alignment = 8;
const layoutVersion = 1;
/** A header far larger than any real one: reading a damaged length stays cheap. */
const maxHeaderLength = 64 * 1024 * 1024;

/** The packed bytes of `content`; `magic` has eight ASCII characters. */
export function packArrays(magic: string, content: PackedContent): Uint8Array {
  const table = [...content.arrays].map(([name, array]) => [name, typeOf(array), array.length]);
  const header = new TextEncoder().encode(canonicalJson({ arrays: table, meta: content.meta }));
  let length = aligned(fixedLength + header.length);
  for (const array of content.arrays.values()) length += aligned(array.byteLength);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  for (let k = 0; k < 8; k++) bytes[k] = magic.charCodeAt(k);
  view.setUint32(8, layoutVersion, true);
  view.setUint32(12, header.length, true);
  view.setBigUint64(16, BigInt(length), true);
  bytes.set(header, fixedLength);
  let offset = aligned(fixedLength + header.length);
  for (const array of content.arrays.values()) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
    offset += aligned(array.byteLength);
  }
  return bytes;
}

/**
 * Views on packed bytes. Throws `format-malformed` for another magic or anything inconsistent, `format-unsupported` for a
 * layout version of a newer program, `format-truncated` where bytes are missing. Never reads outside the bytes and
 * allocates no more than the header needs (and one copy where the bytes start at an odd address).
 */
export function unpackArrays(magic: string, input: Uint8Array): PackedContent {
  const bytes = input.byteOffset % alignment === 0 ? input : input.slice();
  if (bytes.length < fixedLength) throw damaged('format-truncated', 'the file is shorter than its fixed part');
  for (let k = 0; k < 8; k++) {
    if (bytes[k] !== magic.charCodeAt(k)) throw damaged('format-malformed', `the file does not start with ${magic}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(8, true);
  if (version !== layoutVersion) throw damaged('format-unsupported', `layout version ${version} is not known`);
  const total = view.getBigUint64(16, true);
  if (total > BigInt(bytes.length)) throw damaged('format-truncated', `${bytes.length} of ${total} bytes are there`);
  if (total < BigInt(bytes.length)) throw damaged('format-malformed', `the file continues after its ${total} bytes`);
  const headerLength = view.getUint32(12, true);
  if (headerLength > maxHeaderLength || headerLength > bytes.length - fixedLength) {
    throw damaged('format-malformed', `the header's length ${headerLength} does not fit the file`);
  }
  const header = readHeader(bytes.subarray(fixedLength, fixedLength + headerLength));
  return { meta: header.meta, arrays: viewArrays(bytes, aligned(fixedLength + headerLength), header.table) };
}

/**
 * How many bytes from the start of packed bytes hold the whole header, as the first 24 say. Throws `format-truncated` for fewer and
 * `format-malformed` for a length that no header has.
 */
export function headerBytes(start: Uint8Array): number {
  if (start.length < fixedLength) throw damaged('format-truncated', 'the file is shorter than its fixed part');
  const length = new DataView(start.buffer, start.byteOffset, start.byteLength).getUint32(12, true);
  if (length > maxHeaderLength)
    throw damaged('format-malformed', `the header's length ${length} does not fit any file`);
  return fixedLength + length;
}

/** Bounds of an array in packed bytes. */
export interface ArrayBounds {
  /** Bytes from the start. */
  readonly offset: number;
  /** Elements. */
  readonly length: number;
  /** Bytes of an element. */
  readonly width: number;
}

/**
 * Returns the bounds of the arrays of packed bytes, in their order; of the bytes, `total` in all, only the header (see `headerBytes`) needs to be there. Throws as `unpackArrays` does.
 */
export function arrayBounds(start: Uint8Array, total: number): ArrayBounds[] {
  const end = headerBytes(start);
  if (start.length < end) throw damaged('format-truncated', `${start.length} of ${end} bytes are there`);
  const { table } = readHeader(start.subarray(fixedLength, end));
  const offsets = placeArrays(table, aligned(end), total);
  return table.map(([, type, length], k) => {
    return { offset: offsets[k], length, width: arrayTypes[type].BYTES_PER_ELEMENT };
  });
}

/** The header's `meta` of packed bytes of which at least `headerBytes` are there. Throws as `unpackArrays` does. */
export function unpackMeta(magic: string, start: Uint8Array): unknown {
  const length = headerBytes(start);
  for (let k = 0; k < 8; k++) {
    if (start[k] !== magic.charCodeAt(k)) throw damaged('format-malformed', `the file does not start with ${magic}`);
  }
  if (start.length < length) throw damaged('format-truncated', `${start.length} of ${length} bytes are there`);
  return readHeader(start.subarray(fixedLength, length)).meta;
}

function viewArrays(bytes: Uint8Array, start: number, table: readonly TableRow[]): Map<string, PackableArray> {
  const arrays = new Map<string, PackableArray>();
  const offsets = placeArrays(table, start, bytes.length);
  table.forEach(([name, type, length], k) => {
    if (arrays.has(name)) throw damaged('format-malformed', `two arrays are called '${name}'`);
    arrays.set(name, new arrayTypes[type](bytes.buffer as ArrayBuffer, bytes.byteOffset + offsets[k], length));
  });
  return arrays;
}

/** Gives where the arrays of a table begin, in bytes from the start of the file. Throws `format-malformed` where they do not fill it. */
function placeArrays(table: readonly TableRow[], start: number, total: number): number[] {
  let end = start;
  const offsets = table.map(([name, type, length]) => {
    const offset = end;
    const size = length * arrayTypes[type].BYTES_PER_ELEMENT;
    if (size > total - offset) throw damaged('format-malformed', `array '${name}' ends outside the file`);
    end += aligned(size);
    return offset;
  });
  if (end !== total) throw damaged('format-malformed', 'the arrays do not fill the file');
  return offsets;
}

function readHeader(bytes: Uint8Array): { meta: unknown; table: TableRow[] } {
  let header: unknown;
  try {
    header = JSON.parse(headerDecoder.decode(bytes));
  } catch (cause) {
    throw damaged('format-malformed', 'the header is not JSON', cause);
  }
  const { arrays, meta } = (header ?? {}) as { arrays?: unknown; meta?: unknown };
  if (!Array.isArray(arrays)) throw damaged('format-malformed', 'the header has no list of arrays');
  return { meta, table: arrays.map(readTableRow) };
}

function readTableRow(row: unknown): TableRow {
  if (Array.isArray(row) && row.length === 3) {
    const [name, type, length] = row as unknown[];
    const isLength = typeof length === 'number' && Number.isSafeInteger(length) && length >= 0;
    if (typeof name === 'string' && isArrayType(type) && isLength) return [name, type, length];
  }
  throw damaged('format-malformed', 'the header names an array that cannot be');
}

function isArrayType(type: unknown): type is ArrayType {
  return typeof type === 'string' && Object.hasOwn(arrayTypes, type);
}

function typeOf(array: PackableArray): ArrayType {
  for (const [type, constructor] of constructors) if (array instanceof constructor) return type;
  throw new Error('cannot pack this kind of array');
}

function aligned(length: number): number {
  return Math.ceil(length / alignment) * alignment;
}

function damaged(
  code: 'format-malformed' | 'format-unsupported' | 'format-truncated',
  message: string,
  cause?: unknown,
) {
  return new CoreError(code, message, { cause });
}
