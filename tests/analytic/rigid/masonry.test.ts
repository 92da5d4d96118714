import { expect, test } from 'vitest';
import type { ColliderShape } from '../../../src/collision/CollisionBody.ts';
import { boxOf, RigidWorld, shapeOf } from '../../support/rigidWorld.ts';

const STONES = 15;

/** A stone of a round arch of radius 1 m: a prism from one angle to the next. Polyhedra touch by their surface, so that it needs no distance. */
function stone(index: number, thickness: number): ColliderShape {
  const [from, to] = [(Math.PI * index) / STONES, (Math.PI * (index + 1)) / STONES];
  const [inner, outer] = [1 - thickness / 2, 1 + thickness / 2];
  const corners = [
    [inner, from],
    [outer, from],
    [outer, to],
    [inner, to],
  ];
  const positions = [-0.25, 0.25].flatMap((z) => corners.flatMap(([r, a]) => [r * Math.cos(a), r * Math.sin(a), z]));
  const sides = [0, 1, 2, 3].flatMap((k) => {
    const next = (k + 1) % 4;
    return [k, next, next + 4, k, next + 4, k + 4];
  });
  const triangles = Uint32Array.from([0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, ...sides]);
  const along = (axis: number) => positions.filter((_, k) => k % 3 === axis);
  const none = () => {
    throw new Error('a polyhedron was asked for its distance');
  };
  return {
    signedDistance: none,
    signedDistanceAndNormal: none,
    bounds: Float64Array.from([
      ...[0, 1, 2].map((axis) => Math.min(...along(axis))),
      ...[0, 1, 2].map((axis) => Math.max(...along(axis))),
    ]),
    display: () => ({ positions: Float64Array.from(positions), triangles }),
  };
}

/** Largest distance that a body has come since it was where `start` says, m. */
function moved({ bodies }: RigidWorld, start: readonly Float64Array[]): number {
  return Math.max(...bodies.map(({ position }, k) => Math.hypot(...position.map((x, axis) => x - start[k][axis]))));
}

function places({ bodies }: RigidWorld): Float64Array[] {
  return bodies.map(({ position }) => position.slice());
}

test('a round arch without mortar stands if it is thicker than .1075 of its radius (Milankovitch 1907)', () => {
  for (const [thickness, stands] of [
    [0.12, true],
    [0.1, false],
  ] as const) {
    const world = new RigidWorld();
    for (let k = 0; k < STONES; k++) world.add({ shape: stone(k, thickness), mass: 10, friction: 0.8 });
    world.addCollider({ shape: boxOf(4, 1, 4), position: [0, -0.5, 0], friction: 0.8 });
    const start = places(world);
    world.advance(1);
    if (stands) expect(moved(world, start)).toBeLessThan(1e-4);
    else expect(moved(world, start)).toBeGreaterThan(0.5);
  }
});

test('a house of 15 cards of 1.5 mm stands on three storeys', () => {
  const [length, thickness, width, lean, friction] = [0.09, 0.0015, 0.06, 0.3, 0.7];
  const across = length * Math.sin(lean) + thickness * Math.cos(lean);
  const storey = length * Math.cos(lean) + thickness * Math.sin(lean);
  const world = new RigidWorld();
  const upright = boxOf(thickness, length, width);
  const flat = boxOf(length, thickness, width);
  for (let row = 3, y = 0; row > 0; row--, y += storey + thickness) {
    for (let k = 0; k < row; k++) {
      const middle = (2 * k - row + 1) * across;
      for (const side of [-1, 1]) {
        const position = [middle + (side * across) / 2, y + storey / 2, 0];
        world.add({ shape: upright, position, rotation: [0, 0, side * lean], mass: 0.002, friction });
      }
      if (k === 0) continue;
      const position = [middle - across, y + storey + thickness / 2, 0];
      world.add({ shape: flat, position, mass: 0.002, friction });
    }
  }
  world.addCollider({ shape: shapeOf('plane'), friction });
  const start = places(world);
  world.advance(0.5);
  const settled = places(world);
  world.advance(1);
  expect(world.bodies.length).toBe(15);
  expect(moved(world, start)).toBeLessThan(2e-3);
  expect(moved(world, settled)).toBeLessThan(1e-5);
});
