import { CoreError } from '../base/errors.ts';

/**
 * A structured message as one run of bytes, for connections that carry bytes only:
 *
 *     'DWM1' | length of the header, uint32 | header, UTF-8 JSON | zeros up to 8 | array | zeros up to 8 | array ...
 *
 * The header is `{ value, arrays }`: the message with null in the places of its typed arrays, and for each of those its place, type and
 * length in elements. All numbers are little-endian, as in the memory of every machine that this program runs on. Arrays begin at multiples of
 * eight, so that a receiver looks at them where they are.
 */
const MAGIC = 0x31_4d_57_44;
const PREFIX = 8;
const ALIGNMENT = 8;

/** Most bytes of a message to the host: the largest document with its envelope, and a piece of an upload with room to spare. */
export const mostRequestBytes = 40 * 2 ** 20;
/** Deepest nesting of a message: deeper than any document. */
const mostDepth = 96;
/** Most values of a message, counted by its brackets, commas and colons. */
const mostValues = 4_000_000;
/** Most typed arrays of a message. */
const mostArrays = 4096;

const arrayTypes = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
} as const;
type ArrayType = keyof typeof arrayTypes;
type TypedArray = InstanceType<(typeof arrayTypes)[ArrayType]>;
type Step = string | number;

interface ArrayEntry {
  readonly at: readonly Step[];
  readonly type: ArrayType;
  /** Elements. */
  readonly length: number;
}

/**
 * Bytes of a message of plain objects, arrays, texts, booleans, finite numbers, null and typed arrays; `undefined` members are left out. Throws
 * `internal` for anything else, as a message port throws for what cannot be cloned. Typed arrays are copied once.
 */
export function encodeWireMessage(message: unknown): Uint8Array<ArrayBuffer> {
  const arrays: { entry: ArrayEntry; data: TypedArray }[] = [];
  const value = withoutArrays(message, [], (at, data) => arrays.push({ entry: entryOf(at, data), data }));
  const header = new TextEncoder().encode(JSON.stringify({ value, arrays: arrays.map(({ entry }) => entry) }));
  const total = arrays.reduce((end, { data }) => aligned(end) + data.byteLength, PREFIX + header.length);
  const bytes = new Uint8Array(total);
  const prefix = new DataView(bytes.buffer);
  prefix.setUint32(0, MAGIC, true);
  prefix.setUint32(4, header.length, true);
  bytes.set(header, PREFIX);
  let end = PREFIX + header.length;
  for (const { data } of arrays) {
    const start = aligned(end);
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), start);
    end = start + data.byteLength;
  }
  return bytes;
}

/**
 * The message in `data`, which may be anything: throws `format-malformed` and `limit-exceeded`, in time and memory linear in its length.
 * Typed arrays are views into `data` where it lies at a multiple of eight in its buffer; they are not the whole of their buffer.
 */
export function decodeWireMessage(data: ArrayBuffer | Uint8Array): unknown {
  const bytes = alignedBytes(data);
  if (bytes.length < PREFIX) throw malformed('it is shorter than its beginning');
  const prefix = new DataView(bytes.buffer, bytes.byteOffset, PREFIX);
  if (prefix.getUint32(0, true) !== MAGIC) throw malformed('it does not begin as one');
  const headerLength = prefix.getUint32(4, true);
  if (headerLength > bytes.length - PREFIX) throw malformed('its header is longer than itself');
  const { value, arrays } = readHeader(bytes.subarray(PREFIX, PREFIX + headerLength));
  const root = { value };
  let end = PREFIX + headerLength;
  for (const entry of arrays) {
    const start = aligned(end);
    const { type, length, at } = readEntry(entry);
    const byteLength = length * arrayTypes[type].BYTES_PER_ELEMENT;
    if (byteLength > bytes.length - start) throw malformed('an array continues after its end');
    place(root, ['value', ...at], new arrayTypes[type](bytes.buffer, bytes.byteOffset + start, length));
    end = start + byteLength;
  }
  if (end !== bytes.length) throw malformed('it continues after its last array');
  return root.value;
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

function alignedBytes(data: ArrayBuffer | Uint8Array): Uint8Array<ArrayBuffer> {
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (data.byteOffset % ALIGNMENT !== 0 || !(data.buffer instanceof ArrayBuffer)) return new Uint8Array(data);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function entryOf(at: readonly Step[], data: TypedArray): ArrayEntry {
  const type: unknown = data[Symbol.toStringTag];
  if (!isArrayType(type)) throw unsendable(at, String(type));
  return { at: [...at], type, length: data.length };
}

function isArrayType(type: unknown): type is ArrayType {
  return typeof type === 'string' && Object.hasOwn(arrayTypes, type);
}

/** `value` with null for its typed arrays, which are told to `found`; what holds none is not copied. `at` is used while it runs. */
function withoutArrays(value: unknown, at: Step[], found: (at: readonly Step[], data: TypedArray) => void): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw unsendable(at, String(value));
  if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) return value;
  if (typeof value !== 'object') throw unsendable(at, typeof value);
  if (at.length >= mostDepth) throw unsendable(at.slice(0, 8), `more than ${mostDepth} levels`);
  if (ArrayBuffer.isView(value)) {
    found(at, value as TypedArray);
    return null;
  }
  if (Array.isArray(value)) return mapped(value as unknown[], value.keys(), at, found);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw unsendable(at, value.constructor.name);
  return mapped(value as Record<string, unknown>, Object.keys(value), at, found);
}

