import { describe, expect, test } from 'vitest';
import { importedEntity, meshUses, proposedUse } from '../../../app/tasks/import/addImported.ts';
import { checkRows, checkSummary, offeredRepairs, refusal } from '../../../app/tasks/import/checkRows.ts';
import {
  boxInMetres,
  fileToWorld,
  fileUnits,
  plainLength,
  sizeWarning,
  unitOfLength,
} from '../../../app/tasks/import/fileUnits.ts';
import { boxInWorld, boxOfTriangles } from '../../../app/tasks/import/markedFaces.ts';
import type { MeshReport } from '../../../src/protocol/requests/meshes.ts';
import { orientedPoint } from '../../../src/simulation/rest/orientedPoint.ts';

const box = [-1, 0, -2, 3, 4, 6];

const report: MeshReport = {
  path: '/w/scan.obj',
  format: 'obj',
  vertices: 8,
  triangles: 12,
  components: 1,
  closed: true,
  manifold: true,
  bounds: box,
  volume: 128,
  area: 160,
  fillable: true,
  groups: [],
  likelyMetresPerUnit: 1,
  findings: [],
  surface: new Uint8Array(),
};

const finding = (code: string, severity: 'info' | 'warning' | 'error', repair?: string) => ({
  code,
  severity,
  message: `about ${code}`,
  count: 3,
  faces: [0, 2],
  repair,
});

// A rigid body, which needs an inside, was proposed for open sheets when it came before cloth in the list.
test('what is proposed for a mesh is something that it can become', () => {
  const open = { ...report, fillable: false, closed: false, findings: [finding('open', 'error')] };
  expect(refusal(open)).toBeDefined();
  expect(proposedUse(open)).toMatchObject({ kind: 'cloth', needsInside: false });
  expect(proposedUse(report)).toMatchObject({ kind: 'solid' });
  expect(meshUses().length).toBeGreaterThan(3);
});

describe('units of a file', () => {
  test('a box turns and scales as the points in it do', () => {
    for (const upAxis of ['y', 'z'] as const) {
      for (const { symbol, metresPerUnit } of fileUnits) {
        const corners: number[][] = [];
        for (let corner = 0; corner < 8; corner++) {
          const point = new Float64Array([0, 1, 2].map((axis) => box[(corner >> axis) & 1 ? axis + 3 : axis]));
          const out = new Float64Array(3);
          orientedPoint(point, 0, metresPerUnit, upAxis, out);
          corners.push([...out]);
        }
        const low = [0, 1, 2].map((axis) => Math.min(...corners.map((point) => point[axis])));
        const high = [0, 1, 2].map((axis) => Math.max(...corners.map((point) => point[axis])));
        boxInMetres(box, symbol, upAxis).forEach((value, k) => expect(value).toBeCloseTo([...low, ...high][k], 12));
      }
    }
  });

  test('the matrix of a preview takes the box to where the entity stands', () => {
    const { transform } = importedEntity([], { path: 'a.obj', sha256: '0'.repeat(64) }, report, {
      as: 'collider',
      unit: 'cm',
      upAxis: 'z',
    });
    const matrix = fileToWorld('cm', 'z', transform.position as number[]);
    const [minX, minY, minZ, maxX, , maxZ] = boxInWorld(box, matrix);
    expect(minY).toBeCloseTo(0, 12);
    expect(minX + maxX).toBeCloseTo(0, 12);
    expect(minZ + maxZ).toBeCloseTo(0, 12);
    expect(maxX - minX).toBeCloseTo(0.04, 12);
  });

  test('sizes that no artist means are doubted, with the likely unit', () => {
    expect(sizeWarning([0, 0, 0, 1, 1.8, 0.5], 'm', 'm')).toBeUndefined();
    expect(sizeWarning([0, 0, 0, 0.3, 0.1, 0.1], 'mm', 'm')).toBe(
      'The longest side is 0.3\u00a0mm: smaller than a pea. Its numbers look like metres.',
    );
    expect(sizeWarning([0, 0, 0, 3000, 10, 10], 'm', 'mm')).toContain('3\u00a0km: larger than a hall');
    expect(sizeWarning([0, 0, 0, 3000, 10, 10], 'm', 'm')).toContain('Check the unit.');
    expect(sizeWarning([0, 0, 0, 0, 0, 0], 'm', 'm')).toBeUndefined();
  });

  test('lengths and units read as people say them', () => {
    expect([0.0003, 0.041, 1.8, 3000].map(plainLength)).toEqual([
      '0.3\u00a0mm',
      '4.1\u00a0cm',
      '1.8\u00a0m',
      '3\u00a0km',
    ]);
    expect([1, 0.01, 0.0254, 7].map(unitOfLength)).toEqual(['m', 'cm', 'in', 'm']);
  });
});

