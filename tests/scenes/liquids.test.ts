import { describe, expect, test } from 'vitest';
import { decodeFrame, encodeFrame, type Frame } from '../../src/frames/Frame.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import type { LiquidSurface } from '../../src/frames/LiquidSurface.ts';
import { isExtracted } from '../../src/frames/StaticStream.ts';
import { extractSurface } from '../../src/systems/liquid/extractSurface.ts';
import { ballRegion, filled, liquidShot } from '../support/liquidShot.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { meshesIn, pointsIn } from '../support/streams.ts';

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
  const { sections, ...water } = frame!.stats.entities['water'];
  return { ...water, ...sections!.liquid!, ...pointsIn(frame!)[0] };
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

/** Returns the mean height of the water that is far from the ball, m. */
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
  expect(waterOf(frames.at(-1)).particles).toBeLessThan(0.5 * waterOf(frames[0]).particles!);
});

test('a dam that breaks keeps its volume; two runs, and one from a checkpoint, give the same bytes', async () => {
  const scene = templateScene('dam-break', { cells: 24, frames: 31 });
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
  const calm = await framesOf(templateScene('dam-break', { cells: 16, frames: 7 }));
  const lively = await framesOf(templateScene('dam-break', { cells: 16, frames: 7, transport: 'flip' }));
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

describe('a liquid that is a level set', () => {
  const transport = { type: 'level-set', params: { markers: 16 } };

  test('has the same bytes in two runs and from a checkpoint, a closed skin, and nothing lost', async () => {
    const { entities, ...rest } = templateScene('dam-break', { cells: 20, frames: 21, transport: 'level-set' });
    const scene = { ...rest, entities };
    const one = await runShot(scene);
    const start = waterOf(one.simulation.currentFrame());
    expect(Math.abs(start.volume / (0.6 * 0.8 * 0.8) - 1)).toBeLessThan(0.06);
    for (let k = 0; k < 8; k++) one.simulation.advance(() => false);
    const resumed = await runShot(scene);
    resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(one.simulation.checkpoint())));
    const two = await runShot(scene);
    for (let k = 0; k < 8; k++) two.simulation.advance(() => false);
    for (const { simulation } of [one, resumed, two]) for (let k = 0; k < 4; k++) simulation.advance(() => false);
    const bytes = encodeFrame(one.simulation.currentFrame());
    expect(encodeFrame(resumed.simulation.currentFrame())).toEqual(bytes);
    expect(encodeFrame(two.simulation.currentFrame())).toEqual(bytes);
    const last = decodeFrame(bytes);
    expect(pointsIn(last)[0].ids).toHaveLength(0);
    expect(waterOf(one.simulation.currentFrame()).volume).toBeCloseTo(start.volume, 9);
    const [levelSet] = one.simulation.statics().streams.filter(isExtracted);
    const skin = extractSurface(levelSet, last)!;
    expect(meshVolume(skin) / start.volume).toBeGreaterThan(0.93);
    expect(meshVolume(skin) / start.volume).toBeLessThan(1.07);
    expect(openEdges(skin)).toBe(0);
    for (const shot of [one, resumed, two]) shot.dispose();
  });

  test('is filled by a plane to its height and rests', async () => {
    const frames = await framesOf(liquidShot([filled(0.2)], { liquid: { transport } }));
    const last = waterOf(frames.at(-1));
    expect(last.largestSpeed).toBeLessThan(1e-7);
    expect(last.volume).toBeCloseTo(FLOOR * 0.2, 9);
    expect(last.energies.gravity / (1000 * FLOOR * 0.2 * 9.81 * 0.1)).toBeCloseTo(1, 6);
  });

  test('gets what an emitter gives by its rate, and loses what a drain takes', async () => {
    const emit = ballRegion({ kind: 'emit', rate: 0.004, velocity: [0, -1, 0] }, 0.35);
    const poured = await framesOf(liquidShot([emit], { last: 13, liquid: { transport } }));
    const { emitted, volume } = waterOf(poured.at(-1));
    expect(Math.abs(emitted / (0.004 * 0.5) - 1)).toBeLessThan(0.15);
    expect(volume).toBeCloseTo(emitted, 9);
    const drain = ballRegion({ kind: 'drain', rate: 0.01 }, 0.05);
    const drained = await framesOf(liquidShot([filled(0.2), drain], { last: 13, liquid: { transport } }));
    expect(Math.abs(waterOf(drained.at(-1)).drained / (0.01 * 0.5) - 1)).toBeLessThan(0.1);
    expect(waterOf(drained.at(-1)).volume).toBeLessThan(FLOOR * 0.2 - 0.004);
  });

  test('that passes an open side is gone', async () => {
    const walls = { left: true, right: false, bottom: true, top: false, back: true, front: true };
    const domain = { centre: [0, 0.25, 0], size: [0.5, 0.5, 0.5], walls };
    const shot = liquidShot([filled(0.2, [2, 0, 0])], { last: 25, liquid: { domain, transport } });
    const frames = await framesOf(shot);
    expect(waterOf(frames.at(-1)).volume).toBeLessThan(0.5 * waterOf(frames[0]).volume);
  });
});

/** Enclosed by triangles, m3. */
function meshVolume({ positions, triangles }: LiquidSurface): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * triangles[t + k], 3 * triangles[t + k] + 3));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