function mapped<T extends unknown[] | Record<string, unknown>>(
  container: T,
  keys: Iterable<Step>,
  at: Step[],
  found: (at: readonly Step[], data: TypedArray) => void,
): T {
  const members = container as Record<Step, unknown>;
  let copy: Record<Step, unknown> | undefined;
  for (const key of keys) {
    if (key === '__proto__') throw unsendable(at, "a member called '__proto__'");
    at.push(key);
    const member = withoutArrays(members[key], at, found);
    at.pop();
    if (member === members[key]) continue;
    copy ??= (Array.isArray(container) ? [...(container as unknown[])] : { ...container }) as Record<Step, unknown>;
    copy[key] = member;
  }
  return (copy ?? container) as T;
}

function readHeader(bytes: Uint8Array): { value: unknown; arrays: readonly unknown[] } {
  checkShape(bytes);
  let header: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    header = JSON.parse(text);
    if (/__proto__|\\u005f/i.test(text)) refusePrototypes(header);
  } catch (error) {
    throw error instanceof CoreError ? error : malformed('its header is not JSON');
  }
  if (!isRecord(header) || !Object.hasOwn(header, 'value') || !Array.isArray(header['arrays']))
    throw malformed('its header lacks what it must have');
  if (header['arrays'].length > mostArrays) throw tooLarge(`more than ${mostArrays} arrays`);
  return { value: header['value'], arrays: header['arrays'] as unknown[] };
}

/** Bounds depth and number of values before a parser builds them. */
function checkShape(bytes: Uint8Array): void {
  let depth = 0;
  let values = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) i = endOfText(bytes, i);
    else if (byte === COMMA || byte === COLON) values++;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      values++;
      // The header's own levels come on top of those of the message.
      if (++depth > mostDepth + 2) throw tooLarge(`more than ${mostDepth} levels`);
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--;
    if (values > mostValues) throw tooLarge(`more than ${mostValues} values`);
  }
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

function endOfText(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
  return i;
}

/** A member called `__proto__` would become the prototype of whatever it is assigned to. */
function refusePrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) throw malformed("a member cannot be called '__proto__'");
  for (const member of Object.values(value)) refusePrototypes(member);
}

function readEntry(entry: unknown): ArrayEntry {
  if (!isRecord(entry)) throw malformed('it describes an array badly');
  const { at, type, length } = entry;
  const steps = Array.isArray(at) ? (at as unknown[]) : [undefined];
  if (!isArrayType(type) || !isCount(length) || steps.length > mostDepth || !steps.every(isStep))
    throw malformed('it describes an array badly');
  return { at: steps as Step[], type, length };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= 2 ** 40;
}

function isStep(value: unknown): value is Step {
  return typeof value === 'string' || isCount(value);
}

/** Puts an array where the message holds the null that stands for it. */
function place(root: Record<string, unknown>, at: readonly Step[], data: TypedArray): void {
  let holder: Record<Step, unknown> = root;
  for (const step of at.slice(0, -1)) {
    const next = Object.hasOwn(holder, step) ? holder[step] : undefined;
    if (typeof next !== 'object' || next === null) throw malformed('an array has no place in it');
    holder = next as Record<Step, unknown>;
  }
  const last = at[at.length - 1];
  if (!Object.hasOwn(holder, last) || holder[last] !== null) throw malformed('an array has no place in it');
  holder[last] = data;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unsendable(at: readonly Step[], what: string): CoreError {
  const place = at.length === 0 ? undefined : at.join('.');
  return new CoreError('internal', `a message cannot hold ${what}`, {
    place,
    remedy: 'This is a bug of the program: please report it.',
  });
}

function malformed(reason: string): CoreError {
  return new CoreError('format-malformed', `this is no message: ${reason}`, {
    remedy: 'Reload the page: it and the simulation host may be of different versions.',
  });
}

function tooLarge(what: string): CoreError {
  return new CoreError('limit-exceeded', `the message has ${what}`, { remedy: 'Send less at once.' });
}
