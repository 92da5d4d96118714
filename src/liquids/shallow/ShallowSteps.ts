import type { ColumnGrid } from './ColumnGrid.ts';

/** Depth, m, below which water has no velocity. */
export const DRY = 1e-6;

/** Water in columns: numbers per column of a `ColumnGrid`, ghost cells included. */
export interface WaterColumns {
  /** m, not negative. */
  readonly depth: Float64Array;
  /** Mean velocity over the depth along x and z, m/s; 0 where the depth is at most `DRY`. */
  readonly velocityX: Float64Array;
  readonly velocityZ: Float64Array;
}

/** Sides of the rectangle that are walls: low and high along x, then along z. */
export type ClosedEdges = readonly [readonly [boolean, boolean], readonly [boolean, boolean]];

export interface ShallowStepsInput {
  readonly grid: ColumnGrid;
  readonly closed: ClosedEdges;
}

/** What acts on the water in a step. */
export interface ShallowForces {
  /** Acceleration downwards, m/s2, positive. */
  readonly gravity: number;
  /** Horizontal acceleration along x and z, m/s2. */
  readonly pullX: number;
  readonly pullZ: number;
  /** Manning's coefficient of the bed, s/m^(1/3). */
  readonly manning: number;
}

/**
 * Time steps of the shallow water equations. Ghost cells of closed sides mirror the water; those of open sides keep what is written there, the state outside, which waves enter and leave by.
 */
export interface ShallowSteps {
  /** The water, which callers may change between steps. */
  readonly water: WaterColumns;
  /** Height of the ground, m, in all columns and ghost cells, likewise. */
  readonly ground: Float64Array;
  /** Moves the water by `dt`, s. */
  step(dt: number, forces: ShallowForces): void;
  /** Returns the largest |u| + sqrt(g h) along x or z of any column, m/s. */
  fastestWave(gravity: number): number;
  dispose?(): void;
}
