import { expect, test } from 'vitest';
import { SystemState } from '../../../src/base/state/SystemState.ts';
import { ContactPhase, ContactState, MAX_CONTACTS } from '../../../src/collision/contactState.ts';
import { createPlasticArrays, plasticColumns, resetPlasticArrays } from '../../../src/plasticity/PlasticPoints.ts';
import { faceNeighbours } from '../../../src/solids/fracture/faceNeighbours.ts';
import { cutTopology, elementAncestor, nodeAncestors } from '../../../src/solids/fracture/virtualNodes.ts';
import { elementQuadrature, lumpedMasses } from '../../../src/solids/elementQuadrature.ts';
import { createRandom } from '../../support/random.ts';
import { freudenthalBox } from '../../support/freudenthalBox.ts';

/** What flow makes of so many points, as it is declared. */
function plasticPoints(count: number) {
  const arrays = createPlasticArrays(count);
  const clear = () => resetPlasticArrays(arrays);
  clear();
  const columns = plasticColumns(arrays);
  return { arrays, state: new SystemState().rows('points', { columns, marks: arrays.flowed, per: 'element', clear }) };
}

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
    return lumpedMasses(quadrature, elements, vertexOf.length, () => 1000);
  });
  const elements = Uint32Array.from(after.tetOf, (_, e) => elementAncestor(before, after, e));
  return { before, after, masses, elements, nodes: nodeAncestors(before, after), count: vertexCount };
}

test('a cut keeps mass, momentum, angular momentum and kinetic energy to rounding', () => {
  const { masses, nodes, elements, count } = cutBox();
  const random = createRandom('torn');
  const numbers = (length: number) => Float64Array.from({ length }, () => random() - 0.5);
  const motion = { positions: numbers(3 * count), velocities: numbers(3 * count) };
  const torn = { positions: new Float64Array(3 * nodes.length), velocities: new Float64Array(3 * nodes.length) };
  const [whole, parts] = [motion, torn].map(({ positions, velocities }) =>
    new SystemState().array('positions', positions, 'vertex').array('velocities', velocities, 'vertex'),
  );
  parts.inherit(whole.save(), { vertex: nodes, element: elements });
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
  const { nodes, elements, count, before, after } = cutBox();
  const copy = nodes.length - 1;
  const cut = after.tetOf.length - 1;
  const [contacts, torn] = [new ContactState(count), new ContactState(nodes.length)];
  contacts.add(nodes[copy], 3, Float64Array.of(0, 1, 0));
  contacts.phases[nodes[copy]] = ContactPhase.stick;
  const [points, tornPoints] = [before, after].map(({ tetOf }) => plasticPoints(tetOf.length));
  points.arrays.hardening[elements[cut]] = 0.2;
  points.arrays.flowed[elements[cut]] = 1;
  const [whole, parts] = [
    { contacts, points },
    { contacts: torn, points: tornPoints },
  ].map((own) => new SystemState().include('contacts', own.contacts.state).include('points', own.points.state));
  parts.inherit(whole.save(), { vertex: nodes, element: elements });
  const touching = [...nodes.keys()].filter((node) => nodes[node] === nodes[copy]);
  expect(touching.length).toBeGreaterThan(1);
  expect([...nodes.keys()].filter((node) => torn.phases[node] === ContactPhase.stick)).toEqual(touching);
  for (const node of touching) expect(torn.colliders[MAX_CONTACTS * node]).toBe(3);
  const flowed = tornPoints.arrays.flowed;
  expect([...flowed.keys()].filter((point) => flowed[point] !== 0)).toEqual([elements[cut], cut]);
  expect([tornPoints.arrays.hardening[elements[cut]], tornPoints.arrays.hardening[cut]]).toEqual([0.2, 0.2]);
});
