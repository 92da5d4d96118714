import { describe, expect, test } from 'vitest';
import { SelfContact } from '../../src/collision/selfContact/SelfContact.ts';
import type { Frame } from '../../src/frames/Frame.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { rigidDistance } from '../support/rigidDistance.ts';
import { simulateStored, storeShot } from '../support/shotRuns.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { meshesIn, staticMeshesIn } from '../support/streams.ts';

/** Frames of a shot from its first on, and the rest shape of its first body. */
async function framesOf(scene: Scene, count: number) {
  const run = await runShot(scene);
  const { mesh: volume } = staticMeshesIn(run.simulation.statics())[0];
  const frames: Frame[] = [];
  for (let k = 0; k <= count; k++) {
    run.advanceTo(scene.range.first + k);
    frames.push(run.simulation.currentFrame());
  }
  run.dispose();
  if (volume.kind !== 'shell') throw new Error('the shot has no cloth');
  return { frames, shell: volume.mesh };
}

/** Ratio of the lengths of every edge of every triangle, sorted. */
function stretches(triangles: Uint32Array, rest: ArrayLike<number>, now: ArrayLike<number>): number[] {
  const length = (x: ArrayLike<number>, a: number, b: number) =>
    Math.hypot(...[0, 1, 2].map((axis) => x[3 * a + axis] - x[3 * b + axis]));
  const ratios: number[] = [];
  for (let k = 0; k < triangles.length; k++) {
    const [a, b] = [triangles[k], triangles[k % 3 === 2 ? k - 2 : k + 1]];
    ratios.push(length(now, a, b) / length(rest, a, b));
  }
  return ratios.sort((p, q) => p - q);
}

describe('cloth over a ball', () => {
  test('hangs without stretching, outside the ball, and never through itself', async () => {
    const scene = templateScene('cloth-drape', { edge: 0.04 });
    const { frames, shell } = await framesOf(scene, 30);
    const count = shell.positions.length / 3;
    const checker = new SelfContact({
      triangles: Int32Array.from(shell.triangles),
      rest: shell.positions,
      masses: new Float64Array(count).fill(1),
      thickness: new Float64Array(count).fill(1e-3),
      bodies: new Int32Array(count),
      pairs: { bodyCount: 1, enabled: Uint8Array.of(1), friction: Float64Array.of(0) },
    });
    for (const frame of frames) {
      const { stats } = frame;
      const bodies = meshesIn(frame);
      const { positions } = bodies[0];
      expect(stats.warnings).toEqual([]);
      expect(checker.intersectingPairs(Float64Array.from(positions))).toHaveLength(0);
      const ratios = stretches(shell.triangles, shell.positions, positions);
      expect(ratios[Math.floor(0.99 * ratios.length)]).toBeLessThan(1.05);
      for (let v = 0; v < count; v++) {
        const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
        // The ball of the template, less the rounding of frames; half a thickness of cloth is left free.
        expect(Math.hypot(x, y - 0.5, z)).toBeGreaterThan(0.25);
      }
    }
    const last = meshesIn(frames.at(-1)!)[0].positions;
    expect(Math.min(...last.filter((_, k) => k % 3 === 1))).toBeLessThan(0.45);
  });
});

describe('a dented shell', () => {
  const shot = (plastic: boolean) =>
    templateScene('half-torus-shell', { edge: 0.04, height: 0.6, plastic, frames: 49 });

  test('is at rest by 2 s, three times as far from its first shape as one that springs back', async () => {
    const [dented, elastic] = [await framesOf(shot(true), 48), await framesOf(shot(false), 48)];
    const change = ({ frames, shell }: typeof dented) =>
      rigidDistance(shell.positions, Float64Array.from(meshesIn(frames.at(-1)!)[0].positions)).rms;
    expect(change(dented)).toBeGreaterThan(3 * change(elastic));
    const last = dented.frames.at(-1)!;
    const fall = 3 * 0.7 * 9.81 * 0.6;
    expect(last.stats.energies.kinetic).toBeLessThan(1e-4 * fall);
    const [field] = meshesIn(last)[0].fields;
    expect(field).toMatchObject({ name: 'plastic strain', location: 'element' });
    expect(Math.max(...field.values)).toBeGreaterThan(0.002);
  });

  test('goes on from any frame with the same bytes', async () => {
    const scene = { ...shot(true), range: { first: 1, last: 13 } };
    const whole = await simulateStored(await storeShot(scene));
    const path = await storeShot(scene);
    const hashes: string[] = [];
    for (let frame = 1; frame <= 13; frame++) {
      const { outcomes } = await simulateStored(path, { first: frame, last: frame, threads: 2 });
      hashes.push(outcomes[0].sha256);
    }
    expect(hashes).toEqual(whole.hashes);
  });
});

