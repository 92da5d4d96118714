import { describe, expect, it } from 'vitest';
import { preflight } from '../../../src/geometry/preflight/preflight.ts';
import type { ImportedMesh } from '../../../src/io/Importer.ts';
import { quietJob } from '../../../src/base/job.ts';
import { fracture } from '../../../src/scene/properties/fracture.ts';
import { newSolid, type Solid } from '../../../src/scene/kinds/solid.ts';
import { fillSolid } from '../../../src/simulation/rest/fillSolid.ts';
import { boxOfTets, quadratic } from '../../support/bodies.ts';
import { readAs } from '../../support/memorySource.ts';

const body = quadratic(boxOfTets([1, 1, 1], [1, 1, 1]));
const { restPositions, elements } = body;
const corners = Array.from({ length: 24 }, (_, k) => elements[10 * (k >> 2) + (k & 3)]);
const midpoints = Array.from({ length: 36 }, (_, k) => elements[10 * Math.floor(k / 6) + 4 + (k % 6)]);

/** The six midpoints of an element in the order of Medit and VTK: (0,1) (1,2) (0,2) (0,3) (1,3) (2,3). */
const FILE_ORDER = [0, 1, 2, 3, 4, 7, 5, 6, 8, 9];

/** The body as Medit text, its rows in the order of a file. `move` changes the positions, `other` is a further table. */
function medit(move: (x: Float64Array) => void = () => undefined, order = FILE_ORDER, other = ''): string {
  const x = restPositions.slice();
  move(x);
  const points = Array.from({ length: x.length / 3 }, (_, v) => `${[...x.subarray(3 * v, 3 * v + 3)].join(' ')} 0`);
  const cells = Array.from(
    { length: 6 },
    (_, t) => `${order.map((k) => elements[10 * t + k] + 1).join(' ')} ${1 + (t & 1)}`,
  );
  return `MeshVersionFormatted 2\nDimension 3\nVertices\n${points.length}\n${points.join('\n')}\nTetrahedraP2\n6\n${cells.join('\n')}\n${other}End\n`;
}

function solidOf(changes: Partial<Solid>): Solid {
  const bounds = [0, 0, 0, 1, 1, 1];
  const made = newSolid([], { path: 'box.mesh', sha256: '0'.repeat(64), metresPerUnit: 1, upAxis: 'y', bounds });
  return { ...made, meshing: undefined, ...changes };
}

const filled = (mesh: ImportedMesh, changes: Partial<Solid>) => fillSolid(solidOf(changes), mesh, 1, quietJob);

describe('files of ten-node tetrahedra', () => {
  it('are quadratic elements, whatever the order of their nodes, with four triangles to a face', async () => {
    for (const order of [FILE_ORDER, [0, 1, 2, 3, 9, 8, 7, 6, 5, 4]]) {
      const { tets, surface, warnings } = await readAs('medit', medit(undefined, order));
      expect(warnings).toEqual([]);
      expect([...tets!.tets]).toEqual(corners);
      expect([...tets!.midpoints!]).toEqual(midpoints);
      expect(surface.faceOffsets).toHaveLength(1 + 4 * 12);
      expect(preflight(surface)).toMatchObject({ closed: true, outward: true, vertexManifold: true });
      expect(surface.groups.map(({ name, faces }) => `${name}: ${faces.length}`)).toEqual(['ref 1: 24', 'ref 2: 24']);
    }
  });

  it('keep their midpoints on their edges where they are turned', async () => {
    const mirrored = medit((x) => x.forEach((value, i) => i % 3 === 0 && (x[i] = -value)));
    const { tets, warnings } = await readAs('medit', mirrored);
    expect(warnings).toEqual(['tetrahedra that were inside out, turned: 6']);
    const { mesh } = await filled({ surface: (await readAs('medit', mirrored)).surface, tets: tets!, warnings }, {});
    // Straightening moves nothing: every midpoint is that of its own edge.
    mesh.positions.forEach((value, i) => expect(value).toBeCloseTo((i % 3 === 0 ? -1 : 1) * restPositions[i], 12));
  });

  it('are straightened in the solid where their edges are curved, which is said', async () => {
    const bulge = (x: Float64Array): void => void (x[3 * midpoints[0] + 1] += 0.05);
    const read = await readAs('medit', medit(bulge));
    expect(read.warnings).toHaveLength(1);
    expect(read.warnings[0]).toMatch(/^curved edges, straightened in the solid by up to \d\.\d % of their length: 1$/);
    const { mesh, surface } = await filled(read, {});
    expect([...mesh.positions]).toEqual([...restPositions]);
    expect([...surface.positions]).toEqual([...restPositions]);
  });

  it('are read by their corners beside other cells, and where they do not share their nodes, which is said', async () => {
    const beside = await readAs('medit', medit(undefined, FILE_ORDER, 'Tetrahedra\n1\n1 2 3 5 0\n'));
    expect(beside.tets!.midpoints).toBeUndefined();
    expect(beside.warnings[0]).toBe('quadratic tetrahedra read by their corners, beside cells of other types: 6');
    const own = medit().replace(
      /(TetrahedraP2\n6\n(?:\d+ ){4})(\d+)/,
      (_, head: string) => `${head}${elements[13] + 1}`,
    );
    const apart = await readAs('medit', own);
    expect(apart.tets!.midpoints).toBeUndefined();
    expect(apart.warnings[0]).toContain('since their nodes are no midpoints of edges: 6');
    await expect(readAs('medit', own.replace(/(TetrahedraP2\n6\n(?:\d+ ){4})(\d+)/, '$1999'))).rejects.toMatchObject({
      code: 'format-malformed',
    });
  });

  it('follow the element order of the solid', async () => {
    const read = await readAs('medit', medit());
    const orders = [
      [{ elementOrder: 'automatic' }, true],
      [{ elementOrder: 'quadratic' }, true],
      [{ elementOrder: 'linear' }, false],
      [{ elementOrder: undefined }, false],
      [{ elementOrder: 'automatic', fracture: fracture.parse({ enabled: true }) }, false],
    ] as const;
    for (const [changes, keeps] of orders) {
      const { mesh, surface, embedding } = await filled(read, changes);
      expect(mesh).toHaveProperty('positions.length', keeps ? restPositions.length : 3 * 8);
      expect(surface.positions).toHaveLength(restPositions.length);
      // The surface is where it was, on whichever vertices it rides.
      surface.positions.forEach((value, i) => {
        let at = 0;
        for (let k = 0; k < embedding.size; k++) {
          const row = embedding.size * Math.floor(i / 3) + k;
          at += embedding.weights[row] * mesh.positions[3 * embedding.vertices[row] + (i % 3)];
        }
        expect(at).toBeCloseTo(value, 12);
      });
    }
  });
});
