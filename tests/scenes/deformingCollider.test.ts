import { describe, expect, test } from 'vitest';
import { positionsOf, velocitiesOf } from '../../src/frames/Stream.ts';
import { SurfaceQuery } from '../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { givenSource, movingPlate } from '../support/movingPlates.ts';
import { runShot, type RunningShot } from '../support/shots.ts';

const GRAVITY = 9.81;
const FPS = 24;

function shotOf(entities: readonly Record<string, unknown>[], last: number, gravity = -GRAVITY) {
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a11',
      frameRate: { numerator: FPS },
      range: { first: 1, last },
      physics: { gravity: [0, gravity, 0] },
      entities,
    },
    catalogue,
  );
}

/** A limb that lies along x at the height of 1 m and bends upwards by `angle` in half a `period`. */
const lyingLimb = (angle: number, period: number) => ({
  id: 'limb',
  kind: 'importedAnimation',
  source: { kind: 'procedural', form: { shape: 'limb', angle, period } },
  transform: { position: [0, 1, 0], rotation: [0, 0, Math.PI / 2] },
});
const block = (position: readonly number[], more: object = {}) => ({
  id: 'block',
  kind: 'solid',
  source: { kind: 'procedural', form: { shape: 'block', size: [0.2, 0.1, 0.2], cells: [4, 2, 4], elements: 'tets' } },
  transform: { position },
  ...more,
});
const sheet = (more: object) => ({
  id: 'sheet',
  kind: 'cloth',
  source: { kind: 'procedural', form: { shape: 'sheet', width: 0.5, depth: 0.5, edge: 0.025 } },
  ...more,
});

function streamOf({ simulation }: RunningShot, id: string) {
  const { streams, stats } = simulation.currentFrame();
  return { stream: streams.find(({ entity }) => entity === id)!, stats };
}

/** Vertices of `body` inside the limb. */
function insideLimb(shot: RunningShot, body: string, triangles: Uint32Array): number {
  const limb = Float64Array.from(positionsOf(streamOf(shot, 'limb').stream));
  const query = new SurfaceQuery({ positions: limb, triangles });
  const x = positionsOf(streamOf(shot, body).stream);
  let inside = 0;
  for (let k = 0; k < x.length; k += 3) if (query.windingNumber(x[k], x[k + 1], x[k + 2]) > 0.5) inside++;
  return inside;
}

function trianglesOf({ simulation }: RunningShot, id: string): Uint32Array {
  const found = simulation.statics().streams.find(({ entity }) => entity === id);
  if (found?.type !== 'mesh' || found.mesh.kind !== 'shell') throw new Error('it is no surface');
  return found.mesh.mesh.triangles;
}

function topSpeed(v: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k < v.length; k += 3) most = Math.max(most, Math.hypot(v[k], v[k + 1], v[k + 2]));
  return most;
}
describe('a limb that swings at 5 m/s', () => {
  test.each([
    ['cloth', sheet({ transform: { position: [0.35, 1.1, 0] } })],
    ['a solid', block([0.5, 1.15, 0])],
  ])('throws %s, and nothing crosses it', async (_, body) => {
    const shot = await runShot(shotOf([lyingLimb(2.3, 0.5), body], 14));
    const triangles = trianglesOf(shot, 'limb');
    let fastest = 0;
    for (let frame = 1; frame <= 14; frame++) {
      shot.advanceTo(frame);
      const { stats } = shot.simulation.currentFrame();
      fastest = Math.max(fastest, topSpeed(velocitiesOf(streamOf(shot, 'limb').stream)));
      expect(stats.bodyContact?.intersectingPairs).toBe(0);
      expect(insideLimb(shot, body.id, triangles)).toBe(0);
    }
    expect(fastest).toBeGreaterThan(5);
    // It was thrown, not missed.
    expect(topSpeed(velocitiesOf(streamOf(shot, body.id).stream))).toBeGreaterThan(1);
    shot.dispose();
  });
});

