import { afterAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/base/hash.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { createBackend, type SolverBackend } from '../../src/host/simulation/solverBackend.ts';
import { templates } from '../../src/scene/templates.ts';
import { runShot, type RunningShot } from './shots.ts';
import { smallShot } from './smallShot.ts';

/** Frames that are simulated: many where it takes some until bodies touch or tear, few where all that acts acts from the start. */
const FRAMES = 10;
const OTHER_FRAMES: Record<string, number> = {
  cape: 8,
  'bending-bars': 4,
  'corotational-beam': 4,
  'crates-into-water': 8,
  'cup-fill': 6,
  'deep-pool': 6,
  'drop-compare': 14,
  'drop-scan': 12,
  'drop-test': 12,
  'elastic-drops': 6,
  'weightless-water': 6,
  'expanding-cube': 6,
  'floating-boxes': 6,
  'goal-disk': 6,
  'hex-gears': 4,
  'hex-puddle': 6,
  'jelly-in-tank': 6,
  'jelly-walk': 6,
  'keyed-figure': 6,
  'light-dino': 4,
  'melting-wax': 4,
  'muscle-arm': 12,
  'muscle-elbow': 4,
  'painted-drop': 14,
  'platform-pool': 2,
  'shell-bounce': 4,
  'sloped-sheet': 4,
  'sloshing-sphere': 4,
  'soft-finger': 4,
  'stairs-ball': 6,
  'stiff-beams': 4,
  'sunken-ball': 4,
  'tori-pile': 14,
  'tossed-balls': 4,
  'twanged-rulers': 4,
  'twisted-bar': 4,
  'viscous-columns': 6,
  'walking-cape': 4,
  'walking-figure': 6,
  'walking-flesh': 4,
  'water-bag': 4,
  'wrecking-ball': 6,
};
/** Share of them before the checkpoint from which the rest is simulated again. */
const CHECKPOINT = 0.5;

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
  // Threads take longer to start than the frames of many a shot.
  let pair: SolverBackend | undefined;
  afterAll(() => pair?.dispose());
  describe.each(types.filter((_, at) => at % 2 === from))('the shot of template %s', (type) => {
    test('has the same bytes with two threads from a checkpoint on', () =>
      repeatsItself(type, (pair ??= createBackend(undefined, 2))));
  });
}

/** `pair`: two threads, on which the shots are simulated again. */
async function repeatsItself(type: string, pair: SolverBackend): Promise<void> {
  const { scene, ...files } = await smallShot(type);
  const last = Math.min(scene.range.last, scene.range.first + (OTHER_FRAMES[type] ?? FRAMES));
  const middle = scene.range.first + Math.floor(CHECKPOINT * (last - scene.range.first));
  const one = await runShot(scene, files);
  const { judgements = [] } = one.simulation.currentFrame().stats;
  expect(judgements).toEqual([]);
  const before = hashesTo(one, middle);
  const checkpoint = encodeCheckpoint(one.simulation.checkpoint());
  const after = hashesTo(one, last);
  const state = sha256Hex(encodeCheckpoint(one.simulation.checkpoint()));
  one.dispose();
  expect(new Set([...before, ...after]).size).toBe(last - scene.range.first);

  // On two threads from what one left, up to the same state, which holds all that comes after.
  const two = await runShot(scene, { ...files, solver: pair });
  two.simulation.restore(decodeCheckpoint(checkpoint));
  expect(hashesTo(two, last)).toEqual(after);
  expect(sha256Hex(encodeCheckpoint(two.simulation.checkpoint()))).toBe(state);
  two.dispose();
}
