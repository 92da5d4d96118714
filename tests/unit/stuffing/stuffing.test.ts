import { describe, expect, it } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { quietJob } from '../../../src/base/job.ts';
import { boxSurface, sphereSurface, torusSurface } from '../../../src/geometry/primitives/surfaces.ts';
import type { VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { SeededRandom } from '../../support/random.ts';
import gradedStuffing from '../../../src/meshing/meshers/gradedStuffing.ts';
import stuffing from '../../../src/meshing/meshers/stuffing.ts';
import { meshingSurface } from '../../../src/meshing/meshingSurface.ts';
import { meshReport } from '../../../src/meshing/meshReport.ts';

type TetVolume = Extract<VolumeMesh, { kind: 'tet' }>;
const METHODS = ['stuffing', 'graded-stuffing'] as const;

async function fill(surface: SurfaceMesh, edge: number, method: (typeof METHODS)[number]): Promise<TetVolume> {
  const volume =
    method === 'stuffing'
      ? await stuffing.mesh(surface, edge, stuffing.params.parse({}), quietJob)
      : await gradedStuffing.mesh(surface, edge, gradedStuffing.params.parse({}), quietJob);
  if (volume.kind !== 'tet') throw new Error('expected tetrahedra');
  return volume;
}

function report(volume: VolumeMesh, edge: number) {
  return meshReport(volume, meshingSurface(volume.surface, edge).query, edge);
}

function expectBars(r: ReturnType<typeof report>): void {
  expect(r.minDihedral).toBeGreaterThanOrEqual(28);
  expect(r.p1MinDihedral).toBeGreaterThanOrEqual(35);
  expect(r.maxDihedral).toBeLessThanOrEqual(130);
  expect(r.worstAspect).toBeLessThanOrEqual(4.5);
  expect(r).toMatchObject({ inverted: 0, boundaryManifold: true, noTetWithFourBoundaryVertices: true });
  expect(r.relative.meshToSurfaceMax).toBeLessThanOrEqual(0.8);
  expect(r.relative.meshToSurfaceP99).toBeLessThanOrEqual(0.35);
  expect(r.offSurface.fraction).toBeLessThanOrEqual(0.02);
  expect(r.relative.offSurfaceMax).toBeLessThanOrEqual(0.15);
}

function volumeOf({ mesh: { positions: x, tets } }: TetVolume): number {
  let sum = 0;
  for (let t = 0; t < tets.length; t += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => x.subarray(3 * tets[t + k], 3 * tets[t + k] + 3));
    const [u, v, w] = [b, c, d].map((p) => [p[0] - a[0], p[1] - a[1], p[2] - a[2]]);
    sum += u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  }
  return sum / 6;
}

