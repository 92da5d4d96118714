import { attributeOf, valuesOf, type AttributeArray, type Stream } from '../Stream.ts';
import type { ShownAttribute } from './derivedAttributes.ts';
import type { MeshValues } from './MeshValues.ts';

/**
 * The values of an attribute at a frame, `components` numbers for each vertex, element, point or cell; undefined where the frame does not have it.
 * `mesh`: what a mesh stream is at that frame. `requested`: the values of one that the host computes.
 */
export function attributeValues(
  { name, source, derived, location }: ShownAttribute,
  stream: Stream,
  mesh: MeshValues | undefined,
  requested?: Float32Array,
): Float32Array | undefined {
  if (source === 'request') return requested;
  if (derived === undefined) {
    const stored = attributeOf(stream, name)?.values;
    return stored && inSingle(stored);
  }
  const count = location === 'element' ? (mesh?.restDeterminants.length ?? 0) : placesOf(stream);
  const out = new Float32Array(count);
  const values = (wanted: string): AttributeArray => valuesOf(stream, wanted, Float32Array);
  derived.compute({ values, elements: mesh?.elements, restDeterminants: mesh?.restDeterminants }, out);
  return out;
}

/** One number of each value: the number itself, or the length of a vector. */
export function scalarsOf(values: Float32Array, components: number): Float32Array {
  if (components === 1) return values;
  const out = new Float32Array(values.length / components);
  for (let k = 0; k < out.length; k++) {
    let square = 0;
    for (let c = components * k; c < components * (k + 1); c++) square += values[c] * values[c];
    out[k] = Math.sqrt(square);
  }
  return out;
}

function inSingle(values: AttributeArray): Float32Array {
  return values instanceof Float32Array ? values : Float32Array.from(values);
}

/** Vertices, points or cells of a stream: what its first attribute has values for. */
function placesOf({ attributes: [first] }: Stream): number {
  return first.values.length / first.components;
}
