import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/base/hash.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { templates } from '../../src/scene/templates.ts';
import { runShot, type RunningShot } from './shots.ts';
import { smallShot } from './smallShot.ts';

/** Frames that are simulated: many where it takes some until bodies touch, few where all is in the liquid from the start. */
const FRAMES = 14;
const FEW_FRAMES: Record<string, number> = {
  'crates-into-water': 10,
  'dropped-ball': 12,
  'expanding-cube': 12,
  'jelly-walk': 6,
  'keyed-figure': 6,
  'light-dino': 4,
  'muscle-elbow': 8,
  'platform-pool': 4,
  'shell-bounce': 4,
  'sloped-sheet': 4,
  'sloshing-sphere': 4,
  'soft-finger': 6,
  'stiff-beams': 4,
  'water-bag': 6,
  'walking-cape': 6,
  'tossed-balls': 6,
  'walking-figure': 8,
  'walking-flesh': 4,
};
/** Share of them before the checkpoint from which the rest is simulated again. */
const CHECKPOINT = 0.6;

/** SHA-256 of the frames from the present one on, none of which may be told to be broken. Coarse surfaces may stretch. */
function hashesTo(shot: RunningShot, last: number): string[] {
  const hashes: string[] = [];
  while (shot.simulation.frame < last) {
    shot.simulation.advance(() => false);
    const frame = shot.simulation.currentFrame();
    expect(frame.stats.judgements?.filter(({ kind }) => kind !== 'surface-stretch') ?? []).toEqual([]);
    hashes.push(sha256Hex(encodeFrame(frame)));
  }
  return hashes;
}

/** Tests of every second template but the empty one, from the first (0) or the second (1) on: files of tests run beside each other. */
export function describeTemplates(from: 0 | 1): void {
  const types = templates.types().filter((type) => type !== 'empty');
  describe.each(types.filter((_, at) => at % 2 === from))('the shot of template %s', (type) => {
    test('has the same bytes with two threads and after a checkpoint', () => repeatsItself(type));
  });
}

async function repeatsItself(type: string): Promise<void> {
  const { scene, ...files } = await smallShot(type);
  const count = FEW_FRAMES[type] ?? FRAMES;
  const last = Math.min(scene.range.last, scene.range.first + count);
  const one = await runShot(scene, files);
  const { judgements = [] } = one.simulation.currentFrame().stats;
  expect(judgements).toEqual([]);
  const before = hashesTo(one, scene.range.first + Math.floor(CHECKPOINT * count));
  const checkpoint = encodeCheckpoint(one.simulation.checkpoint());
  const after = hashesTo(one, last);
  one.dispose();
  expect(new Set([...before, ...after]).size).toBe(last - scene.range.first);

  // Up to the state that one thread had, which holds all that comes after.
  const two = await runShot(scene, { ...files, threads: 2 });
  expect(hashesTo(two, scene.range.first + before.length)).toEqual(before);
  expect(sha256Hex(encodeCheckpoint(two.simulation.checkpoint()))).toBe(sha256Hex(checkpoint));
  two.dispose();

  // On two threads from what one left.
  const resumed = await runShot(scene, { ...files, threads: 2 });
  resumed.simulation.restore(decodeCheckpoint(checkpoint));
  expect(hashesTo(resumed, last)).toEqual(after);
  resumed.dispose();
}
