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
  const total = from.band.volume + from.faces.volume;
  to.band.state.load(from.band.state.save());
  to.band.incompressible.goOnFrom(from.band.incompressible);
  if (rows > 0) leaveBelow(to.band);
  else if (rows < 0) fillAbove(from, to.band, -rows);
  // Both together have the volume that there was.
  const volume = total - to.faces.volume;
  to.band.state.loadPart(new Map([['volume', Float64Array.of(volume)]]));
  transferVelocity({ faces: from.faces, velocity: from.velocity, above: from.band }, to);
}

/** Takes out the particles that are below the band now. */
function leaveBelow(band: GridLiquid): void {
  const { particles, grid } = band;
  const { positions, count } = particles;
  const flags = new Uint8Array(count);
  for (let p = 0; p < count; p++) flags[p] = positions[3 * p + UP] < grid.origin[UP] ? 1 : 0;
  particles.remove(flags);
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
  const faces = { low: new Float64Array(3), high: new Float64Array(3), point: new Float64Array(3) };
  for (let k = 0; k < nz; k++) {
    for (let i = 0; i < nx; i++) {
      for (let axis = 0; axis < 3; axis++) {
        readProfile(from, axis, i, k, low[axis]);
        if (axis !== UP) readProfile(from, axis, i + (axis === 0 ? 1 : 0), k + (axis === 2 ? 1 : 0), high[axis]);
      }
      for (let j = 0; j < rows; j++) {
        const at = cells - rows + j;
        for (let axis = 0; axis < 3; axis++) {
          faces.low[axis] = low[axis][at];
          faces.high[axis] = axis === UP ? low[axis][at + 1] : high[axis][at];
        }
        fillCell(band, i, j, k, faces);
      }
    }
  }
}

/** Velocities across the low faces of a cell, and across its high ones, m/s; and room for a point. */
interface CellFaces {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly point: Float64Array;
}

/** Fills a cell with particles whose velocity goes linearly from that of its low faces to that of its high ones. */
function fillCell(band: GridLiquid, i: number, j: number, k: number, { low, high, point }: CellFaces): void {
  const { origin, h } = band.grid;
  for (const z of PLACES) {
    for (const y of PLACES) {
      for (const x of PLACES) {
        point[0] = origin[0] + (i + x) * h;
        point[1] = origin[1] + (j + y) * h;
        point[2] = origin[2] + (k + z) * h;
        if (band.solidDistanceAt(point) <= 0) continue;
        const u = low[0] + x * (high[0] - low[0]);
        const v = low[1] + y * (high[1] - low[1]);
        const w = low[2] + z * (high[2] - low[2]);
        band.particles.add(point[0], point[1], point[2], u, v, w);
      }
    }
  }
}
