import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { emptyBox, growBox } from '../../alembic/BoundsProperty.ts';
import { FileSource, type ByteSource } from '../../alembic/ByteSource.ts';
import type { AnimatedSource, AnimationOptions } from '../../AnimatedSource.ts';
import { MovingGeometry } from '../shared/MovingGeometry.ts';
import { samplesBetween, spreadSamples } from '../shared/sampleTimes.ts';
import { cacheTopology } from './cacheTopology.ts';
import { PointCache, type PointCacheLayout } from './PointCache.ts';

/** Samples that are read for the bounds. */
const READ_FOR_BOUNDS = 8;

/** What the header of a point cache says. */
export interface PointCacheHeader {
  readonly layout: PointCacheLayout;
  /** Times of the samples, s. */
  readonly times: Float64Array;
  readonly framesPerSecond: number | undefined;
  readonly doubts: readonly string[];
}

/** Opens a point cache whose header `readHeader` reads. */
export async function openPointCache(
  path: string,
  options: AnimationOptions,
  readHeader: (source: ByteSource) => PointCacheHeader,
): Promise<AnimatedSource> {
  const source = new FileSource(path);
  try {
    const { layout, times, framesPerSecond, doubts } = readHeader(source);
    const cache = new PointCache(source, layout);
    const { triangles, doubts: ofTopology } = await cacheTopology(path, layout.points, options.mesh);
    const moving = new MovingGeometry(times, (index) => ({ positions: cache.read(index), triangles }));
    const box = emptyBox();
    const looked = spreadSamples(layout.samples, READ_FOR_BOUNDS);
    for (const index of looked) growBox(box, cache.read(index));
    const object = {
      name: basename(path),
      type: triangles.length > 0 ? 'mesh' : 'points',
      times,
      vertices: layout.points,
      triangles: triangles.length / 3,
      topology: 'constant',
      velocities: 'samples',
      bounds: [...box],
      boundedSamples: looked.length,
    } as const;
    return {
      header: { framesPerSecond, objects: [object], doubts: [...doubts, ...ofTopology] },
      sample: (_object, time) => moving.sample(time),
      fingerprint: (_object, from, to) => {
        const [first, last] = samplesBetween(times, from, to);
        const hash = createHash('sha256').update(times.subarray(first, last + 1).join(' '));
        hash.update(new Uint8Array(triangles.buffer, triangles.byteOffset, triangles.byteLength));
        for (let index = first; index <= last; index++) hash.update(cache.bytes(index));
        return hash.digest('hex');
      },
      close: () => source.close(),
    };
  } catch (error) {
    source.close();
    throw error;
  }
}
