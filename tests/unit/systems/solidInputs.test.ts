import { quadraticVolume } from '../../../src/geometry/elements/quadraticVolume.ts';
import { describe, expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { canonicalJson } from '../../../src/base/hash.ts';
import { boxHexes } from '../../../src/geometry/primitives/boxHexes.ts';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import { fillInputs, fillSolid } from '../../../src/simulation/rest/fillSolid.ts';
import { orientedPoint } from '../../../src/simulation/rest/orientedPoint.ts';
import { placePoints, spinVelocities } from '../../../src/simulation/rest/placement.ts';
import { proceduralMesh } from '../../../src/simulation/rest/proceduralMesh.ts';
import { measuredCells, totalVolume } from '../../../src/simulation/rest/volumeMeasure.ts';
import type { VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import { keyedShotWith } from '../../support/keyedShot.ts';
import { SeededRandom } from '../../support/random.ts';

function torus(members: Record<string, unknown> = {}): Solid {
  return keyedShotWith('torus', members).entities.find(isKind('solid'))!;
}

const fillKey = (solid: Solid, edgeScale = 1) => canonicalJson(fillInputs(solid, edgeScale));

describe('fillInputs', () => {
  test.each([
    ['its place', { transform: { position: [5, 6, 7], rotation: [1, 0, 0] } }],
    ['its velocity', { velocity: [1, 2, 3] }],
    ['its material', { material: { density: 10 } }],
    ['its strength', { strength: 0.5 }],
    ['its name', { name: 'Ring' }],
  ])('does not change with %s', (_, members) => {
    expect(fillKey(torus(members))).toBe(fillKey(torus()));
  });

  test.each([
    ['its scale', { transform: { scale: [1, 2, 1] } }],
    ['the edge', { meshing: { method: 'graded-stuffing', edge: { percent: 10 } } }],
    ['the mesher', { meshing: { method: 'stuffing', edge: { percent: 11 } } }],
    ['its form', { source: { kind: 'procedural', form: { shape: 'torus', minorRadius: 0.1 } } }],
  ])('changes with %s', (_, members) => {
    expect(fillKey(torus(members))).not.toBe(fillKey(torus()));
  });

  test('changes with the quality, where there is a mesher', () => {
    expect(fillKey(torus(), 0.5)).not.toBe(fillKey(torus()));
    const block = torus({ source: { kind: 'procedural', form: { shape: 'block' } }, meshing: undefined });
    expect(fillKey(block, 0.5)).toBe(fillKey(block));
  });

  test('of a file counts its content and unit, not its path', () => {
    const file = (path: string, sha: string, metresPerUnit = 1) =>
      fillKey(torus({ source: { kind: 'file', path, sha256: sha.repeat(64), metresPerUnit } }));
    expect(file('a.obj', '1')).toBe(file('b/c.obj', '1'));
    expect(file('a.obj', '1')).not.toBe(file('a.obj', '2'));
    expect(file('a.obj', '1')).not.toBe(file('a.obj', '1', 0.01));
  });
});

describe('fillSolid', () => {
  test('scales the shape and leaves placing it to the simulation', async () => {
    const form = { shape: 'block', size: [1, 2, 3], cells: [1, 1, 1], elements: 'tets' } as const;
    const solid = torus({
      source: { kind: 'procedural', form },
      meshing: undefined,
      transform: { position: [9, 9, 9], rotation: [1, 1, 1], scale: [2, 3, 0.5] },
    });
    const volume = await fillSolid(solid, proceduralMesh({ ...form, size: [1, 2, 3], cells: [1, 1, 1] }), 1, quietJob);
    expect(totalVolume(measuredCells(volume), volume.mesh.positions)).toBeCloseTo(6 * 2 * 3 * 0.5, 10);
    const spans = [0, 1, 2].map((axis) => {
      const values = [...volume.mesh.positions].filter((_, k) => k % 3 === axis);
      return Math.max(...values) - Math.min(...values);
    });
    expect(spans).toEqual([2, 6, 1.5]);
  });
});

describe('placement', () => {
  test('turns by Rz Ry Rx about the origin, then moves', () => {
    const quarter = Math.PI / 2;
    const placed = placePoints(Float64Array.of(1, 2, 3), { position: [10, 0, 0], rotation: [quarter, 0, quarter] });
    // Rx: (1, 2, 3) -> (1, -3, 2); Rz: (1, -3, 2) -> (3, 1, 2).
    [13, 1, 2].forEach((value, k) => expect(placed[k]).toBeCloseTo(value, 12));
  });

  test('keeps distances', () => {
    const random = new SeededRandom('placement');
    const points = Float64Array.from({ length: 30 }, () => random.between(-1, 1));
    const placed = placePoints(points, { position: [1, 2, 3], rotation: [0.3, -1.2, 2.5] });
    const distance = (p: Float64Array, a: number, b: number) =>
      Math.hypot(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]);
    for (let a = 0; a < 10; a++) {
      for (let b = 0; b < a; b++) expect(distance(placed, a, b)).toBeCloseTo(distance(points, a, b), 12);
    }
  });

  test('spins about the centre of mass: momentum is mass times velocity, and v - V = w x r', () => {
    const random = new SeededRandom('spin');
    const count = 12;
    const points = Float64Array.from({ length: 3 * count }, () => random.between(-1, 1));
    const masses = Float64Array.from({ length: count }, () => random.between(0.1, 3));
    const v = spinVelocities(points, masses, [1, -2, 0.5], [0, 0, 3]);
    const total = masses.reduce((sum, mass) => sum + mass, 0);
    const weighted = (of: Float64Array, axis: number) =>
      masses.reduce((sum, mass, i) => sum + mass * of[3 * i + axis], 0) / total;
    [1, -2, 0.5].forEach((value, axis) => expect(weighted(v, axis)).toBeCloseTo(value, 12));
    for (let i = 0; i < count; i++) {
      expect(v[3 * i]).toBeCloseTo(1 - 3 * (points[3 * i + 1] - weighted(points, 1)), 12);
      expect(v[3 * i + 1]).toBeCloseTo(-2 + 3 * (points[3 * i] - weighted(points, 0)), 12);
    }
  });

  test('Z up becomes Y up without mirroring', () => {
    const out = new Float64Array(3);
    orientedPoint(Float64Array.of(1, 2, 3), 0, 2, 'z', out);
    expect([...out]).toEqual([2, 6, -4]);
    orientedPoint(Float64Array.of(1, 2, 3), 0, 2, 'y', out);
    expect([...out]).toEqual([2, 4, 6]);
  });
});

describe('totalVolume', () => {
  const surface = proceduralMesh({ shape: 'tet', edge: 1 }).surface;
  const embedding = { size: 4, vertices: new Uint32Array(), weights: new Float64Array() } as const;
  const tets = { kind: 'tet', mesh: boxTets([1, 2, 3], [2, 2, 2]), surface, embedding } as const;
  const hexes: VolumeMesh = {
    kind: 'hex',
    mesh: boxHexes([1, 2, 3], [2, 3, 2]),
    surface,
    embedding: { ...embedding, size: 8 },
  };

  test.each([
    ['tetrahedra', tets],
    ['hexahedra', hexes],
    ['quadratic tetrahedra', quadraticVolume(tets)],
  ])('of %s is that of the box, changes with the determinant, and mirrored ones count negative', (_, volume) => {
    const { positions } = volume.mesh;
    const cells = measuredCells(volume);
    expect(totalVolume(cells, positions)).toBeCloseTo(6, 12);
    const sheared = positions.map((value, k) => (k % 3 === 0 ? 2 * value + 0.7 * positions[k + 1] : value));
    expect(totalVolume(cells, sheared)).toBeCloseTo(12, 12);
    expect(
      totalVolume(
        cells,
        positions.map((value, k) => (k % 3 === 2 ? -value : value)),
      ),
    ).toBeCloseTo(-6, 12);
  });
});
