import type { SystemState } from '../../base/state/SystemState.ts';
import type { CellBox } from '../CellBox.ts';
import type { FaceArrays } from '../CellGrid.ts';
import type { LiquidObstacles } from '../walls/LiquidObstacles.ts';
import type { SprayDrops } from '../spray/SprayDrops.ts';
import type { LiquidParticles } from './LiquidParticles.ts';

/** The solids around a liquid. */
export interface TransportSolids {
  readonly obstacles: LiquidObstacles;
  /** Compensates what particles that end at walls say of phi there; `box` holds all cells that are not air far away; those that change are added to `changed`. */
  extend(phi: Float64Array, box: CellBox, changed: CellBox): void;
}

/** The velocity that a liquid moves with in a substep. */
export interface TransportStep {
  readonly velocity: FaceArrays;
  /** Validity of each face: 1 where the liquid was projected, n + 1 where its velocity comes from n faces away, 0 where there is none. */
  readonly valid: readonly Uint8Array[];
  /** Distance to the surface that pressure saw, at the centres, m, negative in the liquid. */
  readonly phi: Float64Array;
  readonly obstacles: LiquidObstacles;
  /** m/s2, xyz: what flies apart from the liquid falls by it. */
  readonly gravity: ArrayLike<number>;
  /** s. */
  readonly dt: number;
  /** Cells in which the arrays have values other than those of air far away. */
  readonly box: CellBox;
  /** Begins the motion of particles: to be called before they move, and only where particles are what moves. */
  begin(): void;
}

/** A liquid that is stored between substeps as a level set and the velocity of faces. */
export interface StoredLevelSet {
  /** Distance to the surface at the centres, m, negative inside. */
  readonly phi: Float64Array;
  /** m/s. */
  readonly velocity: FaceArrays;
  /**
   * Adds a region of which there are up to `most`, m3, and that moves at `velocity`, m/s. `distance`: to it at the centres, m, negative inside.
   * @returns m3 added.
   */
  unite(distance: Float64Array, obstacles: LiquidObstacles, most: number, velocity: ArrayLike<number>): number;
  /** Removes a region, of which up to `most`, m3. Returns the m3 removed. */
  subtract(distance: Float64Array, obstacles: LiquidObstacles, most: number): number;
}

/** How a liquid is advected, and what it is stored as between substeps. */
export interface TransportScheme {
  /** Whether each particle stands for an equal share of the liquid, so that removing some removes their share of its volume. */
  readonly particlesShareVolume: boolean;
  /** What the liquid is stored as, where that is a level set: particles that are added to the liquid then become part of it. */
  readonly levelSet?: StoredLevelSet;
  /** Liquid that has left the level set and flies by itself, where that is kept. */
  readonly drops?: SprayDrops;
  /** Adds the cells with liquid, and those whose phi is not that of air far away, to a box. */
  findExtent(particles: LiquidParticles, extent: CellBox): void;
  /** phi <- distance to the surface, m, negative inside, within a box: outside of it all is air already. Takes in particles that were added since. */
  measure(particles: LiquidParticles, phi: Float64Array, solids: TransportSolids, box: CellBox): void;
  /** Velocity and `valid` (1 where the liquid says something) of every face in a box, outside of which there are 0 already. */
  toGrid(particles: LiquidParticles, velocity: FaceArrays, valid: readonly Uint8Array[], box: CellBox): void;
  /** Takes the velocity of the faces and moves with it. Gives the m3 that left, through open sides or as spray, less those that came back, and were not particles. */
  move(particles: LiquidParticles, step: TransportStep): number;
  /** The largest speed there is, m/s. */
  fastest(particles: LiquidParticles): number;
  /** All that particles do not hold; left out where they are all. */
  readonly state?: SystemState;
}
