import { expect, test } from 'vitest';
import { atRest, irregularSheet, movingSurface, turning } from '../../support/movingSurfaces.ts';
import { createRandom } from '../../support/random.ts';
import { boxOf, RigidWorld, shapeOf } from '../../support/rigidWorld.ts';

const GRAVITY = 9.81;
const FRAME = 1 / 24;

const ball = (radius: number) => shapeOf('sphere', { radius });
const cylinder = shapeOf('cylinder', { radius: 0.1, height: 0.1 });

test.each([
  ['a box', boxOf(0.2, 0.1, 0.2), 0, 12],
  ['a turned box', boxOf(0.2, 0.1, 0.2), 0.6, 12],
  ['a cylinder, which touches by points,', cylinder, 0, 4],
])('%s slides over a flat sheet of 200 irregular triangles as over a plane', (_, shape, turn, frames) => {
  const height = 0.05;
  const mu = 0.1;
  const world = new RigidWorld();
  world.addSurface(movingSurface(irregularSheet([20, 5], [4, 1]), atRest, { friction: mu }));
  const body = world.add({ shape, position: [-1, height, 0.03], rotation: [0, turn, 0], velocity: [2, 0, 0] });
  for (let frame = 1; frame <= frames; frame++) {
    world.advance(FRAME);
    const expected = 2 - mu * GRAVITY * frame * FRAME;
    expect(Math.abs(body.momentum[0] / expected - 1)).toBeLessThan(1e-4);
    expect(Math.abs(body.position[1] - height)).toBeLessThan(2e-4);
  }
  expect(body.position[0]).toBeGreaterThan(frames === 12 ? -0.3 : -0.7);
});

test('a ball that is thrown along a flat sheet of irregular triangles rolls with 5/7 of its speed', () => {
  const world = new RigidWorld();
  world.addSurface(movingSurface(irregularSheet([20, 5], [4, 1]), atRest, { friction: 0.3 }));
  const body = world.add({ shape: ball(0.1), position: [-1.5, 0.1, 0.03], velocity: [3, 0, 0] });
  world.advance(1);
  expect(Math.abs(body.momentum[0] / ((5 / 7) * 3) - 1)).toBeLessThan(1e-3);
  expect(Math.abs(body.momentum[1])).toBeLessThan(1e-3);
});

test.each([
  ['a box', boxOf(0.2, 0.1, 0.2), 0.052, 24],
  ['a ball', ball(0.05), 0.051, 24],
  ['a cylinder', cylinder, 0.052, 6],
])('%s slides through a gently curved bowl without friction and keeps its energy', (_, shape, height, frames) => {
  const world = new RigidWorld();
  const radius = 5;
  const bowl = irregularSheet([40, 5], [4, 1], (x) => radius - Math.sqrt(radius * radius - x * x));
  world.addSurface(movingSurface(bowl, atRest, { friction: 0 }));
  const slope = Math.asin(-1.2 / radius);
  const distance = radius - height;
  world.add({
    shape,
    position: [distance * Math.sin(slope), radius - distance * Math.cos(slope), 0.03],
    rotation: [0, 0, slope],
  });
  const begin = world.energy;
  const fall = distance * GRAVITY * (1 - Math.cos(slope));
  for (let frame = 1; frame <= frames; frame++) {
    world.advance(FRAME);
    expect(world.energy - begin).toBeLessThan(0.002 * fall);
    expect(world.energy - begin).toBeGreaterThan(-0.05 * fall);
  }
});

