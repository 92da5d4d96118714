import type { MeshStatics } from '../../state/DisplayStatics.ts';

/** Cells along the longest side of the box: depths are right to half a cell. */
const CELLS = 48;

type Body = Pick<MeshStatics, 'elementSize' | 'elements' | 'restVolume' | 'surface'>;

/**
 * How deep under the surface the middle of each element lies at rest, m: the distance to the nearest cell of a grid that the surface passes through
 * (exact squared distances between cells, Felzenszwalb and Huttenlocher 2012, section 2).
 */
export function elementDepths(body: Body): Float32Array {
  const grid = gridAround(body.restVolume);
  const squared = new Float64Array(grid.size[0] * grid.size[1] * grid.size[2]).fill(Infinity);
  markSurface(body.surface, grid, squared);
  spreadDistances(squared, grid.size);
  const { elementSize, elements, restVolume } = body;
  const depths = new Float32Array(elements.length / elementSize);
  for (let e = 0; e < depths.length; e++) {
    const middle = [0, 0, 0];
    for (let k = 0; k < elementSize; k++) {
      const v = 3 * elements[elementSize * e + k];
      for (let axis = 0; axis < 3; axis++) middle[axis] += restVolume[v + axis] / elementSize;
    }
    depths[e] = grid.cell * Math.sqrt(squared[cellOf(grid, middle[0], middle[1], middle[2])]);
  }
  return depths;
}

interface Grid {
  readonly origin: readonly number[];
  /** Edge of a cell, m. */
  readonly cell: number;
  readonly size: readonly number[];
}

function gridAround(positions: Float32Array): Grid {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k]);
    high[k % 3] = Math.max(high[k % 3], positions[k]);
  }
  const sides = low.map((from, axis) => Math.max(high[axis] - from, 0));
  const cell = Math.max(...sides, 1e-9) / CELLS;
  return { origin: low, cell, size: sides.map((side) => Math.floor(side / cell) + 1) };
}

function cellOf({ origin, cell, size }: Grid, x: number, y: number, z: number): number {
  const at = (value: number, axis: number) =>
    Math.min(Math.max(Math.floor((value - origin[axis]) / cell), 0), size[axis] - 1);
  return at(x, 0) + size[0] * (at(y, 1) + size[1] * at(z, 2));
}

/** Points on every triangle, closer together than a cell. */
function markSurface({ triangles, restPositions: p }: Body['surface'], grid: Grid, squared: Float64Array): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    let longest = 0;
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ]) {
      longest = Math.max(longest, Math.hypot(p[to] - p[from], p[to + 1] - p[from + 1], p[to + 2] - p[from + 2]));
    }
    const steps = Math.min(Math.ceil(longest / grid.cell), 2 * CELLS);
    for (let i = 0; i <= steps; i++) {
      for (let j = 0; j <= steps - i; j++) {
        const [u, v] = steps === 0 ? [0, 0] : [i / steps, j / steps];
        const w = 1 - u - v;
        const at = (axis: number) => w * p[a + axis] + u * p[b + axis] + v * p[c + axis];
        squared[cellOf(grid, at(0), at(1), at(2))] = 0;
      }
    }
  }
}

/** Squared distances in cells to the nearest cell that is 0, in place: one axis after the other. */
function spreadDistances(squared: Float64Array, size: readonly number[]): void {
  const strides = [1, size[0], size[0] * size[1]];
  const line = new Float64Array(Math.max(...size));
  for (let axis = 0; axis < 3; axis++) {
    const length = size[axis];
    const stride = strides[axis];
    for (let start = 0; start < squared.length; start++) {
      if (Math.floor(start / stride) % length !== 0) continue;
      for (let i = 0; i < length; i++) line[i] = squared[start + i * stride];
      for (let i = 0; i < length; i++) {
        let least = Infinity;
        for (let j = 0; j < length; j++) least = Math.min(least, line[j] + (i - j) ** 2);
        squared[start + i * stride] = least;
      }
    }
  }
}

/** What most elements of each group are deep: from the 5th to the 95th percentile, m. `groups`: the group of each element. */
export function depthRanges(
  depths: Float32Array,
  groups: ArrayLike<number>,
): ReadonlyMap<number, { readonly low: number; readonly high: number }> {
  const byGroup = new Map<number, number[]>();
  for (let e = 0; e < depths.length; e++) {
    const known = byGroup.get(groups[e]);
    if (known === undefined) byGroup.set(groups[e], [depths[e]]);
    else known.push(depths[e]);
  }
  return new Map(
    [...byGroup].map(([group, values]) => {
      values.sort((x, y) => x - y);
      const at = (share: number) => values[Math.round(share * (values.length - 1))];
      return [group, { low: at(0.05), high: at(0.95) }];
    }),
  );
}
