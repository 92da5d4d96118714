import type { CellGrid, FaceArrays } from '../CellGrid.ts';

/** Halvings by which a region is made as large as there is liquid for. */
const HALVINGS = 24;

/** The level set of a liquid and the velocities of its faces. */
export interface EditedLiquid {
  /** m, at the centres, negative inside. */
  readonly phi: Float64Array;
  /** m/s. */
  readonly velocity: FaceArrays;
}

/**
 * Joins a region to a liquid, or as much of its inside as has room for `most`, m3: phi <- min(phi, distance + shift). Its faces get its velocity.
 * @param distance to the region at the centres, m, negative inside.
 * @param fluidFraction of each cell.
 * @returns m3 that came to the liquid.
 */
export function uniteRegion(
  grid: CellGrid,
  { phi, velocity }: EditedLiquid,
  distance: Float64Array,
  fluidFraction: Float64Array,
  most: number,
  given: ArrayLike<number>,
): number {
  const inside = insideOf(grid, distance);
  const gain = (shift: number) => {
    let sum = 0;
    for (const c of inside)
      sum += fluidFraction[c] * Math.max(0, share(grid, distance[c] + shift) - share(grid, phi[c]));
    return sum * grid.h ** 3;
  };
  const shift = fittingShift(grid, gain, distance, inside, most);
  if (shift === undefined) return 0;
  const gained = gain(shift);
  for (const c of inside) {
    if (distance[c] + shift < 0) {
      for (let axis = 0; axis < 3; axis++) {
        velocity[axis][c] = given[axis];
        velocity[axis][c + grid.strides[axis]] = given[axis];
      }
    }
    phi[c] = Math.min(phi[c], distance[c] + shift);
  }
  return gained;
}

/** Takes a region from a liquid, or as much of its inside as holds `most`, m3: phi <- max(phi, -(distance + shift)). Gives the m3 taken. */
export function subtractRegion(
  grid: CellGrid,
  phi: Float64Array,
  distance: Float64Array,
  fluidFraction: Float64Array,
  most: number,
): number {
  const inside = insideOf(grid, distance);
  const loss = (shift: number) => {
    let sum = 0;
    for (const c of inside) {
      sum += fluidFraction[c] * Math.max(0, share(grid, phi[c]) - share(grid, -distance[c] - shift));
    }
    return sum * grid.h ** 3;
  };
  const shift = fittingShift(grid, loss, distance, inside, most);
  if (shift === undefined) return 0;
  const lost = loss(shift);
  for (const c of inside) phi[c] = Math.max(phi[c], -distance[c] - shift);
  return lost;
}

/** Cells that the region has a part of. */
function insideOf(grid: CellGrid, distance: Float64Array): number[] {
  const inside: number[] = [];
  grid.forEach((c) => {
    if (distance[c] < grid.h / 2) inside.push(c);
  });
  return inside;
}

/** Returns the fraction of a cell that is inside a surface at `distance` from its centre, as if that were flat. */
function share(grid: CellGrid, distance: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance / grid.h));
}

/** The least by which the region has to shrink, m, so that it changes no more than `most`; undefined where it would change nothing. */
function fittingShift(
  grid: CellGrid,
  change: (shift: number) => number,
  distance: Float64Array,
  inside: readonly number[],
  most: number,
): number | undefined {
  const all = change(0);
  if (all === 0) return undefined;
  if (all <= most) return 0;
  let low = 0;
  let high = grid.h;
  for (const c of inside) high = Math.max(high, grid.h - distance[c]);
  for (let n = 0; n < HALVINGS; n++) {
    const middle = (low + high) / 2;
    if (change(middle) > most) low = middle;
    else high = middle;
  }
  return change(high) > 0 ? high : undefined;
}
