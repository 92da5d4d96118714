import { type FaceArrays, faceArrays } from '../CellGrid.ts';
import type { TallFaces } from './TallFaces.ts';

/** Share of the volume around a face that may flow through it in one of the steps that a substep is advected in. */
const COURANT = 0.9;

/**
 * Advects the velocity of tall cells by conservative first-order upwinding (Irving 2007, 5.5.1): the volume around each face, of half a tall cell for horizontal velocities and of the gap between two samples for
 * vertical ones, changes by what flows through its sides, the mean velocity there times the value upwind. The vertical flux is that which the horizontal ones leave from the floor up, so that what flows into
 * a volume flows out of it: each step is a mean of values around, 1 stays 1, and no energy is gained.
 */
export class TallAdvection {
  private readonly faces: TallFaces;
  /** Flux through the low side of the volume of each face, over the area of a uniform face, m/s. */
  private readonly flux: FaceArrays;
  /** Flow through faces across x and z per uniform cell of height, m/s. */
  private readonly flow: readonly [Float64Array, Float64Array];
  private readonly advected: FaceArrays;
  private readonly before: Float64Array;

  constructor(faces: TallFaces) {
    const { size } = faces.grid;
    this.faces = faces;
    this.flux = faceArrays(faces.grid);
    this.flow = [new Float64Array(size), new Float64Array(size)];
    this.advected = faceArrays(faces.grid);
    this.before = new Float64Array(size);
  }

  /** Advects `velocity`, m/s, of the tall cells by itself for `dt`, s: its layer above the last sample is that of the first uniform cells, and stays. */
  advance(velocity: FaceArrays, dt: number): void {
    this.findFlow(velocity);
    for (let axis = 0; axis < 3; axis++) {
      const [first, end] = axis === 1 ? [1, this.faces.layers.samples + 1] : [0, this.faces.layers.samples];
      if (axis === 1) this.findVerticalFluxes();
      else this.findFluxes(axis === 0 ? 0 : 2);
      this.advected[axis].set(velocity[axis]);
      const steps = Math.max(1, Math.ceil((dt * this.fastest(axis, first, end)) / COURANT));
      for (let step = 0; step < steps; step++) this.step(axis, first, end, dt / steps);
    }
    for (let axis = 0; axis < 3; axis++) velocity[axis].set(this.advected[axis]);
  }

  private findFlow(velocity: FaceArrays): void {
    const { faces, flow } = this;
    const { grid, layers, open } = faces;
    const [nx, , nz] = grid.counts;
    for (let k = 0; k <= nz; k++) {
      for (let s = 0; s <= layers.samples; s++) {
        const row = grid.index(0, s, k);
        const share = s < layers.samples ? 1 / layers.heights[s] : 1;
        for (let c = row; c <= row + nx; c++) {
          flow[0][c] = share * open[0][c] * velocity[0][c];
          flow[1][c] = share * open[2][c] * velocity[2][c];
        }
      }
    }
  }

  /** Finds the fluxes of the volumes around faces across x or z, each half of the cells on its two sides. */
  private findFluxes(axis: 0 | 2): void {
    const { faces, flow, flux } = this;
    const { grid, layers } = faces;
    const [nx, , nz] = grid.counts;
    const sy = grid.strides[1];
    const other = 2 - axis;
    const stride = grid.strides[axis];
    const across = grid.strides[other];
    const [along, beside] = [flow[axis / 2], flow[other / 2]];
    for (let k = 0; k <= nz; k++) {
      for (let s = 0; s < layers.samples; s++) {
        const height = layers.heights[s];
        const row = grid.index(0, s, k);
        for (let c = row; c <= row + nx; c++) {
          flux[axis][c] = (height * (along[c - stride] + along[c])) / 2;
          flux[other][c] = (height * (beside[c - stride] + beside[c])) / 2;
        }
      }
    }
    for (let k = axis === 2 ? 1 : 0; k < nz; k++) {
      for (let s = 0; s < layers.samples; s++) {
        const row = grid.index(0, s, k);
        if (s === 0) flux[1].fill(0, row, row + nx);
        for (let c = row + (axis === 0 ? 1 : 0); c < row + nx; c++) {
          const out = flux[axis][c + stride] - flux[axis][c] + flux[other][c + across] - flux[other][c];
          flux[1][c + sy] = flux[1][c] - out;
        }
      }
    }
  }

