import type { SurfaceMesh } from '../TriMesh.ts';
import { cubePatchSurface, periodicGridSurface } from './gridSurface.ts';

/** Torus around the y axis: `majorRadius` from the centre to the tube's axis, `minorRadius` of the tube, metres. */
export function torusSurface(majorRadius: number, minorRadius: number, segments: number): SurfaceMesh {
  const tubeSegments = Math.max(8, Math.round((segments * minorRadius) / majorRadius));
  return periodicGridSurface('torus', tubeSegments, segments, (u, v, out, offset) => {
    const tube = 2 * Math.PI * u;
    const turn = 2 * Math.PI * v;
    const radius = majorRadius + minorRadius * Math.cos(tube);
    out[offset] = radius * Math.cos(turn);
    out[offset + 1] = minorRadius * Math.sin(tube);
    out[offset + 2] = radius * Math.sin(turn);
  });
}

/** Sphere about the origin, metres: six patches, so that no pole crowds the vertices. */
export function sphereSurface(radius: number, cellsPerSide: number): SurfaceMesh {
  return cubePatchSurface('sphere', [cellsPerSide, cellsPerSide, cellsPerSide], (out, offset) => {
    // Equal angles instead of equal lengths along each patch keep the quads alike in size.
    for (let axis = 0; axis < 3; axis++) out[offset + axis] = Math.tan((Math.PI / 4) * out[offset + axis]);
    const scale = radius / Math.hypot(out[offset], out[offset + 1], out[offset + 2]);
    for (let axis = 0; axis < 3; axis++) out[offset + axis] *= scale;
  });
}

/** Box about the origin with full side lengths `size`, metres, and `cells` quads along each side. */
export function boxSurface(
  size: readonly [number, number, number],
  cells: readonly [number, number, number],
): SurfaceMesh {
  return cubePatchSurface('box', cells, (out, offset) => {
    for (let axis = 0; axis < 3; axis++) out[offset + axis] *= size[axis] / 2;
  });
}
