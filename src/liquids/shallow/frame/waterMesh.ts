import { staticMesh } from '../../../frames/makeStreams.ts';
import type { StaticMesh } from '../../../frames/StaticStream.ts';
import { surfaceAsShell } from '../../../geometry/surfaceAsShell.ts';
import type { Liquid } from '../../../scene/kinds/liquid.ts';
import { shallowGrid } from '../shallowGrid.ts';
import { edgeOrCentre, waterFields } from './waterSurface.ts';

/** The surface of shallow water as the statics declare it: a sheet of quadrilaterals over the box, at its floor, with (nx + 2) (nz + 2) vertices, x fastest, that face upwards. */
export function waterMesh(liquid: Liquid, edgeScale: number): StaticMesh {
  const { counts, h, origin } = shallowGrid(liquid, edgeScale);
  const [nx, nz] = counts;
  const floor = liquid.domain.centre[1] - liquid.domain.size[1] / 2;
  const positions = new Float64Array(3 * (nx + 2) * (nz + 2));
  for (let k = -1, at = 0; k <= nz; k++) {
    for (let i = -1; i <= nx; i++, at += 3) {
      positions[at] = origin[0] + edgeOrCentre(i, nx) * h;
      positions[at + 1] = floor;
      positions[at + 2] = origin[1] + edgeOrCentre(k, nz) * h;
    }
  }
  const corners = quadrilaterals(nx + 2, nz + 2);
  const sheet = surfaceAsShell(liquid.id, positions, triangles(corners));
  const faceOffsets = Uint32Array.from({ length: corners.length / 4 + 1 }, (_, f) => 4 * f);
  const surface = { ...sheet.surface, faceOffsets, faceVertices: corners };
  return staticMesh(liquid.id, { ...sheet, surface }, waterFields);
}

/** Corners of the faces of a sheet of `nx` times `nz` vertices, counter-clockwise from above. */
function quadrilaterals(nx: number, nz: number): Uint32Array {
  const corners = new Uint32Array(4 * (nx - 1) * (nz - 1));
  for (let k = 0, at = 0; k < nz - 1; k++) {
    for (let i = 0; i < nx - 1; i++, at += 4) {
      const v = i + nx * k;
      corners.set([v, v + nx, v + nx + 1, v + 1], at);
    }
  }
  return corners;
}

/** Splits each face along its first diagonal. */
function triangles(corners: Uint32Array): Uint32Array {
  const split = new Uint32Array((6 * corners.length) / 4);
  for (let c = 0, at = 0; c < corners.length; c += 4, at += 6) {
    const [first, second, third, fourth] = corners.subarray(c, c + 4);
    split.set([first, second, third, first, third, fourth], at);
  }
  return split;
}