describe('a tube of cloth', () => {
  const angle = (20 * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];

  test.each([
    ['rolls like a thin ring', 0],
    ['that slides down a rough ramp begins to roll: what touches the ramp stands still', 0.8],
  ])('%s', async (_, started) => {
    const { frames } = await framesOf(templateScene('cloth-roll', { speed: started }), 6);
    const { positions, velocities } = meshesIn(frames.at(-1)!)[0];
    const numbers = [...Array(velocities.length / 3).keys()];
    const downhill = (v: number) => cos * velocities[3 * v + 2] - sin * velocities[3 * v + 1];
    const speed = numbers.reduce((sum, v) => sum + downhill(v), 0) / numbers.length;
    // Friction makes spin of speed: v + omega R is what gravity and the start gave, and both are alike once it rolls.
    expect(Math.abs(speed / (0.5 * (started + 9.81 * sin * 0.25)) - 1)).toBeLessThan(0.03);
    const height = (v: number) => cos * positions[3 * v + 1] + sin * positions[3 * v + 2];
    const lowest = [...numbers].sort((a, b) => height(a) - height(b)).slice(0, 8);
    for (const v of lowest) expect(Math.abs(downhill(v))).toBeLessThan(0.1 * speed);
  });
});

test('a sheet hangs from a pin of its corner, and blows in the wind', async () => {
  const scene = templateScene('cloth-drape', { edge: 0.08 });
  const place = (scene.entities.find(({ id }) => id === 'cloth') as { transform: { position: number[] } }).transform;
  const [x, y, z] = place.position;
  const pinned: Scene = {
    ...scene,
    entities: [
      ...scene.entities.filter(({ id }) => id === 'cloth'),
      {
        kind: 'pin',
        id: 'pin',
        name: '',
        enabled: true,
        display: { colour: '#ffffff', visible: true, locked: false },
        target: 'cloth',
        selection: { kind: 'sphere', centre: [x + 0.655, y, z + 0.266], radius: 0.1 },
        hold: { kind: 'hard' },
        motion: { position: [0, 0, 0], rotation: [0, 0, 0] },
        pivot: [0, 0, 0],
      },
      {
        kind: 'force',
        id: 'wind',
        name: '',
        enabled: true,
        display: { colour: '#ffffff', visible: true, locked: false },
        field: { kind: 'wind', velocity: [0, 0, 4], rate: 2 },
        targets: ['cloth'],
      },
    ],
  };
  const { frames } = await framesOf(pinned, 24);
  const [first, last] = [meshesIn(frames[0])[0].positions, meshesIn(frames.at(-1)!)[0].positions];
  const held = [...first.keys()].filter(
    (k) => k % 3 === 0 && Math.hypot(first[k] - x - 0.655, first[k + 1] - y, first[k + 2] - z - 0.266) < 0.1,
  );
  expect(held.length).toBeGreaterThan(0);
  for (const k of held) for (let axis = 0; axis < 3; axis++) expect(last[k + axis]).toBe(first[k + axis]);
  const meanOf = (values: Float32Array, axis: number) =>
    values.filter((_, k) => k % 3 === axis).reduce((sum, value) => sum + value, 0) / (values.length / 3);
  expect(meanOf(last, 1)).toBeLessThan(y - 0.3);
  expect(meanOf(last, 2)).toBeGreaterThan(meanOf(first, 2) + 0.2);
});
