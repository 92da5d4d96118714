import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { createPose } from '../../src/scene/poses.ts';
import { templateScene } from '../support/shots.ts';
import { createFromTemplate } from '../../src/scene/templates.ts';
import { whiteLiquids, whitewaterWarnings } from '../../src/systems/liquid/sceneWhitewater.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { decodeWhitewater, encodeWhitewater, noWhitewater, type Whitewater } from '../../src/frames/Whitewater.ts';
import { Neighbours } from '../../src/liquids/whitewater/Neighbours.ts';
import { WhitewaterObstacles } from '../../src/liquids/whitewater/WhitewaterObstacles.ts';
import { nextWhitewater, type WhitewaterInput } from '../../src/liquids/whitewater/WhitewaterPass.ts';
import { colliderShapes } from '../../src/collision/CollisionBody.ts';
import { poseStream } from '../../src/frames/makeStreams.ts';
import { obstaclesBetween, obstacleShapes, posedEntities } from '../../src/systems/liquid/whitewaterObstacles.ts';
import { liquidWhitewater } from '../../src/scene/properties/liquidWhitewater.ts';

const H = 0.1;
const input: WhitewaterInput = {
  settings: liquidWhitewater.parse({ enabled: true, airDrag: 0 }),
  h: H,
  low: [0, -10, 0],
  high: [1, 10, 1],
  closed: [
    [true, true],
    [true, true],
    [true, true],
  ],
  gravity: [0, -9.81, 0],
  duration: 1 / 24,
  seed: 7,
};

/** One frame over particles that do not change. */
function next(
  given: WhitewaterInput,
  frame: number,
  old: Whitewater,
  liquid: Neighbours,
  obstacles = new WhitewaterObstacles(),
): Whitewater {
  return nextWhitewater(given, frame, old, liquid, liquid, obstacles);
}

/** A box of these sizes, m, whose middle moves from one place to another over a frame while it turns about z, rad. */
function box(
  size: readonly [number, number, number],
  from: readonly number[],
  to = from,
  turn = 0,
): WhitewaterObstacles {
  const params = { sizeX: size[0], sizeY: size[1], sizeZ: size[2] };
  const { create, params: schema } = colliderShapes.get('box');
  const frameAt = (place: readonly number[], angle: number) => {
    const rotation = Float64Array.of(0, 0, Math.sin(angle / 2), Math.cos(angle / 2));
    return { streams: [poseStream('box', { rotation, translation: Float64Array.from(place) })], stats: {} };
  };
  const shapes = new Map([['box', create(schema.parse(params))]]);
  return obstaclesBetween(frameAt(from, -turn) as never, frameAt(to, 0) as never, shapes, input.duration);
}

/** A block of particles half a cell apart, whose layers move along x by turns to either side at `speed`, m/s. */
function sheared(speed: number): Neighbours {
  const [positions, velocities]: number[][] = [[], []];
  for (let n = 0; n < 8 ** 3; n++) {
    const [i, j, k] = [n % 8, Math.floor(n / 8) % 8, Math.floor(n / 64)];
    positions.push(0.3 + 0.05 * i, 0.05 * j, 0.3 + 0.05 * k);
    velocities.push(j % 2 === 0 ? speed : -speed, 0, 0);
  }
  const ids = Uint32Array.from({ length: 8 ** 3 }, (_, n) => n);
  return new Neighbours(Float32Array.from(positions), Float32Array.from(velocities), ids, H);
}

function after(frames: number, speed: number, old: Whitewater = noWhitewater(), first = 1): Whitewater {
  const liquid = sheared(speed);
  let water = old;
  for (let frame = first; frame < first + frames; frame++) water = next(input, frame, water, liquid);
  return water;
}

/** One drop far from all liquid. */
function drop(left: number): Whitewater {
  return {
    made: 4,
    positions: Float32Array.of(0.5, 5, 0.5),
    velocities: Float32Array.of(0.1, 2, 0),
    ids: Uint32Array.of(3),
    ages: Float32Array.of(0.5),
    left: Float32Array.of(left),
    widths: Float32Array.of(0.01),
    kinds: Float32Array.of(0),
  };
}

