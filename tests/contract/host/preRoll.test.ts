import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { shotKeys } from '../../../src/host/frames/shotKeys.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { runShot } from '../../support/shots.ts';
import { simulateStored, storeShot } from '../../support/shotRuns.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';
import { meshesIn } from '../../support/streams.ts';

const PRE_ROLL = 6;
const LAST = 5;

/** The tiny shot in which the floor rises, and the block stiffens, over frames 2 to 4 of those after `before` others. */
function shot(range: { first: number; last: number; preRoll?: number }, before = 0, block: object = {}): Scene {
  const input = tinyShotInput(range.last);
  const rising = (from: number, to: number) => ({
    keys: [
      { frame: before + 2, value: from, interpolation: 'linear' },
      { frame: before + 4, value: to, interpolation: 'linear' },
    ],
  });
  const [solid, floor] = input.entities;
  Object.assign(solid, { strength: rising(1, 2), ...block });
  Object.assign(floor, { transform: { position: [0, rising(0, 0.3), 0], rotation: [0, 0, 0.1] } });
  return validateScene({ ...input, range }, catalogue);
}

const rolled = () => shot({ first: 1, last: LAST, preRoll: PRE_ROLL });

/** A job that notes the stages it is told. */
function noting() {
  const stages: string[] = [];
  return { stages, job: { ...quietJob, progress: (stage: string) => void stages.push(stage) } };
}

test('the first frame is the state in which the pre-roll ends, and what follows is as if it had been part of the shot', async () => {
  const [whole, short] = [await runShot(shot({ first: 1, last: PRE_ROLL + LAST }, PRE_ROLL)), await runShot(rolled())];
  for (const frame of [1, 3, LAST]) {
    whole.advanceTo(frame + PRE_ROLL);
    short.advanceTo(frame);
    const [expected, found] = [whole, short].map(({ simulation }) => meshesIn(simulation.currentFrame())[0].positions);
    const apart = found.reduce((most, x, k) => Math.max(most, Math.abs(x - expected[k])), 0);
    // Times from another first frame are rounded otherwise.
    expect(apart).toBeLessThan(1e-5);
  }
  whole.dispose();
  short.dispose();
});

test('it is told, made once, kept as a checkpoint, and no thread or stop changes a byte after it', async () => {
  const path = await storeShot(rolled());
  const [first, rest] = [noting(), noting()];
  const begun = await simulateStored(path, { last: 1, job: first.job });
  expect(first.stages).toContain(`pre-roll 1 of ${PRE_ROLL}`);
  expect(first.stages).toContain(`pre-roll ${PRE_ROLL} of ${PRE_ROLL}`);
  expect(begun.outcomes[0]).toMatchObject({ frame: 1, checkpoint: true });
  const ended = await simulateStored(path, { first: 2, threads: 2, job: rest.job });
  expect(ended.resumedFrom).toBe(1);
  expect(rest.stages.filter((stage) => stage.startsWith('pre-roll'))).toEqual([]);
  const atOnce = await simulateStored(await storeShot(rolled()));
  expect(atOnce.outcomes.map(({ frame }) => frame)).toEqual([1, 2, 3, 4, 5]);
  expect([...begun.hashes, ...ended.hashes]).toEqual(atOnce.hashes);
});

test('another pre-roll is another shot from its first frame on; none of zero frames is', () => {
  const keysOf = (preRoll: number | undefined) =>
    shotKeys({ scene: shot({ first: 1, last: LAST, preRoll }) }, 'draft', 'simd').keys;
  expect(keysOf(0)).toEqual(keysOf(undefined));
  for (const [index, key] of keysOf(7).entries()) expect(key).not.toBe(keysOf(PRE_ROLL)[index]);
});

test('a failure in it is one of the first frame, and says how far it came', async () => {
  const stiff = { material: { youngsModulus: 1e13, dampingTime: 0 } };
  const path = await storeShot(shot({ first: 1, last: LAST, preRoll: PRE_ROLL }, 0, stiff));
  await expect(simulateStored(path)).rejects.toMatchObject({
    code: 'simulation-failed',
    message: expect.stringContaining(`in frame 1 of ${PRE_ROLL} of the pre-roll`) as string,
    failure: { frame: 1, cause: 'too-many-substeps' },
  });
});
