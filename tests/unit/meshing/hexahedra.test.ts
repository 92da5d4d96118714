import { describe, expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { boxSurface, sphereSurface, torusSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { embedPositions } from '../../../src/geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { SeededRandom } from '../../support/random.ts';
import { fillToManifold, removeSmallPieces, type CellSet } from '../../../src/meshing/candidate/cellSet.ts';
import embeddedBcc from '../../../src/meshing/meshers/embeddedBcc.ts';
import hexahedra from '../../../src/meshing/meshers/hexahedra.ts';
import { meshingSurface } from '../../../src/meshing/meshingSurface.ts';
import { meshReport } from '../../../src/meshing/meshReport.ts';

async function fill(surface: SurfaceMesh, edge: number) {
  const volume = await hexahedra.mesh(surface, edge, hexahedra.params.parse({}), quietJob);
  if (volume.kind !== 'hex') throw new Error('hexahedra expected');
  return volume;
}

/** Whether every edge of the boundary quads of a cell set has exactly two of them, and every vertex one fan. */
function isManifold(set: CellSet): boolean {
  const [nx, ny, nz] = set.counts;
  const at = (i: number, j: number, k: number) => set.inside[i + nx * (j + ny * k)];
  for (let k = 1; k < nz; k++) {
    for (let j = 1; j < ny; j++) {
      for (let i = 1; i < nx; i++) {
        const cells = [0, 1, 2, 3, 4, 5, 6, 7].map((c) =>
          at(i - 1 + (c & 1), j - 1 + ((c >> 1) & 1), k - 1 + (c >> 2)),
        );
        for (const kind of [0, 1]) {
          const members = cells.flatMap((value, c) => (value === kind ? [c] : []));
          if (members.length === 0) continue;
          const reached = new Set([members[0]]);
          for (const c of reached) {
            for (const bit of [1, 2, 4]) if (cells[c ^ bit] === kind) reached.add(c ^ bit);
          }
          if (reached.size !== members.length) return false;
        }
      }
    }
  }
  return true;
}

describe('hexahedra', () => {
  test('are cubes in corner order i + 2j + 4k with a manifold boundary that covers the surface', async () => {
    const surface = torusSurface(1, 0.4, 64, 32);
    const { mesh, embedding } = await fill(surface, 0.1);
    let worst = 0;
    for (let at = 0; at < mesh.hexes.length; at += 8) {
      for (let corner = 0; corner < 8; corner++) {
        for (let axis = 0; axis < 3; axis++) {
          const step = mesh.positions[3 * mesh.hexes[at + corner] + axis] - mesh.positions[3 * mesh.hexes[at] + axis];
          worst = Math.max(worst, Math.abs(step - ((corner >> axis) & 1 ? 0.1 : 0)));
        }
      }
    }
    expect(worst).toBeLessThan(1e-12);
    expect(Math.min(...embedding.weights)).toBeGreaterThan(-1e-9);
    const report = meshReport({ kind: 'hex', mesh, surface, embedding }, meshingSurface(surface, 0.1).query, 0.1);
    expect(report.boundaryManifold).toBe(true);
    expect(report.eulerCharacteristic).toBe(0);
    expect(report.inverted).toBe(0);
  });

  test('cover the sphere and approach its volume', async () => {
    const surface = sphereSurface(1, 128);
    const exact = (4 / 3) * Math.PI;
    const excess: number[] = [];
    for (const edge of [0.2, 0.1]) {
      const { mesh } = await fill(surface, edge);
      excess.push(((mesh.hexes.length / 8) * edge ** 3) / exact - 1);
    }
    expect(excess[0]).toBeGreaterThan(0);
    expect(excess[1]).toBeGreaterThan(0);
    expect(excess[0] / excess[1]).toBeGreaterThan(1.6);
  });

  test('a box of whole cells is filled exactly', async () => {
    const { mesh } = await fill(boxSurface([0.8, 0.4, 0.4], [2, 1, 1]), 0.1999);
    // Five by three by three cells: the box is a hair longer than four by two by two.
    expect(mesh.hexes.length / 8).toBe(5 * 3 * 3);
  });

  test('the embedding reproduces trilinear motions', async () => {
    const surface = sphereSurface(1, 32);
    const { mesh, embedding } = await fill(surface, 0.3);
    const map = (x: number, y: number, z: number) => [1 + x - 2 * y, 3 * z + 0.5 * x, y];
    const moved = new Float64Array(mesh.positions.length);
    for (let at = 0; at < moved.length; at += 3) {
      moved.set(map(mesh.positions[at], mesh.positions[at + 1], mesh.positions[at + 2]), at);
    }
    const carried = new Float64Array(surface.positions.length);
    embedPositions(embedding, moved, carried);
    let worst = 0;
    for (let at = 0; at < carried.length; at += 3) {
      map(surface.positions[at], surface.positions[at + 1], surface.positions[at + 2]).forEach((value, axis) => {
        worst = Math.max(worst, Math.abs(carried[at + axis] - value));
      });
    }
    expect(worst).toBeLessThan(1e-11);
  });
});

describe('cell sets', () => {
  test.each(['a', 'b', 'c'])('random sets become manifold by adding cells only (seed %s)', (seed) => {
    const random = new SeededRandom(`cells ${seed}`);
    const counts = [9, 8, 7] as const;
    const inside = new Uint8Array(9 * 8 * 7);
    for (let k = 1; k < 6; k++) {
      for (let j = 1; j < 7; j++) {
        for (let i = 1; i < 8; i++) inside[i + 9 * (j + 8 * k)] = random.uniform() < 0.35 ? 1 : 0;
      }
    }
    const before = inside.slice();
    const set: CellSet = { counts, inside };
    expect(isManifold(set)).toBe(false);
    fillToManifold(set, (cell) => cell % 17);
    expect(isManifold(set)).toBe(true);
    for (let cell = 0; cell < before.length; cell++) expect(inside[cell]).toBeGreaterThanOrEqual(before[cell]);
  });

  test('small pieces are emptied', () => {
    const inside = new Uint8Array(5 * 5 * 5);
    for (const [i, j, k] of [
      [1, 1, 1],
      [2, 1, 1],
      [3, 3, 3],
    ]) {
      inside[i + 5 * (j + 5 * k)] = 1;
    }
    removeSmallPieces({ counts: [5, 5, 5], inside }, 2);
    expect(inside.reduce((sum, value) => sum + value, 0)).toBe(2);
  });
});

test('embedded BCC keeps every surface vertex inside an undistorted element of a manifold mesh', async () => {
  const surface = torusSurface(1, 0.3, 64, 32);
  const volume = await embeddedBcc.mesh(surface, 0.2, embeddedBcc.params.parse({}), quietJob);
  expect(Math.min(...volume.embedding.weights)).toBeGreaterThan(-1e-9);
  const report = meshReport(volume, meshingSurface(surface, 0.2).query, 0.2);
  expect(report.boundaryManifold).toBe(true);
  expect(report.minDihedral).toBeCloseTo(60, 9);
  expect(report.maxDihedral).toBeCloseTo(90, 9);
});
