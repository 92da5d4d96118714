import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import type { ColliderShape } from '../../../src/collision/CollisionBody.ts';
import { meshLevelSet } from '../../../src/collision/MeshLevelSet.ts';
import box from '../../../src/collision/shapes/box.ts';
import sphere from '../../../src/collision/shapes/sphere.ts';
import torus from '../../../src/collision/shapes/torus.ts';
import { sphereSurface, torusSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { createSurfaceQuery } from '../../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { weldedTriangles } from '../../../src/geometry/surfaceQuery/weldedTriangles.ts';
import type { TriMesh } from '../../../src/geometry/TriMesh.ts';
import { importers } from '../../../src/io/Importer.ts';
import { SeededRandom } from '../../support/random.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';
import { distanceAt, surfaceAt } from '../../support/colliderShapes.ts';

type Point = [number, number, number];

function randomPoints(count: number, low: number, high: number): Point[] {
  const random = new SeededRandom('level set points');
  return Array.from({ length: count }, () => [0, 1, 2].map(() => random.between(low, high)) as Point);
}

/** Largest error of the distance and of the normal (sine of the angle) within `band` of the surface. */
function errors(shape: ColliderShape, exact: ColliderShape, points: readonly Point[], band: number) {
  const [normal, right] = [new Float64Array(3), new Float64Array(3)];
  let distance = 0;
  let angle = 0;
  for (const p of points) {
    const truth = surfaceAt(exact, p, right);
    if (Math.abs(truth) > band) continue;
    distance = Math.max(distance, Math.abs(surfaceAt(shape, p, normal) - truth));
    angle = Math.max(angle, Math.hypot(...normal.map((value, k) => value - right[k])));
  }
  return { distance, angle };
}

describe('a mesh as a level set', () => {
  const points = randomPoints(4000, -0.9, 0.9);

  it('converges to the exact sphere with the square of the cell size', () => {
    const exact = sphere.create({ radius: 0.5 });
    const mesh = weldedTriangles(sphereSurface(0.5, 192));
    const found = [8, 16, 32].map((resolution) => {
      const h = 1 / resolution;
      const error = errors(meshLevelSet(mesh, resolution, quietJob), exact, points, 2 * h);
      // Trilinear interpolation errs by h^2/8 times the sum of the curvatures, 2/r; the mesh itself by 1.5e-4 m.
      expect(error.distance).toBeLessThan(((h * h) / 8) * (2 / (0.5 - 4 * h)) + 1.5e-4);
      return error;
    });
    expect(found[0].distance / found[1].distance).toBeGreaterThan(3.5);
    expect(found[1].distance / found[2].distance).toBeGreaterThan(2.5);
    expect(found[2].angle).toBeLessThan(0.02);
  });

  it('agrees with the torus and knows its hole', () => {
    const exact = torus.create({ majorRadius: 0.5, minorRadius: 0.2 });
    const shape = meshLevelSet(weldedTriangles(torusSurface(0.5, 0.2, 256, 96)), 40, quietJob);
    const { distance, angle } = errors(shape, exact, points, 2 / 40);
    expect(distance).toBeLessThan(0.002);
    expect(angle).toBeLessThan(0.05);
    expect(distanceAt(shape, [0, 0, 0])).toBeGreaterThan(0.2);
    // Far from the surface only every eighth node is sampled, and the value is a lower bound.
    for (const p of points) {
      const truth = distanceAt(exact, p);
      const found = distanceAt(shape, p);
      expect(Math.abs(found)).toBeLessThan(Math.abs(truth) + 0.002);
      expect(Math.abs(found)).toBeGreaterThan(0.4 * Math.abs(truth) - 0.002);
      if (Math.abs(truth) > 0.002) expect(Math.sign(found)).toBe(Math.sign(truth));
    }
  });

  it('keeps sign and a lower bound outside its grid, continuously', () => {
    const exact = sphere.create({ radius: 0.5 });
    const shape = meshLevelSet(weldedTriangles(sphereSurface(0.5, 96)), 16, quietJob);
    const normal = new Float64Array(3);
    for (const p of randomPoints(500, -8, 8)) {
      const truth = distanceAt(exact, p);
      if (truth < 0.3) continue;
      const distance = surfaceAt(shape, p, normal);
      expect(distance).toBeGreaterThan(0);
      expect(distance).toBeLessThan(truth + 1e-3);
      expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
    }
    const edge = 0.5 + 4 / 16;
    expect(distanceAt(shape, [edge + 1e-9, 0.1, 0])).toBeCloseTo(distanceAt(shape, [edge - 1e-9, 0.1, 0]), 6);
  });

  it('points out of the solid from deep inside it too', () => {
    const { positions, triangles } = box.create({ sizeX: 4, sizeY: 1, sizeZ: 4, rounding: 0 }).display();
    const shape = meshLevelSet({ positions, triangles }, 128, quietJob);
    const normal = new Float64Array(3);
    for (const p of randomPoints(200, -0.9, 0.9)) {
      const depth = 0.1 + 0.3 * Math.abs(p[1]);
      expect(surfaceAt(shape, [p[0], 0.5 - depth, p[2]], normal)).toBeLessThan(-0.05);
      expect(normal[1]).toBeGreaterThan(0.9);
    }
  });

  it('does not care which way the triangles face', () => {
    const mesh = weldedTriangles(sphereSurface(0.5, 64));
    const turned: TriMesh = { positions: mesh.positions, triangles: mesh.triangles.slice().reverse() };
    const [shape, same] = [meshLevelSet(mesh, 16, quietJob), meshLevelSet(turned, 16, quietJob)];
    for (const p of points.slice(0, 200)) expect(distanceAt(same, p)).toBeCloseTo(distanceAt(shape, p), 6);
  });

  it('welds triangles that share no vertices and passes over broken ones', () => {
    const mesh = weldedTriangles(sphereSurface(0.5, 64));
    const soup: TriMesh = {
      positions: new Float64Array(3 * mesh.triangles.length + 9).fill(NaN),
      triangles: Uint32Array.from({ length: mesh.triangles.length + 3 }, (_, corner) => corner),
    };
    mesh.triangles.forEach((vertex, corner) =>
      soup.positions.set(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * corner),
    );
    const [shape, same] = [meshLevelSet(mesh, 16, quietJob), meshLevelSet(soup, 16, quietJob)];
    expect(distanceAt(shape, [0, 0, 0])).toBeLessThan(-0.2);
    for (const p of points.slice(0, 200)) expect(distanceAt(same, p)).toBeCloseTo(distanceAt(shape, p), 6);
  });

  it('finds the inside of pieces that leave gaps, where no chain of edges can be closed', () => {
    const mesh = weldedTriangles(sphereSurface(0.5, 64));
    const cut: TriMesh = {
      positions: new Float64Array(3 * mesh.triangles.length),
      triangles: Uint32Array.from(mesh.triangles, (_, corner) => corner),
    };
    // Every triangle shrinks a little towards its own centre.
    for (let at = 0; at < mesh.triangles.length; at += 3) {
      for (let axis = 0; axis < 3; axis++) {
        const corners = [0, 1, 2].map((k) => mesh.positions[3 * mesh.triangles[at + k] + axis]);
        const centre = (corners[0] + corners[1] + corners[2]) / 3;
        corners.forEach((value, k) => (cut.positions[3 * (at + k) + axis] = centre + 0.95 * (value - centre)));
      }
    }
    const shape = meshLevelSet(cut, 16, quietJob);
    const exact = sphere.create({ radius: 0.5 });
    for (const p of points) {
      const truth = distanceAt(exact, p);
      if (Math.abs(truth) > 0.07) expect(Math.sign(distanceAt(shape, p))).toBe(Math.sign(truth));
    }
  });

  it('closes an open box and fills two overlapping ones', () => {
    const { positions, triangles } = box.create({ sizeX: 1, sizeY: 1, sizeZ: 1, rounding: 0 }).display();
    const lid = Array.from({ length: triangles.length / 3 }, (_, face) => face).filter((face) =>
      [0, 1, 2].every((k) => positions[3 * triangles[3 * face + k] + 1] > 0.4),
    );
    const open = triangles.filter((_, index) => !lid.includes(Math.floor(index / 3)));
    expect(open.length).toBe(triangles.length - 6);
    const shape = meshLevelSet({ positions, triangles: open }, 32, quietJob);
    expect(distanceAt(shape, [0, 0, 0])).toBeLessThan(-0.3);
    expect(distanceAt(shape, [0, 0.45, 0])).toBeCloseTo(-0.05, 2);
    expect(distanceAt(shape, [0, 0.55, 0])).toBeCloseTo(0.05, 2);

    const count = positions.length / 3;
    const pair: TriMesh = {
      positions: Float64Array.of(...positions, ...positions.map((value, k) => value + (k % 3 === 0 ? 0.5 : 0))),
      triangles: Uint32Array.of(...triangles, ...triangles.map((vertex) => vertex + count)),
    };
    const union = meshLevelSet(pair, 32, quietJob);
    expect(distanceAt(union, [0.25, 0, 0])).toBeLessThan(-0.2);
    expect(distanceAt(union, [1.1, 0, 0])).toBeCloseTo(0.1, 3);
  });

  it('gives an open sheet of ground a solid back', () => {
    const cells = 12;
    const count = cells + 1;
    const height = (x: number, z: number): number => 0.05 * Math.sin(4 * x) * Math.cos(3 * z);
    const positions = new Float64Array(3 * count * count);
    const triangles: number[] = [];
    for (let k = 0; k < count; k++) {
      for (let i = 0; i < count; i++) {
        const [x, z] = [(2 * i) / cells - 1, (2 * k) / cells - 1];
        positions.set([x, height(x, z), z], 3 * (i + count * k));
        const a = i + count * k;
        if (i < cells && k < cells) triangles.push(a, a + count, a + 1, a + 1, a + count, a + count + 1);
      }
    }
    const ground = meshLevelSet({ positions, triangles: Uint32Array.from(triangles) }, 48, quietJob);
    const normal = new Float64Array(3);
    for (const [x, z] of [
      [0, 0],
      [0.4, -0.6],
      [-0.8, 0.7],
    ]) {
      expect(distanceAt(ground, [x, 0.2, z])).toBeGreaterThan(0.1);
      expect(surfaceAt(ground, [x, height(x, z) - 0.05, z], normal)).toBeCloseTo(-0.05, 1);
      expect(normal[1]).toBeGreaterThan(0.9);
      expect(distanceAt(ground, [x, -0.2, z])).toBeLessThan(-0.1);
      expect(distanceAt(ground, [x, -0.8, z])).toBeGreaterThan(0.1);
    }
  });

  it('stays within its bounds and shows the mesh itself', () => {
    const mesh = weldedTriangles(torusSurface(0.5, 0.2, 64, 32));
    const shape = meshLevelSet(mesh, 32, quietJob);
    const { bounds } = shape;
    for (const p of points) {
      if (distanceAt(shape, p) > 0.05) continue;
      expect(p.every((value, k) => value >= bounds[k] - 0.05 && value <= bounds[k + 3] + 0.05)).toBe(true);
    }
    expect(shape.display()).toBe(mesh);
  });

  it('says what is wrong with a mesh or a resolution, and stops when asked to', () => {
    const mesh = weldedTriangles(sphereSurface(0.5, 32));
    const empty: TriMesh = { positions: new Float64Array(0), triangles: new Uint32Array(0) };
    expect(() => meshLevelSet(empty, 32, quietJob)).toThrow(/no surface/);
    const plate = box.create({ sizeX: 1, sizeY: 0.001, sizeZ: 1, rounding: 0 }).display();
    expect(() => meshLevelSet(plate, 32, quietJob)).toThrow(/no inside/);
    for (const resolution of [0, 3, 1e6, NaN])
      expect(() => meshLevelSet(mesh, resolution, quietJob)).toThrow(/resolution/);
    let calls = 0;
    const job = { progress: () => undefined, cancelled: () => ++calls > 20 };
    expect(() => meshLevelSet(mesh, 32, job)).toThrow(/cancelled/);
  });

  it('reports progress that only grows', () => {
    const seen: number[] = [];
    meshLevelSet(weldedTriangles(sphereSurface(0.5, 32)), 32, {
      progress: (_stage, fraction) => seen.push(fraction),
      cancelled: () => false,
    });
    expect(seen.length).toBeGreaterThan(10);
    seen.forEach((fraction, k) => expect(fraction).toBeGreaterThanOrEqual(k === 0 ? 0 : seen[k - 1]));
    expect(seen[seen.length - 1]).toBeLessThanOrEqual(1);
  });
});

describeWithData('the scanned bunny, which is open below', () => {
  it('has an inside, an outside and a distance', async () => {
    const path = testDataPath('A_surface/bunny70k.ply');
    const source = { path, bytes: new Uint8Array(readFileSync(path)), sibling: () => Promise.resolve(undefined) };
    const { surface } = await importers.get('ply').read(source);
    const mesh = weldedTriangles(surface);
    const shape = meshLevelSet(mesh, 48, quietJob);
    const query = createSurfaceQuery(mesh);
    const bounds = query.bounds();
    const centre = [0, 1, 2].map((k) => 0.5 * (bounds[k] + bounds[k + 3])) as Point;
    const height = bounds[4] - bounds[1];
    expect(distanceAt(shape, centre)).toBeLessThan(-0.05 * height);
    expect(distanceAt(shape, [centre[0], bounds[1] - 0.05 * height, centre[2]])).toBeGreaterThan(0);
    const random = new SeededRandom('bunny');
    let inside = 0;
    for (let n = 0; n < 2000; n++) {
      const p = [0, 1, 2].map((k) => random.between(bounds[k], bounds[k + 3])) as Point;
      const distance = query.distanceWithin(...p, Infinity);
      const found = distanceAt(shape, p);
      if (found < 0) inside++;
      // The holes below are closed, so that nearer the base the level set knows surfaces that the scan lacks.
      if (p[1] < bounds[1] + 0.4 * height) continue;
      expect(Math.abs(found)).toBeLessThan(distance + 0.4 * shape.spacing);
      if (distance < 3 * shape.spacing) expect(Math.abs(Math.abs(found) - distance)).toBeLessThan(0.4 * shape.spacing);
    }
    expect(inside).toBeGreaterThan(400);
    expect(inside).toBeLessThan(1400);
  });
});
