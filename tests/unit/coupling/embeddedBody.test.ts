import { expect, test } from 'vitest';
import { boxSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import { embedPositions } from '../../../src/geometry/TetMesh.ts';
import { embedSurface } from '../../../src/meshing/embedding.ts';
import { triangulate } from '../../../src/geometry/triangulate.ts';
import { EmbeddedBody } from '../../../src/simulation/immersion/EmbeddedBody.ts';
import { coupledBody } from '../../support/coupledBody.ts';
import { SeededRandom } from '../../support/random.ts';

const MESH = boxTets([0.3, 0.2, 0.25], [3, 2, 3]);
const SURFACE = boxSurface([0.32, 0.22, 0.27], [5, 4, 3]);
const EMBEDDING = embedSurface(MESH, SURFACE);
const SOLID = { youngsModulus: 1.25e4, density: 500, gravity: 9.81, step: 0.01, positions: MESH.positions };
const NODES = MESH.positions.length;

/** A block after the prediction of a step, as its nodes and as a surface around it that is embedded in it. */
function predicted() {
  const { body, integrator } = coupledBody(MESH, SOLID);
  const embedded = new EmbeddedBody('body', triangulate(SURFACE).mesh.triangles, EMBEDDING, integrator);
  integrator.beginInterval();
  integrator.predict(0, 0.01);
  embedded.predict();
  return { body, embedded };
}

function randomVector(length: number, seed: number): Float64Array {
  const random = new SeededRandom(seed);
  return Float64Array.from({ length }, () => random.uniform() - 0.5);
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, k) => sum + value * b[k], 0);
}

test('has the velocity of its nodes, and of its vertices as they are embedded', () => {
  const { body, embedded } = predicted();
  const vertices = new Float64Array(SURFACE.positions.length);
  embedPositions(EMBEDDING, body.velocity, vertices);
  expect([...embedded.velocity]).toEqual([...body.velocity, ...vertices]);
  expect(body.velocity.some((value) => value !== 0)).toBe(true);
});

test('responds to forces on nodes as the body does, and symmetrically to those on vertices', () => {
  const { body, embedded } = predicted();
  const size = embedded.velocity.length;
  const onNodes = randomVector(NODES, 1);
  const expected = onNodes.slice();
  body.applyInverse(expected);
  const extended = new Float64Array(size);
  extended.set(onNodes);
  embedded.applyInverse(extended);
  expect([...extended.subarray(0, NODES)]).toEqual([...expected]);
  const [f, g] = [randomVector(size, 2), randomVector(size, 3)];
  const [responseToF, responseToG] = [f.slice(), g.slice()];
  embedded.applyInverse(responseToF);
  embedded.applyInverse(responseToG);
  const [one, two] = [dot(g, responseToF), dot(f, responseToG)];
  expect(Math.abs(one)).toBeGreaterThan(1e-6);
  expect(Math.abs(one / two - 1)).toBeLessThan(1e-9);
});

test('moves by what presses on its vertices, and back', () => {
  const { body, embedded } = predicted();
  const before = body.velocity.slice();
  const force = randomVector(embedded.velocity.length, 4);
  const change = force.slice();
  embedded.applyInverse(change);
  const moved = embedded.velocity.map((value, k) => value + change[k]);
  embedded.applyPressure(force, change, true);
  embedded.velocity.forEach((value, k) => expect(value).toBeCloseTo(moved[k], 12));
  embedded.restoreFreeVelocity();
  expect([...embedded.velocity.subarray(0, NODES)]).toEqual([...before]);
});

test('puts its surface where its nodes carry it, and lets every vertex move that has a node that can', () => {
  const { embedded } = predicted();
  const positions = new Float64Array(3 * embedded.surface.nodes.length);
  embedded.writeSurface(positions);
  const [x, y, z] = [0, 1, 2].map((axis) => positions.filter((_, k) => k % 3 === axis));
  [x, y, z].forEach((values, axis) => expect(Math.max(...values)).toBeCloseTo([0.16, 0.11, 0.135][axis], 9));
  const up = Float64Array.of(0, 1, 0);
  for (const node of embedded.surface.nodes) expect(embedded.isCompliant(node, up, 0)).toBe(true);
});
