import type { GridLiquid } from '../uniform/GridLiquid.ts';

/** Fewest uniform cells between the plane and the surface: a substep moves two, and pressure, surface and extrapolation reach further ones. */
const LEAST_BAND = 8;
/** Fewest uniform cells that are worth replacing. */
const LEAST_TALL = 4;
/** Fewest uniform cells that the plane may come to the surface before it is moved down. */
const LEAST_LEFT = 5;

/** Returns the height of the band of uniform cells, in cells, for the share of the depth that stays uniform; `full`: layers that are full of liquid at first. */
export function bandHeight(share: number, full: number): number {
  return Math.max(LEAST_BAND, Math.round(share * full));
}

/** Returns how many layers of uniform cells tall ones replace where the lowest air is in layer `air` and the band shall have a height, in cells. */
export function planeOf(air: number, band: number): number {
  const plane = air - band;
  return plane < LEAST_TALL ? 0 : plane;
}

/** Returns where the plane is to be, from where it is, with a hysteresis of half the band: where the surface comes near to it, or has left it far behind. */
export function movedPlane(plane: number, air: number, band: number): number {
  const left = air - plane;
  const isNear = plane > 0 && left < Math.max(LEAST_LEFT, band / 2);
  const isFar = left > band + Math.max(LEAST_TALL, band / 2);
  return isNear || isFar ? planeOf(air, band) : plane;
}

/** Returns the lowest layer of the grid of a liquid that holds air outside of solids, as its surface was found last; that above its highest layer where none does. */
export function lowestAir({ grid, phi, fluidFraction }: GridLiquid): number {
  const [nx, ny, nz] = grid.counts;
  for (let j = 0; j < ny; j++) {
    for (let k = 0; k < nz; k++) {
      const row = grid.index(0, j, k);
      for (let c = row; c < row + nx; c++) if (phi[c] >= 0 && fluidFraction[c] > 0) return j;
    }
  }
  return ny;
}