describe.each(METHODS)('%s', (method) => {
  it('fills a sphere: one ball of good tets', async () => {
    const r = report(await fill(sphereSurface(1, 48), 0.2, method), 0.2);
    expectBars(r);
    expect(r).toMatchObject({ boundaryPieces: 1, eulerCharacteristic: 2 });
  });

  it('fills a torus with its hole', async () => {
    const r = report(await fill(torusSurface(1, 0.4, 48, 24), 0.15, method), 0.15);
    expectBars(r);
    expect(r).toMatchObject({ boundaryPieces: 1, eulerCharacteristic: 0 });
  });

  it('fills a box, whose faces lie along the lattice', async () => {
    const volume = await fill(boxSurface([1, 0.8, 0.6], [4, 4, 4]), 0.1, method);
    const r = report(volume, 0.1);
    expectBars(r);
    expect(volumeOf(volume)).toBeGreaterThan(0.97 * 0.48);
  });

  it('gives the same bytes twice', async () => {
    const [a, b] = [
      await fill(torusSurface(1, 0.35, 32, 16), 0.2, method),
      await fill(torusSurface(1, 0.35, 32, 16), 0.2, method),
    ];
    expect(a.mesh.tets).toEqual(b.mesh.tets);
    expect(a.mesh.positions).toEqual(b.mesh.positions);
  });

  it('carries the surface: the embedding reproduces every source vertex', async () => {
    const surface = sphereSurface(1, 24);
    const { mesh, embedding } = await fill(surface, 0.3, method);
    for (let v = 0; v < surface.positions.length / 3; v++) {
      for (let axis = 0; axis < 3; axis++) {
        let sum = 0;
        for (let k = 0; k < 4; k++) {
          sum += embedding.weights[4 * v + k] * mesh.positions[3 * embedding.vertices[4 * v + k] + axis];
        }
        expect(sum).toBeCloseTo(surface.positions[3 * v + axis], 9);
      }
    }
  });

  it('finds the inside of an open shell', async () => {
    const sphere = sphereSurface(1, 32);
    // Without the cap above .7: a bowl.
    const open = withoutFaces(sphere, (y) => y > 0.7);
    const volume = await fill(open, 0.2, method);
    const r = report(volume, 0.2);
    expect(r).toMatchObject({ inverted: 0, boundaryManifold: true, boundaryPieces: 1, eulerCharacteristic: 2 });
    expect(r.minDihedral).toBeGreaterThanOrEqual(28);
    expect(volumeOf(volume)).toBeGreaterThan(0.8 * 4.19);
    expect(volumeOf(volume)).toBeLessThan(4.19);
  });

  it('finds the inside of loose triangles with a hole', async () => {
    const bowl = withoutFaces(sphereSurface(1, 32), (y) => y > 0.8);
    const random = new SeededRandom(41);
    const corners = [...bowl.faceVertices];
    const loose: SurfaceMesh = {
      ...bowl,
      positions: Float64Array.from(
        corners.flatMap((v) =>
          [...bowl.positions.subarray(3 * v, 3 * v + 3)].map((x) => x + random.between(-1e-3, 1e-3)),
        ),
      ),
      faceVertices: Uint32Array.from(corners.keys()),
    };
    const volume = await fill(loose, 0.2, method);
    const r = report(volume, 0.2);
    expect(r).toMatchObject({ inverted: 0, boundaryManifold: true, boundaryPieces: 1, eulerCharacteristic: 2 });
    expect(r.minDihedral).toBeGreaterThanOrEqual(28);
    expect(volumeOf(volume)).toBeGreaterThan(0.85 * 4.19);
  });

  it('says what is wrong with an empty surface, a flat one and a tiny edge', async () => {
    const flat = withoutFaces(boxSurface([1, 1, 1], [2, 2, 2]), (y) => y > -0.49);
    await expect(fill(flat, 0.1, method)).rejects.toMatchObject({ code: 'geometry-empty' });
    const none = withoutFaces(sphereSurface(1, 8), () => true);
    await expect(fill(none, 0.1, method)).rejects.toMatchObject({ code: 'geometry-empty' });
    await expect(fill(sphereSurface(1, 16), 1e-4, method)).rejects.toBeInstanceOf(CoreError);
    await expect(fill(sphereSurface(1, 16), 1e-4, method)).rejects.toMatchObject({ code: 'limit-exceeded' });
  });

  it('stops when asked', async () => {
    const job = { progress: () => undefined, cancelled: () => true };
    const mesher = method === 'stuffing' ? stuffing : gradedStuffing;
    const run =
      mesher === stuffing
        ? stuffing.mesh(sphereSurface(1, 24), 0.1, stuffing.params.parse({}), job)
        : gradedStuffing.mesh(sphereSurface(1, 24), 0.1, gradedStuffing.params.parse({}), job);
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('uniform stuffing', () => {
  it('reports the part of a surface that is too thin for the lattice', async () => {
    // A cube with a blade a tenth of an edge thick beside it.
    const parts = [boxSurface([1, 1, 1], [4, 4, 4]), boxSurface([0.02, 1, 1], [1, 8, 8])];
    const shift = parts[0].positions.length / 3;
    const surface: SurfaceMesh = {
      ...parts[0],
      positions: Float64Array.from([
        ...parts[0].positions,
        ...parts[1].positions.map((x, i) => (i % 3 === 0 ? x + 2 : x)),
      ]),
      faceVertices: Uint32Array.from([...parts[0].faceVertices, ...parts[1].faceVertices.map((v) => v + shift)]),
      faceOffsets: Uint32Array.from([
        ...parts[0].faceOffsets,
        ...parts[1].faceOffsets.slice(1).map((offset) => offset + parts[0].faceVertices.length),
      ]),
    };
    const samples = (part: SurfaceMesh) => part.faceOffsets.length - 1;
    const lost = report(await fill(surface, 0.2, 'stuffing'), 0.2).lostSurface;
    expect(lost).toBeCloseTo(samples(parts[1]) / (samples(parts[0]) + samples(parts[1])), 2);
    expect(report(await fill(parts[0], 0.2, 'stuffing'), 0.2).lostSurface).toBe(0);
  });

  it('approaches the volume of the sphere with the square of the edge', async () => {
    const exact = (4 / 3) * Math.PI;
    const errors: number[] = [];
    for (const edge of [0.4, 0.2, 0.1]) {
      errors.push(exact - volumeOf(await fill(sphereSurface(1, 256), edge, 'stuffing')));
    }
    for (const k of [0, 1]) {
      const order = Math.log2(errors[k] / errors[k + 1]);
      expect(order).toBeGreaterThan(1.6);
      expect(order).toBeLessThan(2.4);
    }
  });

  it('parts two balls that touch in a point', async () => {
    const ball = sphereSurface(1, 32);
    const shifted = ball.positions.map((x, i) => (i % 3 === 0 ? x + 2 : x));
    const count = ball.positions.length / 3;
    const pair: SurfaceMesh = {
      ...ball,
      positions: Float64Array.from([...ball.positions, ...shifted]),
      faceVertices: Uint32Array.from([...ball.faceVertices, ...ball.faceVertices.map((v) => v + count)]),
      faceOffsets: Uint32Array.from([
        ...ball.faceOffsets,
        ...ball.faceOffsets.slice(1).map((offset) => offset + ball.faceVertices.length),
      ]),
    };
    for (const edge of [0.31, 0.23, 0.17]) {
      expect(report(await fill(pair, edge, 'stuffing'), edge)).toMatchObject({ boundaryManifold: true, inverted: 0 });
    }
  });
});

/** The faces whose highest corner is not taken by `drop`. */
function withoutFaces(surface: SurfaceMesh, drop: (y: number) => boolean): SurfaceMesh {
  const faceVertices: number[] = [];
  const faceOffsets = [0];
  for (let f = 0; f + 1 < surface.faceOffsets.length; f++) {
    const corners = [...surface.faceVertices.subarray(surface.faceOffsets[f], surface.faceOffsets[f + 1])];
    if (drop(Math.max(...corners.map((v) => surface.positions[3 * v + 1])))) continue;
    faceVertices.push(...corners);
    faceOffsets.push(faceVertices.length);
  }
  return { ...surface, faceVertices: Uint32Array.from(faceVertices), faceOffsets: Uint32Array.from(faceOffsets) };
}