describe('what was checked', () => {
  test('a good mesh passes everything', () => {
    const rows = checkRows(report);
    expect(rows.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed']);
    expect(checkSummary(rows)).toBe('all passed');
    expect(refusal(report)).toBeUndefined();
  });

  test('findings say what is wrong, where, and what cures it; the scale is shown elsewhere', () => {
    const bad: MeshReport = {
      ...report,
      closed: false,
      findings: [
        finding('inside-out', 'error', 'orient'),
        finding('self-intersections', 'warning'),
        finding('coincident', 'info', 'weld'),
        finding('inconsistent', 'warning', 'orient'),
        finding('scale', 'warning'),
      ],
    };
    const rows = checkRows(bad);
    expect(rows.map(({ code }) => code)).toEqual([
      'manifold',
      'inside-out',
      'self-intersections',
      'coincident',
      'inconsistent',
    ]);
    expect(rows[1]).toMatchObject({ state: 'error', repair: 'orient', faces: [0, 2], value: '3' });
    expect(checkSummary(rows)).toBe('1 problem, 2 warnings');
    expect(offeredRepairs(bad)).toEqual(['orient', 'weld']);
  });

  test('many sentences of the reader make one line', () => {
    const findings = Array.from({ length: 40 }, (_, k) => ({ ...finding('import', 'warning'), message: `line ${k}` }));
    const row = checkRows({ ...report, findings }).at(-1)!;
    expect(row.detail).toBe('line 0. line 1. line 2. And 37 more.');
    expect(row.value).toBe('40');
  });

  test('what cannot be filled is refused with a reason and a way out', () => {
    for (const change of [{ triangles: 0 }, { closed: false }, { closed: true }]) {
      const refused = refusal({ ...report, ...change, fillable: false });
      expect(refused?.reason).toMatch(/\.$/);
      expect(refused?.remedy).toMatch(/import it again|Export/);
    }
  });
});

describe('marked triangles', () => {
  const surface = {
    positions: Float32Array.of(0, 0, 0, 10, 0, 0, 0, 10, 0, 0, 0, 10),
    triangles: Uint32Array.of(0, 1, 2, 0, 1, 3),
  };

  test('the box holds them, with room around small ones', () => {
    expect(boxOfTriangles(surface, [])).toBeUndefined();
    const found = boxOfTriangles(surface, [0])!;
    expect(found.slice(0, 2)).toEqual([0, 0]);
    expect(found.slice(3, 5)).toEqual([10, 10]);
    expect(found[5] - found[2]).toBeCloseTo(0.12 * Math.hypot(10, 10, 10), 5);
  });
});

describe('what a mesh becomes', () => {
  const file = { path: 'scan.obj', sha256: 'a'.repeat(64) };

  test('a solid with a mesher, a collider, or a solid with the elements of the file', () => {
    const solid = importedEntity([], file, report, { as: 'solid', unit: 'm', upAxis: 'y' });
    expect(solid).toMatchObject({ kind: 'solid', name: 'scan', source: { kind: 'file', ...file, metresPerUnit: 1 } });
    expect(solid.kind === 'solid' && solid.meshing?.method).toBe('graded-stuffing');
    const own = importedEntity(
      [],
      file,
      { ...report, elements: { kind: 'tet', count: 9 } },
      {
        as: 'solid',
        unit: 'in',
        upAxis: 'z',
      },
    );
    expect(own).toMatchObject({ source: { metresPerUnit: 0.0254, upAxis: 'z' } });
    expect(own).not.toHaveProperty('meshing');
    expect(importedEntity([], file, report, { as: 'collider', unit: 'm', upAxis: 'y' }).kind).toBe('collider');
  });

  test('cloth, where it stands in the file', () => {
    expect(importedEntity([], file, report, { as: 'cloth', unit: 'cm', upAxis: 'z' })).toMatchObject({
      kind: 'cloth',
      source: { kind: 'file', ...file, metresPerUnit: 0.01, upAxis: 'z' },
      transform: { position: [0, 0, 0], scale: [1, 1, 1] },
    });
  });
});
