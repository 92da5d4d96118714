import { describe, expect, it } from 'vitest';
import { halfTorusSurface, sheetSurface, tubeSurface } from '../../../src/geometry/primitives/sheets.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { cloth } from '../../../src/scene/kinds/cloth.ts';
import { clothMesh, proceduralCloth } from '../../../src/simulation/rest/clothMesh.ts';
import { findHinges } from '../../../src/solids/cloth/hinges.ts';

/** Boundary edges, area, and the largest ratio of the edges of one triangle. */
function measure({ positions: x, faceVertices: t }: SurfaceMesh) {
  const edges = new Map<string, number>();
  let area = 0;
  let skew = 0;
  for (let k = 0; k < t.length; k += 3) {
    const [a, b, c] = [t[k], t[k + 1], t[k + 2]].map((v) => x.subarray(3 * v, 3 * v + 3));
    const lengths = [
      [a, b],
      [b, c],
      [c, a],
    ].map(([p, q]) => Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]));
    const half = (lengths[0] + lengths[1] + lengths[2]) / 2;
    area += Math.sqrt(half * lengths.reduce((product, length) => product * (half - length), 1));
    skew = Math.max(skew, Math.max(...lengths) / Math.min(...lengths));
    for (let e = 0; e < 3; e++) {
      const name = [t[k + e], t[k + ((e + 1) % 3)]].sort((p, q) => p - q).join();
      edges.set(name, (edges.get(name) ?? 0) + 1);
    }
  }
  const counts = [...edges.values()];
  return { area, skew, boundary: counts.filter((n) => n === 1).length, most: Math.max(...counts), edges: edges.size };
}

describe('forms of cloth', () => {
  it('a sheet has its area, a rim, and near-equilateral triangles but for the halves at its ends', () => {
    const sheet = measure(sheetSurface(1.2, 0.7, 0.05));
    expect(sheet.area).toBeCloseTo(1.2 * 0.7, 9);
    expect(sheet.most).toBe(2);
    expect(sheet.skew).toBeLessThan(2.1);
  });

  it('a sheet with waves rises and falls by them, and no further', () => {
    const { positions } = sheetSurface(1.2, 0.7, 0.02, 0.01);
    const heights = [...positions].filter((_, k) => k % 3 === 1);
    expect(Math.max(...heights)).toBeGreaterThan(0.008);
    expect(Math.max(...heights)).toBeLessThanOrEqual(0.01);
    expect(Math.min(...heights)).toBeLessThan(-0.008);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(-0.01);
  });

  it('a tube is open at its two ends only', () => {
    const tube = measure(tubeSurface(0.1, 0.5, 0.02));
    expect(tube.area / (2 * Math.PI * 0.1 * 0.5)).toBeCloseTo(1, 2);
    expect(tube.boundary).toBe(2 * Math.round((2 * Math.PI * 0.1) / 0.02));
    expect(tube.skew).toBeLessThan(1.1);
  });

  it('half a torus is open at its two rims only', () => {
    const half = measure(halfTorusSurface(0.3, 0.12, 0.02));
    expect(half.area / (2 * Math.PI ** 2 * 0.3 * 0.12)).toBeCloseTo(1, 1);
    expect(half.boundary).toBe(2 * Math.round((2 * Math.PI * 0.3) / 0.02));
  });

  it('finds a hinge for every inner edge', () => {
    const surface = sheetSurface(1, 1, 0.1);
    const { edges, boundary } = measure(surface);
    expect(findHinges(surface.faceVertices)).toHaveLength(4 * (edges - boundary));
  });
});

describe('the triangles of a cloth', () => {
  const entity = cloth.parse({
    kind: 'cloth',
    id: 'flag',
    source: { kind: 'procedural', form: { shape: 'sheet' } },
    transform: { scale: [2, 1, 1] },
  });

  it('join vertices at the same place, and carry the surface as it came', () => {
    // Two triangles whose common edge is doubled, as a seam of uvs leaves it, and one without extent.
    const surface: SurfaceMesh = {
      name: 'seam',
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 1),
      faceOffsets: Uint32Array.of(0, 3, 6, 9),
      faceVertices: Uint32Array.of(0, 2, 1, 3, 4, 5, 1, 3, 0),
      groups: [],
      vertexAttributes: [],
    };
    const shell = clothMesh(entity, surface);
    expect(shell.mesh.positions).toHaveLength(12);
    expect([...shell.mesh.triangles]).toEqual([0, 2, 1, 1, 2, 3]);
    expect(shell.surface.positions).toHaveLength(18);
    expect(shell.surface.positions[3]).toBe(2);
    const { vertices, weights } = shell.embedding;
    for (let v = 0; v < 6; v++) {
      expect(weights[3 * v]).toBe(1);
      expect(shell.mesh.positions[3 * vertices[3 * v]]).toBe(shell.surface.positions[3 * v]);
    }
  });

  it('must be some, and not too many', () => {
    const nothing = { ...proceduralCloth({ shape: 'sheet', width: 1, depth: 1, edge: 0.5, waves: 0 }, 1) };
    expect(() =>
      clothMesh(entity, { ...nothing, faceOffsets: Uint32Array.of(0), faceVertices: new Uint32Array() }),
    ).toThrow(expect.objectContaining({ code: 'geometry-invalid' }));
    expect(() => proceduralCloth({ shape: 'sheet', width: 100, depth: 100, edge: 1e-3, waves: 0 }, 1)).toThrow(
      expect.objectContaining({ code: 'limit-exceeded' }),
    );
  });
});
