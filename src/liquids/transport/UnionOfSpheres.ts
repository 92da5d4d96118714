import { CellBox } from '../CellBox.ts';
import type { CellGrid } from '../CellGrid.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { LiquidParticles } from './LiquidParticles.ts';
import type { ParticleSurface } from './ParticleTransport.ts';
import { ParticleShell } from './ParticleShell.ts';

/** Centres further from every particle than this many cells are that far. */
const REACH = 1.5;
/** Distance of cells that lie within the liquid, in cells. */
const FULL = -0.5;

/**
 * Distance to the union of spheres around particles at cell centres, m, negative inside: |x - nearest particle| - radius (Zarifi 2017, 4.5). Outside it
 * is the distance as far as particles reach. Cells with particles in all cells around them are full, whatever holes there are between the spheres.
 */
export class UnionOfSpheres implements ParticleSurface {
  private readonly grid: CellGrid;
  private readonly radius: number;
  private readonly shell: ParticleShell;
  private readonly closedSides: ClosedSides;
  private readonly isFull: Uint8Array;

  /** `radius` of a sphere, in cells. */
  constructor(grid: CellGrid, closedSides: ClosedSides, radius: number) {
    this.grid = grid;
    this.radius = radius;
    this.closedSides = closedSides;
    this.isFull = new Uint8Array(grid.size);
    this.shell = new ParticleShell(grid, closedSides, REACH);
  }

  measure(particles: LiquidParticles, phi: Float64Array, box = new CellBox(this.grid)): void {
    const { grid, radius, shell } = this;
    const { h } = grid;
    box.fill(phi, REACH * REACH);
    shell.forEachCentre(particles, box, (c, dx, dy, dz) => {
      phi[c] = Math.min(phi[c], dx * dx + dy * dy + dz * dz);
    });
    box.forEachRow((begin, end) => {
      for (let c = begin; c < end; c++) phi[c] = h * (Math.sqrt(phi[c]) - radius);
    });
    box.forEach((c) => {
      if (shell.deep[c] === 1) phi[c] = h * FULL;
    });
    this.fillWithin(phi, box);
  }

  /** Full are also the cells within, beside others or closed sides only: how near to a particle their centres are says nothing of the surface. */
  private fillWithin(phi: Float64Array, box: CellBox): void {
    const { grid, isFull } = this;
    box.forEach((c, i, j, k) => {
      const isInside = phi[c] < 0 && this.isBetween(phi, c, i, 0) && this.isBetween(phi, c, j, 1);
      isFull[c] = isInside && this.isBetween(phi, c, k, 2) ? 1 : 0;
    });
    box.forEach((c) => {
      if (isFull[c] === 1) phi[c] = Math.min(phi[c], grid.h * FULL);
    });
  }

  private isBetween(phi: Float64Array, c: number, at: number, axis: number): boolean {
    const stride = this.grid.strides[axis];
    const [low, high] = this.closedSides[axis];
    const isLow = at === 0 ? low : phi[c - stride] < 0;
    return isLow && (at === this.grid.counts[axis] - 1 ? high : phi[c + stride] < 0);
  }
}
