import { expect, test } from 'vitest';
import { surfaceFoam } from '../../../app/client/frames/surfaceFoam.ts';
import { ballSurface } from '../../../src/geometry/primitives/ballSurface.ts';
import { surfaceTriangles } from '../../../app/client/frames/surfaceTriangles.ts';
import { vertexNormals } from '../../../app/client/frames/SurfaceNormals.ts';

const SIDE = 24;
const CELL = 0.05;

interface Skin {
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  readonly triangles: Uint32Array;
}

/** A sheet of square cells in the xz plane, `height` over it, m, that moves as `velocity` says, m/s. */
function sheet(height: (x: number) => number, velocity: (x: number) => number): Skin {
  const positions = new Float32Array(3 * SIDE * SIDE);
  const velocities = new Float32Array(3 * SIDE * SIDE);
  const triangles: number[] = [];
  for (let i = 0; i < SIDE; i++) {
    for (let j = 0; j < SIDE; j++) {
      const v = SIDE * i + j;
      positions.set([CELL * i, height(CELL * i), CELL * j], 3 * v);
      velocities[3 * v] = velocity(CELL * i);
      if (i + 1 < SIDE && j + 1 < SIDE) triangles.push(v, v + 1, v + SIDE, v + SIDE, v + 1, v + SIDE + 1);
    }
  }
  return { positions, velocities, triangles: Uint32Array.from(triangles) };
}

function foamOf({ positions, velocities, triangles }: Skin): Float32Array {
  return surfaceFoam(positions, vertexNormals(positions, triangles), velocities, triangles);
}

const along = (foam: Float32Array) => Array.from({ length: SIDE }, (_, i) => foam[SIDE * i + SIDE / 2]);
const flat = () => 0;

test('water that stands, or moves as one, is clear', () => {
  expect(Math.max(...foamOf(sheet(flat, flat)))).toBe(0);
  expect(Math.max(...foamOf(sheet(flat, () => 7)))).toBe(0);
});

test('where the skin is torn apart it is white, and nowhere else', () => {
  const foam = along(foamOf(sheet(flat, (x) => (x < (SIDE / 2) * CELL ? 0 : 2))));
  expect(Math.max(...foam)).toBeGreaterThan(0.3);
  expect(foam.findIndex((white) => white > 0)).toBeGreaterThan(SIDE / 2 - 4);
  expect(foam.findLastIndex((white) => white > 0)).toBeLessThan(SIDE / 2 + 3);
});

test('a crest whitens before the trough beside it', () => {
  const wave = (x: number) => 0.05 * Math.cos((2 * Math.PI * x) / (12 * CELL));
  const foam = along(foamOf(sheet(wave, (x) => 12 * x)));
  expect(foam[12]).toBeGreaterThan(1.2 * foam[6]);
});

test('a small drop that flies as one is bright; a large ball of water is not', () => {
  const ball = (radius: number) => {
    const { positions, faceOffsets, faceVertices } = ballSurface(radius, CELL);
    const triangles = surfaceTriangles(positions, faceOffsets, faceVertices);
    return {
      positions: Float32Array.from(positions),
      velocities: new Float32Array(positions.length).fill(3),
      triangles,
    };
  };
  expect(Math.min(...foamOf(ball(0.8 * CELL)))).toBeGreaterThan(0.4);
  expect(Math.max(...foamOf(ball(10 * CELL)))).toBe(0);
});
