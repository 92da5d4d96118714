import { describe, expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { sphereSurface, torusSurface } from '../../../src/geometry/primitives/surfaces.ts';
import type { TetMesh, VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { meshers, type WantedDetail } from '../../../src/meshing/Mesher.ts';
import { meshingSurface } from '../../../src/meshing/meshingSurface.ts';
import { meshReport } from '../../../src/meshing/meshReport.ts';

const following = meshers
  .types()
  .map((type) => meshers.get(type))
  .filter(({ followsDetail }) => followsDetail);

/** `levels` halvings where x is above `from`. */
const above = (from: number, levels: number): WantedDetail => ({
  levels,
  levelsAt(points, out) {
    for (let i = 0; i < out.length; i++) out[i] = points[3 * i] > from ? levels : 0;
  },
});

function fill(method: string, surface: SurfaceMesh, edge: number, detail?: WantedDetail): Promise<VolumeMesh> {
  const mesher = meshers.get(method);
  return mesher.mesh(surface, edge, mesher.params.parse({}), quietJob, detail);
}

function tetsOf(volume: VolumeMesh): TetMesh {
  if (volume.kind !== 'tet') throw new Error('expected tetrahedra');
  return volume.mesh;
}

/** Mean length of the edges of tets whose centroid passes. */
function meanEdge({ positions, tets }: TetMesh, passes: (x: number, distance: number) => boolean): number {
  let sum = 0;
  let count = 0;
  for (let t = 0; t < tets.length; t += 4) {
    const corners = [0, 1, 2, 3].map((k) => positions.subarray(3 * tets[t + k], 3 * tets[t + k] + 3));
    const centroid = [0, 1, 2].map((axis) => corners.reduce((total, p) => total + p[axis] / 4, 0));
    if (!passes(centroid[0], Math.hypot(...centroid))) continue;
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < a; b++) {
        sum += Math.hypot(...[0, 1, 2].map((axis) => corners[a][axis] - corners[b][axis]));
        count++;
      }
    }
  }
  return sum / count;
}

describe.each(following.map(({ type }) => type))('wanted detail: %s', (method) => {
  const sphere = sphereSurface(1, 32);
  /** The ball with halvings where x is above .4 m, made once. */
  const made = new Map<number, Promise<VolumeMesh>>();
  const ball = (levels: number): Promise<VolumeMesh> => {
    const volume = made.get(levels) ?? fill(method, sphere, 0.3, levels === 0 ? undefined : above(0.4, levels));
    made.set(levels, volume);
    return volume;
  };

  test.each([1, 2])('%i halvings make shorter edges there and leave the rest', async (levels) => {
    const plain = tetsOf(await ball(0));
    const fine = tetsOf(await ball(levels));
    const shell = (passes: (x: number) => boolean) => (x: number, distance: number) => distance > 0.8 && passes(x);
    const near = (mesh: TetMesh) =>
      meanEdge(
        mesh,
        shell((x) => x > 0.5),
      );
    const away = (mesh: TetMesh) =>
      meanEdge(
        mesh,
        shell((x) => x < -0.2),
      );
    expect(near(fine) / near(plain)).toBeGreaterThan(0.8 / 2 ** levels);
    expect(near(fine) / near(plain)).toBeLessThan(1.15 / 2 ** levels);
    expect(away(fine) / away(plain)).toBeGreaterThan(0.9);
    expect(away(fine) / away(plain)).toBeLessThan(1.1);
  });

  test.each([1, 2])('%i halvings: the bars of mesh quality hold', async (levels) => {
    const torus = torusSurface(1, 0.4, 64, 32);
    const shapes = [
      [sphere, 0.3, 2, await ball(levels)],
      [torus, 0.25, 0, await fill(method, torus, 0.25, above(0.3, levels))],
    ] as const;
    for (const [surface, edge, eulerCharacteristic, volume] of shapes) {
      const report = meshReport(volume, meshingSurface(surface, edge).query, edge);
      expect(report).toMatchObject({ inverted: 0, boundaryManifold: true, boundaryPieces: 1, eulerCharacteristic });
      expect(report.minDihedral).toBeGreaterThanOrEqual(28);
      expect(report.maxDihedral).toBeLessThanOrEqual(130);
      expect(report.worstAspect).toBeLessThanOrEqual(4.5);
      if (meshers.get(method).coversSurface !== true) expect(report.offSurface.vertices).toBe(0);
    }
  });

  test('is made again to the byte', async () => {
    expect(tetsOf(await fill(method, sphere, 0.3, above(0.4, 1)))).toEqual(tetsOf(await ball(1)));
  });

  test('nothing wanted is the mesh without', async () => {
    const plain = tetsOf(await ball(0));
    const none = tetsOf(await fill(method, sphere, 0.3, above(9, 1)));
    expect(none.tets.length).toBe(plain.tets.length);
  });
});
