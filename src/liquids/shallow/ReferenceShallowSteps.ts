import type { ColumnGrid } from './ColumnGrid.ts';
import { prepareEdges, mirrorWater } from './edges.ts';
import {
  DRY,
  type ClosedEdges,
  type ShallowForces,
  type ShallowSteps,
  type ShallowStepsInput,
  type WaterColumns,
} from './ShallowSteps.ts';
import { slowedByBed } from './slowedByBed.ts';

/** Fluxes through a row of faces, each from the lower cell into the upper one, over the density and the width of the face. */
interface FaceFluxes {
  /** Volume, m2/s. */
  readonly mass: Float64Array;
  /** Momentum across the faces less the pressure of the lower, and of the upper cell at the face, m3/s2. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Momentum along the faces, m3/s2. */
  readonly along: Float64Array;
}

/**
 * Second-order finite volumes for the shallow water equations, well balanced over any ground: hydrostatic reconstruction (Audusse et al. 2004, eq. 2.9 to 2.14 and 3.5), slopes of surface level, depth and
 * velocity by minmod, fluxes by HLL (Harten, Lax and van Leer 1983) with upwind momentum along faces, time by Heun's method. Depths stay positive for steps up to a quarter of a cell's width over
 * |u| + sqrt(g h). `KernelShallowSteps` does the same operations in the same order.
 */
export class ReferenceShallowSteps implements ShallowSteps {
  readonly water: WaterColumns;
  readonly ground: Float64Array;
  private readonly grid: ColumnGrid;
  private readonly closed: ClosedEdges;
  /** Water after the first stage of a step. */
  private readonly between: WaterColumns;
  private readonly acrossX: FaceFluxes;
  /** Faces below and above the row that is updated. */
  private below: FaceFluxes;
  private above: FaceFluxes;
  private gravity = 0;

  constructor({ grid, closed }: ShallowStepsInput) {
    this.grid = grid;
    this.closed = closed;
    this.water = waterColumns(grid);
    this.between = waterColumns(grid);
    this.ground = new Float64Array(grid.size);
    const [nx] = grid.counts;
    this.acrossX = faceFluxes(nx + 1);
    this.below = faceFluxes(nx);
    this.above = faceFluxes(nx);
  }

  step(dt: number, forces: ShallowForces): void {
    const { grid, closed, water, between } = this;
    this.gravity = forces.gravity;
    prepareEdges(grid, closed, this, between);
    this.advance(water, between, dt, forces, false);
    mirrorWater(grid, closed, between);
    this.advance(between, water, dt, forces, true);
  }

  fastestWave(gravity: number): number {
    const { grid, water } = this;
    const { depth, velocityX, velocityZ } = water;
    let fastest = 0;
    grid.forEach((c) => {
      const wave = Math.sqrt(gravity * depth[c]);
      fastest = Math.max(fastest, Math.abs(velocityX[c]) + wave, Math.abs(velocityZ[c]) + wave);
    });
    return fastest;
  }

  /** An Euler step of `dt`, s, from one state to another; `isLast`: to the mean of the state that the step began with and its result, slowed by the bed. */
  private advance(from: WaterColumns, to: WaterColumns, dt: number, forces: ShallowForces, isLast: boolean): void {
    const { grid } = this;
    const [nx, nz] = grid.counts;
    this.writeFluxes(this.above, from, grid.index(0, 0), nx, grid.row);
    for (let k = 0; k < nz; k++) {
      [this.below, this.above] = [this.above, this.below];
      this.writeFluxes(this.above, from, grid.index(0, k + 1), nx, grid.row);
      this.writeFluxes(this.acrossX, from, grid.index(0, k), nx + 1, 1);
      this.updateRow(from, to, k, dt, forces, isLast);
    }
  }

