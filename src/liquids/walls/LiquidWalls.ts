import type { LiquidKernel } from '../../kernels/liquid/LiquidKernel.ts';
import type { CellBox } from '../CellBox.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { LiquidParticles } from '../transport/LiquidParticles.ts';
import type { TransportSolids } from '../transport/TransportScheme.ts';
import { type ClosedSides, LiquidObstacles } from './LiquidObstacles.ts';
import { SurfaceAtSolids } from './SurfaceAtSolids.ts';
import { WallCrossings } from './WallCrossings.ts';

export interface WallSettings {
  /** m/s2, xyz; read in every substep. */
  readonly gravity: ArrayLike<number>;
  /** Whether the sides of the grid are walls, low and high of each axis; open ones let liquid out. */
  readonly closedSides: ClosedSides;
  /** Kernel of the same grid and sides: it pushes particles out faster, with the same bytes. */
  readonly kernel?: LiquidKernel;
}

/** The solids and sides around a liquid: how they cut cells, the surface beside them, and what particles do at them. */
export class LiquidWalls implements TransportSolids {
  readonly obstacles: LiquidObstacles;
  private readonly settings: WallSettings;
  private readonly crossings: WallCrossings;
  private readonly surfaceAtSolids: SurfaceAtSolids;
  private readonly hasOpenSides: boolean;

  constructor(grid: CellGrid, settings: WallSettings) {
    this.settings = settings;
    this.obstacles = new LiquidObstacles(grid, settings.closedSides);
    this.crossings = new WallCrossings(grid, this.obstacles);
    this.surfaceAtSolids = new SurfaceAtSolids(grid, this.obstacles);
    this.hasOpenSides = settings.closedSides.some(([low, high]) => !low || !high);
  }

  /** Replaces the solids, as `LiquidObstacles.setSolids`. */
  set(distance: Float64Array | undefined, velocity?: FaceArrays): void {
    this.obstacles.setSolids(distance, velocity);
    this.surfaceAtSolids.update();
  }

  /** Adds solids, as `LiquidObstacles.addSolids`. */
  add(distance: Float64Array, near?: CellBox, covered?: readonly CellBox[]): void {
    this.obstacles.addSolids(distance, near, covered);
    this.surfaceAtSolids.update();
  }

  /** Lets `write` change the velocity of the solids, until they are set again. */
  move(write: (velocity: FaceArrays) => void): void {
    this.obstacles.hasVelocity = true;
    write(this.obstacles.velocity);
  }

  extend(phi: Float64Array, box: CellBox, changed: CellBox): void {
    this.surfaceAtSolids.extend(phi, this.settings.gravity, box, changed);
  }

  /** Begins a motion of particles, before they move; `box` holds all of them. */
  begin({ positions, count }: LiquidParticles, box: CellBox): void {
    this.crossings.begin(positions, count, box);
  }

  /** Ends a motion of particles: takes back those that have crossed solids and pushes out those inside. Returns whether some have left through open sides, with their flags set. */
  end(particles: LiquidParticles): boolean {
    this.crossings.undo(particles.positions, particles.count);
    const outside = this.obstacles.pushParticles(particles, this.settings.kernel);
    return outside > 0 && this.hasOpenSides;
  }
}
