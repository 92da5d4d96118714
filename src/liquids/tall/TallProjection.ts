import { CellBox } from '../CellBox.ts';
import { CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import {
  type LiquidState,
  PressureProjection,
  type ProjectionReport,
  type ProjectionSettings,
} from '../pressure/PressureProjection.ts';
import { ColumnMultigrid } from './ColumnMultigrid.ts';
import { TallCoupling } from './TallCoupling.ts';
import type { TallFaces } from './TallFaces.ts';

/**
 * Makes the velocity of uniform cells and of the tall cells below them free of divergence in one solve (Irving 2007, 5.5.2). The samples of tall cells stand under the uniform cells as further layers of a
 * grid, whose faces count by what tall cells sum of them: so the projection, the multigrid and the kernels of the uniform grid do all the work, and `TallCoupling` adds what tall cells have beside.
 */
export class TallProjection {
  /** The tall samples, and above them the uniform cells. */
  readonly grid: CellGrid;
  private readonly faces: TallFaces;
  private readonly projection: PressureProjection;
  private readonly coupling: TallCoupling;
  private readonly velocity: FaceArrays;
  private readonly open: FaceArrays;
  private readonly solidVelocity: FaceArrays;
  private readonly phi: Float64Array;
  private readonly box: CellBox;

  /** `uniform`: the grid of the uniform cells. `settings.kernel` is one of `grid`'s size. */
  constructor(uniform: CellGrid, faces: TallFaces, settings: ProjectionSettings) {
    const [nx, ny, nz] = uniform.counts;
    this.faces = faces;
    this.grid = new CellGrid([nx, faces.layers.samples + ny, nz], uniform.h);
    this.projection = new PressureProjection(this.grid, {
      ...settings,
      preconditioner: (matrix) => new ColumnMultigrid(matrix, faces),
    });
    this.coupling = new TallCoupling(this.grid, faces);
    this.velocity = faceArrays(this.grid);
    this.open = faceArrays(this.grid);
    this.solidVelocity = faceArrays(this.grid);
    this.phi = new Float64Array(this.grid.size).fill(uniform.h);
    this.box = new CellBox(this.grid);
    this.update();
  }

  /** dt p / (rho h), m/s, of the last projection. */
  get scaledPressure(): Float64Array {
    return this.projection.scaledPressure;
  }

  /** Takes the faces of the tall cells as they are now. */
  update(): void {
    const { faces, grid, open, phi } = this;
    const [nx, , nz] = grid.counts;
    const { samples } = faces.layers;
    for (let k = -1; k <= nz; k++) {
      for (let s = 0; s < samples; s++) {
        const from = faces.grid.index(-1, s, k);
        const to = grid.index(-1, s, k);
        for (let n = 0; n < nx + 2; n++) {
          for (let axis = 0; axis < 3; axis++) open[axis][to + n] = faces.open[axis][from + n];
          if (n > 0 && n <= nx && k >= 0 && k < nz) phi[to + n] = -grid.h;
        }
      }
    }
    this.coupling.update();
  }

  /** Projects in place the velocity of the uniform cells, and that of the tall ones, of which the face above the last sample is that below the first uniform cell. */
  project(uniform: LiquidState & { readonly grid: CellGrid }, tall: FaceArrays): ProjectionReport {
    const { projection, coupling, velocity, open, solidVelocity, phi, box, grid } = this;
    this.stack(uniform, tall);
    this.projection.scaledPressure.fill(0);
    const targetDivergence = uniform.targetDivergence ?? 0;
    coupling.wanted = targetDivergence * grid.h;
    coupling.findFlow(velocity);
    const report = projection.project({ velocity, open, solidVelocity, phi, targetDivergence, box }, coupling);
    this.unstack(uniform, tall);
    return report;
  }

  /** Net flow out of each uniform cell beyond what there shall be after a projection, over the area of a face, m/s. */
  outflow(uniform: CellGrid, targetDivergence: number): Float64Array {
    const { velocity, open, solidVelocity, phi, box } = this;
    return this.uniformPart(
      uniform,
      this.projection.outflow({ velocity, open, solidVelocity, phi, targetDivergence, box }),
    );
  }

  /** Returns the numbers of the uniform cells among those of an array of all. */
  uniformPart(uniform: CellGrid, values: Float64Array): Float64Array {
    const part = new Float64Array(uniform.size);
    const { samples } = this.faces.layers;
    uniform.forEach((c, i, j, k) => (part[c] = values[this.grid.index(i, j + samples, k)]));
    return part;
  }

  private stack(uniform: LiquidState & { readonly grid: CellGrid }, tall: FaceArrays): void {
    const { grid, faces, velocity, open, solidVelocity, phi } = this;
    const { samples, gaps } = faces.layers;
    const [nx, ny, nz] = grid.counts;
    const row = nx + 2;
    for (let k = -1; k <= nz; k++) {
      for (let s = 0; s < samples; s++) {
        const from = faces.grid.index(-1, s, k);
        const to = grid.index(-1, s, k);
        for (let axis = 0; axis < 3; axis++) {
          // Across a gap the pressure gradient is that of the whole gap.
          copyScaled(tall[axis], from, velocity[axis], to, row, axis === 1 ? gaps[s] : 1);
        }
      }
      for (let j = samples; j <= ny; j++) {
        const from = uniform.grid.index(-1, j - samples, k);
        const to = grid.index(-1, j, k);
        copyScaled(uniform.phi, from, phi, to, row, 1);
        for (let axis = 0; axis < 3; axis++) {
          copyScaled(uniform.velocity[axis], from, velocity[axis], to, row, 1);
          copyScaled(uniform.open[axis], from, open[axis], to, row, 1);
          copyScaled(uniform.solidVelocity[axis], from, solidVelocity[axis], to, row, 1);
        }
      }
      const plane = grid.index(-1, samples, k);
      const top = faces.grid.index(-1, samples, k);
      copyScaled(tall[1], top, velocity[1], plane, row, 1);
      copyScaled(faces.open[1], top, open[1], plane, row, 1);
      solidVelocity[1].fill(0, plane, plane + row);
    }
  }

  private unstack(uniform: LiquidState & { readonly grid: CellGrid }, tall: FaceArrays): void {
    const { grid, faces, velocity } = this;
    const { samples, gaps } = faces.layers;
    const [nx, ny, nz] = grid.counts;
    const row = nx + 2;
    for (let k = 0; k <= nz; k++) {
      for (let s = 0; s < samples; s++) {
        const from = grid.index(-1, s, k);
        const to = faces.grid.index(-1, s, k);
        for (let axis = 0; axis < 3; axis++) {
          copyScaled(velocity[axis], from, tall[axis], to, row, axis === 1 ? 1 / gaps[s] : 1);
        }
      }
      for (let j = samples; j <= ny; j++) {
        const from = grid.index(-1, j, k);
        const to = uniform.grid.index(-1, j - samples, k);
        for (let axis = 0; axis < 3; axis++) copyScaled(velocity[axis], from, uniform.velocity[axis], to, row, 1);
      }
      copyScaled(velocity[1], grid.index(-1, samples, k), tall[1], faces.grid.index(-1, samples, k), row, 1);
    }
  }
}

function copyScaled(
  from: Float64Array,
  first: number,
  to: Float64Array,
  target: number,
  count: number,
  factor: number,
): void {
  for (let n = 0; n < count; n++) to[target + n] = factor * from[first + n];
}
