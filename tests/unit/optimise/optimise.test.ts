import { describe, expect, it } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import { boxSurface, sphereSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { createSurfaceQuery } from '../../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { weldedTriangles } from '../../../src/geometry/surfaceQuery/weldedTriangles.ts';
import { meshQuality, tetQuality } from '../../../src/geometry/tetQuality.ts';
import { SeededRandom } from '../../support/random.ts';
import { minNormPoint } from '../../../src/meshing/optimise/minNormPoint.ts';
import { optimiseTets, STANDARD_SCHEDULE } from '../../../src/meshing/optimise/optimiseTets.ts';
import { TetRings } from '../../../src/meshing/optimise/TetRings.ts';
import { stuffLattice } from '../../../src/meshing/stuffing/stuffLattice.ts';
import { gridAround } from '../../../src/meshing/stuffing/cellGrid.ts';
import { uniformLattice } from '../../../src/meshing/stuffing/uniformLattice.ts';

describe('least-norm point of a hull', () => {
  it('is as short as any convex combination', () => {
    const random = new SeededRandom(31);
    const out = new Float64Array(3);
    for (let trial = 0; trial < 100; trial++) {
      const count = 1 + random.below(6);
      const shift = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      const vectors = Float64Array.from({ length: 3 * count }, (_, i) => shift[i % 3] + random.between(-1, 1));
      const norm = minNormPoint(vectors, count, out);
      expect(norm).toBeCloseTo(Math.hypot(...out), 12);
      for (let sample = 0; sample < 300; sample++) {
        const weights = Array.from({ length: count }, () => random.uniform() ** 3);
        const total = weights.reduce((a, b) => a + b, 0);
        const point = [0, 1, 2].map((k) => weights.reduce((s, w, i) => s + (w / total) * vectors[3 * i + k], 0));
        expect(norm).toBeLessThan(Math.hypot(...point) + 0.1);
      }
    }
  });
});

describe('rings', () => {
  it('keep every quality up to date, and agree with the plain measure', () => {
    const mesh = boxTets([1, 1, 1], [3, 3, 3]);
    const rings = new TetRings(mesh);
    const random = new SeededRandom(32);
    for (let move = 0; move < 200; move++) {
      const v = random.below(rings.vertexCount);
      for (let axis = 0; axis < 3; axis++)
        rings.trial[axis] = mesh.positions[3 * v + axis] + random.between(-0.05, 0.05);
      const worst = rings.tryMove(v, 0.01);
      if (worst === -Infinity) continue;
      rings.accept(v);
      expect(rings.ringQuality(v)).toBeCloseTo(worst, 12);
    }
    for (let t = 0; t < rings.quality.length; t++) {
      const [a, b, c, d] = mesh.tets.subarray(4 * t, 4 * t + 4);
      expect(rings.quality[t]).toBeCloseTo(tetQuality(mesh.positions, a, b, c, d), 9);
    }
  });
});

describe('optimiseTets', () => {
  it('raises a shaken block to its target without moving its boundary off the surface', () => {
    const mesh = boxTets([1, 1, 1], [6, 6, 6]);
    const random = new SeededRandom(33);
    for (let i = 0; i < mesh.positions.length; i++) {
      const v = 3 * Math.floor(i / 3);
      const inside = [0, 1, 2].every((axis) => Math.abs(mesh.positions[v + axis]) < 0.499);
      if (inside) mesh.positions[i] += random.between(-0.04, 0.04);
    }
    const before = meshQuality(mesh);
    const query = createSurfaceQuery(weldedTriangles(boxSurface([1, 1, 1], [2, 2, 2])));
    const report = optimiseTets(mesh, query, { ...STANDARD_SCHEDULE, edgeLength: 1 / 6 }, quietJob);
    const after = meshQuality(mesh);
    expect(after.worstQuality).toBeGreaterThan(before.worstQuality + 0.1);
    expect(after.inverted).toBe(0);
    expect(report.worstQuality).toBeCloseTo(after.worstQuality, 9);
  });

  it('reports how far the boundary stayed off, as measured', () => {
    const query = createSurfaceQuery(weldedTriangles(sphereSurface(1, 48)));
    const edge = 0.25;
    const mesh = stuffLattice(uniformLattice(query, gridAround(query.bounds(), edge), true, quietJob));
    const raw = meshQuality(mesh);
    // The guarantee of Labelle & Shewchuk 2007 for a uniform boundary.
    expect(raw.minDihedral).toBeGreaterThan(10.7);
    expect(raw.maxDihedral).toBeLessThan(164.8);
    const report = optimiseTets(mesh, query, { ...STANDARD_SCHEDULE, edgeLength: edge }, quietJob);
    expect(report.belowTarget).toBe(0);
    expect(report.offSurfaceMax).toBeLessThanOrEqual(0.15 * edge);
    expect(meshQuality(mesh).worstQuality).toBeGreaterThanOrEqual(STANDARD_SCHEDULE.target);
  });
});
