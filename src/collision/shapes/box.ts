import { z } from 'zod';
import { cubePatchSurface } from '../../geometry/primitives/gridSurface.ts';
import type { ColliderShapeDefinition } from '../CollisionBody.ts';
import { DISTANCE } from '../distances.ts';
import type { DisplaySurface } from '../displaySurfaces.ts';
import { length, NO_DIRECTION, rounding } from '../lengths.ts';

/**
 * Box about the origin with edges and corners rounded by `rounding`. With q = |x| - (half size - rounding) per axis,
 * d = |max(q, 0)| + min(max q, 0) - rounding; inside, the normal is that of the nearest face.
 */
const params = z
  .strictObject({
    sizeX: length('Width', 'Full length along x.', 1),
    sizeY: length('Height', 'Full length along y.', 1),
    sizeZ: length('Depth', 'Full length along z.', 1),
    rounding: rounding(),
  })
  .refine((value) => value.rounding <= Math.min(value.sizeX, value.sizeY, value.sizeZ) / 2, {
    message: 'The rounding must not exceed half of the shortest side.',
    path: ['rounding'],
  });

/** Quads across one rounded edge in the display mesh. */
const SHOWN_EDGE_SEGMENTS = 6;

const box: ColliderShapeDefinition<z.infer<typeof params>> = {
  type: 'box',
  label: 'Box',
  reference: 'Exact distance',
  params,
  create({ sizeX, sizeY, sizeZ, rounding: edge }) {
    const half = [sizeX / 2, sizeY / 2, sizeZ / 2];
    const [hx, hy, hz] = half.map((value) => value - edge);
    const answer = new Float64Array(4);
    const signedDistanceAndNormal = (point: Float64Array, out: Float64Array): void => {
      const x = point[0];
      const y = point[1];
      const z = point[2];
      const qx = Math.abs(x) - hx;
      const qy = Math.abs(y) - hy;
      const qz = Math.abs(z) - hz;
      const largest = Math.max(qx, qy, qz);
      if (largest <= NO_DIRECTION) {
        out[0] = qx === largest ? Math.sign(x) || 1 : 0;
        out[1] = qx < largest && qy === largest ? Math.sign(y) || 1 : 0;
        out[2] = qx < largest && qy < largest ? Math.sign(z) || 1 : 0;
        out[DISTANCE] = largest - edge;
        return;
      }
      const dx = Math.max(qx, 0);
      const dy = Math.max(qy, 0);
      const dz = Math.max(qz, 0);
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      out[0] = (Math.sign(x) * dx) / distance;
      out[1] = (Math.sign(y) * dy) / distance;
      out[2] = (Math.sign(z) * dz) / distance;
      out[DISTANCE] = distance - edge;
    };
    return {
      signedDistance(point, out) {
        signedDistanceAndNormal(point, answer);
        out[DISTANCE] = answer[DISTANCE];
      },
      signedDistanceAndNormal,
      bounds: Float64Array.of(-half[0], -half[1], -half[2], ...half),
      display: () => boxDisplay(half, edge),
    };
  },
};

/** Returns quads over the box, several across each rounded edge, each vertex offset from the inner box by the rounding. */
function boxDisplay(half: readonly number[], edge: number): DisplaySurface {
  const cells = edge > 0 ? 2 * SHOWN_EDGE_SEGMENTS + 1 : 1;
  const surface = cubePatchSurface('box', [cells, cells, cells], (out, at) => {
    let squared = 0;
    const offset = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const line = Math.round(((out[at + axis] + 1) / 2) * cells);
      const side = 2 * line < cells ? -1 : 1;
      // 0 where the flat part begins, 1 on the outside of the box; equal angles in between.
      const across = edge > 0 ? Math.abs(line - cells / 2) / (cells / 2) : 1;
      const step = edge > 0 ? (across * cells - 1) / (cells - 1) : 0;
      offset[axis] = side * edge * Math.tan((Math.PI / 4) * step);
      out[at + axis] = side * (half[axis] - edge);
      squared += offset[axis] * offset[axis];
    }
    const scale = squared > 0 ? edge / Math.sqrt(squared) : 0;
    for (let axis = 0; axis < 3; axis++) out[at + axis] += scale * offset[axis];
  });
  const quads = surface.faceVertices;
  const triangles = new Uint32Array((quads.length / 4) * 6);
  for (let face = 0; face < quads.length / 4; face++) {
    const [a, b, c, d] = quads.subarray(4 * face, 4 * face + 4);
    triangles.set([a, b, c, a, c, d], 6 * face);
  }
  return { positions: surface.positions, triangles };
}

export default box;