  /** Writes the fluxes through the lower faces of `count` cells from `first` on, across the axis along which the index steps by `stride`. */
  private writeFluxes(fluxes: FaceFluxes, from: WaterColumns, first: number, count: number, stride: number): void {
    const { ground, gravity } = this;
    const { depth } = from;
    const across = stride === 1 ? from.velocityX : from.velocityZ;
    const along = stride === 1 ? from.velocityZ : from.velocityX;
    for (let f = 0; f < count; f++) {
      const d = first + f;
      const c = d - stride;
      const levelC = depth[c] + ground[c];
      const levelD = depth[d] + ground[d];
      const rise = levelD - levelC;
      const levelL = levelC + 0.5 * minmod(levelC - (depth[c - stride] + ground[c - stride]), rise);
      const levelR = levelD - 0.5 * minmod(rise, depth[d + stride] + ground[d + stride] - levelD);
      const depthL = depth[c] + halfSlope(depth, c, stride);
      const depthR = depth[d] - halfSlope(depth, d, stride);
      const uL = across[c] + halfSlope(across, c, stride);
      const uR = across[d] - halfSlope(across, d, stride);
      const bed = greater(levelL - depthL, levelR - depthR);
      const hL = greater(levelL - bed, 0);
      const hR = greater(levelR - bed, 0);
      const waveL = Math.sqrt(gravity * hL);
      const waveR = Math.sqrt(gravity * hR);
      const slowest = smaller(smaller(uL - waveL, uR - waveR), 0);
      const fastest = greater(greater(uL + waveL, uR + waveR), 0);
      const width = fastest - slowest;
      const inverse = width > 0 ? 1 / width : 0;
      const product = slowest * fastest;
      const qL = hL * uL;
      const qR = hR * uR;
      const mass = (fastest * qL - slowest * qR + product * (hR - hL)) * inverse;
      const momentum = fastest * (qL * uL) - slowest * (qR * uR) + product * (qR - qL);
      const jump = 0.5 * gravity * ((hR - hL) * (hR + hL));
      fluxes.mass[f] = mass;
      fluxes.lower[f] = (momentum - slowest * jump) * inverse;
      fluxes.upper[f] = (momentum - fastest * jump) * inverse;
      fluxes.along[f] =
        mass * (mass > 0 ? along[c] + halfSlope(along, c, stride) : along[d] - halfSlope(along, d, stride));
    }
  }

  private updateRow(
    from: WaterColumns,
    to: WaterColumns,
    k: number,
    dt: number,
    forces: ShallowForces,
    isLast: boolean,
  ): void {
    const { grid, ground, acrossX, below, above } = this;
    const [nx] = grid.counts;
    const { depth, velocityX, velocityZ } = from;
    const ratio = dt / grid.h;
    const fall = 2 * forces.gravity * ratio;
    const { pullX, pullZ, gravity, manning } = forces;
    const drag = gravity * manning * manning * dt;
    for (let i = 0; i < nx; i++) {
      const c = grid.index(i, k);
      const h = depth[c];
      const level = h + ground[c];
      const slopeX = halfSlopeOfLevel(depth, ground, c, 1, level);
      const slopeZ = halfSlopeOfLevel(depth, ground, c, grid.row, level);
      let next = greater(h - ratio * (acrossX.mass[i + 1] - acrossX.mass[i] + (above.mass[i] - below.mass[i])), 0);
      let qx = h * (velocityX[c] + (dt * pullX - fall * slopeX));
      qx -= ratio * (acrossX.lower[i + 1] - acrossX.upper[i] + (above.along[i] - below.along[i]));
      let qz = h * (velocityZ[c] + (dt * pullZ - fall * slopeZ));
      qz -= ratio * (above.lower[i] - below.upper[i] + (acrossX.along[i + 1] - acrossX.along[i]));
      if (next <= DRY) {
        qx = 0;
        qz = 0;
      }
      if (isLast) {
        const before = to.depth[c];
        next = 0.5 * (before + next);
        qx = 0.5 * (before * to.velocityX[c] + qx);
        qz = 0.5 * (before * to.velocityZ[c] + qz);
      }
      const inverse = next > DRY ? 1 / next : 0;
      let u = qx * inverse;
      let w = qz * inverse;
      if (isLast && manning > 0) {
        const slowed = slowedByBed(next, Math.sqrt(u * u + w * w), drag);
        u *= slowed;
        w *= slowed;
      }
      to.depth[c] = next;
      to.velocityX[c] = u;
      to.velocityZ[c] = w;
    }
  }
}

function halfSlope(values: Float64Array, c: number, stride: number): number {
  return 0.5 * minmod(values[c] - values[c - stride], values[c + stride] - values[c]);
}

function halfSlopeOfLevel(depth: Float64Array, ground: Float64Array, c: number, stride: number, level: number): number {
  const lower = level - (depth[c - stride] + ground[c - stride]);
  return 0.5 * minmod(lower, depth[c + stride] + ground[c + stride] - level);
}

/** Returns whichever of two differences is nearer to zero; 0 where their signs differ. */
function minmod(a: number, b: number): number {
  return greater(smaller(a, b), 0) + smaller(greater(a, b), 0);
}

/** Returns the greater of two numbers, the second where they are equal, as one instruction of the kernel does. */
function greater(a: number, b: number): number {
  return b < a ? a : b;
}

function smaller(a: number, b: number): number {
  return a < b ? a : b;
}

function faceFluxes(count: number): FaceFluxes {
  const numbers = (): Float64Array => new Float64Array(count);
  return { mass: numbers(), lower: numbers(), upper: numbers(), along: numbers() };
}

function waterColumns({ size }: ColumnGrid): WaterColumns {
  const numbers = (): Float64Array => new Float64Array(size);
  return { depth: numbers(), velocityX: numbers(), velocityZ: numbers() };
}
