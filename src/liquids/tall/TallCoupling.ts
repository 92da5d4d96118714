import type { CellGrid } from '../CellGrid.ts';
import type { PressureCoupling } from '../pressure/PressureCoupling.ts';
import type { TallFaces } from './TallFaces.ts';

/**
 * What the Galerkin matrix of tall cells has beside the matrix of their lumped faces: between two columns the two samples of a tall cell see each other, by the consistent mass matrix of linear elements,
 * M = lumped M - m [[1, -1], [-1, 1]]. It takes away from the lumped matrix, at most two thirds of it, so that both together stay definite and multigrid of the lumped one is a good preconditioner.
 */
export class TallCoupling implements PressureCoupling {
  readonly compliant: Uint8Array;
  readonly coupled: Uint32Array;
  coupledCount = 0;
  /** Divergence that the uniform cells have and tall cells have not, over the area of a face, m/s. */
  wanted = 0;
  private readonly stacked: CellGrid;
  private readonly faces: TallFaces;
  /** What the lumped faces do not count of the net flow out of each sample, m/s. */
  private readonly flow: Float64Array;
  /** All tall samples, as `stacked` counts them. */
  private readonly cells: Uint32Array;
  /** Faces with a cross entry, by the axis, the place in `TallFaces` and the upper cell of the lower samples in `stacked`. */
  private readonly axes: Uint8Array;
  private readonly entries: Uint32Array;
  private readonly places: Uint32Array;
  private count = 0;

  /** `stacked`: the samples of tall cells, and above them the uniform cells. */
  constructor(stacked: CellGrid, faces: TallFaces) {
    const [nx, , nz] = stacked.counts;
    const { samples, isLower } = faces.layers;
    const pairs = isLower.reduce((sum, lower) => sum + lower, 0);
    this.stacked = stacked;
    this.faces = faces;
    this.compliant = new Uint8Array(stacked.size);
    this.coupled = new Uint32Array(2 * pairs * nx * nz);
    this.flow = new Float64Array(stacked.size);
    this.cells = new Uint32Array(nx * nz * samples);
    this.axes = new Uint8Array(2 * pairs * nx * nz);
    this.entries = new Uint32Array(2 * pairs * nx * nz);
    this.places = new Uint32Array(2 * pairs * nx * nz);
    this.listCells();
  }

  /** Takes the faces as they are now. */
  update(): void {
    const { stacked, faces, axes, entries, places } = this;
    const { grid, cross, layers } = faces;
    const [nx, , nz] = stacked.counts;
    this.count = 0;
    for (let k = 0; k < nz; k++) {
      for (let s = 0; s < layers.samples; s++) {
        if (layers.isLower[s] === 0) continue;
        for (let i = 0; i < nx; i++) {
          for (let axis = 0; axis < 3; axis += 2) {
            const entry = grid.index(i, s, k);
            if (cross[axis][entry] === 0) continue;
            axes[this.count] = axis;
            entries[this.count] = entry;
            places[this.count++] = stacked.index(i, s, k);
          }
        }
      }
    }
  }

  /** Finds what the lumped faces do not count of the flow of `velocity`, m/s, on the stacked grid. */
  findFlow(velocity: readonly Float64Array[]): void {
    const { flow, axes, entries, places, count, faces, stacked } = this;
    const { strides } = stacked;
    const up = strides[1];
    flow.fill(0);
    for (let n = 0; n < count; n++) {
      const axis = axes[n];
      const d = places[n];
      const c = d - strides[axis];
      const u = velocity[axis];
      const r = faces.cross[axis][entries[n]] * (u[d] - u[d + up]);
      flow[c] -= r;
      flow[d] += r;
      flow[c + up] += r;
      flow[d + up] -= r;
    }
  }

  begin(active: Uint8Array): void {
    const { cells, coupled } = this;
    this.coupledCount = 0;
    const [nx, , nz] = this.stacked.counts;
    const { isLower, samples } = this.faces.layers;
    let n = 0;
    for (let k = 0; k < nz; k++) {
      for (let s = 0; s < samples; s++) {
        const isOfPair = isLower[s] === 1 || (s > 0 && isLower[s - 1] === 1);
        for (let i = 0; i < nx; i++, n++)
          if (isOfPair && active[cells[n]] === 1) coupled[this.coupledCount++] = cells[n];
      }
    }
  }

  addOutflow(outflow: Float64Array): void {
    const { cells, flow, wanted } = this;
    for (let n = 0; n < cells.length; n++) outflow[cells[n]] += flow[cells[n]] + wanted;
  }

  addProduct(x: Float64Array, out: Float64Array): void {
    const { axes, entries, places, count, faces, stacked } = this;
    const { strides } = stacked;
    const up = strides[1];
    for (let n = 0; n < count; n++) {
      const axis = axes[n];
      const d = places[n];
      const c = d - strides[axis];
      const q = faces.cross[axis][entries[n]] * (x[d] - x[c] - (x[d + up] - x[c + up]));
      out[d] -= q;
      out[c] += q;
      out[d + up] += q;
      out[c + up] -= q;
    }
  }

  private listCells(): void {
    const { stacked, cells, faces } = this;
    const [nx, , nz] = stacked.counts;
    let n = 0;
    for (let k = 0; k < nz; k++) {
      for (let s = 0; s < faces.layers.samples; s++) {
        for (let i = 0; i < nx; i++) cells[n++] = stacked.index(i, s, k);
      }
    }
  }
}
