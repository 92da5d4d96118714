import { assert } from '../../base/errors.ts';
import { extractSurface } from '../../geometry/surfacing/extractSurface.ts';
import { BLOCK_EDGE } from '../../geometry/surfacing/SampleBlocks.ts';
import type { SampledField } from '../../geometry/surfacing/SampledField.ts';
import { smoothSurface } from '../../geometry/surfacing/smoothSurface.ts';
import { sampleDistance } from './sampleDistance.ts';
import { type LevelSetSamples, sampleLevelSet } from './sampleLevelSet.ts';
import { type LiquidBox, SurfaceBounds } from './SurfaceBounds.ts';
import { SurfaceSources, type SurfaceLengths } from './SurfaceSources.ts';

/** Reach and radius of particles, and the edge of voxels, in cells of eight particles: a level surface lies where the liquid ends. */
const REACH = 1.5;
const RADIUS = 0.4;
const SPACING = 0.5;

export interface LiquidSurfaceSettings {
  /** Edge of the voxels, m: an eighth to half of `reach`. */
  readonly spacing: number;
  /** Radius of a particle by itself, m; .27 of `reach` puts a level surface where the liquid ends. */
  readonly particleRadius: number;
  /** How far a particle reaches, m. */
  readonly reach: number;
  /** Passes of smoothing, which keeps the volume of every piece. */
  readonly smoothing: number;
  /** Box of the closed sides at which the liquid ends; left out, there are none. */
  readonly bounds?: LiquidBox;
}

/** Closed triangles, counter-clockwise seen from outside. */
export interface LiquidSurface {
  /** xyz per vertex, m. */
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** Velocity of the liquid at each vertex, m/s. */
  readonly velocities: Float32Array;
}

/** Settings for particles that are eight to a cell of edge `h`, m. */
export function surfaceSettings(h: number, smoothing: number, bounds?: LiquidBox): LiquidSurfaceSettings {
  return { spacing: SPACING * h, particleRadius: RADIUS * h, reach: REACH * h, smoothing, bounds };
}

/**
 * The surface of a liquid from its particles: marching cubes over the distance of Zhu and Bridson 2005, worked out on blocks of voxels near the surface
 * alone. Closed and manifold, the same bytes for the same particles.
 */
export class LiquidSurfacer {
  private readonly smoothing: number;
  private readonly lengths: SurfaceLengths;
  private readonly bounds: SurfaceBounds;

  constructor(settings: LiquidSurfaceSettings) {
    const { spacing, particleRadius, reach, smoothing } = settings;
    assert(spacing > 0 && 2 * spacing <= reach && reach <= BLOCK_EDGE * spacing, 'voxels fit the reach', {
      ...settings,
    });
    assert(particleRadius > 0 && 2 * particleRadius <= reach, 'a particle is smaller than its reach', { ...settings });
    assert(Number.isInteger(smoothing) && smoothing >= 0, 'passes are counted', { smoothing });
    this.smoothing = smoothing;
    this.lengths = { reach: reach / spacing, radius: particleRadius / spacing, limit: reach / spacing / 2 };
    this.bounds = new SurfaceBounds(settings.bounds, spacing);
  }

  /** `positions`, m, and `velocities`, m/s, are xyz of `count` particles; errors: 'simulation-failed' for numbers that are not finite, 'limit-exceeded'. */
  surface(positions: Float32Array, velocities: Float32Array, count: number): LiquidSurface {
    const { smoothing, bounds, lengths } = this;
    const sources = new SurfaceSources(positions, velocities, count, bounds, lengths.reach);
    return surfaceOf(sampleDistance(sources, lengths, bounds), bounds, smoothing);
  }
}

/**
 * The surface of a liquid that is a level set, marched on voxels of edge `spacing`, m. Closed and manifold; the liquid ends at the sides of its box, those
 * that are open too.
 */
export function levelSetSurface(level: LevelSetSamples, spacing: number, smoothing: number): LiquidSurface {
  const { origin, counts, h } = level.grid;
  const [max, closedSides] = [
    origin.map((low, axis) => low + counts[axis] * h),
    origin.map(() => [true, true] as const),
  ];
  const bounds = new SurfaceBounds({ min: origin, max: [max[0], max[1], max[2]], closedSides }, spacing);
  return surfaceOf(sampleLevelSet(level, bounds, spacing), bounds, smoothing);
}

function surfaceOf(field: SampledField, bounds: SurfaceBounds, smoothing: number): LiquidSurface {
  const { positions, triangles, vectors } = extractSurface(field);
  smoothSurface(positions, triangles, smoothing, bounds.snap(positions));
  bounds.clamp(positions);
  return { positions: bounds.toMetres(positions), triangles, velocities: vectors };
}
