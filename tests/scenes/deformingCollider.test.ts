import { describe, expect, test } from 'vitest';
import { positionsOf, TRANSLATION, valuesOf, velocitiesOf } from '../../src/frames/Stream.ts';
import { SurfaceQuery } from '../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { givenSource, movingPlate } from '../support/movingPlates.ts';
import { atRest, irregularSheet, sampledSurface } from '../support/movingSurfaces.ts';
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

describe('a block that slides over irregular triangles', () => {
  const mu = 0.1;
  const begin = 1.8;

  async function sliding(
    sheet: ReturnType<typeof irregularSheet>,
    friction: number,
    body: ReturnType<typeof block>,
    last: number,
  ) {
    const floor = {
      id: 'floor',
      kind: 'importedAnimation',
      source: givenSource,
      collision: { surface: 'open', friction },
    };
    return runShot(shotOf([floor, body], last), { animations: new Map([['floor', sampledSurface(sheet, atRest)]]) });
  }

  test('of one plane slows down by mu g t and nothing else', async () => {
    const body = block([-0.8, 0.055, 0], { velocity: [begin, 0, 0] });
    const shot = await sliding(irregularSheet([20, 5], [4, 1]), mu, body, 17);
    for (let frame = 2; frame <= 17; frame++) {
      shot.advanceTo(frame);
      const v = velocitiesOf(streamOf(shot, 'block').stream);
      const expected = begin - (mu * GRAVITY * (frame - 1)) / FPS;
      expect(Math.abs(meanOf(v, 0) / expected - 1)).toBeLessThan(2e-3);
    }
    shot.dispose();
  });

  test('of a bowl, without friction, keeps its energy', async () => {
    const radius = 5;
    const bowl = irregularSheet([40, 5], [4, 1], (x) => radius - Math.sqrt(radius * radius - x * x));
    const slope = Math.asin(-1.2 / radius);
    const distance = radius - 0.056;
    const place = [distance * Math.sin(slope), radius - distance * Math.cos(slope), 0];
    const body = block(place, { transform: { position: place, rotation: [0, 0, slope] } });
    const shot = await sliding(bowl, 0, body, 17);
    const energy = () => {
      const { kinetic, elastic, gravity } = streamOf(shot, 'block').stats.entities.block.energies;
      return kinetic + elastic + gravity;
    };
    const mass = 1000 * 0.2 * 0.2 * 0.1;
    const fall = mass * GRAVITY * distance * (1 - Math.cos(slope));
    const before = energy();
    for (let frame = 2; frame <= 17; frame++) {
      shot.advanceTo(frame);
      expect(energy() - before).toBeLessThan(2e-3 * fall);
      expect(energy() - before).toBeGreaterThan(-0.05 * fall);
    }
    shot.dispose();
  });
});

describe('rigid bodies', () => {
  const rigid = (position: readonly number[], shape: object, more: object = {}) => ({
    id: 'rigid',
    kind: 'rigidBody',
    shape: { kind: 'registered', ...shape },
    transform: { position },
    ...more,
  });

  test('are thrown by a limb that swings at 5 m/s, and the first frame warns of nothing', async () => {
    const body = rigid([0.35, 1.15, 0], { type: 'sphere', params: { radius: 0.05 } });
    const shot = await runShot(shotOf([lyingLimb(2.3, 0.5), body], 10));
    expect(shot.simulation.currentFrame().stats.warnings).toEqual([]);
    const triangles = trianglesOf(shot, 'limb');
    for (let frame = 2; frame <= 10; frame++) {
      shot.advanceTo(frame);
      const query = new SurfaceQuery({
        positions: Float64Array.from(positionsOf(streamOf(shot, 'limb').stream)),
        triangles,
      });
      const [x, y, z] = placeOf(shot);
      expect(query.signedDistance(x, y, z)).toBeGreaterThan(0.0498);
    }
    expect(streamOf(shot, 'rigid').stats.entities.rigid.sections!.rigidBody!.speed).toBeGreaterThan(2);
    shot.dispose();
  });

  test('that carry a soft block stay on a sheet that falls and rises beneath them', async () => {
    const heightAt = (time: number) => 0.05 * Math.sin(8 * time);
    const sheet = sampledSurface(irregularSheet([8, 8], [1, 1]), (rest, at, time, position, velocity) => {
      for (let k = at; k < at + 3; k++) position[k] = rest[k];
      position[at + 1] += heightAt(time);
      velocity[at + 1] = 0.4 * Math.cos(8 * time);
    });
    const plate = rigid([0, 0.025, 0], { type: 'box', params: { sizeX: 0.4, sizeY: 0.05, sizeZ: 0.4 } });
    const floor = { id: 'floor', kind: 'importedAnimation', source: givenSource, collision: { surface: 'open' } };
    const shot = await runShot(shotOf([floor, plate, block([0, 0.1005, 0])], 13), {
      animations: new Map([['floor', sheet]]),
    });
    for (let frame = 2; frame <= 13; frame++) {
      shot.advanceTo(frame);
      const height = heightAt((frame - 1) / FPS);
      expect(Math.abs(placeOf(shot)[1] - height - 0.025)).toBeLessThan(1e-3);
    }
    shot.dispose();
  });

  /** Returns the place of the rigid body, m. */
  function placeOf(shot: RunningShot): readonly number[] {
    const { stream } = streamOf(shot, 'rigid');
    return Array.from(valuesOf(stream, TRANSLATION, Float64Array));
  }
});

function meanOf(values: ArrayLike<number>, axis: number): number {
  let sum = 0;
  for (let k = axis; k < values.length; k += 3) sum += values[k];
  return (3 * sum) / values.length;
}
