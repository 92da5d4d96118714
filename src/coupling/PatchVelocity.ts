import type { CellGrid, FaceArrays } from '../liquids/CellGrid.ts';

/** The velocity of surfaces in the cells that they pass, as a mean over area. */
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

  /** Replaces the velocity across faces of cells with surfaces, m/s. */
  write(faces: FaceArrays): void {
    const { grid, sums, weights } = this;
    for (const axis of [0, 1, 2] as const) {
      const stride = grid.strides[axis];
      grid.forEach((c) => {
        const weight = weights[c] + weights[c - stride];
        if (weight > 0) faces[axis][c] = (sums[3 * c + axis] + sums[3 * (c - stride) + axis]) / weight;
      }, axis);
    }
  }
}
