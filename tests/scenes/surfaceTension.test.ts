import { describe, expect, test } from 'vitest';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/frames/Checkpoint.ts';
import { encodeFrame, type Frame } from '../../src/frames/Frame.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { filled, liquidShot } from '../support/liquidShot.ts';
import { type RunningShot, runShot, templateScene } from '../support/shots.ts';
import { pointsIn } from '../support/streams.ts';

type Member = Record<string, unknown>;

/** A cube of liquid of .16 m in the middle of the tank, without gravity, whose surface tension is such that it rounds off in some frames of 1/24 s. */
function cube(surfaceTension: unknown, liquid: Member = {}): Scene {
  const shot = liquidShot(
    [
      {
        kind: 'region',
        id: 'fill',
        liquid: 'water',
        role: { kind: 'fill' },
        shape: { kind: 'registered', type: 'box', params: { sizeX: 0.16, sizeY: 0.16, sizeZ: 0.16 } },
        transform: { position: [0, 0.25, 0] },
      },
    ],
    { cell: 0.02, last: 8, liquid: { surfaceTension, ...liquid } },
  );
  return { ...shot, physics: { ...shot.physics, gravity: [0, 0, 0] } };
}

/** Returns how far the farthest particle is from the middle of the box, m: .13 of the cube, .1 of a ball of its volume. */
function reach(frame: Frame): number {
  const [{ positions }] = pointsIn(frame);
  let most = 0;
  for (let at = 0; at < positions.length; at += 3)
    most = Math.max(most, Math.hypot(positions[at], positions[at + 1] - 0.25, positions[at + 2]));
  return most;
}

const threads = (threads: number) => ({ threads });

describe('a cube of liquid without gravity', () => {
  test('stays what it is without surface tension, and draws its corners in with it', async () => {
    const [still, round] = [await runShot(cube(0)), await runShot(cube(10))];
    for (const shot of [still, round]) shot.advanceTo(4);
    expect(reach(still.simulation.currentFrame())).toBeGreaterThan(0.129);
    expect(reach(round.simulation.currentFrame())).toBeLessThan(0.12);
    for (const shot of [still, round]) shot.dispose();
  });

  test('begins to when keys say so', async () => {
    const keys = [
      { frame: 3, value: 0, interpolation: 'step' },
      { frame: 4, value: 10 },
    ];
    const [keyed, never] = [await runShot(cube({ keys })), await runShot(cube(0))];
    for (const shot of [keyed, never]) shot.advanceTo(3);
    expect(reach(keyed.simulation.currentFrame())).toBe(reach(never.simulation.currentFrame()));
    keyed.advanceTo(8);
    expect(reach(keyed.simulation.currentFrame())).toBeLessThan(0.12);
    for (const shot of [keyed, never]) shot.dispose();
  });

  test.each(['affine', 'flip', 'markers', 'level-set'])(
    '%s: has the same bytes with two threads and from a checkpoint',
    async (type) => {
      const scene = cube(
        {
          keys: [
            { frame: 1, value: 5 },
            { frame: 8, value: 2 },
          ],
        },
        { transport: { type } },
      );
      const one = await runShot(scene, threads(1));
      one.advanceTo(4);
      const two = await runShot(scene, threads(2));
      two.advanceTo(4);
      const resumed = await runShot(scene, threads(1));
      resumed.simulation.restore(decodeCheckpoint(encodeCheckpoint(one.simulation.checkpoint())));
      for (const shot of [one, two, resumed]) shot.advanceTo(6);
      const bytes = encodeFrame(one.simulation.currentFrame());
      expect(encodeFrame(two.simulation.currentFrame())).toEqual(bytes);
      expect(encodeFrame(resumed.simulation.currentFrame())).toEqual(bytes);
      for (const shot of [one, two, resumed]) shot.dispose();
    },
  );
});

/** Returns the warnings of the first frame. */
async function warnings(members: readonly Member[], liquid: Member): Promise<string> {
  const shot = await runShot(liquidShot(members, { liquid, last: 2 }));
  const text = shot.simulation.currentFrame().stats.warnings.join('\n');
  shot.dispose();
  return text;
}

