import { expect, it } from 'vitest';
import { hasInside } from '../../../src/host/meshJobs/hasInside.ts';
import { cubeCorners, cubeQuads } from '../../support/meshSamples.ts';
import { polygonMesh } from '../../support/polygonMesh.ts';

it('a closed surface, one with a hole and one inside out have an inside', () => {
  expect(hasInside(polygonMesh(cubeCorners, cubeQuads))).toBe(true);
  expect(hasInside(polygonMesh(cubeCorners, cubeQuads.slice(1)))).toBe(true);
  expect(
    hasInside(
      polygonMesh(
        cubeCorners,
        cubeQuads.map((face) => [...face].reverse()),
      ),
    ),
  ).toBe(true);
});

it('a thin plate has one, a sheet, a folded sheet and nothing at all have none', () => {
  const plate = cubeCorners.map(([x, y, z]) => [x, y, 1e-3 * z]);
  expect(hasInside(polygonMesh(plate, cubeQuads))).toBe(true);
  expect(hasInside(polygonMesh(cubeCorners, cubeQuads.slice(0, 1)))).toBe(false);
  const sheet = [
    [0, 1, 2],
    [2, 1, 0],
  ];
  expect(hasInside(polygonMesh(cubeCorners, sheet))).toBe(false);
  expect(hasInside(polygonMesh([], []))).toBe(false);
});
