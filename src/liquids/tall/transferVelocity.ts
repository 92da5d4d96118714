import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { TallFaces } from './TallFaces.ts';
import type { TallLayers } from './TallLayers.ts';

const UP = 1;

/** The velocity of tall cells, m/s across their faces. */
interface Tall {
  readonly faces: TallFaces;
  readonly velocity: FaceArrays;
}

/** The velocity of tall cells, and of the uniform cells above them. */
interface TallColumns extends Tall {
  readonly above: { readonly grid: CellGrid; readonly velocity: FaceArrays };
}

/**
 * `to` <- the velocity of the tall cells and of the uniform ones above them in other tall cells of the same box (Irving 2007, 5.3.1): horizontal velocities by least squares, vertical ones by their mean, both of which keep momentum. Those in
 * the uniform cells that are below the new plane and were tall are written by `writeUniform`.
 */
export function transferVelocity(from: TallColumns, to: Tall): void {
  const { grid } = to.faces;
  const [nx, , nz] = grid.counts;
  const profile = new Float64Array(to.faces.layers.cells + 1);
  for (let axis = 0; axis < 3; axis++) {
    for (let k = 0; k < nz; k++) {
      for (let i = 0; i < nx; i++) {
        readProfile(from, axis, i, k, profile);
        if (axis === UP) writeMeans(to, i, k, profile);
        else writeLeastSquares(to, axis, i, k, profile);
      }
    }
  }
}

/** profile <- the velocity across `axis` on the uniform faces of a column, from the floor up: as many as it has room for. */
export function readProfile(
  { faces, velocity, above }: TallColumns,
  axis: number,
  i: number,
  k: number,
  profile: Float64Array,
): void {
  const { grid, layers } = faces;
  const u = velocity[axis];
  const sy = grid.strides[UP];
  const column = grid.index(i, 0, k);
  const end = Math.min(profile.length, layers.cells);
  if (axis === UP) {
    profile[0] = u[column];
    for (let s = 1; s < layers.samples; s++) {
      const last = Math.min(end - 1, layers.places[s]);
      for (let j = layers.places[s - 1] + 1; j <= last; j++) profile[j] = u[column + s * sy];
    }
  } else {
    for (let s = 0; s < layers.samples; s++) {
      const low = layers.places[s];
      const next = layers.isLower[s] === 1 ? layers.places[s + 1] : low + 1;
      const [a, b] = [u[column + s * sy], layers.isLower[s] === 1 ? u[column + (s + 1) * sy] : 0];
      for (let j = low; j < Math.min(end, next); j++) profile[j] = a + ((j - low) / (next - low)) * (b - a);
    }
  }
  for (let j = layers.cells; j < profile.length; j++) {
    // The first face above the last sample is that of the plane.
    const isPlane = axis === UP && j === layers.cells;
    profile[j] = isPlane
      ? u[column + layers.samples * sy]
      : above.velocity[axis][above.grid.index(i, j - layers.cells, k)];
  }
}

function writeMeans({ faces: { grid, layers }, velocity }: Tall, i: number, k: number, profile: Float64Array): void {
  const sy = grid.strides[UP];
  const column = grid.index(i, 0, k);
  velocity[UP][column] = profile[0];
  for (let s = 1; s <= layers.samples; s++) {
    const first = layers.places[s - 1] + 1;
    const last = s < layers.samples ? layers.places[s] : layers.cells;
    let sum = 0;
    for (let j = first; j <= last; j++) sum += profile[j];
    velocity[UP][column + s * sy] = sum / (last - first + 1);
  }
}

function writeLeastSquares(
  { faces: { grid, layers }, velocity }: Tall,
  axis: number,
  i: number,
  k: number,
  profile: Float64Array,
): void {
  const sy = grid.strides[UP];
  const column = grid.index(i, 0, k);
  for (let s = 0; s < layers.samples; s++) {
    if (layers.isLower[s] === 1) {
      fitLine(layers, s, profile, velocity[axis], column + s * sy, column + (s + 1) * sy);
      s++;
    } else velocity[axis][column + s * sy] = profile[layers.places[s]];
  }
}

/** Writes the ends of the line that is nearest to the values between two samples (Irving 2007, eq. 5.1). */
function fitLine(
  { places, heights, crossWeights }: TallLayers,
  s: number,
  profile: Float64Array,
  u: Float64Array,
  low: number,
  high: number,
): void {
  const n = places[s + 1] - places[s];
  let [first, second] = [0, 0];
  for (let j = 0; j <= n; j++) {
    const value = profile[places[s] + j];
    first += ((n - j) / n) * value;
    second += (j / n) * value;
  }
  const cross = crossWeights[s];
  const own = heights[s] - cross;
  const determinant = own * own - cross * cross;
  u[low] = (own * first - cross * second) / determinant;
  u[high] = (own * second - cross * first) / determinant;
}