/** Edges that are not run along once in each direction. */
function openEdges({ triangles }: LiquidSurface): number {
  const edges = new Map<string, number>();
  for (let t = 0; t < triangles.length; t++) {
    const [a, b] = [triangles[t], triangles[t % 3 === 2 ? t - 2 : t + 1]];
    const name = `${Math.min(a, b)} ${Math.max(a, b)}`;
    edges.set(name, (edges.get(name) ?? 0) + (a < b ? 1 : -1));
  }
  return [...edges.values()].filter((balance) => balance !== 0).length;
}

describe('a region that can do nothing where it begins is told of', () => {
  const pour = { kind: 'emit', rate: 0.004, velocity: [0, -1, 0] };
  const box = (size: number, y: number) => ({
    kind: 'collider',
    id: 'block',
    shape: { kind: 'registered', type: 'box', params: { sizeX: size, sizeY: size, sizeZ: size } },
    transform: { position: [0, y, 0] },
  });
  const cases: [string, Record<string, unknown>[], RegExp | undefined][] = [
    ['a good one', [ballRegion(pour, 0.35)], undefined],
    ['one inside a collider', [ballRegion(pour, 0.35), box(0.3, 0.35)], /^region 'emit' starts inside colliders/],
    ['one outside of the box', [ballRegion(pour, 2)], /^region 'emit' starts outside the box of liquid 'water'/],
    [
      'one smaller than an eighth of a cell',
      [
        {
          ...ballRegion(pour, 0.35),
          shape: { kind: 'registered', type: 'sphere', params: { radius: 0.001 } },
          transform: { position: [0.003, 0.351, 0.002] },
        },
      ],
      /^region 'emit' is too small for the cells/,
    ],
    ['none that brings liquid', [ballRegion({ kind: 'drain', rate: 1 }, 0.1)], /^liquid 'water' stays empty/],
  ];
  test.each(cases)('%s', async (_name, members, told) => {
    for (const type of ['affine', 'level-set']) {
      const frames = await framesOf(liquidShot(members, { last: 3, liquid: { transport: { type } } }));
      const [first, second] = frames.map(({ stats }) => stats.warnings);
      expect(first).toEqual(told === undefined ? [] : [expect.stringMatching(told)]);
      expect(second).toEqual([]);
      if (told !== undefined) expect(waterOf(frames.at(-1)).volume).toBe(0);
    }
  });

  test('colliders that leave the box, cover it or stand outside of it do no harm', async () => {
    for (const collider of [box(0.3, 0.45), box(0.3, 3), box(0.4, -0.1)]) {
      const frames = await framesOf(liquidShot([filled(0.2), collider], { last: 4 }));
      expect(frames[0].stats.warnings).toEqual([]);
      expect(waterOf(frames.at(-1)).largestSpeed).toBeLessThan(3);
    }
    const covered = await framesOf(liquidShot([filled(0.2), box(5, 0)], { last: 3 }));
    expect(covered[0].stats.warnings).toEqual([expect.stringMatching(/^region 'fill' starts inside colliders/)]);
    expect(waterOf(covered.at(-1)).particles).toBe(0);
  });
});

test('a collider that leaves the box is told of in that frame alone, resumed or not', async () => {
  const key = (value: number, frame: number) => ({ frame, value, interpolation: 'linear' });
  const paddle = {
    kind: 'collider',
    id: 'paddle',
    shape: { kind: 'registered', type: 'box', params: { sizeX: 0.2, sizeY: 0.2, sizeZ: 0.2 } },
    transform: { position: [{ keys: [key(0.2, 1), key(0.6, 5)] }, 0.4, 0] },
  };
  const scene = liquidShot([filled(0.2), paddle], { last: 6 });
  const told = (await framesOf(scene)).map(({ stats }) => stats.warnings);
  const left = expect.stringMatching(/^collider 'paddle' has left the box of liquid 'water'/);
  // Its near side passes x = .25 m after frame 2.5.
  expect(told).toEqual([[], [], [left], [], [], []]);
  const [one, resumed] = [await runShot(scene), await runShot(scene)];
  one.simulation.advance(() => false);
  resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(one.simulation.checkpoint())));
  resumed.simulation.advance(() => false);
  expect(resumed.simulation.currentFrame().stats.warnings).toEqual([left]);
  for (const shot of [one, resumed]) shot.dispose();
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
    const frames = await framesOf(templateScene('cup-fill', { cells: 32, frames: 49 }));
    const [closed, last] = [frames[25], frames.at(-1)].map(waterOf);
    expect(closed.emitted / (0.6 * 2.7e-4)).toBeCloseTo(1, 1);
    expect(last.emitted).toBe(closed.emitted);
    let held = 0;
    for (let k = 0; k < last.positions.length; k += 3) {
      const [x, y, z] = last.positions.subarray(k, k + 3);
      if (Math.hypot(x, z) < 0.045 && y > 0.008) held++;
    }
    expect(held / last.particles!).toBeGreaterThan(0.97);
    const { positions } = meshesIn(frames.at(-1)!)[0];
    const heights = positions.filter((_, k) => k % 3 === 1);
    const middle = heights.reduce((sum, y) => sum + y, 0) / heights.length;
    expect(middle).toBeGreaterThan(0.04);
    expect(middle).toBeLessThan(0.1);
  });
});
