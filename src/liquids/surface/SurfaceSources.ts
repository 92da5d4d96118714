import { CoreError } from '../../base/errors.ts';
import { BLOCK_EDGE, blockKey, MOST_BLOCKS_ALONG } from '../../geometry/surfacing/SampleBlocks.ts';
import type { SurfaceBounds } from './SurfaceBounds.ts';

/** Numbers of a particle: place, in voxels, and velocity, m/s. */
export const SOURCE_SIZE = 6;

/** Lengths that make up a surface, in voxels. */
export interface SurfaceLengths {
  readonly reach: number;
  readonly radius: number;
  /** Nothing lies inside that is further from every particle. */
  readonly limit: number;
}

/**
 * Particles and their images in the closed sides that they reach, sorted by the block that they lie in, in the order of the particles within each. Images
 * make the surface of a pool meet the walls level.
 */
export class SurfaceSources {
  count = 0;
  /** x, y, z in voxels and u, v, w in m/s of each. */
  readonly sorted: Float64Array;
  /** Key of each block that holds some, in the order in which they were met; and which sources are there. */
  readonly keys: readonly number[];
  readonly starts: Uint32Array;
  private readonly bounds: SurfaceBounds;
  private readonly reach: number;
  /** Sources in the order in which they came. */
  private unsorted: Float64Array;
  /** Block of each of them. */
  private readonly homes: number[] = [];
  /** The particle, or the image, that is being added; and its numbers on the other side of each axis. */
  private readonly image = new Float64Array(SOURCE_SIZE);
  private readonly other = new Float64Array(SOURCE_SIZE);

  /** xyz of `count` particles, m and m/s; `reach` of one, in voxels. */
  constructor(positions: Float32Array, velocities: Float32Array, count: number, bounds: SurfaceBounds, reach: number) {
    this.bounds = bounds;
    this.reach = reach;
    this.unsorted = new Float64Array(SOURCE_SIZE * count);
    const blocks = new Map<number, number>();
    for (let p = 0; p < count; p++) this.addWithImages(positions, velocities, p, blocks);
    this.keys = [...blocks.keys()];
    this.starts = new Uint32Array(this.keys.length + 1);
    this.sorted = this.sort();
  }

  private addWithImages(
    positions: Float32Array,
    velocities: Float32Array,
    p: number,
    blocks: Map<number, number>,
  ): void {
    const { image, bounds, other } = this;
    /** Axes across which there is an image, one bit each. */
    let mirrors = 0;
    for (let axis = 0; axis < 3; axis++) {
      const x = positions[3 * p + axis];
      const u = velocities[3 * p + axis];
      if (!Number.isFinite(x) || !Number.isFinite(u)) throw brokenParticle(p, positions, velocities);
      image[axis] = bounds.toVoxels(x, axis);
      image[3 + axis] = u;
      other[axis] = bounds.image(image[axis], axis, this.reach);
      other[3 + axis] = -u;
      if (!Number.isNaN(other[axis])) mirrors |= 1 << axis;
    }
    this.add(p, blocks);
    // Each image of 1 to 7 differs from the one before in the axes up to its lowest bit.
    for (let mirror = 1; mirror <= mirrors; mirror++) {
      for (let axis = 0; axis < 3; axis++) {
        if ((((mirror - 1) ^ mirror) >> axis) & 1) this.swap(axis);
      }
      if ((mirror & ~mirrors) === 0) this.add(p, blocks);
    }
  }

  /** Changes between a particle and its image across one axis. */
  private swap(axis: number): void {
    const { image, other } = this;
    for (const k of [axis, axis + 3]) {
      const kept = image[k];
      image[k] = other[k];
      other[k] = kept;
    }
  }

  private add(p: number, blocks: Map<number, number>): void {
    const { image } = this;
    const x = Math.floor(image[0] / BLOCK_EDGE);
    const y = Math.floor(image[1] / BLOCK_EDGE);
    const z = Math.floor(image[2] / BLOCK_EDGE);
    if (Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) >= MOST_BLOCKS_ALONG - 1) {
      throw new CoreError(
        'limit-exceeded',
        `particle ${p} is more than ${BLOCK_EDGE * MOST_BLOCKS_ALONG} voxels away`,
        {
          place: `particle ${p}`,
          remedy: 'Close the sides of the domain or add a sink, or make the voxels of the surface larger.',
        },
      );
    }
    const key = blockKey(x, y, z);
    let home = blocks.get(key);
    if (home === undefined) blocks.set(key, (home = blocks.size));
    if (SOURCE_SIZE * this.count === this.unsorted.length) {
      const longer = new Float64Array(Math.max(8 * SOURCE_SIZE, 2 * this.unsorted.length));
      longer.set(this.unsorted);
      this.unsorted = longer;
    }
    this.unsorted.set(image, SOURCE_SIZE * this.count);
    this.homes.push(home);
    this.count++;
  }

  /** Counts per block, then places in order. */
  private sort(): Float64Array {
    const { starts, homes, unsorted, count } = this;
    for (const home of homes) starts[home + 1]++;
    for (let block = 0; block + 1 < starts.length; block++) starts[block + 1] += starts[block];
    const next = starts.slice();
    const sorted = new Float64Array(SOURCE_SIZE * count);
    for (let source = 0; source < count; source++) {
      const to = SOURCE_SIZE * next[homes[source]]++;
      for (let k = 0; k < SOURCE_SIZE; k++) sorted[to + k] = unsorted[SOURCE_SIZE * source + k];
    }
    return sorted;
  }
}

function brokenParticle(p: number, positions: Float32Array, velocities: Float32Array): CoreError {
  const [x, u] = [positions, velocities].map((array) => array.subarray(3 * p, 3 * p + 3).join(', '));
  return new CoreError('simulation-failed', `particle ${p} is at (${x}) with velocity (${u})`, {
    place: `particle ${p}`,
    remedy: 'Simulate the liquid again with shorter substeps.',
  });
}
