import { expect, test } from 'vitest';
import type { RigidBody } from '../../../src/rigid/RigidBody.ts';
import { boxOf, RigidWorld } from '../../support/rigidWorld.ts';

const FRAME = 1 / 24;

/** Two towers of crates at rest on a floor, and a parcel high above it. */
function towers(sleeps = true) {
  const world = new RigidWorld([0, -9.81, 0], sleeps);
  const floor = world.addCollider({ shape: boxOf(20, 1, 20), position: [0, -0.5, 0] });
  const [left, right] = [-2, 2].map((x) =>
    [0, 1, 2].map((k) => world.add({ shape: boxOf(0.5), position: [x, 0.25 + 0.5 * k, 0], mass: 10 })),
  );
  const parcel = world.add({ shape: boxOf(0.4), position: [-3, 20, 0], mass: 10 });
  return { world, floor, left, right, parcel };
}

function runFrames(world: RigidWorld, frames: number): void {
  for (let frame = 0; frame < frames; frame++) world.advance(FRAME);
}

const asleep = (bodies: readonly RigidBody[]) => bodies.map((body) => body.asleep);
const ALL = [true, true, true];
const NONE = [false, false, false];

test('islands sleep once all their bodies have rested for half a second, and stand where they are', () => {
  const { world, left, right } = towers();
  runFrames(world, 11);
  expect([...asleep(left), ...asleep(right)]).toEqual([...NONE, ...NONE]);
  runFrames(world, 3);
  expect([...asleep(left), ...asleep(right)]).toEqual([...ALL, ...ALL]);
  const before = [...left[2].position, ...left[2].rotation, ...left[2].momentum];
  runFrames(world, 4);
  expect([...left[2].position, ...left[2].rotation, ...left[2].momentum]).toEqual(before);
});

test('what touches one of its bodies wakes an island, and no other one; it wakes with the impulses that it had', () => {
  const { world, left, right, parcel } = towers();
  runFrames(world, 14);
  parcel.setNextPose({
    rotation: Float64Array.of(0, 0, 0, 1),
    translation: Float64Array.of(-2, 1.75, 0),
    linearVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
  });
  parcel.commit();
  runFrames(world, 2);
  expect(asleep(left)).toEqual(NONE);
  expect(asleep(right)).toEqual(ALL);
  left.forEach(({ position }, k) => expect(Math.abs(position[1] - 0.25 - 0.5 * k)).toBeLessThan(1e-3));
  runFrames(world, 14);
  expect(asleep([...left, parcel])).toEqual([...ALL, true]);
});

test('gravity that changes, and a floor that leaves, wake what it acts on', () => {
  for (const change of ['gravity', 'floor'] as const) {
    const { world, floor, left, right } = towers();
    runFrames(world, 14);
    if (change === 'gravity') world.gravity[0] = 0.5;
    else floor.translation[1] -= 1;
    runFrames(world, 1);
    expect([...asleep(left), ...asleep(right)]).toEqual([...NONE, ...NONE]);
    if (change === 'floor') expect(left[0].position[1]).toBeLessThan(0.25 - 0.5 * 9.81 * FRAME * FRAME * 0.9);
  }
});

test('what joints hold does not sleep', () => {
  const { world, left, right } = towers();
  world.join('ball', undefined, left[2], [-2, 1.5, 0]);
  runFrames(world, 14);
  expect(asleep(left)).toEqual(NONE);
  expect(asleep(right)).toEqual(ALL);
});

test('a run that resumes among sleepers goes on with the same bytes: through their waking, too', () => {
  const [whole, resumed] = [towers(), towers()];
  const throwParcel = ({ parcel }: typeof whole) => {
    parcel.nextMomentum.set([60, 0, 0]);
    parcel.nextPosition.set([-3.2, 1.2, 0]);
    parcel.commit();
  };
  for (const { world } of [whole]) runFrames(world, 14);
  resumed.world.bodies.forEach(({ state }, k) => state.load(whole.world.bodies[k].state.save()));
  resumed.world.state.load(whole.world.state.save());
  expect(asleep(resumed.left)).toEqual(ALL);
  for (const one of [whole, resumed]) {
    throwParcel(one);
    runFrames(one.world, 12);
  }
  const bytes = ({ world }: typeof whole) => world.bodies.map(({ state }) => [...state.save()]);
  expect(bytes(resumed)).toEqual(bytes(whole));
  expect(asleep(whole.left)).toEqual(NONE);
  expect(asleep(whole.right)).toEqual(ALL);
});