  /** Finds the fluxes of the volumes between samples, whose sides are faces across x and z. */
  private findVerticalFluxes(): void {
    const { faces, flow, flux } = this;
    const { grid, layers } = faces;
    const [nx, , nz] = grid.counts;
    const [, sy, sz] = grid.strides;
    for (let k = 0; k <= nz; k++) {
      for (let s = 1; s <= layers.samples; s++) {
        const half = layers.gaps[s] / 2;
        const row = grid.index(0, s, k);
        for (let c = row; c <= row + nx; c++) {
          flux[0][c] = half * (flow[0][c - sy] + flow[0][c]);
          flux[2][c] = half * (flow[1][c - sy] + flow[1][c]);
        }
      }
    }
    for (let k = 0; k < nz; k++) {
      const floor = grid.index(0, 0, k);
      for (let c = floor; c < floor + nx; c++) {
        // Half a uniform cell lies below the first sample.
        flux[1][c + sy] = -(flow[0][c + 1] - flow[0][c] + flow[1][c + sz] - flow[1][c]) / 2;
      }
      for (let s = 1; s <= layers.samples; s++) {
        const row = grid.index(0, s, k);
        for (let c = row; c < row + nx; c++) {
          flux[1][c + sy] = flux[1][c] - (flux[0][c + 1] - flux[0][c] + flux[2][c + sz] - flux[2][c]);
        }
      }
    }
  }

  /** The largest share of a volume that flows out of it in a second, 1/s. */
  private fastest(axis: number, first: number, end: number): number {
    const { grid, layers, open } = this.faces;
    const [x, y, z] = this.flux;
    const [nx, , nz] = grid.counts;
    const [, sy, sz] = grid.strides;
    let most = 0;
    for (let k = axis === 2 ? 1 : 0; k < nz; k++) {
      for (let s = first; s < end; s++) {
        const row = grid.index(0, s, k);
        const size = grid.h * (axis === 1 ? layers.gaps[s] : layers.heights[s]);
        for (let c = row + (axis === 0 ? 1 : 0); c < row + nx; c++) {
          if (open[axis][c] === 0) continue;
          const out =
            Math.max(0, x[c + 1]) +
            Math.max(0, -x[c]) +
            Math.max(0, y[c + sy]) +
            Math.max(0, -y[c]) +
            Math.max(0, z[c + sz]) +
            Math.max(0, -z[c]);
          if (out > most * size) most = out / size;
        }
      }
    }
    return most;
  }

  private step(axis: number, first: number, end: number, dt: number): void {
    const { faces, before } = this;
    const { grid, layers, open } = faces;
    const [x, y, z] = this.flux;
    const u = this.advected[axis];
    const [nx, , nz] = grid.counts;
    const [, sy, sz] = grid.strides;
    before.set(u);
    for (let k = axis === 2 ? 1 : 0; k < nz; k++) {
      for (let s = first; s < end; s++) {
        const row = grid.index(0, s, k);
        const rate = dt / (grid.h * (axis === 1 ? layers.gaps[s] : layers.heights[s]));
        for (let c = row + (axis === 0 ? 1 : 0); c < row + nx; c++) {
          if (open[axis][c] === 0) continue;
          const own = before[c];
          let out = x[c + 1] * (x[c + 1] > 0 ? own : before[c + 1]) - x[c] * (x[c] > 0 ? before[c - 1] : own);
          out += y[c + sy] * (y[c + sy] > 0 ? own : before[c + sy]) - y[c] * (y[c] > 0 ? before[c - sy] : own);
          out += z[c + sz] * (z[c + sz] > 0 ? own : before[c + sz]) - z[c] * (z[c] > 0 ? before[c - sz] : own);
          u[c] = own - rate * out;
        }
      }
    }
  }
}
