import { describe, expect, test } from 'vitest';
import { encodeFrame, type Frame } from '../../src/frames/Frame.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { ballRegion, filled, liquidShot } from '../support/liquidShot.ts';
import { runShot, templateScene } from '../support/shots.ts';

/** Half a metre square. */
const FLOOR = 0.25;

async function framesOf(scene: Parameters<typeof runShot>[0]): Promise<Frame[]> {
  const shot = await runShot(scene);
  const frames = [shot.simulation.currentFrame()];
  while (shot.simulation.frame < scene.range.last) {
    shot.simulation.advance(() => false);
    frames.push(shot.simulation.currentFrame());
  }
  shot.dispose();
  return frames;
}

function waterOf(frame: Frame | undefined) {
  return { ...frame!.stats.liquids!['water'], ...frame!.liquids[0] };
}

describe('a pool', () => {
  test('that is level stays so, with the pressure of its depth and the energy of its height', async () => {
    const frames = await framesOf(liquidShot([filled(0.2)]));
    const [first, last] = [frames[0], frames.at(-1)].map(waterOf);
    expect(first.particles).toBe(8 * 10 * 10 * 4);
    expect(last.largestSpeed).toBeLessThan(1e-6);
    expect(last.positions.length).toBe(first.positions.length);
    const mass = 1000 * FLOOR * 0.2;
    // The surface that the pressure sees lies up to an eighth of a cell above the particles.
    expect(Math.abs(first.energies.gravity / (mass * 9.81 * 0.1) - 1)).toBeLessThan(0.05);
  });

  test('that was pushed goes on as water and stops as putty', async () => {
    const speeds = await Promise.all(
      [0, 200].map(async (viscosity) => {
        const frames = await framesOf(liquidShot([filled(0.2, [0.3, 0, 0])], { liquid: { viscosity } }));
        return waterOf(frames.at(-1)).largestSpeed;
      }),
    );
    expect(speeds[0]).toBeGreaterThan(0.2);
    expect(speeds[1]).toBeLessThan(0.1);
  });

  test('under a ball that comes down into it rises by what the ball displaces', async () => {
    const radius = 0.12;
    const ball = {
      kind: 'collider',
      id: 'ball',
      shape: { kind: 'registered', type: 'sphere', params: { radius } },
      transform: {
        position: [
          0,
          {
            keys: [
              { frame: 1, value: 0.4 },
              { frame: 24, value: 0.15 },
            ],
          },
          0,
        ],
      },
    };
    const frames = await framesOf(liquidShot([filled(0.25), ball], { cell: 1 / 24, last: 60 }));
    const { positions } = waterOf(frames.at(-1));
    for (let k = 0; k < positions.length; k += 3) {
      const depth = radius - Math.hypot(positions[k], positions[k + 1] - 0.15, positions[k + 2]);
      expect(depth).toBeLessThan(0.01);
    }
    // The volume below a level is that of the box less that of the ball: .2647 m of it hold the water and the ball.
    const displaced = (4 / 3) * Math.PI * radius ** 3;
    const height = meanHeight(positions, radius);
    expect(height).toBeGreaterThan((0.25 + displaced / FLOOR) / 2 - 0.015);
  });
});

/** Of the water that is far from the ball, m. */
function meanHeight(positions: Float32Array, radius: number): number {
  let sum = 0;
  let count = 0;
  for (let k = 0; k < positions.length; k += 3) {
    if (Math.hypot(positions[k], positions[k + 2]) < radius + 0.03) continue;
    sum += positions[k + 1];
    count++;
  }
  return sum / count;
}

describe('a region', () => {
  test('that emits gives what its rate says, with its velocity', async () => {
    const role = { kind: 'emit', rate: 0.004, velocity: [0, -1, 0] };
    const frames = await framesOf(liquidShot([ballRegion(role, 0.35)], { last: 13 }));
    const { emitted, volume } = waterOf(frames.at(-1));
    const share = 0.05 ** 3 / 8;
    expect(Math.abs(emitted - 0.004 * 0.5)).toBeLessThan(2 * share);
    expect(volume).toBeCloseTo(emitted, 9);
    const early = waterOf(frames[1]);
    expect(early.velocities[1]).toBeLessThan(-0.9);
  });

  test('keyed shut gives nothing; keyed open it does', async () => {
    const rate = {
      keys: [
        { frame: 1, value: 0, interpolation: 'step' },
        { frame: 6, value: 0.01 },
      ],
    };
    const role = { kind: 'emit', rate, velocity: [0, -1, 0] };
    const frames = await framesOf(liquidShot([ballRegion(role, 0.35)]));
    expect(waterOf(frames[5]).emitted).toBe(0);
    expect(waterOf(frames[7]).emitted).toBeGreaterThan(0);
  });

  test('that drains takes what its rate says, and no more than there is', async () => {
    const role = { kind: 'drain', rate: 0.01 };
    const frames = await framesOf(liquidShot([filled(0.2), ballRegion(role, 0)], { last: 25 }));
    expect(waterOf(frames[12]).drained).toBeCloseTo(0.01 * 0.5, 3);
    const all = await framesOf(liquidShot([filled(0.05), ballRegion({ kind: 'drain', rate: 1000 }, 0)], { last: 3 }));
    expect(waterOf(all.at(-1)).drained).toBeLessThan(0.05 * FLOOR);
  });
});

