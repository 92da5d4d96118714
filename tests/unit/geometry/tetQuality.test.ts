import { describe, expect, it } from 'vitest';
import { hexQuality } from '../../../src/geometry/hexQuality.ts';
import { boxTets, regularTet } from '../../../src/geometry/primitives/boxTets.ts';
import { manifoldReport } from '../../../src/geometry/manifoldReport.ts';
import { boundaryFaces } from '../../../src/geometry/tetBoundary.ts';
import { cornerQuality, meshQuality, tetQuality } from '../../../src/geometry/tetQuality.ts';
import type { TetMesh } from '../../../src/geometry/TetMesh.ts';
import { SeededRandom } from '../../support/random.ts';

/** A BCC tet: the edge between two cell centres and an edge of their shared face. */
const bccTet: TetMesh = {
  positions: Float64Array.from([0, 0, 0, 1, 0, 0, 0.5, -0.5, -0.5, 0.5, 0.5, -0.5]),
  tets: Uint32Array.from([0, 1, 2, 3]),
};

/** Dihedral angles (radians) straight from the definition: between the planes at each edge. */
function dihedrals(x: Float64Array): number[] {
  const at = (v: number) => [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
  const angles: number[] = [];
  for (const [a, b, c, d] of [
    [0, 1, 2, 3],
    [0, 2, 1, 3],
    [0, 3, 1, 2],
    [1, 2, 0, 3],
    [1, 3, 0, 2],
    [2, 3, 0, 1],
  ]) {
    const e = at(b).map((value, k) => value - at(a)[k]);
    const length = Math.hypot(...e);
    const away = (v: number) => {
      const w = at(v).map((value, k) => value - at(a)[k]);
      const along = w.reduce((sum, value, k) => sum + (value * e[k]) / length, 0);
      return w.map((value, k) => value - (along * e[k]) / length);
    };
    const [u, v] = [away(c), away(d)];
    const cos = u.reduce((sum, value, k) => sum + value * v[k], 0) / (Math.hypot(...u) * Math.hypot(...v));
    angles.push(Math.acos(cos));
  }
  return angles;
}

describe('tet quality', () => {
  it('is .8 for the regular tet, with angles of 70.53 degrees and aspect sqrt(3/2)', () => {
    const mesh = regularTet(2);
    const report = meshQuality(mesh);
    expect(report.minDihedral).toBeCloseTo(70.5288, 3);
    expect(report.maxDihedral).toBeCloseTo(70.5288, 3);
    expect(report.worstAspect).toBeCloseTo(Math.sqrt(1.5), 10);
    // The constants of the definition are rounded to four digits.
    expect(report.worstQuality).toBeCloseTo(0.8, 3);
  });

  it('gives the BCC tet 60 and 90 degrees and aspect sqrt(2)', () => {
    const report = meshQuality(bccTet);
    expect(report.minDihedral).toBeCloseTo(60, 9);
    expect(report.maxDihedral).toBeCloseTo(90, 9);
    expect(report.worstAspect).toBeCloseTo(Math.SQRT2, 10);
    expect(report.inverted).toBe(0);
  });

  it('matches its definition on random tets, in both forms', () => {
    const random = new SeededRandom(21);
    for (let trial = 0; trial < 300; trial++) {
      const x = Float64Array.from({ length: 12 }, () => random.between(-1, 1));
      const mesh = { positions: x, tets: Uint32Array.from([0, 1, 2, 3]) };
      const q = tetQuality(x, 0, 1, 2, 3);
      const edge = (v: number) => [x[3 * v] - x[0], x[3 * v + 1] - x[1], x[3 * v + 2] - x[2]] as const;
      expect(cornerQuality(...edge(1), ...edge(2), ...edge(3))).toBe(q);
      const report = meshQuality(mesh);
      if (report.inverted > 0) {
        expect(q).toBeLessThanOrEqual(0);
        continue;
      }
      const angles = dihedrals(x);
      const expected = Math.min(
        Math.sin(Math.min(...angles) / 2) * Math.sqrt(3),
        0.8 * Math.cos(Math.max(...angles) / 2) * Math.sqrt(1.5),
        (1.5 * Math.sqrt(1.5)) / report.worstAspect,
      );
      expect(q).toBeCloseTo(expected, 9);
      expect(report.minDihedral).toBeCloseTo((Math.min(...angles) * 180) / Math.PI, 8);
      expect(report.maxDihedral).toBeCloseTo((Math.max(...angles) * 180) / Math.PI, 8);
    }
  });

  it('counts inverted and flat elements', () => {
    const inverted = { positions: bccTet.positions, tets: Uint32Array.from([1, 0, 2, 3]) };
    expect(meshQuality(inverted)).toMatchObject({ inverted: 1, minDihedral: 0, maxDihedral: 180 });
    const flat = { positions: bccTet.positions.map((v, i) => (i % 3 === 2 ? 0 : v)), tets: bccTet.tets };
    expect(meshQuality(flat).inverted).toBe(1);
  });
});

describe('hex quality', () => {
  it('gives a box 90 degrees and counts a mirrored one as inverted', () => {
    const positions = Float64Array.from([...Array(8).keys()].flatMap((c) => [c & 1, (c >> 1) & 1, 2 * (c >> 2)]));
    const hexes = Uint32Array.from([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(hexQuality({ positions, hexes })).toMatchObject({ elements: 1, inverted: 0, worstAspect: 2 });
    expect(hexQuality({ positions, hexes }).minDihedral).toBeCloseTo(90, 10);
    expect(hexQuality({ positions: positions.map((v, i) => (i % 3 === 0 ? -v : v)), hexes }).inverted).toBe(1);
  });
});

describe('boundary', () => {
  it('of a box is an outward sphere', () => {
    const mesh = boxTets([1, 1, 1], [3, 2, 2]);
    const faces = boundaryFaces(mesh.tets, mesh.positions.length / 3);
    expect(faces.length / 3).toBe(2 * 2 * (3 * 2 + 3 * 2 + 2 * 2));
    const report = manifoldReport(faces, mesh.positions.length / 3);
    expect(report).toMatchObject({ manifold: true, eulerCharacteristic: 2, components: 1 });
    for (let f = 0; f < faces.length; f += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => [...mesh.positions.subarray(3 * faces[f + k], 3 * faces[f + k] + 3)]);
      const u = b.map((value, k) => value - a[k]);
      const v = c.map((value, k) => value - a[k]);
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      expect(n[0] * a[0] + n[1] * a[1] + n[2] * a[2]).toBeGreaterThan(0);
    }
  });

  it('sees tets that touch in a vertex or an edge as non-manifold', () => {
    const pair = (tets: number[]) => manifoldReport(boundaryFaces(Uint32Array.from(tets), 8), 8);
    expect(pair([0, 1, 2, 3, 0, 4, 5, 6])).toMatchObject({ manifold: false, badEdges: 0, badVertices: 1 });
    expect(pair([0, 1, 2, 3, 0, 1, 4, 5]).badEdges).toBeGreaterThan(0);
    expect(pair([0, 1, 2, 3, 4, 5, 6, 7])).toMatchObject({ manifold: true, components: 2, eulerCharacteristic: 4 });
    expect(pair([0, 1, 2, 3, 0, 2, 1, 4])).toMatchObject({ manifold: true, components: 1, eulerCharacteristic: 2 });
  });
});