test('cloth that hangs on a limb is hardly stretched by its own weight', async () => {
  const upright = { ...lyingLimb(0, 1), transform: { position: [0, 1, 0] } };
  const hung = sheet({ transform: { position: [0, 1.1, 0], rotation: [0, 0.5, 0] } });
  const shot = await runShot(shotOf([upright, hung], 18));
  const triangles = trianglesOf(shot, 'sheet');
  const rest = positionsOf(streamOf(shot, 'sheet').stream).slice();
  shot.advanceTo(18);
  const x = positionsOf(streamOf(shot, 'sheet').stream);
  const lengthOf = (at: ArrayLike<number>, a: number, b: number) =>
    Math.hypot(at[3 * a] - at[3 * b], at[3 * a + 1] - at[3 * b + 1], at[3 * a + 2] - at[3 * b + 2]);
  let most = 0;
  triangles.forEach((a, k) => {
    const b = triangles[k % 3 === 2 ? k - 2 : k + 1];
    most = Math.max(most, lengthOf(x, a, b) / lengthOf(rest, a, b));
  });
  // A collider of the shape leaves 1.12.
  expect(most).toBeLessThan(1.2);
  shot.dispose();
});

describe('an open surface', () => {
  test.each([
    ['from its front', 1],
    ['from its back', -1],
  ])('that meets cloth at 5 m/s %s takes it along', async (_, side) => {
    const plate = { id: 'plate', kind: 'importedAnimation', source: givenSource, collision: { surface: 'open' } };
    const cloth = sheet({ drag: 0, transform: { position: [0.3 * side, 0, 0], rotation: [0, 0, Math.PI / 2] } });
    const geometry = movingPlate(1, 6, 0, (time) => ({ at: [5 * side * time, 0, 0], velocity: [5 * side, 0, 0] }));
    const shot = await runShot(shotOf([plate, cloth], 6, 0), { animations: new Map([['plate', geometry]]) });
    shot.advanceTo(6);
    const x = positionsOf(streamOf(shot, 'sheet').stream);
    const v = velocitiesOf(streamOf(shot, 'sheet').stream);
    const at = 5 * (5 / FPS);
    let mean = 0;
    for (let k = 0; k < x.length; k += 3) {
      expect(side * x[k]).toBeGreaterThan(at);
      mean += (3 * side * v[k]) / x.length;
    }
    expect(Math.abs(mean - 5)).toBeLessThan(0.05);
    shot.dispose();
  });

  /** Speed of a block on one triangle that accelerates along x by 4 m/s2, after half a second. */
  async function carriedSpeed(friction: number): Promise<number> {
    const acceleration = 4;
    const plate = {
      id: 'plate',
      kind: 'importedAnimation',
      source: givenSource,
      collision: { surface: 'open', friction },
    };
    const geometry = movingPlate(4, 1, 1, (time) => ({
      at: [0.5 * acceleration * time * time, 0, 0],
      velocity: [acceleration * time, 0, 0],
    }));
    const shot = await runShot(shotOf([plate, block([0, 0.055, 0.8])], 13), {
      animations: new Map([['plate', geometry]]),
    });
    shot.advanceTo(13);
    const v = velocitiesOf(streamOf(shot, 'block').stream);
    let mean = 0;
    for (let k = 0; k < v.length; k += 3) mean += (3 * v[k]) / v.length;
    shot.dispose();
    return mean;
  }

  test('carries what lies on it by friction alone: mu g t, and no faster than itself', async () => {
    expect(Math.abs((await carriedSpeed(0.1)) - 0.1 * GRAVITY * 0.5)).toBeLessThan(0.05);
    expect(Math.abs((await carriedSpeed(2)) - 4 * 0.5)).toBeLessThan(0.1);
    expect(Math.abs(await carriedSpeed(0))).toBeLessThan(0.01);
  });
});
