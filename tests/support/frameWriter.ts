import { findResumePoint, isCheckpointFrame } from '../../src/cache/checkpointSchedule.ts';
import { FrameCache } from '../../src/cache/FrameCache.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { keyChain, type FrameKey } from '../../src/frames/keys.ts';
import { sampleFrame } from './frames.ts';

/** Keys of the stand-in for a simulation: a sequence of numbers that goes on from a checkpoint as from its start. */
export function writerKeys(frameCount: number): FrameKey[] {
  return keyChain('writer 1', { start: 1 }, { first: 0, last: frameCount - 1 }, (frame) => ({ frame }));
}

/** One step of the stand-in: every number depends on all earlier ones. */
function step(state: Float64Array): void {
  for (let k = 0; k < state.length; k++)
    state[k] = (state[k] * 1103515245 + state[(k + 1) % state.length] + 12345) % 2147483648;
}

/** Writes the frames that are missing, from the last checkpoint on; gives the SHA-256 of every frame it wrote. */
export async function writeFrames(folder: string, frameCount: number, vertices: number): Promise<Map<number, string>> {
  const cache = await FrameCache.open(folder);
  const keys = writerKeys(frameCount);
  const resume = await findResumePoint(cache, keys, (await firstMissing(cache, keys)) - 1);
  const state = new Float64Array(64).fill(1);
  if (resume !== undefined) state.set(decodeCheckpoint(resume.checkpoint).arrays.get('state')!);
  const written = new Map<number, string>();
  for (let index = resume === undefined ? 0 : resume.index + 1; index < frameCount; index++) {
    step(state);
    const frame = encodeFrame(sampleFrame(state[0], vertices));
    written.set(index, await cache.write('frame', keys[index], frame));
    if (!isCheckpointFrame(index, frameCount, 5)) continue;
    await cache.write(
      'checkpoint',
      keys[index],
      encodeCheckpoint({ values: null, arrays: new Map([['state', state]]) }),
    );
  }
  return written;
}

async function firstMissing(cache: FrameCache, keys: readonly FrameKey[]): Promise<number> {
  for (let index = 0; index < keys.length; index++) {
    if ((await cache.read('frame', keys[index])) === undefined) return index;
  }
  return keys.length;
}
