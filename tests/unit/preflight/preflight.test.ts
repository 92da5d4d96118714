import { describe, expect, it } from 'vitest';
import { preflight } from '../../../src/geometry/preflight/preflight.ts';
import { SeededRandom } from '../../support/random.ts';
import { cubeCorners, cubeQuads, cubeTriangles } from '../../support/meshSamples.ts';
import { joinedMeshes, polygonMesh } from '../../support/polygonMesh.ts';

const cube = polygonMesh(cubeCorners, cubeQuads);
const scaledCube = (size: number, shift: number) =>
  polygonMesh(
    cubeCorners.map((p) => p.map((x) => size * (x - 0.5) + shift)),
    cubeQuads,
  );
const reversed = (faces: readonly (readonly number[])[]) => faces.map((face) => [...face].reverse());

describe('preflight', () => {
  it('finds nothing wrong with a cube', () => {
    const report = preflight(cube);
    expect(report).toMatchObject({
      closed: true,
      edgeManifold: true,
      vertexManifold: true,
      consistentlyOriented: true,
      outward: true,
      components: 1,
      boundaryEdges: 0,
      boundaryLoops: 0,
      duplicateFaces: 0,
      degenerateFaces: 0,
      unreferencedVertices: 0,
      coincidentVertices: 0,
      triangleCount: 12,
      selfIntersections: { pairs: 0, complete: true },
      offered: [],
    });
    expect(report.signedVolume).toBeCloseTo(1, 12);
    expect(report.area).toBeCloseTo(6, 12);
    expect(report.bounds).toEqual({ min: [0, 0, 0], max: [1, 1, 1] });
    expect(report.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  });

  it('counts holes as loops', () => {
    const report = preflight(polygonMesh(cubeCorners, cubeQuads.slice(2)));
    expect(report).toMatchObject({ closed: false, boundaryEdges: 8, boundaryLoops: 2, outward: undefined });
    expect(report.findings[0]).toEqual({
      code: 'open',
      count: 8,
      severity: 'warning',
      sentence: 'The surface is open: 2 holes (8 open edges). Its inside is estimated.',
    });
  });

  it('sees through vertices that are only numbered apart', () => {
    const soup = polygonMesh(
      cubeTriangles.flatMap((triangle) => triangle.map((vertex) => cubeCorners[vertex])),
      cubeTriangles.map((_, at) => [3 * at, 3 * at + 1, 3 * at + 2]),
    );
    const report = preflight(soup);
    expect(report).toMatchObject({ closed: true, vertexManifold: true, coincidentVertices: 28, components: 1 });
    expect(report.offered.map(({ id }) => id)).toEqual(['weld']);
  });

  it('tells inside out from cavities and inconsistent windings', () => {
    expect(preflight(polygonMesh(cubeCorners, reversed(cubeQuads)))).toMatchObject({
      outward: false,
      insideOutPieces: 1,
    });
    const cavity = scaledCube(0.5, 0);
    const inner = polygonMesh(
      Array.from({ length: 8 }, (_, at) => [...cavity.positions.subarray(3 * at, 3 * at + 3)]),
      reversed(cubeQuads),
    );
    const hollow = preflight(joinedMeshes(scaledCube(1, 0), inner));
    expect(hollow).toMatchObject({ outward: true, insideOutPieces: 0, components: 2 });
    expect(hollow.signedVolume).toBeCloseTo(1 - 0.125, 12);
    const mixed = preflight(polygonMesh(cubeCorners, [...cubeQuads.slice(1), ...reversed(cubeQuads.slice(0, 1))]));
    expect(mixed).toMatchObject({ consistentlyOriented: false, inconsistentEdges: 4, outward: undefined });
    expect(mixed.offered.map(({ id }) => id)).toEqual(['orient']);
  });

  it('does not offer to orient what cannot be oriented', () => {
    const points = Array.from({ length: 8 }, (_, k) => {
      const angle = (Math.PI * k) / 4;
      return [1, -1].map((side) => {
        const radius = 2 + side * 0.5 * Math.cos(angle / 2);
        return [radius * Math.cos(angle), radius * Math.sin(angle), side * 0.5 * Math.sin(angle / 2)];
      });
    }).flat();
    const strip = Array.from({ length: 8 }, (_, k) =>
      k < 7 ? [2 * k, 2 * k + 1, 2 * k + 3, 2 * k + 2] : [14, 15, 0, 1],
    );
    expect(preflight(polygonMesh(points, strip))).toMatchObject({
      closed: false,
      boundaryLoops: 1,
      insideOutPieces: 0,
    });
    expect(preflight(polygonMesh(points, strip)).inconsistentEdges).toBeGreaterThan(0);
  });

  it('counts duplicate, collapsed and flat faces and loose vertices', () => {
    const faces = [...cubeQuads, [6, 2, 0, 4], [0, 0, 1], [0, 1, 8]];
    const report = preflight(polygonMesh([...cubeCorners, [2, 0, 0], [9, 9, 9]], faces));
    expect(report).toMatchObject({ duplicateFaces: 1, degenerateFaces: 2, unreferencedVertices: 1 });
    expect(report.bounds.max).toEqual([2, 1, 1]);
    expect(report.offered.map(({ id }) => id)).toEqual(['drop-degenerate', 'drop-duplicate', 'drop-unreferenced']);
  });

  it('finds pinched vertices and edges of four faces', () => {
    const touching = joinedMeshes(scaledCube(1, 0), scaledCube(1, 1));
    expect(preflight(touching)).toMatchObject({
      nonManifoldVertices: 1,
      nonManifoldEdges: 0,
      components: 1,
      closed: true,
    });
    const shifted = polygonMesh(
      cubeCorners.map(([x, y, z]) => [x + 1, y + 1, z]),
      cubeQuads,
    );
    expect(preflight(joinedMeshes(cube, shifted))).toMatchObject({
      nonManifoldEdges: 1,
      closed: true,
      edgeManifold: false,
    });
  });

  it('agrees with a plain count on random soups', () => {
    const random = new SeededRandom('preflight soups');
    for (let run = 0; run < 200; run++) {
      const points = Array.from({ length: 7 }, () => [random.uniform(), random.uniform(), random.uniform()]);
      const faces = Array.from({ length: 3 + random.below(9) }, () => {
        const left = [0, 1, 2, 3, 4, 5, 6];
        return Array.from({ length: 3 + random.below(2) }, () => left.splice(random.below(left.length), 1)[0]);
      });
      const expected = plainTopology(faces);
      expect(preflight(polygonMesh(points, faces))).toMatchObject(expected);
    }
  });

  it('measures thickness when an edge length is given', () => {
    const slab = polygonMesh(
      cubeCorners.map(([x, y, z]) => [4 * x, 4 * y, 0.1 * z]),
      cubeTriangles,
    );
    expect(preflight(slab).thin).toBeUndefined();
    const thick = preflight(slab, { edgeLength: 0.06 });
    expect(thick.thin?.share).toBe(0);
    expect(thick.thin?.thinnest).toBeCloseTo(0.1, 12);
    const thin = preflight(slab, { edgeLength: 0.07 });
    // The two large faces of the slab.
    expect(thin.thin?.share).toBeCloseTo(32 / (32 + 1.6), 6);
    expect(thin.findings[0].sentence).toContain('thinner than 1.5 edges');
  });
});

/** Edge and vertex counts by dictionaries and a search through the faces around each vertex. */
function plainTopology(faces: readonly (readonly number[])[]) {
  const edges = new Map<string, { faces: number[]; directions: number[] }>();
  faces.forEach((face, number) =>
    face.forEach((from, at) => {
      const to = face[(at + 1) % face.length];
      const key = [from, to].sort().join(' ');
      const entry = edges.get(key) ?? { faces: [], directions: [] };
      entry.faces.push(number);
      entry.directions.push(from < to ? 1 : -1);
      edges.set(key, entry);
    }),
  );
  const all = [...edges.values()];
  const count = (test: (edge: (typeof all)[0]) => boolean): number => all.filter(test).length;
  let nonManifoldVertices = 0;
  for (let vertex = 0; vertex < 7; vertex++) {
    const waiting = new Set(faces.flatMap((face, number) => (face.includes(vertex) ? [number] : [])));
    let fans = 0;
    for (const seed of waiting) {
      fans++;
      const queue = [seed];
      waiting.delete(seed);
      for (const face of queue) {
        for (const [key, edge] of edges) {
          if (!key.split(' ').includes(String(vertex)) || !edge.faces.includes(face)) continue;
          for (const other of edge.faces) if (waiting.delete(other)) queue.push(other);
        }
      }
    }
    if (fans > 1) nonManifoldVertices++;
  }
  return {
    boundaryEdges: count((edge) => edge.faces.length === 1),
    nonManifoldEdges: count((edge) => edge.faces.length > 2),
    inconsistentEdges: count((edge) => edge.faces.length === 2 && edge.directions[0] === edge.directions[1]),
    nonManifoldVertices,
  };
}
