import { describe, expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { positionsOf } from '../../src/frames/Stream.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { boxSurface } from '../support/changingBoxes.ts';
import { givenSource } from '../support/movingPlates.ts';
import { sampledSurface } from '../support/movingSurfaces.ts';
import { runShot, type RunningShot } from '../support/shots.ts';

const FPS = 24;
const LAST = 13;
const SIDE = 0.4;

/** Stretch of the box along y at a time, s: its volume stays. */
const stretchAt = (time: number) => 1 + time;

/** A cube that grows tall and thin, and walks away. */
const growing = () =>
  sampledSurface(boxSurface([SIDE, SIDE, SIDE], 4), (rest, at, time, position, velocity) => {
    const stretch = stretchAt(Math.max(0, time));
    const across = 1 / Math.sqrt(stretch);
    position[at] = across * rest[at] + 3 * time;
    position[at + 1] = stretch * rest[at + 1];
    position[at + 2] = across * rest[at + 2];
    velocity.fill(0, at, at + 3);
  });

function shotOf(goal: object, more: object = {}, animation: object = {}) {
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a14',
      frameRate: { numerator: FPS },
      range: { first: 1, last: LAST },
      physics: { gravity: [0, 0, 0] },
      entities: [
        { id: 'model', kind: 'importedAnimation', source: givenSource, collision: { enabled: false }, ...animation },
        {
          id: 'clay',
          kind: 'solid',
          source: {
            kind: 'procedural',
            form: { shape: 'block', size: [SIDE, SIDE, SIDE], cells: [3, 3, 3], elements: 'tets' },
          },
          plasticity: { goal: { shape: { kind: 'animation', animation: 'model' }, ...goal } },
          ...more,
        },
      ],
    },
    catalogue,
  );
}

const run = (goal: object, threads = 1) =>
  runShot(shotOf(goal), { animations: new Map([['model', growing()]]), threads });

/** Height of the block over its side, and how far its middle is from where it began, m. */
function shapeOf({ simulation }: RunningShot) {
  const stream = simulation.currentFrame().streams.find(({ entity }) => entity === 'clay')!;
  const x = positionsOf(stream);
  const along = (axis: number) => Array.from({ length: x.length / 3 }, (_, v) => x[3 * v + axis]);
  const [xs, ys] = [along(0), along(1)];
  const middle = xs.reduce((sum, value) => sum + value, 0) / xs.length;
  return { height: (Math.max(...ys) - Math.min(...ys)) / SIDE, middle };
}

describe('a plastic goal that follows an animation', () => {
  test('draws the solid to what the animation is at each frame, and not to where it is', async () => {
    const shot = await run({ pull: 60 });
    for (const frame of [5, 9, LAST]) {
      shot.advanceTo(frame);
      const { height, middle } = shapeOf(shot);
      const stretch = stretchAt((frame - 1) / FPS);
      // An attraction of rate 60 ln 2 lags by 0.024 s behind a goal that moves by 1 in a second.
      expect(height).toBeGreaterThan(stretch - 0.06);
      expect(height).toBeLessThan(stretch + 0.03);
      expect(Math.abs(middle)).toBeLessThan(0.01);
    }
    const { goalDistance } = shot.simulation.currentFrame().stats.entities['clay'].sections!.plasticity!;
    expect(goalDistance).toBeLessThan(0.1);
    shot.dispose();
  });

  test('leads nothing that does not yield', async () => {
    const shot = await run({ pull: 0 });
    shot.advanceTo(5);
    expect(shapeOf(shot).height).toBeCloseTo(1, 3);
    const { goalDistance } = shot.simulation.currentFrame().stats.entities['clay'].sections!.plasticity!;
    // |log U| of the goal at a stretch of 7/6: ln(7/6) sqrt(3/2).
    expect(goalDistance).toBeCloseTo(Math.log(7 / 6) * Math.sqrt(1.5), 2);
    shot.dispose();
  });

  test('gives the same bytes on two threads and after a stop', async () => {
    const whole = await run({ pull: 20 });
    whole.advanceTo(4);
    const checkpoint = decodeCheckpoint(encodeCheckpoint(whole.simulation.checkpoint()));
    const resumed = await run({ pull: 20 }, 2);
    resumed.simulation.restore(checkpoint);
    const bytes = () => [whole, resumed].map(({ simulation }) => encodeFrame(simulation.currentFrame()));
    const [before, after] = [whole, resumed].map(({ simulation }) => simulation.currentFrame().streams);
    expect(after).toEqual(before);
    for (const shot of [whole, resumed]) shot.advanceTo(7);
    expect(Buffer.compare(...(bytes() as [Uint8Array, Uint8Array]))).toBe(0);
    whole.dispose();
    resumed.dispose();
  });

  test('is refused for what tears, and for an animation that takes no part', async () => {
    const animations = new Map([['model', growing()]]);
    await expect(runShot(shotOf({}, { fracture: { enabled: true } }), { animations })).rejects.toThrow(
      /a solid that tears cannot have a goal that follows an animation/,
    );
    await expect(runShot(shotOf({}, {}, { enabled: false }), { animations })).rejects.toThrow(
      /its goal follows the animation 'model', which is disabled/,
    );
  });
});
