import type { CellGrid, FaceArrays } from '../CellGrid.ts';

/** What one grid of the multigrid holds: the matrix of `PressureMatrix`, and vectors. */
export class MultigridLevel {
  readonly grid: CellGrid;
  readonly links: FaceArrays;
  readonly surface: Float64Array;
  readonly diagonal: Float64Array;
  /** One over the diagonal. */
  readonly inverse: Float64Array;
  readonly x: Float64Array;
  readonly b: Float64Array;
  readonly residual: Float64Array;
  /** Unknowns whose i + j + k is even, and those where it is odd, in order. */
  private readonly colours: [Uint32Array, Uint32Array];
  private readonly lengths: [number, number] = [0, 0];

  constructor(grid: CellGrid, { links, surface, diagonal }: Pick<MultigridLevel, 'links' | 'surface' | 'diagonal'>) {
    const vector = () => new Float64Array(grid.size);
    this.grid = grid;
    this.links = links;
    this.surface = surface;
    this.diagonal = diagonal;
    this.inverse = vector();
    this.x = vector();
    this.b = vector();
    this.residual = vector();
    const half = Math.ceil((grid.counts[0] * grid.counts[1] * grid.counts[2]) / 2);
    this.colours = [new Uint32Array(half), new Uint32Array(half)];
  }

  /** Makes the diagonal of what stands beside it. */
  addDiagonal(): void {
    const { grid, surface, diagonal } = this;
    const [lx, ly, lz] = this.links;
    const [, sy, sz] = grid.strides;
    grid.forEach((c) => {
      diagonal[c] = surface[c] + lx[c] + lx[c + 1] + ly[c] + ly[c + sy] + lz[c] + lz[c + sz];
    });
  }

  /** Takes the matrix as it stands; cells without any entry are no unknowns. */
  update(): void {
    const { grid, inverse, diagonal, colours, lengths } = this;
    inverse.fill(0);
    this.x.fill(0);
    this.residual.fill(0);
    lengths.fill(0);
    grid.forEach((c, i, j, k) => {
      if (diagonal[c] === 0) return;
      inverse[c] = 1 / diagonal[c];
      const colour = (i + j + k) & 1;
      colours[colour][lengths[colour]++] = c;
    });
  }

  /** Gauss-Seidel over the unknowns of one colour, which do not see each other. */
  relax(colour: 0 | 1): void {
    const { x, b, inverse } = this;
    const [lx, ly, lz] = this.links;
    const [, sy, sz] = this.grid.strides;
    const cells = this.colours[colour];
    const count = this.lengths[colour];
    for (let n = 0; n < count; n++) {
      const c = cells[n];
      x[c] =
        inverse[c] *
        (b[c] +
          (lx[c] * x[c - 1] + lx[c + 1] * x[c + 1]) +
          (ly[c] * x[c - sy] + ly[c + sy] * x[c + sy]) +
          (lz[c] * x[c - sz] + lz[c + sz] * x[c + sz]));
    }
  }

  /** residual = b - A x of the unknowns of one colour. */
  findResidual(colour: 0 | 1): void {
    const { x, b, diagonal, residual } = this;
    const [lx, ly, lz] = this.links;
    const [, sy, sz] = this.grid.strides;
    const cells = this.colours[colour];
    const count = this.lengths[colour];
    for (let n = 0; n < count; n++) {
      const c = cells[n];
      residual[c] =
        b[c] -
        diagonal[c] * x[c] +
        (lx[c] * x[c - 1] + lx[c + 1] * x[c + 1]) +
        (ly[c] * x[c - sy] + ly[c + sy] * x[c + sy]) +
        (lz[c] * x[c - sz] + lz[c + sz] * x[c + sz]);
    }
  }
}