describe('whitewater of a liquid', () => {
  it('is none at rest, and the more the faster the liquid churns', () => {
    expect(after(3, 0).made).toBe(0);
    const [slow, fast] = [after(3, 2), after(3, 2 * Math.SQRT2)];
    expect(slow.made).toBeGreaterThan(20);
    expect(fast.made).toBeGreaterThan(1.5 * slow.made);
  });

  it('is none where all of a liquid moves alike inside', () => {
    const still = sheared(0);
    const moving = still.velocities.map((_, k) => (k % 3 === 0 ? 3 : 0));
    const flow = new Neighbours(still.positions, moving, still.ids, H);
    const settings = { ...input.settings, waveCrestRate: 0 };
    expect(next({ ...input, settings }, 1, noWhitewater(), flow).made).toBe(0);
  });

  it('gives the same bytes again, and going on from stored bytes', () => {
    const whole = encodeWhitewater(after(4, 3));
    expect(encodeWhitewater(after(4, 3))).toEqual(whole);
    const stored = decodeWhitewater(encodeWhitewater(after(2, 3)));
    expect(encodeWhitewater(after(2, 3, stored, 3))).toEqual(whole);
  });

  it('keeps ids with their points, whose ages rise by the length of a frame', () => {
    const before = after(2, 3);
    const now = after(1, 3, before, 3);
    expect(new Set(now.ids).size).toBe(now.ids.length);
    let kept = 0;
    before.ids.forEach((id, p) => {
      const at = now.ids.indexOf(id);
      if (at < 0) return;
      kept++;
      expect(now.ages[at]).toBeCloseTo(before.ages[p] + 1 / 24, 6);
      expect(now.widths[at]).toBe(before.widths[p]);
    });
    expect(kept).toBeGreaterThan(10);
  });

  it('follows every setting', () => {
    const liquid = sheared(3);
    const given = { ...input.settings, trappedAirRate: 6, waveCrestRate: 6 };
    const made = (changed: object) => {
      const long = { ...input, duration: 0.25, settings: { ...given, ...changed } };
      let water = noWhitewater();
      for (let frame = 1; frame <= 6; frame++) water = next(long, frame, water, liquid);
      return encodeWhitewater(water);
    };
    const before = made({});
    const changes = {
      trappedAirRate: 3,
      waveCrestRate: 0,
      leastSpeed: 2,
      fullSpeed: 8,
      lifetime: 1,
      airDrag: 20,
      pointSize: 0.3,
      maxCount: 100,
    };
    expect(Object.keys(changes).sort()).toEqual(
      Object.keys(input.settings)
        .filter((name) => name !== 'enabled')
        .sort(),
    );
    for (const [name, value] of Object.entries(changes)) expect(made({ [name]: value }), name).not.toEqual(before);
  });

  it('falls freely as spray: y = v t - g t2 / 2', () => {
    const empty = sheared(0);
    let water = drop(1);
    for (let frame = 1; frame <= 12; frame++) water = next(input, frame, water, empty);
    const time = 12 / 24;
    expect(water.positions[1]).toBeCloseTo(5 + 2 * time - (9.81 * time ** 2) / 2, 4);
    expect(water.positions[0]).toBeCloseTo(0.5 + 0.1 * time, 5);
    expect(water.ages[0]).toBeCloseTo(1, 5);
    expect([...water.ids]).toEqual([3]);
  });

  it('is slowed by air as spray: v = g / c + (v0 - g / c) exp(-c t)', () => {
    const empty = sheared(0);
    const drag = { ...input, settings: { ...input.settings, airDrag: 4 } };
    let water: Whitewater = { ...drop(9), velocities: Float32Array.of(0, 0.5, 0.25) };
    for (let frame = 1; frame <= 12; frame++) water = next(drag, frame, water, empty);
    const [time, limit] = [0.5, -9.81 / 4];
    const lost = 1 - Math.exp(-4 * time);
    expect(water.velocities[1]).toBeCloseTo(limit + (0.5 - limit) * (1 - lost), 5);
    expect(water.positions[1]).toBeCloseTo(5 + limit * time + ((0.5 - limit) * lost) / 4, 5);
    expect(water.positions[2]).toBeCloseTo(0.5 + (0.25 * lost) / 4, 5);
  });

  it('stays outside of colliders: lies on them, slides off them, is carried by them, and passes none that is thin', () => {
    const empty = sheared(0);
    const fall = (obstacles: WhitewaterObstacles, velocity: readonly number[], frames: number, left = 9) => {
      let water: Whitewater = { ...drop(left), velocities: Float32Array.from(velocity) };
      for (let frame = 1; frame <= frames; frame++) water = next(input, frame, water, empty, obstacles);
      return water;
    };
    const lying = fall(box([1, 1, 1], [0.5, 4, 0.5]), [0, 0, 0], 24);
    expect(lying.positions[1]).toBeCloseTo(4.5, 5);
    expect(lying.left[0]).toBeLessThan(8.8);
    // The edge of the box is .3 m away.
    const sliding = fall(box([0.6, 1, 1], [0.5, 4, 0.5]), [0.5, 0, 0], 24);
    expect(sliding.positions[0]).toBeCloseTo(1, 5);
    expect(sliding.positions[1]).toBeLessThan(4.4);
    const lifted = fall(box([1, 1, 1], [0.5, 4.5, 0.5], [0.5, 4.6, 0.5]), [0, 0, 0], 1);
    expect(lifted.positions[1]).toBeCloseTo(5.1, 5);
    expect(lifted.velocities[1]).toBeCloseTo(0.1 * 24, 4);
    // The paddle is level at the end of the frame, and the drop half a metre from its axis.
    const hit = fall(box([2, 0.2, 1], [0, 4.95, 0.5], [0, 4.95, 0.5], 0.1), [0, 0, 0], 1);
    expect(hit.positions[1]).toBeCloseTo(5.05, 5);
    expect(hit.velocities[1]).toBeCloseTo(0.5 * 0.1 * 24, 3);
    const plate = box([1, 0.02, 1], [0.5, 4.7, 0.5]);
    expect(fall(plate, [0, -12, 0], 2).positions[1]).toBeCloseTo(4.71, 5);
    expect(fall(plate, [0, 0, 0], 60, 0.5).ids.length).toBe(0);
  });

  it('is made outside of colliders', () => {
    const cover = box([4, 4, 4], [0.5, -1.7, 0.5]);
    const water = next(input, 1, noWhitewater(), sheared(3), cover);
    expect(water.ids.length).toBeGreaterThan(100);
    for (let k = 1; k < water.positions.length; k += 3) expect(water.positions[k]).toBeGreaterThan(0.3 - 1e-6);
  });

  it('slides down a wall as far as it falls freely', () => {
    const empty = sheared(0);
    const wall = { ...input, high: [0.6, 10, 1] as const };
    let water: Whitewater = { ...drop(9), velocities: Float32Array.of(5, 0, 0) };
    for (let frame = 1; frame <= 12; frame++) water = next(wall, frame, water, empty);
    expect(water.positions[0]).toBeCloseTo(0.6, 6);
    expect(water.positions[1]).toBeCloseTo(5 - (9.81 * (12 / 24) ** 2) / 2, 4);
  });

  it('ends what lies on the floor after its time, and leaves no more points than wanted', () => {
    const empty = sheared(0);
    const floor = { ...input, low: [0, 4.9, 0] as const };
    let water = drop(0.1);
    for (let frame = 1; frame <= 30; frame++) water = next(floor, frame, water, empty);
    expect(water.ids.length).toBe(0);
    const settings = { ...input.settings, maxCount: 15 };
    const churning = sheared(3);
    let few = noWhitewater();
    for (let frame = 1; frame <= 4; frame++) few = next({ ...input, settings }, frame, few, churning);
    expect(few.ids.length).toBeGreaterThan(0);
    expect(few.ids.length).toBeLessThanOrEqual(15);
  });
});

