import { describe, expect, it } from 'vitest';
import { preflight } from '../../../src/geometry/preflight/preflight.ts';
import { repair } from '../../../src/geometry/preflight/repairs.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { SeededRandom } from '../../support/random.ts';
import { cubeCorners, cubeQuads, cubeTriangles } from '../../support/meshSamples.ts';
import { polygonMesh } from '../../support/polygonMesh.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';

const reversed = (face: readonly number[]): number[] => [...face].reverse();
const turned = (face: readonly number[]): number[] => [...face.slice(1), face[0]];
const facesOf = ({ faceOffsets, faceVertices }: SurfaceMesh): number[][] =>
  Array.from({ length: faceOffsets.length - 1 }, (_, face) => [
    ...faceVertices.subarray(faceOffsets[face], faceOffsets[face + 1]),
  ]);

/** Faces after the repair; the offer must say whether there is one. */
function repaired(points: readonly (readonly number[])[], faces: readonly (readonly number[])[]): number[][] {
  const mesh = polygonMesh(points, faces);
  const { mesh: result, changed } = repair(mesh, 'drop-duplicate');
  expect(changed).toBe(faces.length - (result.faceOffsets.length - 1));
  expect(preflight(mesh).offered.some(({ id }) => id === 'drop-duplicate')).toBe(changed > 0);
  return facesOf(result);
}

describe('drop-duplicate', () => {
  it('keeps one of copies that look the same way, and cancels those that look opposite ways', () => {
    const lone = [
      [5, 0, 0],
      [6, 0, 0],
      [5, 1, 0],
    ];
    const points = [...cubeCorners, ...lone];
    const [first] = cubeQuads;
    const rest = cubeQuads.slice(1);
    expect(repaired(points, [...cubeQuads, turned(first)])).toEqual(cubeQuads);
    expect(repaired(points, [...cubeQuads, turned(first), first])).toEqual(cubeQuads);
    expect(repaired(points, [reversed(first), ...cubeQuads, turned(first)])).toEqual(cubeQuads);
    // A third copy that looks the other way leaves a majority; a fin on its own leaves nothing.
    expect(repaired(points, [...cubeQuads, [8, 9, 10], [9, 8, 10]])).toEqual(cubeQuads);
    expect(repaired(points, [...cubeQuads, [8, 9, 10], [9, 10, 8]])).toEqual([...cubeQuads, [8, 9, 10]]);
    // Of two that look opposite ways one closes the cube: it stays.
    const [kept, ...others] = repaired(points, [first, reversed(first), ...rest]);
    expect([kept, ...others]).toEqual(cubeQuads);
  });

  it('takes a quad with crossed corners for another face', () => {
    const [[a, b, c, d]] = cubeQuads;
    expect(repaired(cubeCorners, [...cubeQuads, [a, c, b, d]])).toHaveLength(7);
  });

  it('removes a wall between two closed boxes that both bring, and keeps them closed', () => {
    // Two tetrahedra that share a face: both copies of it look opposite ways.
    const points = [...cubeCorners.slice(0, 3), [0.3, 0.3, 1], [0.3, 0.3, -1]];
    const above = [
      [0, 2, 1],
      [0, 1, 3],
      [1, 2, 3],
      [2, 0, 3],
    ];
    const below = [
      [0, 1, 2],
      [1, 0, 4],
      [2, 1, 4],
      [0, 2, 4],
    ];
    const faces = [...above, ...below];
    expect(preflight(polygonMesh(points, faces))).toMatchObject({ closed: true, edgeManifold: false });
    const result = polygonMesh(points, repaired(points, faces));
    expect(preflight(result)).toMatchObject({ closed: true, edgeManifold: true, faceCount: 6, duplicateFaces: 0 });
  });

  it('is not offered where it would open the surface, or leave nothing of it', () => {
    // Four faces around one edge, two of them copies of each other that look the same way.
    const points = [...cubeCorners.slice(0, 3), [0.3, 0.3, 1], [0.3, 0.3, -1]];
    const closed = [
      [0, 2, 1],
      [0, 2, 1],
      [0, 1, 3],
      [1, 2, 3],
      [2, 0, 3],
      [0, 1, 4],
      [1, 2, 4],
      [2, 0, 4],
    ];
    expect(preflight(polygonMesh(points, closed))).toMatchObject({ closed: true, boundaryEdges: 0 });
    expect(repaired(points, closed)).toEqual(closed);
    const twoSided = cubeTriangles.slice(0, 4).flatMap((face) => [face, reversed(face)]);
    expect(repaired(cubeCorners, twoSided)).toEqual(twoSided);
  });

  it('never opens anything, whatever is copied', () => {
    const random = new SeededRandom('duplicate faces');
    let done = 0;
    for (let run = 0; run < 300; run++) {
      const faces = cubeTriangles.filter(() => run % 3 !== 0 || random.below(6) > 0).map((face) => [...face]);
      const copies = Array.from({ length: 1 + random.below(8) }, () => {
        const face = faces[random.below(faces.length)];
        return random.below(2) === 0 ? reversed(face) : turned(face);
      });
      const mesh = polygonMesh(cubeCorners, [...faces, ...copies]);
      const before = preflight(mesh);
      const { mesh: result, changed } = repair(mesh, 'drop-duplicate');
      const after = preflight(result);
      done += changed;
      // Edges of one face that only had copies of itself were open before, though the count could not say so.
      const single = preflight(polygonMesh(cubeCorners, faces)).boundaryEdges;
      expect(after.boundaryEdges).toBeLessThanOrEqual(Math.max(before.boundaryEdges, single));
      if (run % 3 === 0) continue;
      expect(after).toMatchObject({ faceCount: cubeTriangles.length, closed: true, edgeManifold: true });
    }
    expect(done).toBeGreaterThan(300);
  });
});

describeWithData('drop-duplicate on a scan', () => {
  it('leaves the closed Buddha closed and without duplicates', async () => {
    const { surface } = (await readMesh(testDataPath('A_surface/happy-buddha-100k.obj'))).mesh;
    const before = preflight(surface);
    expect(before).toMatchObject({ closed: true, edgeManifold: false, duplicateFaces: 24 });
    expect(before.offered.map(({ id }) => id)).toContain('drop-duplicate');
    const after = preflight(repair(surface, 'drop-duplicate').mesh);
    expect(after).toMatchObject({ closed: true, duplicateFaces: 0 });
    expect(after.boundaryEdges).toBeLessThanOrEqual(before.boundaryEdges);
    expect(after.nonManifoldEdges).toBeLessThan(before.nonManifoldEdges);
  });
});
