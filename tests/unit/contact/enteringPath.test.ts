import { expect, test } from 'vitest';
import { PlacedCollider } from '../../../src/collision/contactCollider.ts';
import { EnteringPath } from '../../../src/collision/EnteringPath.ts';
import box from '../../../src/collision/shapes/box.ts';

const SLACK = 1e-3;

/** A plate of 1 cm whose upper side is at y = 0. */
function plate(): PlacedCollider {
  const pose = {
    translation: Float64Array.of(0, -0.005, 0),
    rotation: Float64Array.of(0, 0, 0, 1),
    linearVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
  };
  const shape = box.create({ sizeX: 2, sizeY: 0.01, sizeZ: 2, rounding: 0 });
  const placed = new PlacedCollider({ shape, friction: 0, poseAt: () => pose });
  placed.place(0, 1);
  return placed;
}

function enters(from: readonly number[], to: readonly number[]): boolean {
  return new EnteringPath(SLACK).enters(plate(), Float64Array.from(from), Float64Array.from(to), 0);
}

test('a path beside a collider, along it or out of it does not enter', () => {
  expect(enters([0, 0.1, 0], [0.3, 0.02, 0])).toBe(false);
  expect(enters([-0.5, 0, 0], [0.5, 0, 0.1])).toBe(false);
  expect(enters([-0.5, 0, 0], [0.5, -0.9 * SLACK, 0.1])).toBe(false);
  expect(enters([0, -0.004, 0], [0, 0.01, 0])).toBe(false);
  expect(enters([0, -0.004, 0], [0, -0.004, 0])).toBe(false);
});

test('a path into a collider does, also where it ends beyond it', () => {
  for (const depth of [0.002, 0.004, 0.006, 0.3]) expect(enters([0, 0, 0], [0.1, -depth, 0.2]), `${depth}`).toBe(true);
  expect(enters([0.2, 0.05, 0], [0.2, -0.05, 0])).toBe(true);
});

test('a path that begins inside enters where it leads deeper', () => {
  expect(enters([0, -0.002, 0], [0.1, -0.0025, 0])).toBe(false);
  expect(enters([0, -0.002, 0], [0.1, -0.0045, 0])).toBe(true);
});
