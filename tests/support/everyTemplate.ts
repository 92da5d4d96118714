import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/base/hash.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { templates } from '../../src/scene/templates.ts';
import { rabbitTemplate } from './rabbitTemplate.ts';
import { runShot, templateScene, type RunningShot } from './shots.ts';

/** Coarse and short forms of the templates; the others are quick as they are. */
const SMALL: Record<string, Record<string, unknown>> = {
  cape: { edge: 0.08, percent: 12 },
  balloon: { edge: 0.05, frames: 31 },
  'clay-press': { percent: 9, frames: 25 },
  'cloth-crumple': { edge: 0.07, frames: 25 },
  'cloth-drape': { edge: 0.06 },
  'cloth-roll': { edge: 0.05 },
  'cup-fill': { cells: 32, frames: 25 },
  'dam-break': { cells: 24, frames: 25 },
  'dam-break-beam': { cells: 20, frames: 25 },
  'dam-break-step': { cells: 28, frames: 25 },
  'dented-ball': { edge: 0.05, frames: 37 },
  'drawn-skin': { edge: 0.05, frames: 25 },
  'drop-compare': { percent: 12, frames: 25 },
  'drop-scan': { percent: 9 },
  'dropped-ball': { cells: 16, frames: 25 },
  'drop-test': { percent: 9, height: 0.02 },
  'expanding-cube': { cells: 16, frames: 25 },
  gears: { percent: 8, frames: 37 },
  'goal-disk': { percent: 10, frames: 25 },
  'floating-boxes': { cells: 24 },
  'half-torus-shell': { edge: 0.06, height: 0.2 },
  'hex-puddle': { percent: 6, limp: 0.1 },
  'jelly-in-tank': { cells: 20, frames: 25 },
  'light-dino': { cells: 16, frames: 25 },
  'muscle-arm': { percent: 9, frames: 25 },
  'painted-drop': { percent: 14, release: 4 },
  'plastic-materials': { percent: 12, frames: 25 },
  'platform-pool': { cells: 24, frames: 25 },
  'pressed-sphere': { percent: 10, frames: 25 },
  'ribbon-pile': { edge: 0.04, frames: 25 },
  'shell-bounce': { cells: 24, frames: 25 },
  'sloped-sheet': { cells: 24, frames: 25 },
  'sloshing-sphere': { cells: 24, frames: 25 },
  stairs: { percent: 9 },
  'stiff-beams': { cells: 16, frames: 25 },
  'sunken-ball': { cells: 16, frames: 25 },
  'tori-pile': { count: 5, percent: 14 },
  'torn-bar': { percent: 7, frames: 25 },
  'torn-scan': { percent: 9, frames: 25 },
  'torus-puddle': { percent: 11, limp: 0.1 },
  'water-steps': { cells: 24, frames: 25 },
};
/** Frames that are simulated: many where it takes some until bodies touch, few where all is in the liquid from the start. */
const FRAMES = 16;
const FEW_FRAMES: Record<string, number> = {
  'dropped-ball': 12,
  'expanding-cube': 12,
  'light-dino': 10,
  'platform-pool': 6,
  'shell-bounce': 6,
  'sloped-sheet': 6,
  'sloshing-sphere': 6,
  'stiff-beams': 6,
};
/** A scan would be a collider of theirs: its level set is made from a file. */
const SCAN_COLLIDES = new Set(['cloth-drape', 'cup-fill']);
/** Share of them before the checkpoint from which the rest is simulated again. */
const CHECKPOINT = 0.6;

/** A scan for the templates that want one, whatever their solid is called. */
async function scans() {
  const { template, sources } = await rabbitTemplate();
  return { template, sources: new Map(['scan', 'body'].map((id) => [id, [...sources.values()][0]])) };
}

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
  const { template, sources } = await scans();
  const scene = templateScene(type, SMALL[type], SCAN_COLLIDES.has(type) ? undefined : template);
  const count = FEW_FRAMES[type] ?? FRAMES;
  const last = Math.min(scene.range.last, scene.range.first + count);
  const one = await runShot(scene, { sources });
  const { judgements = [] } = one.simulation.currentFrame().stats;
  expect(judgements).toEqual([]);
  const before = hashesTo(one, scene.range.first + Math.floor(CHECKPOINT * count));
  const checkpoint = encodeCheckpoint(one.simulation.checkpoint());
  const after = hashesTo(one, last);
  one.dispose();
  expect(new Set([...before, ...after]).size).toBe(last - scene.range.first);

  const two = await runShot(scene, { sources, threads: 2 });
  expect(hashesTo(two, last)).toEqual([...before, ...after]);
  two.dispose();

  // On two threads from what one left.
  const resumed = await runShot(scene, { sources, threads: 2 });
  resumed.simulation.restore(decodeCheckpoint(checkpoint));
  expect(hashesTo(resumed, last)).toEqual(after);
  resumed.dispose();
}
