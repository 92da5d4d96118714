import { expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue.ts';
import type { EntityInput } from '../../src/scene/templates/parts/EntityInput.ts';
import { keyedCurve } from '../../src/scene/templates/parts/keyedCurve.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import type { Frame } from '../../src/frames/Frame.ts';
import { runShot, templateScene } from '../support/shots.ts';

/** m. */
const SIDE = 0.4;
const RADIUS = 0.05;
const TURN = 1.2;

/** A sheet at a height of 1 m with more entities; the frames from the first to `last`. */
async function sheetShot(entities: readonly EntityInput[], last: number): Promise<Frame[]> {
  const scene = validateScene(
    {
      ...templateScene('empty'),
      entities: [
        {
          kind: 'cloth',
          id: 'cloth',
          source: { kind: 'procedural', form: { shape: 'sheet', width: SIDE, depth: SIDE, edge: 0.05 } },
          transform: { position: [0, 1, 0] },
        },
        ...entities,
      ],
    },
    catalogue,
  );
  const run = await runShot(scene);
  const frames: Frame[] = [];
  for (let frame = 1; frame <= last; frame++) {
    run.advanceTo(frame);
    frames.push(run.simulation.currentFrame());
  }
  run.dispose();
  return frames;
}

test('cloth that is grown to a collider goes along as it moves and turns', async () => {
  const centre = [-SIDE / 2, 1, 0];
  const frames = await sheetShot(
    [
      {
        kind: 'collider',
        id: 'hand',
        shape: { kind: 'registered', type: 'sphere', params: { radius: RADIUS } },
        transform: {
          position: [-SIDE / 2, keyedCurve([1, 1, 'linear'], [13, 1.3, 'linear']), 0],
          rotation: [0, keyedCurve([1, 0, 'linear'], [13, TURN, 'linear']), 0],
        },
      },
      { kind: 'pin', id: 'grip', target: 'cloth', selection: { kind: 'near', distance: 0.06 }, follow: 'hand' },
    ],
    13,
  );
  const [first, last] = [frames[0].bodies[0].positions, frames.at(-1)!.bodies[0].positions];
  const offset = (k: number, axis: number) => first[k + axis] - centre[axis];
  const held = [...first.keys()].filter(
    (k) => k % 3 === 0 && Math.hypot(offset(k, 0), offset(k, 1), offset(k, 2)) < RADIUS + 0.06 - 1e-6,
  );
  expect(held.length).toBeGreaterThan(4);
  for (const k of held) {
    const [x, z] = [offset(k, 0), offset(k, 2)];
    expect(last[k]).toBeCloseTo(centre[0] + Math.cos(TURN) * x + Math.sin(TURN) * z, 6);
    expect(last[k + 1]).toBeCloseTo(1.3, 6);
    expect(last[k + 2]).toBeCloseTo(-Math.sin(TURN) * x + Math.cos(TURN) * z, 6);
  }
});
