import type { BoundaryProjection } from './BoundaryProjection.ts';
import type { TetRings } from './TetRings.ts';

/**
 * One pass of smart smoothing: every vertex moves to the mean of its ring (boundary vertices: of their boundary neighbours,
 * projected onto the surface) when that raises the worst quality of its ring.
 */
export function smoothPass(rings: TetRings, projection: BoundaryProjection, threshold: number): number {
  let moved = 0;
  for (let v = 0; v < rings.vertexCount; v++) {
    const worst = rings.ringQuality(v);
    if (worst >= threshold) continue;
    const boundary = rings.onBoundary[v] === 1;
    if (!writeMean(rings, v, boundary)) continue;
    if (boundary) projection.constrain(rings, v, 0);
    if (rings.tryMove(v, worst) === -Infinity) continue;
    rings.accept(v);
    if (boundary) projection.accept(v);
    moved++;
  }
  return moved;
}

/** Writes the mean of the neighbours of `v` (weighted by the tets at each edge) to `rings.trial`. */
function writeMean(rings: TetRings, v: number, boundary: boolean): boolean {
  const { positions, ringFaces, offsets, onBoundary, trial } = rings;
  let x = 0;
  let y = 0;
  let z = 0;
  let count = 0;
  const last = 3 * offsets[v + 1];
  for (let i = 3 * offsets[v]; i < last; i++) {
    const u = ringFaces[i];
    if (boundary && onBoundary[u] === 0) continue;
    x += positions[3 * u];
    y += positions[3 * u + 1];
    z += positions[3 * u + 2];
    count++;
  }
  if (count === 0) return false;
  trial[0] = x / count;
  trial[1] = y / count;
  trial[2] = z / count;
  return true;
}