test.each([
  ['a ball', 1, ball(0.05)],
  ['a ball', -1, ball(0.05)],
  ['a small ball', 1, ball(0.01)],
  ['a box', 1, boxOf(0.1)],
  ['a thin card', -1, boxOf(0.1, 0.002, 0.1)],
  ['a cylinder', 1, cylinder],
])('%s of 20 m/s does not pass an open sheet that swings at 5 m/s against it, from side %i', (_, side, shape) => {
  const world = new RigidWorld([0, 0, 0]);
  const sheet = irregularSheet([12, 6], [3, 1]);
  world.addSurface(
    movingSurface(
      sheet,
      turning((time) => [5 * side * time, 5 * side]),
    ),
  );
  const body = world.add({
    shape,
    position: [1, 1.2 * side, 0],
    rotation: [0.3, 0.4, 0.2],
    velocity: [0, -20 * side, 0],
  });
  for (let k = 0; k < 48; k++) {
    world.advance(FRAME / 8);
    const angle = (5 * side * (k + 1) * FRAME) / 8;
    const [x, y] = body.position;
    // While it is above the sheet, it is on its side of it.
    if (Math.hypot(x, y) < 1.5) expect(side * (y * Math.cos(angle) - x * Math.sin(angle))).toBeGreaterThan(0);
  }
  expect(side * body.momentum[1]).toBeGreaterThan(1);
});

test('a sheet that accelerates carries a box by friction alone: mu g t, and no faster than itself', () => {
  const speeds = [0.1, 2, 0].map((friction) => {
    const world = new RigidWorld();
    const sheet = movingSurface(
      irregularSheet([10, 5], [4, 1]),
      (rest, at, time, position, velocity) => {
        for (let axis = 0; axis < 3; axis++) position[at + axis] = rest[at + axis];
        position[at] += 0.5 * 4 * time * time;
        velocity[at] = 4 * time;
      },
      { friction },
    );
    world.addSurface(sheet);
    const body = world.add({ shape: boxOf(0.2), position: [0, 0.1, 0] });
    world.advance(0.5);
    return body.momentum[0];
  });
  expect(Math.abs(speeds[0] / (0.1 * GRAVITY * 0.5) - 1)).toBeLessThan(0.01);
  expect(Math.abs(speeds[1] / 2 - 1)).toBeLessThan(0.01);
  expect(Math.abs(speeds[2])).toBeLessThan(1e-6);
});

test('a closed vessel that is swung holds twenty balls for two seconds', () => {
  const world = new RigidWorld();
  const { positions, triangles } = boxOf(0.6, 0.5, 0.6).display();
  // Hung by the middle of its top, 1.25 m below the axis.
  const rest = positions.map((value, k) => (k % 3 === 1 ? value - 1.5 : value));
  const angleAt = (time: number) => [1.2 * (1 - Math.cos(5 * time)), 6 * Math.sin(5 * time)] as const;
  world.addSurface(movingSurface({ positions: rest, triangles }, turning(angleAt)));
  const random = createRandom(3);
  const balls = Array.from({ length: 20 }, (_, k) =>
    world.add({
      shape: ball(0.05),
      position: [0.2 * ((k % 3) - 1), -1.68 + 0.11 * Math.floor(k / 9), 0.2 * ((Math.floor(k / 3) % 3) - 1)],
      velocity: [random(), random(), random()],
    }),
  );
  for (let frame = 1; frame <= 48; frame++) {
    world.advance(FRAME);
    const [angle] = angleAt(frame * FRAME);
    for (const { position } of balls) {
      const x = position[0] * Math.cos(angle) + position[1] * Math.sin(angle);
      const y = position[1] * Math.cos(angle) - position[0] * Math.sin(angle) + 1.5;
      const wall = Math.max(Math.abs(x) - 0.3, Math.abs(y) - 0.25, Math.abs(position[2]) - 0.3);
      // None is deeper in a wall than a tenth of its radius.
      expect(wall).toBeLessThan(-0.045);
    }
  }
});

test('a joint between two bodies keeps no third one from a surface', () => {
  const world = new RigidWorld();
  const resting = world.add({ shape: ball(0.1), position: [0, 0.1, 0] });
  const [one, other] = [2, 2.5].map((x) => world.add({ shape: ball(0.1), position: [x, 1, 0] }));
  world.join('ball', one, other, [2.25, 1, 0]);
  for (const height of [-2, -3, 0]) {
    world.addSurface(
      movingSurface(
        irregularSheet([1, 1], [1, 1], () => height),
        atRest,
      ),
    );
  }
  world.advance(0.1);
  expect(Math.abs(resting.position[1] - 0.1)).toBeLessThan(1e-4);
});
