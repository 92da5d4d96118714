import { BufferAttribute, DynamicDrawUsage } from 'three';

/** Attributes that have become too short grow by this, so that a growing splash does not make new ones in every frame. */
const ROOM = 1.3;

/**
 * Writes the values of a frame into an attribute that may have room for more, of `size` numbers per item: only what is written goes to the GPU. Gives the attribute,
 * another one where the last had no room.
 */
export function writeGrowing(
  last: BufferAttribute | undefined | null,
  values: Float32Array | Uint32Array,
  size: number,
): BufferAttribute {
  let attribute = last;
  if (attribute === undefined || attribute === null || attribute.array.length < values.length) {
    const length = size * Math.ceil((ROOM * values.length) / size);
    const room = values instanceof Float32Array ? new Float32Array(length) : new Uint32Array(length);
    attribute = new BufferAttribute(room, size).setUsage(DynamicDrawUsage);
  }
  (attribute.array as typeof values).set(values);
  attribute.clearUpdateRanges();
  if (values.length > 0) attribute.addUpdateRange(0, values.length);
  attribute.needsUpdate = true;
  return attribute;
}
