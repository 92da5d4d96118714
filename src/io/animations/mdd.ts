import { z } from 'zod';
import type { ByteSource } from '../alembic/ByteSource.ts';
import type { AnimationFormat } from '../AnimatedSource.ts';
import { checkSampleCount, malformedCache } from './pointCache/malformedCache.ts';
import { openPointCache, type PointCacheHeader } from './pointCache/openPointCache.ts';
import { frameRateOf } from './shared/sampleTimes.ts';

const COUNTS_BYTES = 8;

/**
 * MDD of LightWave, Blender and Modo: number of samples, number of points, the times of the samples in seconds, then xyz per point and sample;
 * everything float32 or int32, big-endian. It has no magic: only its ending tells it, and its size proves it.
 */
const mdd: AnimationFormat = {
  type: 'mdd',
  label: 'Motion designer (MDD)',
  reference: 'NewTek, LightWave 3D Motion Designer (MDD) file format; Blender, MOD_meshcache_mdd.c',
  params: z.strictObject({}),
  extensions: ['mdd'],
  options: ['mesh'],
  isSequence: false,
  recognises: () => false,
  open: (path, options) => openPointCache(path, options, readHeader),
};

function readHeader(source: ByteSource): PointCacheHeader {
  const counts = new DataView(source.read(0, COUNTS_BYTES).slice().buffer);
  const samples = counts.getUint32(0);
  const points = counts.getUint32(4);
  const fail = (message: string, at: number): never => malformedCache(source, message, at);
  checkSampleCount(source, samples, 0);
  const stored = new DataView(source.read(COUNTS_BYTES, 4 * samples).slice().buffer);
  const times = Float64Array.from({ length: samples }, (_, at) => stored.getFloat32(4 * at));
  const unordered = times.findIndex((time, at) => !Number.isFinite(time) || (at > 0 && time <= times[at - 1]));
  if (unordered >= 0) fail(`sample ${unordered} is not later than the one before it`, COUNTS_BYTES + 4 * unordered);
  const start = COUNTS_BYTES + 4 * samples;
  const rate = frameRateOf(times);
  const excess = source.size - start - 12 * samples * points;
  return {
    layout: { start, points, samples, isLittleEndian: false },
    times: rate === undefined ? times : onFrames(times, rate),
    framesPerSecond: rate,
    doubts: excess > 0 ? [`${excess} bytes follow after the last sample: is it an MDD file?`] : [],
  };
}

/** Returns times that were rounded to float32 as whole frames where all of them are; 1e-6 relative is the rounding. */
function onFrames(times: Float64Array, rate: number): Float64Array {
  const frames = times.map((time) => Math.round(time * rate) / rate);
  return frames.every((frame, at) => Math.abs(frame - times[at]) < 1e-6 * Math.max(1, Math.abs(frame)))
    ? frames
    : times;
}

export default mdd;