it('meets what has a shape and a pose in frames: colliders and rigid bodies, but no regions of liquid', () => {
  const scene = templateScene('cup-fill', {});
  const shaped = scene.entities.filter((entity) => 'shape' in entity);
  const streams = shaped.filter(({ kind }) => kind !== 'region').map(({ id }) => poseStream(id, createPose()));
  const posed = posedEntities({ streams, stats: {} } as never);
  const sphere = colliderShapes.get('sphere').create({ radius: 1 });
  const meshShapes = new Map(shaped.map(({ id }) => [id, sphere]));
  const shapes = obstacleShapes(scene, posed, { meshShapes });
  expect([...shapes.keys()]).toEqual(streams.map(({ entity }) => entity));
  expect(shapes.size).toBeGreaterThan(0);
  expect(shapes.size).toBeLessThan(shaped.length);
});

describe('whitewater that is asked for', () => {
  const project = 'b7c7b1f0-5a3e-4c0e-9a77-2f1f0d8f3a11';

  it.each([
    ['dam-break', {}, []],
    ['dam-break', { transport: { type: 'level-set', params: {} } }, ['water']],
    ['flooded-valley', { method: { kind: 'shallow-water' } }, ['water']],
  ])('is warned of where a liquid has no particles: %s %o', (template, changed, without) => {
    const shot = createFromTemplate(template, {}, { project, name: 'shot' }, catalogue);
    const entities = shot.entities.map((entity) =>
      'whitewater' in entity ? { ...entity, ...changed, whitewater: { enabled: true } } : entity,
    );
    const scene = validateScene({ ...shot, entities }, catalogue);
    const warnings = whitewaterWarnings(scene, 'draft');
    expect(warnings.length).toBe(without.length);
    for (const id of without) expect(warnings[0]).toContain(`liquid '${id}'`);
    expect(whiteLiquids(scene, 'draft').length).toBe(1 - without.length);
  });
});
