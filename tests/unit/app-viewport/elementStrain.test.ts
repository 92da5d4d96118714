import { Euler, Matrix3, Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { PictureClock } from '../../../app/viewport/engine/PictureClock.ts';
import { elementFigure, figureElements } from '../../../app/viewport/overlays/elementFigure.ts';
import { elementStrain } from '../../../app/viewport/probe/elementStrain.ts';
import { createRandom } from '../../support/random.ts';
import { signedSvd } from '../../../src/math/signedSvd.ts';
import { freudenthalBox, hexBox } from '../../support/freudenthalBox.ts';

const tet = Float64Array.of(0.1, 0, 0, 1.2, 0.1, 0, 0, 0.9, 0.2, 0.2, 0.1, 1.1);
const cube = Float64Array.from({ length: 24 }, (_, k) => (Math.floor(k / 3) >> (k % 3)) & 1);

/** The points under a map x -> M x + (1, 2, 3). */
function mapped(positions: Float64Array, m: Matrix3): Float64Array {
  const out = new Float64Array(positions.length);
  for (let k = 0; k < positions.length; k += 3) {
    new Vector3()
      .fromArray(positions, k)
      .applyMatrix3(m)
      .add(new Vector3(1, 2, 3))
      .toArray(out, k);
  }
  return out;
}

describe.each([
  ['tetrahedron', tet, [0, 1, 2, 3]],
  ['hexahedron', cube, [0, 1, 2, 3, 4, 5, 6, 7]],
] as const)('strain of a %s', (_, rest, corners) => {
  test('is none at rest and where it only turned', () => {
    const turn = new Matrix3().setFromMatrix4(new Matrix4().makeRotationFromEuler(new Euler(1, 2, 0.5)));
    const strain = elementStrain(corners, rest, mapped(rest, turn))!;
    expect(strain.volumeRatio).toBeCloseTo(1, 12);
    for (const stretch of strain.stretches) expect(stretch).toBeCloseTo(1, 6);
  });

  test('is that of the signed singular value decomposition', () => {
    const random = createRandom(11);
    for (let trial = 0; trial < 200; trial++) {
      const f = Float64Array.from({ length: 9 }, () => 2 * random() - 1);
      const [u, s, v] = [new Float64Array(9), new Float64Array(3), new Float64Array(9)];
      signedSvd(f, u, s, v);
      const m = new Matrix3().set(f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8]);
      const strain = elementStrain(corners, rest, mapped(rest, m))!;
      expect(strain.volumeRatio).toBeCloseTo(m.determinant(), 10);
      strain.stretches.forEach((stretch, k) => expect(stretch).toBeCloseTo(s[k], 6));
    }
  });
});

test('an element that is flat has a least stretch of nothing; one that is flat at rest has no strain', () => {
  const flat = mapped(tet, new Matrix3().set(1, 0, 0, 0, 1, 0, 0, 0, 0));
  expect(elementStrain([0, 1, 2, 3], tet, flat)!.stretches[2]).toBeCloseTo(0, 12);
  expect(elementStrain([0, 1, 2, 3], flat, tet)).toBeUndefined();
});

describe('figure of an element', () => {
  const card = { width: 300, height: 200, margin: 20 };

  test.each([
    ['tetrahedra', 4],
    ['hexahedra', 8],
  ] as const)('of %s holds it and its neighbours within the card, the nearest face last', (_, elementSize) => {
    const tets = freudenthalBox(3, 3, 3, 1);
    const hexes = hexBox(3, 3, 3, 1);
    const mesh = { elementSize, elements: elementSize === 4 ? tets.tets : hexes.hexes };
    const { positions } = elementSize === 4 ? tets : hexes;
    const shown = figureElements(mesh, 13);
    expect(shown.face.length).toBeGreaterThan(0);
    const turn = new Quaternion().setFromEuler(new Euler(0.4, -0.7, 0));
    const { faces, corners } = elementFigure(mesh, shown, positions, turn, card);
    const inside = faces.filter(({ layer }) => layer !== 'edge').flatMap(({ points }) => points);
    expect(Math.min(...inside.map(([x]) => x))).toBeGreaterThanOrEqual(card.margin - 1e-9);
    expect(Math.max(...inside.map(([x]) => x))).toBeLessThanOrEqual(card.width - card.margin + 1e-9);
    expect(Math.min(...inside.map(([, y]) => y))).toBeGreaterThanOrEqual(card.margin - 1e-9);
    expect(Math.max(...inside.map(([, y]) => y))).toBeLessThanOrEqual(card.height - card.margin + 1e-9);
    const own = [...mesh.elements.subarray(13 * elementSize, 14 * elementSize)];
    expect(corners.map(({ vertex }) => vertex)).toEqual(own);
    const total = 1 + shown.face.length + shown.edge.length;
    expect(faces).toHaveLength(total * (elementSize === 4 ? 4 : 6));
  });
});

test('the time of pictures is the mean over half a second, without pauses', () => {
  const clock = new PictureClock();
  let now = 0;
  for (let k = 0; k < 10; k++) clock.tick((now += 20));
  expect(clock.milliseconds).toBeUndefined();
  clock.tick((now += 5000));
  for (let k = 0; k < 26; k++) clock.tick((now += 20));
  expect(clock.milliseconds).toBeCloseTo(20, 9);
});
