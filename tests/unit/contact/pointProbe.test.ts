import { expect, test } from 'vitest';
import { ContactPoints } from '../../../src/collision/ContactPoints.ts';
import { colliderShapes } from '../../../src/collision/CollisionBody.ts';
import { PlacedCollider } from '../../../src/collision/contactCollider.ts';
import { PointProbe } from '../../../src/collision/PointProbe.ts';
import { SeededRandom } from '../../support/random.ts';
import { halfSpace, standing } from '../../support/solids.ts';

const VERTICES = 2000;
const ROUNDS = 20;

test('points move no farther than their reach says for each metre that vertices move', () => {
  const points = new ContactPoints(
    [0],
    [{ size: 3, vertices: [0, 1, 2, 0, 1, 2], weights: [0.5, 0.25, 0.25, 1, 0.5, -0.5] }],
  );
  expect(points.reach).toBe(2);
});

test('a probe whose points were sorted some way ago finds what one finds that sorts them now, also after a collider has pushed them', () => {
  const random = new SeededRandom('probe');
  const points = new ContactPoints(
    Array.from({ length: VERTICES }, (_, v) => v),
    [],
  );
  const kept = new PointProbe(points, VERTICES, true);
  const sorts = countSorts(points);
  // Across corners of cells, where these reach farthest, and others that the first one pushes points into.
  const ground = halfSpace([Math.sqrt(1 / 3), Math.sqrt(1 / 3), Math.sqrt(1 / 3)]);
  const others = ['sphere', 'box'].map((type) => {
    const definition = colliderShapes.get(type);
    return definition.create(definition.params.parse({}));
  });
  const colliders = [ground, ...others].map((shape) => new PlacedCollider(standing(shape, 0.5)));
  for (const collider of colliders) collider.place(0, 1);
  const constrained = new Uint8Array(VERTICES);
  const x = Float64Array.from({ length: 3 * VERTICES }, () => random.between(-1, 1));
  const pushed = new Float64Array(x.length);
  let near = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (let k = 0; k < x.length; k++) x[k] = random.between(-1, 1);
    kept.sort(x);
    // They sink by less than half a cell.
    for (let k = 0; k < x.length; k++) x[k] += 0.002 * random.between(-1, 1) - 0.03;
    const found = [kept, new PointProbe(points, VERTICES, true)].map((probe) => {
      pushed.set(x);
      probe.sort(pushed);
      return colliders.map((collider) => {
        probe.find(collider, 0.02, pushed, constrained);
        const touched = [...probe.touched.subarray(0, probe.touchedCount)];
        const gaps = touched.map((v) => probe.gaps[v]);
        const deepest = touched.map((v) => probe.deepest[v]);
        probe.pushOut(collider, pushed, constrained, 1e-4);
        return { touched, gaps, deepest };
      });
    });
    expect(found[0]).toEqual(found[1]);
    near += found[0].reduce((sum, { touched }) => sum + touched.length, 0);
  }
  expect(near).toBeGreaterThan(20 * ROUNDS);
  // The kept one sorts once a round.
  expect(sorts.count).toBe(2 * ROUNDS);
});

/** Counts how often all points are placed, which is to be sorted. */
function countSorts(points: ContactPoints): { count: number } {
  const counted = { count: 0 };
  const place = points.placeAll.bind(points);
  points.placeAll = (x, out) => {
    counted.count++;
    place(x, out);
  };
  return counted;
}
