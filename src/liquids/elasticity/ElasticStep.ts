import { SystemState } from '../../base/state/SystemState.ts';
import type { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { FaceVelocity } from '../uniform/FaceVelocity.ts';
import { LiquidShares, PLANES, STICKS } from '../viscosity/LiquidShares.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { LiquidState } from '../pressure/PressureProjection.ts';
import type { ElasticSettings } from './ElasticSettings.ts';
import { PlasticFlow } from './PlasticFlow.ts';
import { StrainAdvection } from './StrainAdvection.ts';
import { StrainRate } from './StrainRate.ts';
import { forEachRowOfSites, type StaggeredTensor, staggeredTensor } from './StrainSites.ts';

/** Share of the longest stable substep that is taken. */
const SAFETY = 0.5;
/** Least share of liquid of a face that its mass counts as: slivers would be too light for the step. */
const LEAST_MASS = 0.1;
const COMPONENTS = ['xx', 'yy', 'zz', 'yz', 'zx', 'xy'] as const;

type BoxedLiquid = LiquidState & { readonly box: CellBox };

/**
 * Elasticity of a liquid (Irving 2007, 6.1; Goktekin, Bargteil and O'Brien 2004): a strain e without volume that the liquid carries along. Its stress 2 G e accelerates
 * the faces before viscosity and pressure; the projected velocity then shears it, what goes beyond the yield strain flows, and it moves and turns with the liquid.
 */
export class ElasticStep {
  /** The strain between substeps. */
  readonly state: SystemState;
  private readonly grid: CellGrid;
  private readonly settings: ElasticSettings;
  /** kg/m3. */
  private readonly density: number;
  private readonly shares: LiquidShares;
  private readonly strain: StaggeredTensor;
  private readonly rates: StrainRate;
  private readonly flow: PlasticFlow;
  private readonly advection: StrainAdvection;
  /** Share of liquid times strain, of the component at hand. */
  private readonly counted: Float64Array;

  /** `stickingSides`: sides of the grid that the liquid sticks to. */
  constructor(grid: CellGrid, settings: ElasticSettings, density: number, stickingSides: ClosedSides) {
    this.grid = grid;
    this.settings = settings;
    this.density = density;
    this.shares = new LiquidShares(grid, stickingSides);
    this.strain = staggeredTensor(grid);
    this.rates = new StrainRate(grid, this.shares);
    this.flow = new PlasticFlow(grid, this.shares, settings);
    this.advection = new StrainAdvection(grid, this.shares);
    this.counted = new Float64Array(grid.size);
    this.state = new SystemState();
    const { centres, edges } = this.strain;
    [...centres, ...edges].forEach((values, n) => this.state.array(COMPONENTS[n], values));
  }

  /** The longest stable substep, s, with half of what the waves of shear allow: .5 h sqrt(rho / (2 G)); infinite where there is no modulus at present. */
  get longestStep(): number {
    return SAFETY * this.grid.h * Math.sqrt(this.density / (2 * this.settings.shearModulus));
  }

  /** Forgets all strain. */
  relax(): void {
    for (const values of [...this.strain.centres, ...this.strain.edges]) values.fill(0);
  }

  /** Accelerates the faces of a liquid by the stress for `dt`, s: u <- u + dt div(2 G V e) / (rho V). */
  accelerate({ phi, open, box }: BoxedLiquid, { values, valid }: FaceVelocity, dt: number): void {
    if (this.settings.shearModulus === 0) return;
    this.shares.find(phi, open);
    const scale = (2 * dt * this.settings.shearModulus) / (this.density * this.grid.h);
    const { strides } = this.grid;
    for (let r = 0; r < 3; r++) {
      const [p, q] = PLANES[r];
      this.count(undefined, this.strain.centres[r], box);
      this.addDifference(r, -strides[r], 0, scale, values[r], valid[r], open[r], box);
      this.count(r, this.strain.edges[r], box);
      this.addDifference(p, 0, strides[q], scale, values[p], valid[p], open[p], box);
      this.addDifference(q, 0, strides[p], scale, values[q], valid[q], open[q], box);
    }
  }

  /** Shears the strain by the projected velocity for `dt`, s, lets it flow and moves it. Without a modulus at present the liquid has melted, and forgets its strain. */
  advance(liquid: BoxedLiquid, { valid }: FaceVelocity, dt: number): void {
    if (this.settings.shearModulus === 0) {
      this.relax();
      return;
    }
    const { strain, rates, flow, advection } = this;
    const { velocity, open, solidVelocity, box } = liquid;
    rates.find({ velocity, valid, open, solidVelocity, box });
    flow.apply(strain, dt / 2, box);
    this.addRates(dt, box);
    flow.apply(strain, dt / 2, box);
    advection.apply(strain, rates.spin, velocity, valid, dt, box);
  }

  /** Returns the elastic energy as of the last substep's surface, J: G e:e over the volume of the liquid. */
  energy(): number {
    const { grid, shares, strain } = this;
    let sum = 0;
    grid.forEach((c) => {
      const [x, y, z] = [strain.centres[0][c], strain.centres[1][c], strain.centres[2][c]];
      sum += shares.centres[c] * (x * x + y * y + z * z);
      for (let r = 0; r < 3; r++) {
        if (!(shares.edges[r][c] > 0)) continue;
        const [p, q] = PLANES[r];
        sum += 2 * shares.shareOfEdge(c, grid.strides[p], grid.strides[q]) * strain.edges[r][c] ** 2;
      }
    });
    return this.settings.shearModulus * sum * grid.h ** 3;
  }

  /** `counted` <- share times value of the edges along `r`, or of centres; 0 elsewhere. */
  private count(r: number | undefined, values: Float64Array, box: CellBox): void {
    const { counted, shares, grid } = this;
    box.fill(counted, 0);
    if (r === undefined) {
      forEachRowOfSites(box, r, (begin, end) => {
        for (let c = begin; c < end; c++) counted[c] = shares.centres[c] * values[c];
      });
      return;
    }
    const [p, q] = PLANES[r];
    const [sp, sq] = [grid.strides[p], grid.strides[q]];
    const edges = shares.edges[r];
    forEachRowOfSites(box, r, (begin, end) => {
      for (let c = begin; c < end; c++) if (edges[c] > 0) counted[c] = shares.shareOfEdge(c, sp, sq) * values[c];
    });
  }

  /** Accelerates the faces across `axis` by the difference of `counted` from the site `low` after each to the one `low` and `high` after it, over their mass. */
  private addDifference(
    axis: number,
    low: number,
    high: number,
    scale: number,
    u: Float64Array,
    valid: Uint8Array,
    open: Float64Array,
    box: CellBox,
  ): void {
    const { counted, shares, grid } = this;
    const stride = grid.strides[axis];
    box.forEachCells(
      (begin, end) => {
        for (let c = begin; c < end; c++) {
          if (valid[c] === 0 || open[c] < STICKS) continue;
          const difference = counted[c + high] - counted[c + low];
          if (difference === 0) continue;
          const mass = shares.shareOfFace(c, stride);
          if (mass > 0) u[c] += (scale * difference) / Math.max(mass, LEAST_MASS);
        }
      },
      axis as 0 | 1 | 2,
    );
  }

  /** Adds what the rates add to the strain in `dt`, s, to sites with liquid; the others have none. */
  private addRates(dt: number, box: CellBox): void {
    const { strain, rates, shares } = this;
    for (let r = 0; r < 3; r++) {
      addScaled(box, undefined, strain.centres[r], shares.centres, rates.rate.centres[r], dt);
      addScaled(box, r, strain.edges[r], shares.edges[r], rates.rate.edges[r], dt);
    }
  }
}

function addScaled(
  box: CellBox,
  r: number | undefined,
  values: Float64Array,
  shares: Float64Array,
  rates: Float64Array,
  dt: number,
): void {
  forEachRowOfSites(box, r, (begin, end) => {
    for (let c = begin; c < end; c++) values[c] = shares[c] > 0 ? values[c] + dt * rates[c] : 0;
  });
}
