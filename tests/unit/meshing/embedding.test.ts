import { describe, expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { embedPositions, type TetMesh } from '../../../src/geometry/TetMesh.ts';
import { sphereSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { SeededRandom } from '../../support/random.ts';
import { embedSurface } from '../../../src/meshing/embedding.ts';
import { bandedLattice } from '../../../src/meshing/lattice/bandedLattice.ts';
import { barycentricWeights, TetLocator } from '../../../src/meshing/tetLocator.ts';

const EDGE = 0.2;

/** The tets of a graded lattice whose centroids lie inside the unit sphere. */
function latticeBall(): TetMesh {
  const lattice = bandedLattice(
    { min: [-1, -1, -1], max: [1, 1, 1] },
    4 * Math.PI,
    (x, y, z) => Math.hypot(x, y, z) - 1,
    { edgeLength: EDGE, levels: 1, bandWidth: 0.5, bandGrowth: 1, detailLevels: 0, spareLevels: 1 },
    quietJob,
  );
  const { positions, tets } = lattice.extract(1);
  const inside: number[] = [];
  for (let at = 0; at < tets.length; at += 4) {
    const centroid = [0, 1, 2].map((axis) =>
      [0, 1, 2, 3].reduce((s, c) => s + positions[3 * tets[at + c] + axis] / 4, 0),
    );
    if (Math.hypot(centroid[0], centroid[1], centroid[2]) < 1) inside.push(...tets.subarray(at, at + 4));
  }
  return { positions, tets: Uint32Array.from(inside) };
}

/** Every tet that contains the point, by looking at all of them. */
function containing(mesh: TetMesh, point: readonly number[]): number[] {
  const weights = new Float64Array(4);
  const found: number[] = [];
  for (let tet = 0; tet < mesh.tets.length / 4; tet++) {
    barycentricWeights(mesh, tet, point[0], point[1], point[2], weights);
    if (Math.min(...weights) >= -1e-12) found.push(tet);
  }
  return found;
}

describe('point location', () => {
  const mesh = latticeBall();

  test.each([0.1, 0.3, 1])('agrees with looking at every tet (cell %f m)', (cell) => {
    const random = new SeededRandom('locator');
    const locator = new TetLocator(mesh, cell);
    let inside = 0;
    for (let sample = 0; sample < 300; sample++) {
      const point = [random.between(-1.1, 1.1), random.between(-1.1, 1.1), random.between(-1.1, 1.1)];
      const truth = containing(mesh, point);
      const found = locator.findNearest(point[0], point[1], point[2]);
      if (truth.length > 0) {
        inside++;
        expect(truth).toContain(found);
        expect(truth).toContain(locator.find(point[0], point[1], point[2]));
      } else {
        expect(found).not.toBe(-1);
        expect(Math.min(...locator.weights)).toBeLessThan(0);
      }
    }
    expect(inside).toBeGreaterThan(50);
  });

  test('a point far outside gets a boundary tet with weights bounded by its distance', () => {
    const locator = new TetLocator(mesh, 0.3);
    expect(locator.findNearest(5, 0, 0)).not.toBe(-1);
    expect(Math.max(...locator.weights.map(Math.abs))).toBeLessThan(8 / (0.4 * EDGE));
  });

  test('an empty mesh contains nothing', () => {
    const empty: TetMesh = { positions: new Float64Array(0), tets: new Uint32Array(0) };
    expect(new TetLocator(empty, 0.1).findNearest(0, 0, 0)).toBe(-1);
  });
});

describe('embedding a surface', () => {
  const mesh = latticeBall();
  const surface = sphereSurface(1, 48);
  const embedding = embedSurface(mesh, surface);

  test('reproduces the surface and every affine motion', () => {
    const map = (x: number, y: number, z: number) => [1 + 2 * x - y, 0.5 * y + 3 * z, x - 0.25 * z];
    const moved = new Float64Array(mesh.positions.length);
    for (let at = 0; at < moved.length; at += 3) {
      moved.set(map(mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]), at);
    }
    const still = new Float64Array(surface.positions.length);
    const carried = new Float64Array(surface.positions.length);
    embedPositions(embedding, mesh.positions, still);
    embedPositions(embedding, moved, carried);
    for (let at = 0; at < still.length; at += 3) {
      const expected = map(surface.positions[at], surface.positions[at + 1], surface.positions[at + 2]);
      for (let axis = 0; axis < 3; axis++) {
        expect(Math.abs(still[at + axis] - surface.positions[at + axis])).toBeLessThan(1e-12);
        expect(Math.abs(carried[at + axis] - expected[axis])).toBeLessThan(1e-12);
      }
    }
  });

  test('weights stay bounded where the surface lies outside the mesh', () => {
    expect(embedding.weights.some((weight) => weight < 0)).toBe(true);
    expect(Math.max(...embedding.weights.map(Math.abs))).toBeLessThan(3);
  });

  test('a mesh without elements is refused', () => {
    const empty: TetMesh = { positions: new Float64Array(0), tets: new Uint32Array(0) };
    expect(() => embedSurface(empty, surface)).toThrowError(expect.objectContaining({ code: 'mesh-failed' }));
  });
});
