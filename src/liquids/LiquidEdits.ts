import type { ColumnGrid } from './shallow/ColumnGrid.ts';
import type { LiquidParticles } from './transport/LiquidParticles.ts';

/** A liquid that regions fill and drain particle by particle. */
export interface ParticleEdits {
  readonly by: 'particles';
  /** Liquid is filled in by adding particles to these. */
  readonly particles: LiquidParticles;
  /** The volume that each particle stands for, m3: particles that were seeded or merged since liquid was filled in stand for none of their own, and so it is not that of new ones. */
  readonly particleVolume: number;
  /** Removes the particles whose flag is not 0, and their share of the volume. */
  remove(flags: Uint8Array): void;
}

/** A liquid that regions fill and drain by the distance to them, m, at the centres of cells, negative inside. */
export interface DistanceEdits {
  readonly by: 'distance';
  /** Adds the liquid of a region, up to `most`, m3, which moves at `velocity`, m/s. Returns the m3 added. */
  unite(distance: Float64Array, most: number, velocity: ArrayLike<number>): number;
  /** Removes the liquid in a region, up to `most`, m3. Returns the m3 removed. */
  subtract(distance: Float64Array, most: number): number;
}

/** Columns in which a region is, and from which height to which it reaches there, m. */
export interface ColumnSpans {
  readonly count: number;
  /** Numbers of the columns, x fastest, without ghost cells. */
  readonly columns: Uint32Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** A liquid in columns, which regions fill and drain column by column and to which solids are ground. */
export interface ColumnEdits {
  readonly by: 'columns';
  readonly grid: ColumnGrid;
  /** Replaces the height of the ground, m, of each column, from the next substep on; the liquid keeps its depth. What is given is copied. */
  setGround(heights: Float64Array): void;
  /** Ends filling at the first frame: the liquid beyond open sides stays as it is beside them now. */
  beginOutside(): void;
  /** Adds the liquid of a region above the ground and above the liquid that is there; it moves at `velocity`, m/s. */
  fill(spans: ColumnSpans, velocity: ArrayLike<number>): void;
  /** Adds `volume`, m3, evenly to the columns of a region; it moves at `velocity`, m/s. Returns the m3 added. */
  pour(spans: ColumnSpans, volume: number, velocity: ArrayLike<number>): number;
  /** Removes the liquid in a region, up to `most`, m3. Returns the m3 removed. */
  drain(spans: ColumnSpans, most: number): number;
}

/** How regions fill and drain a liquid. */
export type LiquidEdits = ParticleEdits | DistanceEdits | ColumnEdits;
