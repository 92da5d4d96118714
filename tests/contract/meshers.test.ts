import { describe, expect, test } from 'vitest';
import { CoreError } from '../../src/base/errors.ts';
import { quietJob, type JobContext } from '../../src/base/job.ts';
import { quantityInfo } from '../../src/base/quantities.ts';
import { embedPositions, type VolumeMesh } from '../../src/geometry/TetMesh.ts';
import { boxSurface, sphereSurface, torusSurface } from '../../src/geometry/primitives/surfaces.ts';
import type { SurfaceMesh } from '../../src/geometry/TriMesh.ts';
import { meshers, type MesherDefinition } from '../../src/meshing/Mesher.ts';

const EDGE = 0.25;

/** The faces of a surface whose vertices all have y >= 0, uncapped; the vertices stay. */
function upperHalf(surface: SurfaceMesh): SurfaceMesh {
  const offsets = [0];
  const vertices: number[] = [];
  for (let f = 0; f + 1 < surface.faceOffsets.length; f++) {
    const face = surface.faceVertices.subarray(surface.faceOffsets[f], surface.faceOffsets[f + 1]);
    if (!face.every((v) => surface.positions[3 * v + 1] >= -1e-9)) continue;
    vertices.push(...face);
    offsets.push(vertices.length);
  }
  return { ...surface, faceOffsets: Uint32Array.from(offsets), faceVertices: Uint32Array.from(vertices), groups: [] };
}

function emptySurface(): SurfaceMesh {
  return {
    name: 'empty',
    positions: new Float64Array(0),
    faceOffsets: Uint32Array.of(0),
    faceVertices: new Uint32Array(0),
    groups: [],
    vertexAttributes: [],
  };
}

function fill(mesher: MesherDefinition, surface: SurfaceMesh, edge = EDGE, job: JobContext = quietJob) {
  return mesher.mesh(surface, edge, mesher.params.parse({}), job);
}

/** Volumes of the elements: tets, or the five tets that a box splits into for the regular hexahedra made here. */
function elementVolumes(volume: VolumeMesh): number[] {
  const { positions } = volume.mesh;
  const cells = volume.kind === 'tet' ? volume.mesh.tets : volume.mesh.hexes;
  const size = volume.kind === 'tet' ? 4 : 8;
  const volumes: number[] = [];
  for (let at = 0; at < cells.length; at += size) {
    // For a hex the corners 0, 1, 2, 4: three edges from one corner; a parallelepiped holds six such tets.
    const corners = size === 4 ? [0, 1, 2, 3] : [0, 1, 2, 4];
    const [o, a, b, c] = corners.map((corner) =>
      positions.subarray(3 * cells[at + corner], 3 * cells[at + corner] + 3),
    );
    const [u, v, w] = [a, b, c].map((p) => [p[0] - o[0], p[1] - o[1], p[2] - o[2]]);
    const six =
      u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
    volumes.push(size === 4 ? six / 6 : six);
  }
  return volumes;
}

function expectSound(volume: VolumeMesh, surface: SurfaceMesh): void {
  expect(volume.surface).toBe(surface);
  expect(volume.mesh.positions.every(Number.isFinite)).toBe(true);
  const cells = volume.kind === 'tet' ? volume.mesh.tets : volume.mesh.hexes;
  expect(Math.max(...cells)).toBe(volume.mesh.positions.length / 3 - 1);
  expect(Math.min(...elementVolumes(volume))).toBeGreaterThan(0);
}

/** The embedding gives the surface back, with weights that sum to 1 and stay bounded. */
function expectEmbedded(volume: VolumeMesh, surface: SurfaceMesh): void {
  const { embedding } = volume;
  expect(embedding.size).toBe(volume.kind === 'tet' ? 4 : 8);
  expect(embedding.weights.length).toBe((surface.positions.length / 3) * embedding.size);
  expect(embedding.weights.every((weight) => Math.abs(weight) < 40)).toBe(true);
  const carried = new Float64Array(surface.positions.length);
  embedPositions(embedding, volume.mesh.positions, carried);
  let worst = 0;
  for (let at = 0; at < carried.length; at++) worst = Math.max(worst, Math.abs(carried[at] - surface.positions[at]));
  expect(worst).toBeLessThan(1e-9);
}

