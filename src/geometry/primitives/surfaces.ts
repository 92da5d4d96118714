import type { SurfaceMesh } from '../TriMesh.ts';
import { cubePatchSurface, periodicGridSurface } from './gridSurface.ts';

/**
 * Torus around the y axis, metres: `majorRadius` from the centre to the tube's axis, `minorRadius` of the tube;
 * `majorSegments` quads around the ring, `minorSegments` around the tube.
 */
export function torusSurface(
  majorRadius: number,
  minorRadius: number,
  majorSegments: number,
  minorSegments: number,
): SurfaceMesh {
  return periodicGridSurface('torus', minorSegments, majorSegments, (u, v, out, offset) => {
    const tube = 2 * Math.PI * u;
    const turn = 2 * Math.PI * v;
    const radius = majorRadius + minorRadius * Math.cos(tube);
    out[offset] = radius * Math.cos(turn);
    out[offset + 1] = minorRadius * Math.sin(tube);
    out[offset + 2] = radius * Math.sin(turn);
  });
}

/** Sphere about the origin, metres, `segments` quads around: six square patches, so that no pole crowds the vertices. */
export function sphereSurface(radius: number, segments: number): SurfaceMesh {
  const cells = Math.max(1, Math.round(segments / 4));
  return cubePatchSurface('sphere', [cells, cells, cells], (out, offset) => {
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

/** Cylinder about the y axis, centred on the origin, metres, about `segments` quads around; its caps are round grids. */
export function cylinderSurface(radius: number, height: number, segments: number): SurfaceMesh {
  const across = Math.max(1, Math.round(segments / 4));
  const along = Math.max(1, Math.round((across * height) / (Math.PI * 0.5 * radius)));
  return cubePatchSurface('cylinder', [across, along, across], (out, offset) => {
    const [x, y, z] = [out[offset], out[offset + 1], out[offset + 2]];
    // Concentric squares become concentric circles; equal angles along each side.
    const ring = Math.max(Math.abs(x), Math.abs(z));
    const longer = Math.abs(x) >= Math.abs(z);
    const angle = ring === 0 ? 0 : (Math.PI / 4) * ((longer ? z : x) / ring);
    const sign = Math.sign(longer ? x : z);
    out[offset] = radius * ring * (longer ? sign * Math.cos(angle) : Math.sin(angle));
    out[offset + 1] = (y * height) / 2;
    out[offset + 2] = radius * ring * (longer ? Math.sin(angle) : sign * Math.cos(angle));
  });
}
