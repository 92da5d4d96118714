import type { Matrix4 } from 'three';
import type { Pin } from '../../../src/scene/kinds/pin.ts';
import { paintedValues } from '../../../src/scene/painting/PaintedPoints.ts';
import { constrainedValue } from '../painting/constrainedFrom.ts';
import { ownFrame } from '../painting/ownFrame.ts';

type Held = Pick<Pin, 'selection' | 'hold' | 'within'>;

/** Gives the vertices that are no farther than a distance, m, from what the pin follows, or inside it. */
type NearParent = (distance: number) => ReadonlySet<number>;

/**
 * The volume vertices that a pin constrains, by where they stand at the first frame; edges of the region count as inside.
 * `placement` is that of the solid whose vertices stand at `restVolume`; `near` is left out where the surface of what it follows is not there.
 */
export function constrainedVertices(
  held: Held,
  restVolume: Float32Array,
  placement: Matrix4,
  near?: NearParent,
): number[] {
  const chosen = verticesOf(held, restVolume, placement, near);
  const within = held.within === undefined ? undefined : near?.(held.within);
  return within === undefined ? chosen : chosen.filter((vertex) => within.has(vertex));
}

function verticesOf(
  { selection, hold }: Held,
  restVolume: Float32Array,
  placement: Matrix4,
  near: NearParent | undefined,
): number[] {
  const held: number[] = [];
  const count = restVolume.length / 3;
  if (selection.kind === 'vertices') {
    for (const vertex of selection.indices) if (vertex < count) held.push(vertex);
    return held;
  }
  if (selection.kind === 'painted') {
    const values = paintedValues(selection.field, ownFrame(restVolume, placement), new Float32Array(count));
    values.forEach((value, vertex) => {
      if (value >= constrainedValue(hold)) held.push(vertex);
    });
    return held;
  }
  // Distances to colliders are known to the simulation alone.
  if (selection.kind === 'near') return [...(near?.(selection.distance) ?? held)];
  for (let vertex = 0; vertex < count; vertex++) if (isInside(selection, restVolume, 3 * vertex)) held.push(vertex);
  return held;
}

function isInside(
  selection: Extract<Pin['selection'], { kind: 'sphere' | 'box' }>,
  positions: Float32Array,
  at: number,
): boolean {
  if (selection.kind === 'box') {
    const { min, max } = selection;
    for (let axis = 0; axis < 3; axis++) {
      if (positions[at + axis] < min[axis] || positions[at + axis] > max[axis]) return false;
    }
    return true;
  }
  const { centre, radius } = selection;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) square += (positions[at + axis] - centre[axis]) ** 2;
  return square <= radius * radius;
}
