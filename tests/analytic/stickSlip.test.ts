import { expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot, type RunningShot } from '../support/shots.ts';

const GRAVITY = 9.81;
const FPS = 48;
const FRICTION = 0.3;
/** Speed of the driver, m/s, and the angular frequency of the spring between it and the block, 1/s. */
const SPEED = 0.2;
const OMEGA = 4 * Math.PI;
/** Time after which the spring pulls as hard as friction holds, and a period of sticking and slipping, s. */
const BREAKAWAY = (FRICTION * GRAVITY) / (OMEGA * OMEGA * SPEED);
const PERIOD = (2 * Math.PI) / OMEGA;
const FRAMES = Math.ceil((BREAKAWAY + 1.25 * PERIOD) * FPS);

/** A block on a floor that a spring without damping drags along x. */
function dragged(integration: string, youngsModulus: number): Scene {
  const input = {
    format: 'ductile-shot',
    version: documentVersion,
    project: '9a8f6f37-6fd9-4f3e-a3c3-6f0a1f7f5b58',
    name: 'stick-slip',
    frameRate: { numerator: FPS, denominator: 1 },
    range: { first: 0, last: FRAMES },
    entities: [
      {
        kind: 'solid',
        id: 'block',
        source: {
          kind: 'procedural',
          form: { shape: 'block', size: [0.4, 0.2, 0.4], cells: [2, 1, 2], elements: 'tets' },
        },
        material: { youngsModulus, poissonRatio: 0.3, dampingTime: 0.001 },
        integration,
        transform: { position: [0, 0.1, 0] },
      },
      {
        kind: 'pin',
        id: 'driver',
        target: 'block',
        selection: { kind: 'box', min: [-1, -1, -1], max: [1, 1, 1] },
        hold: { kind: 'soft', frequency: OMEGA / (2 * Math.PI), dampingRatio: 0 },
        motion: {
          position: [
            {
              keys: [
                { frame: 0, value: 0, interpolation: 'linear' },
                { frame: FRAMES, value: (SPEED * FRAMES) / FPS, interpolation: 'linear' },
              ],
            },
            0,
            0,
          ],
        },
      },
      {
        kind: 'collider',
        id: 'floor',
        shape: { kind: 'registered', type: 'plane' },
        friction: FRICTION,
      },
    ],
  };
  return validateScene(input, catalogue);
}

/** Returns the place of the block at a time, s, by the closed form, m: x'' = omega^2 (V t - x) - mu g while it slips. */
function closedForm(time: number): number {
  const slip = time - BREAKAWAY;
  return slip < 0 ? 0 : SPEED * slip - (SPEED / OMEGA) * Math.sin(OMEGA * slip);
}

function meanAlong(shot: RunningShot): number {
  const { positions } = shot.simulation.motionOf('block');
  return (3 * positions.reduce((sum, x, k) => (k % 3 === 0 ? sum + x : sum), 0)) / positions.length;
}

/** Steps in which a scheme finds the beginning of a slip, s: it lags behind by so much at most. */
const LAG = 0.5 / FPS;

// Static and sliding friction are equal here, so that the block stands for a moment only: it goes on when it has come to rest, a slip of 2 pi V / omega ahead.
test.each([
  ['semi-implicit', 1e6],
  ['implicit-second-order', 1e8],
  ['implicit', 1e6],
] as const)(
  'a block that a spring drags over a floor sticks and slips as the closed form says: %s, %d Pa',
  async (integration, youngsModulus) => {
    const shot = await runShot(dragged(integration, youngsModulus));
    const start = meanAlong(shot);
    let before = 0;
    for (let frame = 1; frame <= FRAMES; frame++) {
      shot.advanceTo(frame);
      const time = frame / FPS;
      const x = meanAlong(shot) - start;
      const speed = (x - before) * FPS;
      before = x;
      expect(x, `${time} s`).toBeGreaterThan(closedForm(time - LAG) - 5e-4);
      expect(x, `${time} s`).toBeLessThan(closedForm(time + LAG) + 5e-4);
      const phase = ((time - 0.5 / FPS - BREAKAWAY) / PERIOD) * 2 * Math.PI;
      const expected = phase < 0 ? 0 : SPEED * (1 - Math.cos(phase));
      expect(Math.abs(speed - expected), `${time} s`).toBeLessThan(0.1 * SPEED);
    }
    shot.dispose();
  },
);
