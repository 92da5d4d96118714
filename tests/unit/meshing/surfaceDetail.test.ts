import { describe, expect, test } from 'vitest';
import { boxSurface, sphereSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { surfaceDetail } from '../../../src/meshing/lattice/surfaceDetail.ts';
import { meshingSurface } from '../../../src/meshing/meshingSurface.ts';

const base = { edgeLength: 0.2, detailLevels: 3, curvatureFactor: 0, edgesAcross: 0 };

describe('wanted edge lengths', () => {
  test('follow the thickness of a slab: thickness over the edges wanted across it', () => {
    const { query } = meshingSurface(boxSurface([2, 0.3, 2], [8, 1, 8]), 0.2);
    const size = surfaceDetail(query, { ...base, edgesAcross: 3 });
    expect(size(0.1, 0.16, 0.05)).toBeCloseTo(0.1, 2);
    expect(size(0.1, -0.2, -0.3)).toBeCloseTo(0.1, 2);
  });

  test('follow the radius of a sphere', () => {
    const { query } = meshingSurface(sphereSurface(0.3, 64), 0.2);
    const curved = surfaceDetail(query, { ...base, curvatureFactor: 0.5 });
    for (const [x, y, z] of [
      [0.31, 0, 0],
      [0.17, 0.17, 0.18],
      [0, -0.2, 0.2],
    ]) {
      expect(curved(x, y, z)).toBeGreaterThan(0.15 * 0.8);
      expect(curved(x, y, z)).toBeLessThan(0.15 * 1.25);
    }
    const thick = surfaceDetail(query, { ...base, edgesAcross: 4 });
    expect(thick(0.31, 0, 0)).toBeGreaterThan(0.15 * 0.9);
    expect(thick(0.31, 0, 0)).toBeLessThan(0.15 * 1.1);
  });

  test('ask for nothing on a large flat face, away from the surface, or when switched off', () => {
    const { query } = meshingSurface(boxSurface([4, 4, 4], [8, 8, 8]), 0.2);
    const size = surfaceDetail(query, { ...base, curvatureFactor: 0.5, edgesAcross: 3 });
    expect(size(0.1, 2, 0.2)).toBeGreaterThanOrEqual(0.2);
    expect(size(0, 0, 0)).toBe(Infinity);
    expect(surfaceDetail(query, base)(0.1, 2, 0.2)).toBe(Infinity);
  });

  test('never ask for more than the levels allow', () => {
    const { query } = meshingSurface(boxSurface([2, 0.01, 2], [8, 1, 8]), 0.2);
    const size = surfaceDetail(query, { ...base, detailLevels: 1, edgesAcross: 3, curvatureFactor: 0.5 });
    expect(size(0.1, 0.01, 0.05)).toBeCloseTo(0.1, 12);
  });
});
