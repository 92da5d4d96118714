import type { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { LiquidState } from '../pressure/PressureProjection.ts';
import type { ClosedSides, LiquidObstacles } from '../walls/LiquidObstacles.ts';
import { FreeDrops } from './FreeDrops.ts';
import { SmoothedSurface } from './SmoothedSurface.ts';
import { surfaceCurvature } from './surfaceCurvature.ts';

export interface TensionSettings {
  /** kg/m3. */
  readonly density: number;
  readonly closedSides: ClosedSides;
  /** Cells on both sides of the surface in which phi is a distance: half a cell for a surface of particles. */
  readonly width: number;
}

type BoxedLiquid = LiquidState & { readonly box: CellBox };

/**
 * Surface tension of a liquid: the pressure on the liquid's side of its surface is sigma kappa (Laplace), in place of that of the air, 0. The pressure solve puts 0 on the surface as ever, and
 * finds what pressure there is beside sigma kappa of the cells at the surface, whose gradient accelerates the faces before it: with kappa linear between the two cells of a face that is the ghost pressure
 * sigma kappa at the crossing (Kang, Fedkiw and Liu 2000; Hong and Kim 2005), and no term of the matrix changes.
 */
export class SurfaceTension {
  private readonly grid: CellGrid;
  private readonly settings: TensionSettings;
  private readonly surface: SmoothedSurface;
  /** kappa of cells that an open face connects across the surface, 1/m; 0 elsewhere. */
  private readonly curvature: Float64Array;
  private readonly isBeside: Uint8Array;
  private readonly drops: FreeDrops;
  /** sigma of the last substep, N/m. */
  private coefficient = 0;

  constructor(grid: CellGrid, settings: TensionSettings) {
    this.grid = grid;
    this.settings = settings;
    this.surface = new SmoothedSurface(grid, settings.closedSides, settings.width);
    this.curvature = new Float64Array(grid.size);
    this.isBeside = new Uint8Array(grid.size);
    this.drops = new FreeDrops(grid);
  }

  /** Adds the pressure that the projection does not find, over `unit`, Pa, to that which it found. */
  addPressure(pressure: Float64Array, unit: number): Float64Array {
    return pressure.map((p, c) => p + (this.coefficient * this.curvature[c]) / unit);
  }

  /** Accelerates the faces of the liquid for `dt`, s, at the coefficient `sigma`, N/m: u <- u - dt / rho grad(sigma kappa). */
  accelerate(liquid: BoxedLiquid, obstacles: LiquidObstacles, sigma: number, dt: number): void {
    const { box } = liquid;
    const { surface, curvature, isBeside } = this;
    if (this.coefficient === 0) {
      surface.clear();
      curvature.fill(0);
    }
    this.coefficient = sigma;
    surface.find(liquid.phi, obstacles, box);
    box.fill(isBeside, 0);
    for (const axis of [0, 1, 2] as const) this.findBeside(liquid, obstacles.parted, axis);
    box.forEachCells((begin, end, i, j, k) => {
      const shift = surface.index(i, j, k) - begin;
      for (let c = begin; c < end; c++)
        curvature[c] = isBeside[c] === 0 ? 0 : surfaceCurvature(surface.grid, surface.values, c + shift, surface.level);
    });
    const scale = (dt * sigma) / (this.settings.density * this.grid.h);
    for (const axis of [0, 1, 2] as const) this.push(liquid, axis, scale);
    this.drops.balance(liquid, curvature, scale, isBeside, obstacles.parted);
  }

  /** Has no tension until the next substep that accelerates by some. */
  rest(): void {
    this.coefficient = 0;
  }

  /** Marks cells that an open face connects with one on the other side of the surface; thin surfaces have liquid and air on their sides that are none. */
  private findBeside({ phi, open, box }: BoxedLiquid, parted: Uint8Array | undefined, axis: 0 | 1 | 2): void {
    const { isBeside, grid } = this;
    const stride = grid.strides[axis];
    const share = open[axis];
    box.forEachCells((begin, end) => {
      for (let c = begin; c < end; c++) {
        const d = c - stride;
        if (share[c] === 0 || phi[c] < 0 === phi[d] < 0) continue;
        if (parted !== undefined && (parted[c] !== 0 || parted[d] !== 0)) continue;
        isBeside[c] = 1;
        isBeside[d] = 1;
      }
    }, axis);
  }

  private push({ phi, open, box, velocity }: BoxedLiquid, axis: 0 | 1 | 2, scale: number): void {
    const { curvature, grid } = this;
    const stride = grid.strides[axis];
    const share = open[axis];
    const u = velocity[axis];
    box.forEachCells((begin, end) => {
      for (let c = begin; c < end; c++) {
        if (share[c] > 0 && (phi[c] < 0 || phi[c - stride] < 0)) u[c] -= scale * (curvature[c] - curvature[c - stride]);
      }
    }, axis);
  }
}

/**
 * Returns the longest substep, s, at a coefficient sigma, N/m, in cells of edge h, m: sqrt(rho h^3 / (2 pi sigma)), which is twice what waves two cells long allow (Brackbill, Kothe and Zemach 1992, 4).
 * Smoothed curvature shows nothing of those, and the fastest waves that it shows allow five times this.
 */
export function longestTensionStep(sigma: number, density: number, h: number): number {
  return sigma > 0 ? Math.sqrt((density * h * h * h) / (2 * Math.PI * sigma)) : Infinity;
}
