import { describe, expect, test } from 'vitest';
import { closeHoles } from '../../../src/geometry/preflight/closeHoles.ts';
import { preflight } from '../../../src/geometry/preflight/preflight.ts';
import { repairSurface } from '../../../src/geometry/preflight/repairSurface.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { cubeCorners, cubeQuads } from '../../support/meshSamples.ts';
import { polygonMesh } from '../../support/polygonMesh.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';

/** A ball of radius 1 in rings of faces, without the faces of which `drop` says so by ring and sector. */
function ball(rings: number, sectors: number, drop: (ring: number, sector: number) => boolean): SurfaceMesh {
  const points: number[][] = [];
  for (let ring = 0; ring <= rings; ring++) {
    for (let sector = 0; sector < sectors; sector++) {
      const [polar, around] = [(Math.PI * ring) / rings, (2 * Math.PI * sector) / sectors];
      points.push([Math.sin(polar) * Math.cos(around), Math.cos(polar), -Math.sin(polar) * Math.sin(around)]);
    }
  }
  // The poles are one place each.
  for (let sector = 0; sector < sectors; sector++) {
    points[sector] = [0, 1, 0];
    points[rings * sectors + sector] = [0, -1, 0];
  }
  const faces: number[][] = [];
  for (let ring = 0; ring < rings; ring++) {
    for (let sector = 0; sector < sectors; sector++) {
      if (drop(ring, sector)) continue;
      const [a, b] = [ring * sectors + sector, ring * sectors + ((sector + 1) % sectors)];
      if (ring === 0) faces.push([a, a + sectors, b + sectors]);
      else if (ring === rings - 1) faces.push([a, a + sectors, b]);
      else faces.push([a, a + sectors, b + sectors, b]);
    }
  }
  return polygonMesh(points, faces);
}

/** What every closed surface is. */
function expectWatertight(mesh: SurfaceMesh): ReturnType<typeof preflight> {
  const report = preflight(mesh);
  expect(report).toMatchObject({ boundaryEdges: 0, closed: true, inconsistentEdges: 0, nonManifoldEdges: 0 });
  return report;
}

describe('closing holes', () => {
  test('a cube without its bottom gets it back; its vertices and faces stay as they are', () => {
    const open = polygonMesh(cubeCorners, cubeQuads.slice(1));
    const { mesh, holes, largest, area } = closeHoles(open);
    expect({ holes, largest }).toEqual({ holes: 1, largest: 4 });
    const side = Math.cbrt(Math.abs(expectWatertight(mesh).signedVolume));
    expect(area).toBeCloseTo(side * side, 9);
    expect([...mesh.positions.subarray(0, open.positions.length)]).toEqual([...open.positions]);
    expect([...mesh.faceVertices.subarray(0, open.faceVertices.length)]).toEqual([...open.faceVertices]);
  });

  test.each([
    ['a small hole', 24, (ring: number, sector: number) => ring === 12 && sector < 2, 1],
    ['a cap and single faces', 24, (ring: number, sector: number) => ring < 5 || (ring === 14 && sector % 4 === 0), 13],
    [
      'holes that touch in a corner',
      24,
      (ring: number, sector: number) => ring === sector && (ring === 8 || ring === 9),
      2,
    ],
    ['a rim of 200 edges', 200, (ring: number) => ring < 4, 1],
  ] as const)('a ball with %s becomes watertight and keeps its volume', (_name, fine, drop, count) => {
    const rings = fine === 200 ? 12 : 24;
    const sectors = fine === 200 ? 200 : 48;
    const whole = preflight(ball(rings, sectors, () => false)).signedVolume;
    const { mesh, holes, leftEdges } = closeHoles(ball(rings, sectors, drop));
    expect({ holes, leftEdges }).toEqual({ holes: count, leftEdges: 0 });
    const { signedVolume } = expectWatertight(mesh);
    expect(signedVolume / whole).toBeGreaterThan(fine === 200 ? 0.7 : 0.85);
    expect(signedVolume / whole).toBeLessThan(1.001);
  });

  test('a wide hole gets vertices inside, as far apart as those of its rim', () => {
    const open = ball(24, 48, (ring) => ring < 8);
    const { mesh } = closeHoles(open);
    const added = (mesh.positions.length - open.positions.length) / 3;
    // Area of the disc over that of a triangle with edges of the rim, about.
    expect(added).toBeGreaterThan(30);
    expect(added).toBeLessThan(400);
    const again = closeHoles(open).mesh;
    expect([...again.positions]).toEqual([...mesh.positions]);
  });

  test('is done only where it is asked for, and says how many, the largest and the area', () => {
    const open = polygonMesh(cubeCorners, cubeQuads.slice(1));
    expect(repairSurface(open, undefined).report.boundaryEdges).toBe(4);
    const [{ sentence }] = repairSurface(open, ['close-holes']).done;
    expect(sentence).toMatch(
      /^1 hole closed with 2 triangles \(the largest has 4 edges, all have an area of [\d.]+\)$/,
    );
  });
});

describeWithData('closing holes of real meshes', () => {
  test.each(['airplane_holes.obj', 'elephant-with-holes.off', 'many_small_holes.ply', 'cube_no_bottom.obj'])(
    '%s',
    async (name) => {
      const { surface } = (await readMesh(testDataPath(`B_nasty/${name}`))).mesh;
      const joined = repairSurface(surface, ['weld', 'drop-degenerate', 'drop-duplicate', 'orient']);
      const before = joined.report;
      const { surface: closed, report: after } = repairSurface(joined.surface, ['close-holes']);
      const { leftEdges } = closeHoles(joined.surface);
      expect(before.boundaryEdges).toBeGreaterThan(0);
      // Where edges of more than two faces lead into a hole, no order around it is the right one.
      expect(after.boundaryEdges).toBeLessThanOrEqual(leftEdges);
      expect(after.nonManifoldEdges).toBeLessThanOrEqual(before.nonManifoldEdges + leftEdges);
      expect(after.inconsistentEdges).toBe(before.inconsistentEdges);
      expect(after.area).toBeLessThan(3 * before.area);
      expect([...closed.positions.subarray(0, 30)]).toEqual([...joined.surface.positions.subarray(0, 30)]);
    },
  );
});
