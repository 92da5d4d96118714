import type { SystemState } from '../base/state/SystemState.ts';
import type { CellBox } from './CellBox.ts';
import type { FaceArrays } from './CellGrid.ts';
import type { LevelSetTransport } from './levelset/LevelSetTransport.ts';
import type { LiquidObstacles } from './LiquidObstacles.ts';
import type { LiquidParticles } from './transport/LiquidParticles.ts';

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
  readonly known: readonly Uint8Array[];
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

/** How a liquid is advected: what it is between substeps, as the faces and centres of a grid see it. */
export interface TransportScheme {
  /** Whether the liquid is its particles, so that taking some takes their share of it. */
  readonly ofParticles: boolean;
  /** What the liquid is, where it is no particles. */
  readonly levelSet?: LevelSetTransport;
  /** Adds the cells with liquid, and those whose phi is not that of air far away, to a box. */
  findExtent(particles: LiquidParticles, extent: CellBox): void;
  /** phi <- distance to the surface, m, negative inside, within a box: outside of it all is air already. Takes in particles that were added since. */
  measure(particles: LiquidParticles, phi: Float64Array, solids: TransportSolids, box: CellBox): void;
  /** Velocity and `known` (1 where the liquid says something) of every face in a box, outside of which there are 0 already. */
  toGrid(particles: LiquidParticles, velocity: FaceArrays, known: readonly Uint8Array[], box: CellBox): void;
  /** Takes the velocity of the faces and moves with it. Gives the m3 that left, through open sides or as spray, less those that came back, and were not particles. */
  move(particles: LiquidParticles, step: TransportStep): number;
  /** The largest speed there is, m/s. */
  fastest(particles: LiquidParticles): number;
  /** All that particles do not hold; left out where they are all. */
  readonly state?: SystemState;
}
