import { type CellFields, cellKinds, createCellFields } from '../../../frames/LiquidCells.ts';
import type { CellGrid } from '../../CellGrid.ts';
import { freeShare } from '../fullLayers.ts';
import { readProfile } from '../transferVelocity.ts';
import type { TallLiquid } from '../TallLiquid.ts';

const [, LIQUID, SOLID, CUT] = cellKinds.keys();
const UP = 1;

/** What the fields of tall cells are made of. */
interface FieldSources {
  /** Fields of the uniform cells above the plane. */
  readonly band: CellFields;
  /** rho h / dt, kg/(m2 s): times scaled pressures it gives pressures. */
  readonly pressureScale: number;
  /** Distance to solids at the corners of the box, m; undefined where there are none. */
  readonly distance: Float64Array | undefined;
}

/** What the cells of a box hold: the uniform ones above the plane, and those that tall cells replace as these say. */
export function tallFields(
  grid: CellGrid,
  liquid: TallLiquid,
  { band, pressureScale, distance: solids }: FieldSources,
): CellFields {
  const [nx, ny, nz] = grid.counts;
  const fields = createCellFields(grid.counts, grid.h, grid.origin);
  const { kinds, distance, pressure, velocity, divergence } = fields;
  const { cells } = liquid.faces.layers;
  const above = ny - cells;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < above; j++) {
      const from = nx * (j + above * k);
      const to = nx * (j + cells + ny * k);
      kinds.set(band.kinds.subarray(from, from + nx), to);
      distance.set(band.distance.subarray(from, from + nx), to);
      pressure.set(band.pressure.subarray(from, from + nx), to);
      velocity.set(band.velocity.subarray(3 * from, 3 * (from + nx)), 3 * to);
      divergence.set(band.divergence.subarray(from, from + nx), to);
    }
  }
  const column = new ColumnOfCells(liquid);
  for (let k = 0; k < nz; k++) {
    for (let i = 0; i < nx; i++) {
      column.read(i, k);
      for (let j = 0; j < cells; j++) {
        const at = i + nx * (j + ny * k);
        const share = solids === undefined ? 1 : freeShare(grid, solids, grid.index(i, j, k));
        kinds[at] = share === 0 ? SOLID : share < 1 ? CUT : LIQUID;
        // The surface lies at least as far away as the uniform cells reach.
        distance[at] = (j - cells) * grid.h;
        if (share === 0) continue;
        pressure[at] = pressureScale * column.pressure[j];
        for (let axis = 0; axis < 3; axis++) {
          velocity[3 * at + axis] = (column.low[axis][j] + column.high[axis][axis === UP ? j + 1 : j]) / 2;
        }
      }
    }
  }
  return fields;
}

/** The velocities on both sides of the uniform cells of a column that tall ones replace, and their pressure. */
class ColumnOfCells {
  readonly low: readonly Float64Array[];
  readonly high: readonly Float64Array[];
  readonly pressure: Float64Array;
  private readonly liquid: TallLiquid;

  constructor(liquid: TallLiquid) {
    const { cells } = liquid.faces.layers;
    const rows = () => [0, 1, 2].map(() => new Float64Array(cells + 1));
    this.liquid = liquid;
    this.low = rows();
    this.high = rows();
    this.pressure = new Float64Array(cells);
  }

  read(i: number, k: number): void {
    const { faces, found, band, projection } = this.liquid;
    const from = { faces, velocity: found, above: band };
    for (let axis = 0; axis < 3; axis++) {
      readProfile(from, axis, i, k, this.low[axis]);
      readProfile(from, axis, i + (axis === 0 ? 1 : 0), k + (axis === 2 ? 1 : 0), this.high[axis]);
    }
    const { places, samples, isLower } = faces.layers;
    const { grid, scaledPressure } = projection;
    for (let s = 0; s < samples; s++) {
      const p = scaledPressure[grid.index(i, s, k)];
      this.pressure[places[s]] = p;
      if (isLower[s] === 0) continue;
      const gap = places[s + 1] - places[s];
      const next = scaledPressure[grid.index(i, s + 1, k)];
      for (let j = 1; j < gap; j++) this.pressure[places[s] + j] = p + (j / gap) * (next - p);
    }
  }
}
