/** Element types of Alembic properties, in the order of their codes. */
export const ELEMENT_TYPES = [
  'bool_t',
  'uint8_t',
  'int8_t',
  'uint16_t',
  'int16_t',
  'uint32_t',
  'int32_t',
  'uint64_t',
  'int64_t',
  'float16_t',
  'float32_t',
  'float64_t',
  'string',
  'wstring',
] as const;

export type ElementType = (typeof ELEMENT_TYPES)[number];

const SIZES: Readonly<Record<ElementType, number>> = {
  bool_t: 1,
  uint8_t: 1,
  int8_t: 1,
  uint16_t: 2,
  int16_t: 2,
  uint32_t: 4,
  int32_t: 4,
  uint64_t: 8,
  int64_t: 8,
  float16_t: 2,
  float32_t: 4,
  float64_t: 8,
  string: 0,
  wstring: 0,
};

/** Returns the bytes of one value; 0 for text, whose length varies. */
export function elementBytes(type: ElementType): number {
  return SIZES[type];
}

export function elementCode(type: ElementType): number {
  return ELEMENT_TYPES.indexOf(type);
}

export function isText(type: ElementType): boolean {
  return type === 'string' || type === 'wstring';
}

/** Type of a property's elements: `extent` values of `type` per element. */
export interface DataType {
  readonly type: ElementType;
  readonly extent: number;
}

/** Encodes each string followed by its terminator: UTF-8 and one zero byte, or (`wstring`) 32 bits per character and a zero. */
export function encodeStrings(strings: readonly string[], type: 'string' | 'wstring' = 'string'): Uint8Array {
  const terminated = strings.map((text) => `${text}\0`).join('');
  if (type === 'string') return new TextEncoder().encode(terminated);
  const characters = [...terminated].map((character) => character.codePointAt(0) ?? 0);
  return new Uint8Array(Uint32Array.from(characters).buffer);
}

/** Returns the bytes of a typed array, without copying. */
export function bytesOf(values: ArrayBufferView): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
