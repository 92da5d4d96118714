import type { DerivationSource } from '../../../src/frames/derived/Derivation.ts';
import type { ShownAttribute } from '../../../src/frames/derived/derivedAttributes.ts';
import { attributeOf, type Stream } from '../../../src/frames/Stream.ts';
import type { Colouring } from '../../state/viewStore.ts';
import type { ArrayPool } from './ArrayPool.ts';
import type { DisplayStream } from './DisplayFrame.ts';
import type { DisplayAttribute, StreamStatics } from '../../state/DisplayStatics.ts';

/** What is wanted of a stream at a frame, beside its own attributes. */
export interface StreamRequest {
  readonly colouring: Colouring;
  /** The numbers of the colouring, where the host computed them. */
  readonly requested: Float32Array | undefined;
  /** Bytes of the surface that the host extracted. */
  readonly surface: Uint8Array | undefined;
}

/** Turns one stream of a shot into what is drawn. */
export interface StreamDecoder {
  readonly statics: StreamStatics;
  /** Throws `format-*`, and `export-mismatch` for a stream of another shape. */
  decode(stream: Stream, request: StreamRequest): DisplayStream;
}

/** What the decoders of a shot share. */
export interface DecodingTools {
  readonly pool: ArrayPool;
  /** Gives what most of the numbers lie in. */
  typicalRange(values: Float32Array): readonly [number, number];
}

/** Attributes as they are sent between threads: without the functions that compute them. */
export function sentAttributes(attributes: readonly ShownAttribute[]): readonly DisplayAttribute[] {
  return attributes.map(({ name, unit, location, components, display, source }) => ({
    name,
    unit,
    location,
    components,
    display,
    source,
  }));
}

/**
 * Writes the numbers of an attribute, a number per value: of vectors their lengths. `source` is what derived ones are computed from. False where the
 * frame does not have the attribute, or one of another length.
 */
export function writeNumbers(
  { name, derived }: ShownAttribute,
  stream: Pick<Stream, 'attributes'>,
  source: DerivationSource,
  requested: Float32Array | undefined,
  out: Float32Array,
): boolean {
  if (derived !== undefined) {
    derived.compute(source, out);
    return true;
  }
  const stored = attributeOf(stream, name);
  const { values, components } = stored ?? { values: requested, components: 1 };
  if (values?.length !== components * out.length) return false;
  if (components === 1) out.set(values);
  else writeLengths(values, components, out);
  return true;
}

function writeLengths(values: ArrayLike<number>, components: number, out: Float32Array): void {
  for (let k = 0; k < out.length; k++) {
    let square = 0;
    for (let at = components * k; at < components * (k + 1); at++) square += values[at] * values[at];
    out[k] = Math.sqrt(square);
  }
}

/** Least and greatest of numbers; both 0 where there are none. */
export function rangeOf(values: Float32Array): readonly [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < values.length; k++) {
    if (values[k] < low) low = values[k];
    if (values[k] > high) high = values[k];
  }
  return values.length === 0 ? [0, 0] : [low, high];
}
