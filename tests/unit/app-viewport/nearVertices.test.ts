import { expect, test } from 'vitest';
import { nearVertices } from '../../../app/viewport/annotations/nearVertices.ts';
import { SurfaceQuery } from '../../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { limbGeometry } from '../../../src/simulation/animated/limbGeometry.ts';

test('points near a surface, or inside it, are those that the simulation pins', () => {
  const { positions, triangles } = limbGeometry(
    { shape: 'limb', radius: 0.08, length: 0.3, edge: 0.03, angle: 1.2, period: 2 },
    1,
  ).sample(0.7);
  const surface = { restPositions: Float32Array.from(positions), triangles };
  const query = new SurfaceQuery({ positions: Float64Array.from(surface.restPositions), triangles });
  const points: number[] = [];
  for (let i = 0; i < 12; i++)
    for (let j = 0; j < 16; j++)
      for (let k = 0; k < 8; k++) points.push(-0.213 + 0.041 * i, -0.423 + 0.037 * j, -0.131 + 0.033 * k);
  const rest = Float32Array.from(points);
  const distanceOf = (v: number) => query.signedDistance(rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]);
  const all = Array.from({ length: rest.length / 3 }, (_, v) => v);
  const found = (distance: number, isClosed: boolean) => [...nearVertices(rest, { surface, distance, isClosed })];
  expect(found(0.02, true)).toEqual(all.filter((v) => distanceOf(v) <= 0.02));
  expect(found(0.02, false)).toEqual(all.filter((v) => Math.abs(distanceOf(v)) <= 0.02));
  expect(found(0, true)).toEqual(all.filter((v) => distanceOf(v) <= 0));
});
