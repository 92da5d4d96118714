import { staticMesh } from '../../../frames/makeStreams.ts';
import type { StaticMesh } from '../../../frames/StaticStream.ts';
import { surfaceAsShell } from '../../../geometry/surfaceAsShell.ts';
import {
  curtainedSheetFaces,
  curtainedSheetSize,
  rimOf,
  splitFaces,
} from '../../../geometry/terrain/curtainedSheet.ts';
import type { Liquid } from '../../../scene/kinds/liquid.ts';
import { shallowGrid } from '../shallowGrid.ts';
import { placeOf, sheetOf } from './waterSheet.ts';
import { CURTAIN, waterFields } from './waterSurface.ts';

/** The surface of shallow water as the statics declare it: the sheet of `sheetOf` flat on the floor of the box, and its curtain. */
export function waterMesh(liquid: Liquid, edgeScale: number): StaticMesh {
  const { counts, h, origin } = shallowGrid(liquid, edgeScale);
  const [nx, nz] = counts;
  const floor = liquid.domain.centre[1] - liquid.domain.size[1] / 2;
  const vertices = sheetOf(counts);
  const { sheet, rim } = curtainedSheetSize(vertices);
  const positions = new Float64Array(3 * (sheet + rim));
  for (let k = -1, at = 0; k <= nz; k++) {
    for (let i = -1; i <= nx; i++, at += 3) {
      positions[at] = origin[0] + placeOf(i, nx) * h;
      positions[at + 1] = floor;
      positions[at + 2] = origin[1] + placeOf(k, nz) * h;
    }
  }
  rimOf(vertices).forEach((v, n) => {
    positions.copyWithin(3 * (sheet + n), 3 * v, 3 * v + 3);
    positions[3 * (sheet + n) + 1] -= CURTAIN * h;
  });
  const corners = curtainedSheetFaces(vertices);
  const shell = surfaceAsShell(liquid.id, positions, splitFaces(corners));
  const faceOffsets = Uint32Array.from({ length: corners.length / 4 + 1 }, (_, f) => 4 * f);
  const surface = { ...shell.surface, faceOffsets, faceVertices: corners };
  return { ...staticMesh(liquid.id, { ...shell, surface }, waterFields), isLiquid: true };
}