describe('the first frame says', () => {
  test('where cells are too large for tension to show', async () => {
    expect(await warnings([filled(0.2)], { surfaceTension: 0.072 })).toMatch(
      /smaller than 2.7 mm.*50 mm wide.*hardly shows/,
    );
    expect(await warnings([filled(0.2)], { surfaceTension: 100 })).toBe('');
    expect(await warnings([filled(0.2)], {})).toBe('');
  });

  test('that bodies are not pulled at', async () => {
    const body = {
      kind: 'rigidBody',
      id: 'cork',
      shape: { kind: 'registered', type: 'box', params: { sizeX: 0.15, sizeY: 0.15, sizeZ: 0.15 } },
      density: 300,
      transform: { position: [0, 0.25, 0] },
    };
    expect(await warnings([filled(0.2), body], { surfaceTension: 100 })).toMatch(/does not pull at 'cork'/);
    expect(await warnings([filled(0.2), body], {})).not.toMatch(/surface tension/);
  });

  test('that shallow water has none', async () => {
    const method = { kind: 'shallow-water' };
    expect(await warnings([filled(0.2)], { method, surfaceTension: 0.072 })).toMatch(/surface tension has no effect/);
  });
});

describe('weightless-water', () => {
  const CELLS = 80;
  /** Slabs along the box of 48 cm in which water counts. */
  const SLABS = 60;

  /** Returns how many pieces the thread is in: runs of slabs with more than a third of the water that each would have if it lay evenly. */
  function pieces(frame: Frame): number {
    const [{ positions }] = pointsIn(frame);
    const counts = new Array<number>(SLABS).fill(0);
    let all = 0;
    for (let at = 0; at < positions.length; at += 3) {
      // The balls stay below.
      if (positions[at + 1] < 0.155) continue;
      counts[Math.min(SLABS - 1, Math.max(0, Math.floor((positions[at] / 0.48 + 0.5) * SLABS)))]++;
      all++;
    }
    const isFull = counts.map((count) => count > all / SLABS / 3);
    return isFull.filter((full, n) => full && !(isFull[n - 1] ?? false)).length;
  }

  test('the thread breaks into three to six beads, and stays one without surface tension', async () => {
    const water = await runShot(templateScene('weightless-water', { cells: CELLS, frames: 52 }));
    expect(pieces(water.simulation.currentFrame())).toBe(1);
    const start = water.simulation.currentFrame().stats.entities['water'].volume;
    water.advanceTo(52);
    const frame = water.simulation.currentFrame();
    expect(pieces(frame)).toBeGreaterThanOrEqual(3);
    expect(pieces(frame)).toBeLessThanOrEqual(6);
    expect(Math.abs(frame.stats.entities['water'].volume / start - 1)).toBeLessThan(0.01);
    const still = await runShot(templateScene('weightless-water', { cells: 60, surfaceTension: 0, frames: 30 }));
    still.advanceTo(30);
    expect(pieces(still.simulation.currentFrame())).toBe(1);
    for (const shot of [water, still]) shot.dispose();
  });
});

test('tall cells: a pool that is level rests with surface tension, and a drop that falls in moves as in full detail', async () => {
  const drop = {
    kind: 'region',
    id: 'drop',
    liquid: 'water',
    role: { kind: 'fill' },
    shape: { kind: 'registered', type: 'sphere', params: { radius: 0.06 } },
    transform: { position: [0, 0.38, 0] },
  };
  const pool = (opticalDepth: string, surfaceTension: number, members: readonly Member[]) =>
    runShot(liquidShot([filled(0.3), ...members], { cell: 0.02, last: 4, liquid: { opticalDepth, surfaceTension } }));
  const kineticOf = ({ simulation }: RunningShot) => simulation.currentFrame().stats.entities['water'].energies.kinetic;
  const [full, tall, without] = [
    await pool('full', 30, [drop]),
    await pool('1/2', 30, [drop]),
    await pool('1/2', 0, [drop]),
  ];
  for (const shot of [full, tall, without]) shot.advanceTo(3);
  const [inFull, inTall, slack] = [full, tall, without].map(kineticOf);
  expect(Math.abs(inTall / inFull - 1)).toBeLessThan(0.1);
  expect(Math.abs(slack / inTall - 1)).toBeGreaterThan(0.1);
  const still = await pool('1/2', 30, []);
  still.advanceTo(4);
  expect(still.simulation.currentFrame().stats.entities['water'].sections!.liquid!.largestSpeed).toBeLessThan(1e-6);
  for (const shot of [full, tall, without, still]) shot.dispose();
});
