import { bytesOf } from './elementType.ts';
import type { CompoundWriter } from './ObjectWriter.ts';
import type { PropertyWriter } from './PropertyWriter.ts';

/** Min xyz, max xyz. */
export type Box = Float64Array;

/** Returns the empty box, as the reference library writes it for an empty frame. */
export function emptyBox(): Box {
  const most = Number.MAX_VALUE;
  return Float64Array.of(most, most, most, -most, -most, -most);
}

export function isEmptyBox(box: ArrayLike<number>): boolean {
  return box[0] > box[3] || box[1] > box[4] || box[2] > box[5];
}

/** Extends `box` to contain the points (xyz each). */
export function growBox(box: Box, positions: ArrayLike<number>): void {
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    const value = positions[i];
    if (value < box[axis]) box[axis] = value;
    if (value > box[axis + 3]) box[axis + 3] = value;
  }
}

/** Extends `box` by the eight corners of `other` transformed by a column-major 4x4 matrix (unchanged where there is none). */
export function growBoxByBox(box: Box, other: ArrayLike<number>, matrix?: ArrayLike<number>): void {
  if (isEmptyBox(other)) return;
  const corner = [0, 0, 0];
  for (let k = 0; k < 8; k++) {
    const x = other[k & 1 ? 3 : 0];
    const y = other[k & 2 ? 4 : 1];
    const z = other[k & 4 ? 5 : 2];
    for (let row = 0; row < 3; row++) {
      corner[row] =
        matrix === undefined
          ? [x, y, z][row]
          : matrix[row] * x + matrix[row + 4] * y + matrix[row + 8] * z + matrix[row + 12];
    }
    growBox(box, corner);
  }
}

export function boxProperty(
  parent: CompoundWriter,
  name: '.selfBnds' | '.childBnds',
  sampling: number,
): PropertyWriter {
  return parent.property({
    kind: 'scalar',
    name,
    data: { type: 'float64_t', extent: 6 },
    metadata: 'interpretation=box',
    sampling,
  });
}

export function writeBox(property: PropertyWriter, box: Box): void {
  property.write(bytesOf(box));
}
