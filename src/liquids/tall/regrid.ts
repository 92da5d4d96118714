import type { GridLiquid } from '../uniform/GridLiquid.ts';
import { readProfile, transferVelocity } from './transferVelocity.ts';
import type { TallLiquid } from './TallLiquid.ts';

const UP = 1;
/** Places of the particles of a full cell along an axis, in cells. */
const PLACES = [0.25, 0.75] as const;

/**
 * Gives a liquid to one of the same box with another plane: particles above the new plane are kept and those below it left out with their volume; cells that were tall and are no longer so are filled with particles, which move as
 * the tall cells did there.
 */
export function regrid(from: TallLiquid, to: TallLiquid): void {
  const rows = to.faces.layers.cells - from.faces.layers.cells;
  to.band.state.load(from.band.state.save());
  to.band.incompressible.goOnFrom(from.band.incompressible);
  if (rows > 0) leaveBelow(from.band, to.band, rows);
  else if (rows < 0) fillAbove(from, to.band, -rows);
  transferVelocity({ faces: from.faces, velocity: from.velocity, above: from.band }, to);
}

/** Takes out the particles of the lowest `rows` layers of the liquid before, which are below the band now, and the volume of these. */
function leaveBelow(before: GridLiquid, band: GridLiquid, rows: number): void {
  const { particles, grid } = band;
  const { positions, count } = particles;
  const flags = new Uint8Array(count);
  for (let p = 0; p < count; p++) flags[p] = positions[3 * p + UP] < grid.origin[UP] ? 1 : 0;
  particles.remove(flags);
  const [nx, , nz] = grid.counts;
  let full = 0;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < rows; j++) {
      const row = before.grid.index(0, j, k);
      for (let c = row; c < row + nx; c++) full += before.fluidFraction[c];
    }
  }
  const volume = before.volume - full * grid.h ** 3;
  band.state.loadPart(new Map([['volume', Float64Array.of(volume)]]));
}

/** Fills the lowest `rows` layers of the band, which were the upper ones of the tall cells before. */
function fillAbove(before: TallLiquid, band: GridLiquid, rows: number): void {
  const { cells } = before.faces.layers;
  const [nx, , nz] = band.grid.counts;
  const profile = () => new Float64Array(cells + 1);
  const [low, high] = [
    [profile(), profile(), profile()],
    [profile(), profile(), profile()],
  ];
  const from = { faces: before.faces, velocity: before.velocity, above: before.band };
  for (let k = 0; k < nz; k++) {
    for (let i = 0; i < nx; i++) {
      for (let axis = 0; axis < 3; axis++) {
        readProfile(from, axis, i, k, low[axis]);
        if (axis !== UP) readProfile(from, axis, i + (axis === 0 ? 1 : 0), k + (axis === 2 ? 1 : 0), high[axis]);
      }
      for (let j = 0; j < rows; j++) {
        const at = cells - rows + j;
        fillCell(band, [i, j, k], [low[0][at], low[UP][at], low[2][at]], [high[0][at], low[UP][at + 1], high[2][at]]);
      }
    }
  }
}

/** Fills a cell with particles whose velocity goes linearly from that of its low faces to that of its high ones. */
function fillCell(band: GridLiquid, place: readonly number[], low: readonly number[], high: readonly number[]): void {
  const { origin, h } = band.grid;
  const point = new Float64Array(3);
  for (const z of PLACES) {
    for (const y of PLACES) {
      for (const x of PLACES) {
        point[0] = origin[0] + (place[0] + x) * h;
        point[1] = origin[1] + (place[1] + y) * h;
        point[2] = origin[2] + (place[2] + z) * h;
        if (band.solidDistanceAt(point) <= 0) continue;
        const [u, v, w] = [x, y, z].map((share, axis) => low[axis] + share * (high[axis] - low[axis]));
        band.particles.add(point[0], point[1], point[2], u, v, w);
      }
    }
  }
}
