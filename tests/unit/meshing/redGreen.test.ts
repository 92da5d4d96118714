import { describe, expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { boxSurface, sphereSurface, torusSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { manifoldReport } from '../../../src/geometry/manifoldReport.ts';
import { boundaryFaces } from '../../../src/geometry/tetBoundary.ts';
import type { TetMesh } from '../../../src/geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { selectCandidate, withoutSmallPieces } from '../../../src/meshing/candidate/selectCandidate.ts';
import { bandedLattice, estimateTetCount } from '../../../src/meshing/lattice/bandedLattice.ts';
import { BCC_TET } from '../../../src/meshing/lattice/Lattice.ts';
import redGreen from '../../../src/meshing/meshers/redGreen.ts';
import { meshingSurface } from '../../../src/meshing/meshingSurface.ts';
import { meshReport } from '../../../src/meshing/meshReport.ts';

function tetVolume(mesh: TetMesh): number {
  const { positions: x, tets } = mesh;
  let sum = 0;
  for (let at = 0; at < tets.length; at += 4) {
    const [a, b, c, d] = [3 * tets[at], 3 * tets[at + 1], 3 * tets[at + 2], 3 * tets[at + 3]];
    const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
    const [wx, wy, wz] = [x[d] - x[a], x[d + 1] - x[a + 1], x[d + 2] - x[a + 2]];
    sum += (ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)) / 6;
  }
  return sum;
}

async function fill(surface: SurfaceMesh, edge: number): Promise<TetMesh> {
  const volume = await redGreen.mesh(surface, edge, redGreen.params.parse({}), quietJob);
  if (volume.kind !== 'tet') throw new Error('red-green gives tetrahedra');
  return volume.mesh;
}

describe('red-green meshes', () => {
  test.each([
    ['sphere', sphereSurface(1, 96), 0.16, 2],
    ['torus', torusSurface(1, 0.4, 96, 48), 0.13, 0],
  ] as const)('%s: quality, distances and topology are within the bars', async (_, surface, edge, euler) => {
    const volume = await redGreen.mesh(surface, edge, redGreen.params.parse({}), quietJob);
    const report = meshReport(volume, meshingSurface(surface, edge).query, edge);
    expect(report.inverted).toBe(0);
    expect(report.minDihedral).toBeGreaterThanOrEqual(25);
    expect(report.p1MinDihedral).toBeGreaterThanOrEqual(32);
    expect(report.maxDihedral).toBeLessThanOrEqual(135);
    expect(report.worstAspect).toBeLessThanOrEqual(5);
    expect(report.boundaryManifold).toBe(true);
    expect(report.eulerCharacteristic).toBe(euler);
    expect(report.noTetWithFourBoundaryVertices).toBe(true);
    expect(report.relative.meshToSurfaceMax).toBeLessThanOrEqual(0.8);
    expect(report.relative.meshToSurfaceP99).toBeLessThanOrEqual(0.35);
    expect(report.offSurface.fraction).toBeLessThanOrEqual(0.02);
    expect(report.relative.offSurfaceMax).toBeLessThanOrEqual(0.15);
    // A smooth surface is matched far better: chords of a sphere of radius r sag by about a^2 / (8 r).
    expect(report.relative.meshToSurfaceP99).toBeLessThan(0.1);
  });

  test('volume converges to the sphere with second order', async () => {
    const surface = sphereSurface(1, 256);
    const exact = (4 / 3) * Math.PI;
    const errors: number[] = [];
    for (const edge of [0.36, 0.18]) errors.push(Math.abs(tetVolume(await fill(surface, edge)) - exact) / exact);
    expect(errors[0]).toBeLessThan(0.04);
    expect(errors[0] / errors[1]).toBeGreaterThan(2.5);
  });

  test('a slab of two edges thickness stays in one piece', async () => {
    const mesh = await fill(boxSurface([2, 0.3, 2], [2, 1, 2]), 0.15);
    const vertexCount = mesh.positions.length / 3;
    const report = manifoldReport(boundaryFaces(mesh.tets, vertexCount), vertexCount);
    expect(report.components).toBe(1);
    expect(report.eulerCharacteristic).toBe(2);
    expect(tetVolume(mesh)).toBeGreaterThan(0.9 * 1.2);
  });

  test('two boxes a fifth of an edge apart do not stretch elements over the gap', async () => {
    const box = boxSurface([1, 1, 1], [4, 4, 4]);
    const shift = 1.03;
    const count = box.positions.length / 3;
    const both: SurfaceMesh = {
      ...box,
      positions: Float64Array.from([...box.positions, ...box.positions.map((v, at) => (at % 3 === 0 ? v + shift : v))]),
      faceVertices: Uint32Array.from([...box.faceVertices, ...box.faceVertices.map((v) => v + count)]),
      faceOffsets: Uint32Array.from([
        ...box.faceOffsets,
        ...box.faceOffsets.subarray(1).map((v) => v + box.faceVertices.length),
      ]),
      groups: [],
    };
    const volume = await redGreen.mesh(both, 0.15, redGreen.params.parse({}), quietJob);
    const report = meshReport(volume, meshingSurface(both, 0.15).query, 0.15);
    expect(report.boundaryManifold).toBe(true);
    expect(report.relative.meshToSurfaceMax).toBeLessThanOrEqual(0.8);
    expect(report.minDihedral).toBeGreaterThanOrEqual(25);
  });
});

describe('the banded lattice', () => {
  const distance = (x: number, y: number, z: number) => Math.hypot(x, y, z) - 1;
  const box = { min: [-1, -1, -1], max: [1, 1, 1] } as const;
  const options = { edgeLength: 0.15, levels: 2, bandWidth: 1, bandGrowth: 1, detailLevels: 0, spareLevels: 1 };
  const lattice = bandedLattice(box, 4 * Math.PI, distance, options, quietJob).extract(2);

  test('is uniform BCC of the finest level wherever the surface passes', () => {
    let crossed = 0;
    let uniform = 0;
    for (let tet = 0; tet < lattice.kinds.length; tet++) {
      const values = [0, 1, 2, 3].map((corner) => lattice.signedDistances[lattice.tets[4 * tet + corner]]);
      if (Math.min(...values) >= 0 || Math.max(...values) < 0) continue;
      crossed++;
      if (lattice.kinds[tet] === BCC_TET && lattice.levels[tet] === 2) uniform++;
    }
    expect(uniform).toBe(crossed);
    expect(crossed).toBeGreaterThan(500);
  });

  test('knows the distance near the surface, its sign everywhere and never overestimates it', () => {
    const p = lattice.positions;
    let wrong = 0;
    for (let v = 0; v < lattice.signedDistances.length; v++) {
      const truth = distance(p[3 * v], p[3 * v + 1], p[3 * v + 2]);
      const known = lattice.signedDistances[v];
      const right = Math.sign(known) === Math.sign(truth) && Math.abs(known) <= Math.abs(truth) + 1e-12;
      if (!right || (Math.abs(truth) < 0.15 && Math.abs(known - truth) > 1e-12)) wrong++;
    }
    expect(wrong).toBe(0);
  });

  test('a wanted size refines further where it is asked for, by as many levels as are allowed', () => {
    const fine = { ...options, detailLevels: 1, sizeAt: (x: number) => (x > 0.5 ? 0.07 : Infinity) };
    const detailed = bandedLattice(box, 4 * Math.PI, distance, fine, quietJob).extract(2);
    let finer = 0;
    let misplaced = 0;
    for (let tet = 0; tet < detailed.kinds.length; tet++) {
      const x = [0, 1, 2, 3].reduce((sum, c) => sum + 0.25 * detailed.positions[3 * detailed.tets[4 * tet + c]], 0);
      if (detailed.levels[tet] === 3) finer++;
      if (x < 0.2 && detailed.levels[tet] === 3) misplaced++;
    }
    expect(misplaced).toBe(0);
    expect(finer).toBeGreaterThan(1000);
  });

  test('the estimate bounds the budget before anything is allocated', () => {
    expect(estimateTetCount(box, 4 * Math.PI, { ...options, edgeLength: 0.001 })).toBeGreaterThan(1e8);
    expect(() => bandedLattice(box, 4 * Math.PI, distance, { ...options, edgeLength: 0.001 }, quietJob)).toThrowError(
      expect.objectContaining({ code: 'limit-exceeded' }),
    );
  });

  test('the candidate has a manifold boundary and an interior vertex in every tet', () => {
    const mesh = selectCandidate(lattice, { envelope: 0.1, minPieceTets: 1 });
    const vertexCount = mesh.positions.length / 3;
    const faces = boundaryFaces(mesh.tets, vertexCount);
    expect(manifoldReport(faces, vertexCount).manifold).toBe(true);
    const onBoundary = new Set(faces);
    let enclosed = 0;
    for (let at = 0; at < mesh.tets.length; at += 4) {
      if ([0, 1, 2, 3].every((corner) => onBoundary.has(mesh.tets[at + corner]))) enclosed++;
    }
    expect(enclosed).toBe(0);
  });
});

test('pieces are dropped by their size', () => {
  const tets = Uint32Array.of(0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10);
  expect([...withoutSmallPieces(tets, 11, 2)]).toEqual([0, 1, 2, 3, 3, 4, 5, 6]);
  expect([...withoutSmallPieces(tets, 11, 3)]).toEqual([]);
  expect(withoutSmallPieces(tets, 11, 1)).toEqual(tets);
});
