import type { CellGrid } from '../CellGrid.ts';

/** Least slope of the function, per cell, that says which way a surface faces. */
const LEAST_SLOPE = 1e-4;
/** The surface is taken to be no further away than this, in cells. */
const FARTHEST = 1.5;
/** Least ratio of areas of the surface that is looked for and of that through the cell: beyond, curvature changes too much on the way. */
const LEAST_AREA = 0.25;
/** Largest curvature that cells can show, over their edge: that of a drop whose radius is the edge. */
const LARGEST = 2;

/**
 * Returns the curvature div n of the surface nearest to a cell, 1/m, positive where liquid bulges out (2 / R of a sphere); 0 where no surface is near. `values` fall through `level` at the
 * surface, by 1 in a cell. What is found first is that of the level surface through the centre of the cell, at k1 and k2; a surface at distance d from it bends by k / (1 + k d) (Goldman 2005,
 * 4). Without that, liquid that is displaced outwards by a wave too short for smoothed values would show less curvature than before, and the wave would grow.
 */
export function surfaceCurvature({ strides, h }: CellGrid, values: Float64Array, c: number, level: number): number {
  const [sx, sy, sz] = strides;
  const here = values[c];
  const x = (values[c + sx] - values[c - sx]) / 2;
  const y = (values[c + sy] - values[c - sy]) / 2;
  const z = (values[c + sz] - values[c - sz]) / 2;
  const square = x * x + y * y + z * z;
  if (square < LEAST_SLOPE * LEAST_SLOPE) return 0;
  const xx = values[c + sx] - 2 * here + values[c - sx];
  const yy = values[c + sy] - 2 * here + values[c - sy];
  const zz = values[c + sz] - 2 * here + values[c - sz];
  const xy = (values[c + sx + sy] - values[c + sx - sy] - values[c - sx + sy] + values[c - sx - sy]) / 4;
  const yz = (values[c + sy + sz] - values[c + sy - sz] - values[c - sy + sz] + values[c - sy - sz]) / 4;
  const zx = (values[c + sz + sx] - values[c + sz - sx] - values[c - sz + sx] + values[c - sz - sx]) / 4;
  const slope = Math.sqrt(square);
  const bend = x * x * (yy + zz) + y * y * (zz + xx) + z * z * (xx + yy) - 2 * (x * y * xy + y * z * yz + z * x * zx);
  const squares = x * x * (yy * zz - yz * yz) + y * y * (zz * xx - zx * zx) + z * z * (xx * yy - xy * xy);
  const mixed = x * y * (zx * yz - xy * zz) + y * z * (xy * zx - yz * xx) + z * x * (xy * yz - zx * yy);
  // k1 + k2 and k1 k2, per cell; values rise into the liquid.
  const sum = -bend / (square * slope);
  const product = (squares + 2 * mixed) / (square * square);
  const d = Math.max(-FARTHEST, Math.min(FARTHEST, (here - level) / slope));
  const area = 1 + sum * d + product * d * d;
  const found = (sum + 2 * product * d) / Math.max(LEAST_AREA, area);
  return Math.max(-LARGEST, Math.min(LARGEST, found)) / h;
}
