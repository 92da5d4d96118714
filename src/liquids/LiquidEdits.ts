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

/** How regions fill and drain a liquid. */
export type LiquidEdits = ParticleEdits | DistanceEdits;
