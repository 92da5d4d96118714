import { expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { runShot } from '../../support/shots.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

const SPEED = 2;
/** Frame at which the floor becomes rough; friction 1 then stops the block within SPEED / g = 0.2 s, five frames. */
const ROUGH = 6;

async function speeds(friction: unknown, frames: number[]): Promise<number[]> {
  const input = tinyShotInput(20);
  const [block, floor] = input.entities;
  const scene = validateScene(
    {
      ...input,
      entities: [
        {
          ...block,
          // Flat, so that it does not tip over.
          source: { kind: 'procedural', form: { shape: 'block', size: [1, 0.2, 1], cells: [4, 1, 4] } },
          material: { youngsModulus: 1e6 },
          transform: { position: [0, 0.1, 0] },
          angularVelocity: [0, 0, 0],
          velocity: [SPEED, 0, 0],
        },
        { ...floor, friction, transform: {} },
      ],
    },
    catalogue,
  );
  const shot = await runShot(scene);
  const { velocities } = shot.simulation.motionOf('block');
  const result = frames.map((frame) => {
    shot.advanceTo(frame);
    const along = velocities.filter((_, k) => k % 3 === 0);
    return along.reduce((sum, value) => sum + value, 0) / along.length;
  });
  shot.dispose();
  return result;
}

// Symptom: a keyed friction had no effect. Cause: contact read the coefficients of the colliders once, when a shot was set up.
test('a floor that becomes rough while the block slides on it stops it from then on', async () => {
  const step = {
    keys: [
      { frame: 1, value: 0, interpolation: 'step' },
      { frame: ROUGH, value: 1, interpolation: 'step' },
    ],
  };
  const [before, braking, after] = await speeds(step, [ROUGH, ROUGH + 2, ROUGH + 8]);
  expect(before).toBeCloseTo(SPEED, 2);
  // SPEED - g t is 1.2; the block still wobbles on the floor, and with it the friction.
  expect(Math.abs(braking - (SPEED - (9.81 * 2) / 24))).toBeLessThan(0.3);
  expect(Math.abs(after)).toBeLessThan(0.05);
  const [smooth] = await speeds(0, [ROUGH + 8]);
  expect(smooth).toBeCloseTo(SPEED, 2);
});
