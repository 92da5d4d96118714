import { describe, expect, it } from 'vitest';
import { preflight } from '../../../src/geometry/preflight/preflight.ts';
import { repair } from '../../../src/geometry/preflight/repairs.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { SeededRandom } from '../../support/random.ts';
import { cubeCorners, cubeQuads, cubeTriangles } from '../../support/meshSamples.ts';
import { polygonMesh } from '../../support/polygonMesh.ts';

/** Every array of a surface, to see that a repair changed none of them. */
const snapshot = (mesh: SurfaceMesh): string =>
  JSON.stringify(mesh, (_, value: unknown) => (ArrayBuffer.isView(value) ? [...(value as Float64Array)] : value));

describe('repairs', () => {
  it('weld keeps corner attributes, the first vertex of each place and its attributes', () => {
    const mesh: SurfaceMesh = {
      ...polygonMesh(
        [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [1, 0, 0],
          [-0, 1, 0],
          [1, 1, 0],
        ],
        [
          [0, 1, 2],
          [3, 5, 4],
        ],
      ),
      uvs: { size: 2, values: new Float32Array(12), indices: Int32Array.of(0, 1, 2, 3, 5, 4) },
      vertexAttributes: [{ name: 'heat', size: 1, values: Float32Array.of(0, 1, 2, 3, 4, 5) }],
      groups: [{ kind: 'group', name: 'all', faces: Uint32Array.of(0, 1) }],
    };
    const before = snapshot(mesh);
    const { mesh: welded, changed, sentence } = repair(mesh, 'weld');
    expect(changed).toBe(2);
    expect(sentence).toBe('2 vertices merged with others at the same position');
    expect([...welded.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
    expect([...welded.faceVertices]).toEqual([0, 1, 2, 1, 3, 2]);
    expect([...(welded.uvs?.indices ?? [])]).toEqual([0, 1, 2, 3, 5, 4]);
    expect([...welded.vertexAttributes[0].values]).toEqual([0, 1, 2, 5]);
    expect(welded.groups).toEqual(mesh.groups);
    expect(snapshot(mesh)).toBe(before);
  });

  it('drop takes faces out of groups and attributes, and loose vertices out of everything', () => {
    const mesh: SurfaceMesh = {
      ...polygonMesh(
        [
          [9, 9, 9],
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
        [
          [1, 1, 2],
          [1, 2, 3],
          [3, 1, 2],
          [1, 3, 2, 3],
        ],
      ),
      groups: [
        { kind: 'group', name: 'a', faces: Uint32Array.of(0, 1) },
        { kind: 'group', name: 'b', faces: Uint32Array.of(2) },
      ],
      normals: { size: 3, values: new Float32Array(39), indices: Int32Array.from({ length: 13 }, (_, at) => at) },
    };
    const flat = repair(mesh, 'drop-degenerate');
    expect([flat.changed, [...flat.mesh.faceVertices]]).toEqual([2, [1, 2, 3, 3, 1, 2]]);
    expect([...(flat.mesh.normals?.indices ?? [])]).toEqual([3, 4, 5, 6, 7, 8]);
    const single = repair(flat.mesh, 'drop-duplicate');
    expect([...single.mesh.faceVertices]).toEqual([1, 2, 3]);
    expect(single.mesh.groups.map(({ name, faces }) => [name, ...faces])).toEqual([['a', 0]]);
    const tight = repair(single.mesh, 'drop-unreferenced');
    expect([...tight.mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect([...tight.mesh.faceVertices]).toEqual([0, 1, 2]);
  });

  it('drop-degenerate leaves slivers that hold a closed surface together', () => {
    const points = [
      [0, 0, 0],
      [2, 0, 0],
      [0, 2, 0],
      [0, 0, 2],
      [1, 0, 0],
    ];
    // The edge from 0 to 1 is whole on one side and halved at 4 on the other.
    const faces = [
      [0, 2, 1],
      [0, 3, 2],
      [1, 2, 3],
      [0, 4, 3],
      [4, 1, 3],
      [0, 1, 4],
    ];
    const closed = polygonMesh(points, faces);
    expect(preflight(closed)).toMatchObject({
      closed: true,
      consistentlyOriented: true,
      degenerateFaces: 1,
      offered: [],
    });
    expect(repair(closed, 'drop-degenerate')).toMatchObject({ changed: 0, mesh: closed });
    // One that hangs on a single edge goes, and so does one without three places.
    const hanging = polygonMesh([...points, [0, 1, 0]], [...faces.slice(0, 3), [0, 1, 3], [0, 2, 5], [1, 1, 2]]);
    const { mesh, changed } = repair(hanging, 'drop-degenerate');
    expect([changed, preflight(mesh)]).toMatchObject([2, { closed: true, boundaryEdges: 0, degenerateFaces: 0 }]);
  });

  it('orient turns any mixture of faces of a closed surface outward, with their attributes', () => {
    const random = new SeededRandom('orient');
    for (let run = 0; run < 40; run++) {
      const faces = (run % 2 === 0 ? cubeQuads : cubeTriangles).map((face) =>
        random.below(2) === 0 ? [...face].reverse() : face,
      );
      const mesh: SurfaceMesh = polygonMesh(cubeCorners, faces);
      const withUvs = {
        ...mesh,
        uvs: { size: 2, values: new Float32Array(16), indices: Int32Array.from(mesh.faceVertices) },
      };
      const { mesh: oriented } = repair(withUvs, 'orient');
      const report = preflight(oriented);
      expect(report.outward).toBe(true);
      expect(report.signedVolume).toBeCloseTo(1, 12);
      expect(report.offered).toEqual([]);
      expect([...(oriented.uvs?.indices ?? [])]).toEqual([...oriented.faceVertices]);
    }
  });

  it('orient leaves a Moebius strip as it is', () => {
    const count = 9;
    const points = Array.from({ length: 2 * count }, (_, at) => {
      const angle = (2 * Math.PI * (at >> 1)) / count;
      const radius = 2 + (at % 2 === 0 ? -1 : 1) * Math.cos(angle / 2);
      const height = (at % 2 === 0 ? -1 : 1) * Math.sin(angle / 2);
      return [radius * Math.cos(angle), height, radius * Math.sin(angle)];
    });
    const faces = Array.from({ length: count }, (_, at) =>
      at + 1 < count ? [2 * at, 2 * at + 1, 2 * at + 3, 2 * at + 2] : [2 * at, 2 * at + 1, 0, 1],
    );
    const strip = polygonMesh(points, faces);
    expect(preflight(strip)).toMatchObject({ inconsistentEdges: 1, boundaryEdges: 18, offered: [] });
    const { mesh, changed } = repair(polygonMesh(points, [...faces].reverse()), 'orient');
    expect([changed, preflight(mesh).inconsistentEdges]).toEqual([0, 1]);
  });

  it('leaves good meshes alone', () => {
    const cube = polygonMesh(cubeCorners, cubeQuads);
    for (const id of ['weld', 'drop-degenerate', 'drop-duplicate', 'drop-unreferenced', 'orient'] as const) {
      const { mesh, changed } = repair(cube, id);
      expect([id, changed, mesh]).toEqual([id, 0, cube]);
    }
  });

  it('offers exactly what would change something', () => {
    const mesh = polygonMesh([...cubeCorners, [0, 0, 0], [5, 5, 5]], [...cubeQuads.slice(1), [8, 2, 6, 4], [0, 8, 1]]);
    let repaired = mesh;
    for (const { id } of preflight(mesh).offered) {
      const step = repair(repaired, id);
      expect(step.changed).toBeGreaterThan(0);
      repaired = step.mesh;
    }
    const after = preflight(repaired);
    expect(after.offered).toEqual([]);
    expect(after).toMatchObject({ closed: true, outward: true, vertexManifold: true, vertexCount: 8, faceCount: 6 });
  });
});
