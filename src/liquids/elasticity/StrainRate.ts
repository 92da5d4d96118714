import type { CellBox } from '../CellBox.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import type { LiquidState } from '../pressure/PressureProjection.ts';
import { type LiquidShares, PLANES, STICKS } from '../viscosity/LiquidShares.ts';
import { forEachRowOfSites, type StaggeredTensor, staggeredTensor } from './StrainSites.ts';

/** The liquid of a substep whose velocity is free of divergence and goes on around it. */
export interface ProjectedLiquid extends Pick<LiquidState, 'velocity' | 'open' | 'solidVelocity'> {
  /** Validity of each face: 1 where the velocity was projected, 255 where it is given. */
  readonly valid: readonly Uint8Array[];
  readonly box: CellBox;
}

const FIXED = 255;

/**
 * How fast a liquid is sheared and turned, by differences of the faces around every centre and edge with a share of liquid: the symmetric gradient of its
 * velocity without a third of its trace, and half its curl at edges. Where one of the faces was not projected, the gradient is the mean of that of the
 * sites beside it: the velocity goes on linearly beyond the surface, and what turns rigidly has no strain rate there either.
 */
export class StrainRate {
  /** 1/s. */
  readonly rate: StaggeredTensor;
  /** Angular velocity about the axis along the edges, 1/s, positive from the first axis of `PLANES` towards the second. */
  readonly spin: FaceArrays;
  private readonly grid: CellGrid;
  private readonly shares: LiquidShares;
  /** Velocities that count, m/s: those of solids where the middle of a face lies in one. */
  private readonly faces: FaceArrays;
  /** 1 where such a velocity is known. */
  private readonly known: readonly Uint8Array[];
  /** 1 where all faces of a site are known. */
  private readonly found: Uint8Array;

  /** `shares`: those of the liquid, found for the same surface. */
  constructor(grid: CellGrid, shares: LiquidShares) {
    this.grid = grid;
    this.shares = shares;
    this.rate = staggeredTensor(grid);
    this.spin = faceArrays(grid);
    this.faces = faceArrays(grid);
    this.known = this.faces.map(() => new Uint8Array(grid.size));
    this.found = new Uint8Array(grid.size);
  }

  find(liquid: ProjectedLiquid): void {
    for (const axis of [0, 1, 2] as const) this.gather(liquid, axis);
    this.findCentres(liquid.box);
    for (let r = 0; r < 3; r++) this.findEdges(r, liquid.box);
  }

  private gather({ velocity, open, solidVelocity, valid, box }: ProjectedLiquid, axis: 0 | 1 | 2): void {
    const [u, f, s, state] = [velocity[axis], open[axis], solidVelocity[axis], valid[axis]];
    const [out, known] = [this.faces[axis], this.known[axis]];
    box.forEachRow((begin, end) => {
      for (let c = begin; c < end; c++) {
        const isGiven = f[c] < STICKS;
        out[c] = isGiven ? s[c] : u[c];
        known[c] = isGiven || state[c] === 1 || state[c] === FIXED ? 1 : 0;
      }
    });
  }

  private findCentres(box: CellBox): void {
    const { grid, faces, known, found, rate } = this;
    const { centres } = this.shares;
    const [x, y, z] = rate.centres;
    const [, sy, sz] = grid.strides;
    box.fill(found, 0);
    forEachRowOfSites(box, undefined, (begin, end) => {
      for (let c = begin; c < end; c++) {
        if (!(centres[c] > 0)) continue;
        const isKnown = known[0][c] & known[0][c + 1] & known[1][c] & known[1][c + sy] & known[2][c] & known[2][c + sz];
        if (isKnown === 0) continue;
        found[c] = 1;
        const a = faces[0][c + 1] - faces[0][c];
        const b = faces[1][c + sy] - faces[1][c];
        const d = faces[2][c + sz] - faces[2][c];
        const mean = (a + b + d) / 3;
        x[c] = (a - mean) / grid.h;
        y[c] = (b - mean) / grid.h;
        z[c] = (d - mean) / grid.h;
      }
    });
    forEachRowOfSites(box, undefined, (begin, end) => {
      for (let c = begin; c < end; c++) {
        if (!(centres[c] > 0) || found[c] !== 0) continue;
        for (const values of rate.centres) this.continue(values, c);
      }
    });
  }

  private findEdges(r: number, box: CellBox): void {
    const { grid, faces, known, found } = this;
    const shares = this.shares.edges[r];
    const [p, q] = PLANES[r];
    const [sp, sq] = [grid.strides[p], grid.strides[q]];
    const [u, v, knownU, knownV] = [faces[p], faces[q], known[p], known[q]];
    const [rate, spin] = [this.rate.edges[r], this.spin[r]];
    box.fill(found, 0);
    forEachRowOfSites(box, r, (begin, end) => {
      for (let c = begin; c < end; c++) {
        if (!(shares[c] > 0)) continue;
        if ((knownU[c] & knownU[c - sq] & knownV[c] & knownV[c - sp]) === 0) continue;
        found[c] = 1;
        const scale = shares[c] / this.shares.shareOfEdge(c, sp, sq) / (2 * grid.h);
        const uq = u[c] - u[c - sq];
        const vp = v[c] - v[c - sp];
        rate[c] = scale * (vp + uq);
        spin[c] = scale * (vp - uq);
      }
    });
    forEachRowOfSites(box, r, (begin, end) => {
      for (let c = begin; c < end; c++) {
        if (!(shares[c] > 0) || found[c] !== 0) continue;
        this.continue(rate, c);
        this.continue(spin, c);
      }
    });
  }

  /** The value of a site becomes the mean of those beside it that were found, 0 without any. */
  private continue(values: Float64Array, c: number): void {
    const { found } = this;
    const { strides } = this.grid;
    let sum = 0;
    let count = 0;
    for (let side = 0; side < 6; side++) {
      const n = (side & 1) === 0 ? c - strides[side >> 1] : c + strides[side >> 1];
      if (found[n] !== 1) continue;
      sum += values[n];
      count++;
    }
    values[c] = count === 0 ? 0 : sum / count;
  }
}
