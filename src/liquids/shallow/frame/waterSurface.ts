import { meshStream, withValues } from '../../../frames/makeStreams.ts';
import type { DeclaredAttribute } from '../../../frames/AttributeDisplay.ts';
import { attributeOf, FOAM, streamOf, velocitiesOf, type Stream } from '../../../frames/Stream.ts';
import { curtainedSheetSize, rimOf } from '../../../geometry/terrain/curtainedSheet.ts';
import type { ColumnGrid } from '../ColumnGrid.ts';
import type { ShallowSteps, WaterColumns } from '../ShallowSteps.ts';
import { columnOf, placeOf, sheetOf } from './waterSheet.ts';

const DEPTH = 'depth';

/** What frames hold of the surface beside positions and velocities. */
export const waterFields: readonly DeclaredAttribute[] = [
  {
    name: DEPTH,
    unit: 'm',
    location: 'vertex',
    components: 1,
    display: { label: 'Water depth', detail: 'height of the water above the ground', range: 'from-zero' },
  },
  {
    name: FOAM,
    unit: '',
    location: 'vertex',
    components: 1,
    display: { label: 'Foam', detail: 'share of the surface that is white', range: [0, 1] },
  },
];

/** Depth, as a share of a cell, from which water is shown: shallower water sinks below the ground around it, by `SUNK` cells where there is none. */
const SHOWN = 0.005;
const SUNK = 0.25;
/** Depth to which the curtain along the sides reaches into the ground, in cells. */
export const CURTAIN = 0.5;

/** Returns the depth from which water is seen, m, for columns of edge `h`, m. */
export function shownDepth(h: number): number {
  return SHOWN * h;
}

/** What is seen of water in columns. */
interface SeenWater extends Pick<ShallowSteps, 'water' | 'ground'> {
  /** Share of the surface that is white, in each column. */
  readonly foam: Float64Array;
}

/**
 * The surface of shallow water as a mesh of `waterMesh`: at the centres of columns at the height of the water, and along the sides of the rectangle as beside them. Where there is no water, vertices lie in the
 * ground at the height that the water beside has, or deeper, so that the shore is where the surface goes into the ground.
 */
export function waterSurface(entity: string, grid: ColumnGrid, { water, ground, foam }: SeenWater): Stream {
  const [nx, nz] = grid.counts;
  const vertices = sheetOf(grid.counts);
  const { sheet, rim } = curtainedSheetSize(vertices);
  const positions = new Float32Array(3 * (sheet + rim));
  const velocities = new Float32Array(3 * (sheet + rim));
  const depths = new Float32Array(sheet + rim);
  const white = new Float32Array(sheet + rim);
  const { depth, velocityX, velocityZ } = water;
  const shown = shownDepth(grid.h);
  for (let k = -1, v = 0; k <= nz; k++) {
    for (let i = -1; i <= nx; i++, v++) {
      const c = grid.index(columnOf(i, nx), columnOf(k, nz));
      positions[3 * v] = grid.origin[0] + placeOf(i, nx) * grid.h;
      positions[3 * v + 1] = depth[c] > shown ? ground[c] + depth[c] : sunk(grid, depth, ground, c);
      positions[3 * v + 2] = grid.origin[1] + placeOf(k, nz) * grid.h;
      velocities[3 * v] = velocityX[c];
      velocities[3 * v + 2] = velocityZ[c];
      depths[v] = depth[c];
      white[v] = foam[c];
    }
  }
  rimOf(vertices).forEach((v, n) => {
    const low = sheet + n;
    positions.copyWithin(3 * low, 3 * v, 3 * v + 3);
    positions[3 * low + 1] -= depths[v] + CURTAIN * grid.h;
    velocities.copyWithin(3 * low, 3 * v, 3 * v + 3);
    depths[low] = depths[v];
  });
  return meshStream(entity, { positions, velocities }, [
    withValues(waterFields[0], depths),
    withValues(waterFields[1], white),
  ]);
}

/** Returns where the surface is in a column with too little water to be seen, m. */
function sunk({ row, h }: ColumnGrid, depth: Float64Array, ground: Float64Array, c: number): number {
  const shown = shownDepth(h);
  let sum = 0;
  let weight = 0;
  let lowest = ground[c];
  for (let k = -row; k <= row; k += row) {
    for (let d = c + k - 1; d <= c + k + 1; d++) {
      lowest = Math.min(lowest, ground[d]);
      if (depth[d] <= shown) continue;
      sum += depth[d] * (ground[d] + depth[d]);
      weight += depth[d];
    }
  }
  const low = lowest - SUNK * h;
  const own = low + (depth[c] / shown) * (ground[c] + depth[c] - low);
  return weight > 0 ? Math.min(own, sum / weight) : own;
}

/** Takes the water of a frame: as far as 32-bit numbers have it. */
export function loadWaterSurface(
  streams: readonly Stream[],
  entity: string,
  grid: ColumnGrid,
  water: WaterColumns,
): void {
  const mesh = streamOf({ streams }, entity, 'mesh');
  const depths = mesh && attributeOf(mesh, DEPTH)?.values;
  if (mesh === undefined || depths === undefined) throw new Error(`the frame has no surface of '${entity}'`);
  const velocities = velocitiesOf(mesh);
  const [nx] = grid.counts;
  grid.forEach((c, i, k) => {
    const v = i + 1 + (nx + 2) * (k + 1);
    water.depth[c] = depths[v];
    water.velocityX[c] = velocities[3 * v];
    water.velocityZ[c] = velocities[3 * v + 2];
  });
}
