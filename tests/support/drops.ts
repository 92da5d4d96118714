import { CellGrid } from '../../src/liquids/CellGrid.ts';
import { liquidTransports } from '../../src/liquids/LiquidTransport.ts';
import type { GridLiquid } from '../../src/liquids/uniform/GridLiquid.ts';
import { CLOSED, liquidPool } from './liquidPool.ts';

/** A drop, in units of its radius at rest, its density and its surface tension. */
interface DropShape {
  /** Cells in the radius. */
  readonly cells: number;
  /** Its half axis along x, less 1. */
  readonly stretch?: number;
  /** A cylinder across z in place of a ball. */
  readonly isFlat?: boolean;
  readonly transport?: string;
}

/** A drop at rest without gravity in a box of three times its size, its middle off those of cells. */
export function drop({ cells, stretch = 0, isFlat = false, transport: type = 'affine' }: DropShape): GridLiquid {
  const h = 1 / cells;
  const count = 3 * cells;
  const counts = [count, count, isFlat ? 1 : count] as const;
  const middle = 1.5 + 0.13 * h;
  const long = 1 + stretch;
  const across = isFlat ? 1 / long : 1 / Math.sqrt(long);
  const axes = [long, across, isFlat ? Infinity : across];
  const radiusAt = (place: readonly number[], power: number) =>
    Math.hypot(...place.map((x, axis) => (x - middle) / axes[axis] ** power));
  const grid = new CellGrid(counts, h);
  const isLevelSet = type === 'level-set';
  const { create, params } = liquidTransports.get(type);
  const transport = create({ grid, closedSides: CLOSED }, params.parse(isLevelSet ? { markers: 16 } : {}));
  const inside = (...place: number[]) => !isLevelSet && radiusAt(place, 1) < 1;
  const settings = { gravity: [0, 0, 0], density: 1, material: { surfaceTension: 1 }, transport };
  const liquid = liquidPool(counts, h, inside, settings);
  if (isLevelSet) {
    const distance = new Float64Array(grid.size).fill(1);
    grid.forEach((c, ...place) => {
      const centre = place.map((n) => (n + 0.5) * h);
      const radius = radiusAt(centre, 1);
      distance[c] = ((radius - 1) * radius) / radiusAt(centre, 2);
    });
    liquid.unite(distance, Infinity, [0, 0, 0]);
  }
  return liquid;
}

/** Returns the mean of x^2 - y^2 over a liquid about its middle, m2, and its middle along x, y and z, m. */
export function dropMoments({ phi, grid }: GridLiquid): { readonly stretch: number; readonly middle: number[] } {
  let volume = 0;
  const sums = [0, 0, 0];
  const squares = [0, 0, 0];
  grid.forEach((c, ...place) => {
    const share = Math.min(1, Math.max(0, 0.5 - phi[c] / grid.h));
    volume += share;
    for (let axis = 0; axis < 3; axis++) {
      const x = (place[axis] + 0.5) * grid.h;
      sums[axis] += share * x;
      squares[axis] += share * x * x;
    }
  });
  const middle = sums.map((sum) => sum / volume);
  const [x, y] = squares.map((square, axis) => square / volume - middle[axis] ** 2);
  return { stretch: x - y, middle };
}

/** Returns the root mean square of the speed of a liquid's cells, m/s. */
export function rmsSpeed({ velocity, phi, grid }: GridLiquid): number {
  let cells = 0;
  let squares = 0;
  grid.forEach((c) => {
    if (phi[c] >= 0) return;
    cells++;
    for (let axis = 0; axis < 3; axis++)
      squares += ((velocity[axis][c] + velocity[axis][c + grid.strides[axis]]) / 2) ** 2;
  });
  return Math.sqrt(squares / cells);
}

/** Returns the times at which `value` passes 0 while a liquid moves on for `duration` in `steps`, s, and the largest size of it between two of them. */
export function passages(
  liquid: GridLiquid,
  duration: number,
  steps: number,
  value: () => number,
): { readonly times: number[]; readonly peaks: number[] } {
  const times: number[] = [];
  const peaks: number[] = [];
  let before = NaN;
  let peak = 0;
  for (let step = 1; step <= steps; step++) {
    liquid.advance(duration / steps);
    const now = value();
    peak = Math.max(peak, Math.abs(now));
    if (before * now < 0) {
      times.push(((step - now / (now - before)) * duration) / steps);
      peaks.push(peak);
      peak = 0;
    }
    before = now;
  }
  return { times, peaks };
}