describe.each(meshers.all().map((mesher) => [mesher.type, mesher] as const))('mesher %s', (_, mesher) => {
  test('says what it is: label, reference, and unit, range and help for every number', () => {
    expect(mesher.label.length).toBeGreaterThan(3);
    expect(mesher.reference).toMatch(/(19|20)\d\d/);
    const shape = (mesher.params as unknown as { shape: Record<string, Parameters<typeof quantityInfo>[0]> }).shape;
    for (const schema of Object.values(shape)) {
      const info = quantityInfo(schema);
      if (info === undefined) continue;
      expect(info.help).toMatch(/\.$/);
      expect(info.min).toBeLessThanOrEqual(info.default);
      expect(info.max).toBeGreaterThanOrEqual(info.default);
    }
    expect(() => mesher.params.parse({ unheardOf: 1 })).toThrow();
  });

  test('fills a sphere with upright elements near its volume and carries its surface', async () => {
    const surface = sphereSurface(1, 48);
    const volume = await fill(mesher, surface);
    expectSound(volume, surface);
    expectEmbedded(volume, surface);
    const filled = elementVolumes(volume).reduce((sum, value) => sum + value, 0);
    // Embedding lattices reach up to an edge beyond the surface.
    expect(filled).toBeGreaterThan(0.9 * ((4 / 3) * Math.PI));
    expect(filled).toBeLessThan((4 / 3) * Math.PI * (1 + 2 * EDGE) ** 3);
  });

  test('fills an open hemisphere as if its rim were closed', async () => {
    const surface = upperHalf(sphereSurface(1, 48));
    const volume = await fill(mesher, surface);
    expectSound(volume, surface);
    const { positions } = volume.mesh;
    let lowest = Infinity;
    for (let at = 1; at < positions.length; at += 3) lowest = Math.min(lowest, positions[at]);
    // Flat caps end at y = 0, the winding-number 1/2 surface bulges a little below it.
    expect(lowest).toBeGreaterThan(-0.5 - 1.5 * EDGE);
    expect(lowest).toBeLessThan(EDGE);
    const filled = elementVolumes(volume).reduce((sum, value) => sum + value, 0);
    expect(filled).toBeGreaterThan(0.8 * ((2 / 3) * Math.PI));
  });

  test('does not depend on the face sizes: quads and their triangles give the same mesh', async () => {
    const quads = boxSurface([1, 1, 1], [2, 2, 2]);
    const triangles: number[] = [];
    for (let f = 0; f + 1 < quads.faceOffsets.length; f++) {
      const face = quads.faceVertices.subarray(quads.faceOffsets[f], quads.faceOffsets[f + 1]);
      for (let k = 2; k < face.length; k++) triangles.push(face[0], face[k - 1], face[k]);
    }
    const cut: SurfaceMesh = {
      ...quads,
      faceVertices: Uint32Array.from(triangles),
      faceOffsets: Uint32Array.from({ length: triangles.length / 3 + 1 }, (_unused, f) => 3 * f),
      groups: [],
    };
    expect((await fill(mesher, cut)).mesh).toEqual((await fill(mesher, quads)).mesh);
  });

  test('gives the same bytes every time', async () => {
    const surface = torusSurface(0.8, 0.35, 32, 16);
    const first = await fill(mesher, surface);
    const second = await fill(mesher, surface);
    expect(second.mesh).toEqual(first.mesh);
    expect(second.embedding).toEqual(first.embedding);
  });

  test('reports progress in [0, 1] and stops when cancelled', async () => {
    const surface = sphereSurface(1, 48);
    let polls = 0;
    const fractions: number[] = [];
    const watching: JobContext = {
      progress: (stage, fraction) => {
        expect(stage.length).toBeGreaterThan(0);
        fractions.push(fraction);
      },
      cancelled: () => {
        polls++;
        return false;
      },
    };
    await fill(mesher, surface, EDGE, watching);
    expect(fractions.length).toBeGreaterThan(0);
    expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    expect(polls).toBeGreaterThan(1);
    for (const allowed of [0, Math.floor(polls / 2), polls - 1]) {
      let count = 0;
      const cancelling: JobContext = { progress: () => undefined, cancelled: () => count++ >= allowed };
      await expect(fill(mesher, surface, EDGE, cancelling)).rejects.toMatchObject({ code: 'cancelled' });
    }
  });

  test('refuses what it cannot fill with a typed error', async () => {
    const reject = async (surface: SurfaceMesh, edge: number, codes: string[]) => {
      const error = await fill(mesher, surface, edge).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(CoreError);
      expect(codes).toContain((error as CoreError).code);
    };
    await reject(emptySurface(), EDGE, ['geometry-empty']);
    const broken = sphereSurface(1, 16);
    const positions = broken.positions.slice();
    positions[7] = NaN;
    await reject({ ...broken, positions }, EDGE, ['geometry-invalid']);
    await reject(broken, 1e-5, ['limit-exceeded']);
    for (const edge of [0, -1, NaN, Infinity]) await reject(broken, edge, ['usage']);
  });

  test('a closed surface without volume is refused, or carried by sound elements around it', async () => {
    const sphere = sphereSurface(1, 32);
    const flat = { ...sphere, positions: sphere.positions.map((value, at) => (at % 3 === 1 ? 0.01 : value)) };
    const result = await fill(mesher, flat).catch((reason: unknown) => reason);
    if (result instanceof CoreError) expect(['geometry-empty', 'mesh-failed']).toContain(result.code);
    else expectSound(result as VolumeMesh, flat);
  });
});
