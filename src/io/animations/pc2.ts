import { z } from 'zod';
import { CoreError } from '../../base/errors.ts';
import { ByteCursor } from '../alembic/ByteCursor.ts';
import type { ByteSource } from '../alembic/ByteSource.ts';
import type { AnimationFormat, AnimationOptions } from '../AnimatedSource.ts';
import { checkSampleCount, malformedCache } from './pointCache/malformedCache.ts';
import { openPointCache, type PointCacheHeader } from './pointCache/openPointCache.ts';
import { DEFAULT_FRAME_RATE } from './shared/sampleTimes.ts';

const MAGIC = 'POINTCACHE2\0';
const HEADER_BYTES = 32;

/**
 * Point cache 2 of 3ds Max, Blender and Maya: magic, version 1, number of points, first frame and frames per sample (float32), number of samples; then
 * float32 xyz per point and sample, little-endian. Frames, not seconds; positions alone, without a mesh.
 */
const pc2: AnimationFormat = {
  type: 'pc2',
  label: 'Point cache (PC2)',
  reference: 'Autodesk, 3ds Max SDK, Point Cache 2 file format; Blender, MOD_meshcache_pc2.c',
  params: z.strictObject({}),
  extensions: ['pc2'],
  options: ['framesPerSecond', 'mesh'],
  isSequence: false,
  recognises: (start) => new TextDecoder('latin1').decode(start.subarray(0, MAGIC.length)) === MAGIC,
  open: (path, options) => openPointCache(path, options, (source) => readHeader(source, options)),
};

function readHeader(source: ByteSource, { framesPerSecond }: AnimationOptions): PointCacheHeader {
  const fail = (message: string, at: number): never => malformedCache(source, message, at);
  const cursor = new ByteCursor(source.read(0, HEADER_BYTES), (message) => fail(message, 0));
  if (cursor.text(MAGIC.length) !== MAGIC) fail('it does not begin as a point cache does', 0);
  const version = cursor.u32();
  if (version !== 1) {
    throw new CoreError('format-unsupported', `version ${version} is not known`, {
      file: source.name,
      place: 'byte 12',
      remedy: 'Bake it again.',
    });
  }
  const points = cursor.u32();
  const start = cursor.f32();
  const step = cursor.f32();
  const samples = cursor.u32();
  checkSampleCount(source, samples, 28);
  if (!Number.isFinite(start)) fail(`the first frame is ${start}`, 20);
  if (!(step > 0 && step < Infinity) && samples > 1) fail(`a sample every ${step} frames makes no sense`, 24);
  const rate = framesPerSecond ?? DEFAULT_FRAME_RATE;
  const times = Float64Array.from({ length: samples }, (_, at) => (start + (at === 0 ? 0 : at * step)) / rate);
  const assumed = `the file counts frames: ${DEFAULT_FRAME_RATE} frames per second are assumed`;
  return {
    layout: { start: HEADER_BYTES, points, samples, isLittleEndian: true },
    times,
    framesPerSecond: rate,
    doubts: framesPerSecond === undefined ? [assumed] : [],
  };
}

export default pc2;