test('what passes an open side is gone', async () => {
  const walls = { left: true, right: false, bottom: true, top: false, back: true, front: true };
  const domain = { centre: [0, 0.25, 0], size: [0.5, 0.5, 0.5], walls };
  const frames = await framesOf(liquidShot([filled(0.2, [2, 0, 0])], { last: 25, liquid: { domain } }));
  expect(waterOf(frames.at(-1)).particles).toBeLessThan(0.5 * waterOf(frames[0]).particles);
});

test('a dam that breaks keeps its volume; two runs, and one from a checkpoint, give the same bytes', async () => {
  const scene = templateScene('dam-break', { cells: 24, frames: 30 });
  const one = await runShot(scene);
  const two = await runShot(scene);
  for (let k = 0; k < 12; k++) for (const { simulation } of [one, two]) simulation.advance(() => false);
  expect(encodeFrame(two.simulation.currentFrame())).toEqual(encodeFrame(one.simulation.currentFrame()));
  const resumed = await runShot(scene);
  resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(one.simulation.checkpoint())));
  for (let k = 0; k < 12; k++) for (const { simulation } of [one, resumed]) simulation.advance(() => false);
  expect(encodeFrame(resumed.simulation.currentFrame())).toEqual(encodeFrame(one.simulation.currentFrame()));
  const start = waterOf((await framesOf({ ...scene, range: { first: 1, last: 2 } }))[0]).volume;
  expect(Math.abs(waterOf(one.simulation.currentFrame()).volume / start - 1)).toBeLessThan(0.02);
  for (const shot of [one, two, resumed]) shot.dispose();
});

test('the transport of a liquid can be chosen; unknown ones and foreign parameters are refused by place', async () => {
  const calm = await framesOf(templateScene('dam-break', { cells: 16, frames: 6 }));
  const lively = await framesOf(templateScene('dam-break', { cells: 16, frames: 6, transport: 'flip' }));
  expect(waterOf(lively.at(-1)).largestSpeed).toBeGreaterThan(0.5);
  expect(waterOf(lively.at(-1)).velocities).not.toEqual(waterOf(calm.at(-1)).velocities);
  const named = liquidShot([filled(0.2)], { liquid: { transport: { type: 'affine' } } });
  const [own, absent] = [await framesOf(named), await framesOf(liquidShot([filled(0.2)]))];
  expect(own.map(encodeFrame)).toEqual(absent.map(encodeFrame));
  const chosen = (transport: object) => () => liquidShot([], { liquid: { transport } });
  expect(chosen({ type: 'flop' })).toThrow(
    expect.objectContaining({ place: 'entities[0].transport.type', remedy: "Did you mean 'flip'?" }),
  );
  expect(chosen({ type: 'flip', params: { flip: 2 } })).toThrow(
    expect.objectContaining({ code: 'document-invalid', place: 'entities[0].transport.params.flip' }),
  );
});

test('a cancel is heard in every substep', async () => {
  const shot = await runShot(liquidShot([filled(0.2)]));
  expect(() => shot.simulation.advance(() => true)).toThrow(expect.objectContaining({ code: 'cancelled' }));
  shot.dispose();
});

test('too many cells are refused before there is memory for them, with what would do', async () => {
  const shot = await runShot(liquidShot([], { cell: 1e-4 }));
  expect(() => shot.simulation.currentFrame()).toThrow(
    expect.objectContaining({
      code: 'document-invalid',
      message: expect.stringContaining('5000 x 5000 x 5000 cells') as string,
      remedy: expect.stringContaining('0.0018 m') as string,
    }),
  );
  shot.dispose();
});

test('a region of something that is no liquid is refused by name', () => {
  const stray = { ...ballRegion({ kind: 'drain' }, 0), liquid: 'wather' };
  expect(() => liquidShot([stray])).toThrow(expect.objectContaining({ remedy: "Did you mean 'water'?" }));
});

describe('a cup that is filled', () => {
  test('holds what comes out of the spout, and the toy floats in it', async () => {
    const frames = await framesOf(templateScene('cup-fill', { cells: 32, frames: 48 }));
    const [closed, last] = [frames[25], frames.at(-1)].map(waterOf);
    expect(closed.emitted / (0.6 * 2.7e-4)).toBeCloseTo(1, 1);
    expect(last.emitted).toBe(closed.emitted);
    let held = 0;
    for (let k = 0; k < last.positions.length; k += 3) {
      const [x, y, z] = last.positions.subarray(k, k + 3);
      if (Math.hypot(x, z) < 0.045 && y > 0.008) held++;
    }
    expect(held / last.particles).toBeGreaterThan(0.97);
    const { positions } = frames.at(-1)!.bodies[0];
    const heights = positions.filter((_, k) => k % 3 === 1);
    const middle = heights.reduce((sum, y) => sum + y, 0) / heights.length;
    expect(middle).toBeGreaterThan(0.04);
    expect(middle).toBeLessThan(0.1);
  });
});
