import { expect, test } from 'vitest';
import { MAX_CONTACTS } from '../../../src/collision/contactState.ts';
import { faceNeighbours } from '../../../src/solids/fracture/faceNeighbours.ts';
import { cutTopology, elementAncestor, nodeAncestors } from '../../../src/solids/fracture/virtualNodes.ts';
import { elementQuadrature, lumpedMasses } from '../../../src/solids/elementQuadrature.ts';
import { tornState } from '../../../src/simulation/tornState.ts';
import { createRandom } from '../../support/random.ts';
import { freudenthalBox } from '../../support/freudenthalBox.ts';

/** A box cut in two through its middle cells, by the masses that the operators make. */
function cutBox() {
  const { positions, tets } = freudenthalBox(5, 2, 2, 0.1);
  const vertexCount = positions.length / 3;
  const body = { tets, vertexCount, neighbours: faceNeighbours(tets, vertexCount) };
  const sides = Uint8Array.from(tets, (vertex) => (positions[3 * vertex] > 0.25 ? 1 : 0));
  for (let t = 0; t < sides.length; t += 4)
    if (sides.subarray(t, t + 4).every((side) => side === 1)) sides.fill(0, t, t + 4);
  const [before, after] = [cutTopology(body, new Uint8Array(tets.length)), cutTopology(body, sides)];
  const masses = [before, after].map(({ elements, fractions, vertexOf }) => {
    const restPositions = Float64Array.from(
      { length: 3 * vertexOf.length },
      (_, k) => positions[3 * vertexOf[Math.floor(k / 3)] + (k % 3)],
    );
    const quadrature = elementQuadrature({ elementKind: 'tet', elements, restPositions, materialFraction: fractions });
    return lumpedMasses(quadrature, elements, vertexOf.length, 1000);
  });
  const elements = Uint32Array.from(after.tetOf, (_, e) => elementAncestor(before, after, e));
  return { before, after, masses, elements, nodes: nodeAncestors(before, after), count: vertexCount };
}

test('a cut keeps mass, momentum, angular momentum and kinetic energy to rounding', () => {
  const { masses, nodes, elements, count } = cutBox();
  const random = createRandom('torn');
  const numbers = (length: number) => Float64Array.from({ length }, () => random() - 0.5);
  const motion = {
    positions: numbers(3 * count),
    velocities: numbers(3 * count),
    contactVertices: new Uint32Array(0),
    phases: new Uint8Array(0),
    counts: new Uint8Array(0),
    colliders: new Uint16Array(0),
    vectors: new Float64Array(0),
  };
  const torn = tornState({ motion }, nodes, elements).motion;
  const sums = (mass: Float64Array, x: Float64Array, v: Float64Array) => {
    const out = new Float64Array(8);
    mass.forEach((m, n) => {
      const [px, py, pz] = x.subarray(3 * n, 3 * n + 3);
      const [vx, vy, vz] = v.subarray(3 * n, 3 * n + 3);
      const all = [
        1,
        vx,
        vy,
        vz,
        py * vz - pz * vy,
        pz * vx - px * vz,
        px * vy - py * vx,
        (vx * vx + vy * vy + vz * vz) / 2,
      ];
      all.forEach((value, k) => (out[k] += m * value));
    });
    return out;
  };
  const [old, now] = [
    sums(masses[0], motion.positions, motion.velocities),
    sums(masses[1], torn.positions, torn.velocities),
  ];
  expect(masses[1].length).toBeGreaterThan(masses[0].length);
  now.forEach((value, k) => expect(Math.abs(value - old[k])).toBeLessThan(1e-12 * old[0]));
});

test('contacts and plastic strain go to every part', () => {
  const { nodes, elements, count, after } = cutBox();
  const copy = nodes.length - 1;
  const cut = after.tetOf.length - 1;
  const motion = {
    positions: new Float64Array(3 * count),
    velocities: new Float64Array(3 * count),
    contactVertices: Uint32Array.of(nodes[copy]),
    phases: Uint8Array.of(2),
    counts: Uint8Array.of(1),
    colliders: new Uint16Array(MAX_CONTACTS).fill(3),
    vectors: new Float64Array(4 * MAX_CONTACTS + 3).fill(0.5),
  };
  const plastic = {
    points: Uint32Array.of(elements[cut]),
    strain: new Float64Array(6).fill(0.1),
    inverse: new Float64Array(6).fill(0.9),
    leastSquares: Float64Array.of(0.7),
    hardening: Float64Array.of(0.2),
  };
  const torn = tornState({ motion, plastic }, nodes, elements);
  expect([...torn.motion.contactVertices]).toEqual([...nodes.keys()].filter((node) => nodes[node] === nodes[copy]));
  expect(torn.motion.contactVertices.length).toBeGreaterThan(1);
  expect([...torn.motion.phases].every((phase) => phase === 2)).toBe(true);
  expect([...torn.plastic!.points]).toEqual([elements[cut], cut]);
  expect([...torn.plastic!.hardening]).toEqual([0.2, 0.2]);
});
