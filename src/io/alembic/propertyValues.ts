import { CoreError } from '../../base/errors.ts';
import type { ElementType } from './elementType.ts';
import type { PropertyReader } from './PropertyReader.ts';

function requireType(property: PropertyReader, type: ElementType, extent: number): void {
  const { data, path } = property.header;
  if (data.type === type && data.extent === extent) return;
  throw new CoreError('format-malformed', `${data.type} x ${data.extent} where ${type} x ${extent} is expected`, {
    place: path,
    remedy: 'Export it again.',
  });
}

/** Returns the values in a buffer of their own, aligned for typed arrays. */
function alignedBuffer(property: PropertyReader, index: number): ArrayBuffer {
  return property.sample(index).bytes.slice().buffer;
}

export function float32Values(property: PropertyReader, index: number, extent: number): Float32Array {
  requireType(property, 'float32_t', extent);
  return new Float32Array(alignedBuffer(property, index));
}

export function float64Values(property: PropertyReader, index: number, extent: number): Float64Array {
  requireType(property, 'float64_t', extent);
  return new Float64Array(alignedBuffer(property, index));
}

export function int32Values(property: PropertyReader, index: number): Int32Array {
  requireType(property, 'int32_t', 1);
  return new Int32Array(alignedBuffer(property, index));
}

export function uint32Values(property: PropertyReader, index: number): Uint32Array {
  requireType(property, 'uint32_t', 1);
  return new Uint32Array(alignedBuffer(property, index));
}

export function uint64Values(property: PropertyReader, index: number): BigUint64Array {
  requireType(property, 'uint64_t', 1);
  return new BigUint64Array(alignedBuffer(property, index));
}

/** Returns the texts of a string property's sample. */
export function stringValues(property: PropertyReader, index: number): string[] {
  const { bytes } = property.sample(index);
  if (bytes.length === 0) return [];
  const text =
    property.header.data.type === 'wstring'
      ? String.fromCodePoint(...new Uint32Array(bytes.slice().buffer).map((code) => (code > 0x10ffff ? 0xfffd : code)))
      : new TextDecoder().decode(bytes);
  return text.replace(/\0$/, '').split('\0');
}
