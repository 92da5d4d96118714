import type { CellGrid, FaceArrays } from '../liquids/CellGrid.ts';

/** Share of a face that solids cover at least where it can move as they do: smaller ones count as none. */
const LEAST_COVERED = 0.01;

/**
 * The velocity of surfaces in the cells that they pass, as a mean over area: of a face, in the two cells beside it; of a face that solids cover where no surface passes these, in the cells beside them. What acts on faces is given back to the
 * surfaces by the transposed means, so that the power is the same.
 */
export class PatchVelocity {
  private readonly grid: CellGrid;
  /** Velocity of each cell times the area that it was taken over, xyz. */
  private readonly sums: Float64Array;
  /** Area of the surfaces in each cell. */
  private readonly weights: Float64Array;

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.sums = new Float64Array(3 * grid.size);
    this.weights = new Float64Array(grid.size);
  }

  clear(): void {
    this.sums.fill(0);
    this.weights.fill(0);
  }

  /** Adds to a cell a part of a surface of `weight` with the velocity (xyz) at `at`. */
  add(cell: number, weight: number, velocity: Float64Array, at: number): void {
    this.weights[cell] += weight;
    for (let axis = 0; axis < 3; axis++) this.sums[3 * cell + axis] += weight * velocity[at + axis];
  }

  /** Replaces the velocity across faces of which solids cover a share, m/s. */
  write(faces: FaceArrays, covered: FaceArrays): void {
    for (const axis of [0, 1, 2] as const) {
      this.grid.forEach((c) => {
        if (covered[axis][c] > LEAST_COVERED && this.weightAt(axis, c) > 0) faces[axis][c] = this.meanAt(axis, c);
      }, axis);
    }
  }

  /** Area of the surfaces that a face takes its velocity from; 0 far from all. */
  weightAt(axis: number, face: number): number {
    return this.sumOf(this.weights, 1, 0, axis, face);
  }

  /** Returns the velocity across a face whose weight is not 0, m/s. */
  meanAt(axis: number, face: number): number {
    return this.sumOf(this.sums, 3, axis, axis, face) / this.weightAt(axis, face);
  }

  /** Adds to `cells` (xyz each), per area of the surfaces in them, what acts across a face whose weight is not 0. */
  spread(axis: number, face: number, action: number, cells: Float64Array): void {
    const before = face - this.grid.strides[axis];
    const share = action / this.weightAt(axis, face);
    if (this.isBeside(face, before)) {
      cells[3 * face + axis] += share;
      cells[3 * before + axis] += share;
      return;
    }
    for (const stride of this.grid.strides) {
      cells[3 * (face - stride) + axis] += share;
      cells[3 * (face + stride) + axis] += share;
      cells[3 * (before - stride) + axis] += share;
      cells[3 * (before + stride) + axis] += share;
    }
  }

  /** Whether a surface passes a cell beside a face. */
  private isBeside(face: number, before: number): boolean {
    return this.weights[face] + this.weights[before] > 0;
  }

  /** Sum of what cells have, at `offset` of `width` numbers each, over those that a face takes its velocity from. */
  private sumOf(values: Float64Array, width: number, offset: number, axis: number, face: number): number {
    const before = face - this.grid.strides[axis];
    if (this.isBeside(face, before)) return values[width * face + offset] + values[width * before + offset];
    const { strides, size } = this.grid;
    let sum = 0;
    // Beyond the layer around the cells there is nothing.
    if (before < strides[2] || face + strides[2] >= size) return 0;
    for (const stride of strides) {
      sum += values[width * (face - stride) + offset] + values[width * (face + stride) + offset];
      sum += values[width * (before - stride) + offset] + values[width * (before + stride) + offset];
    }
    return sum;
  }
}
