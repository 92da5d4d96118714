import { expect, test } from 'vitest';
import { CorotatedSolid } from '../../reference/CorotatedSolid.ts';
import { boxTets } from '../../../src/geometry/primitives/boxTets.ts';
import { SeededRandom } from '../../support/random.ts';

const MATERIAL = { mu: 4e4, lambda: 9e4, density: 700, massDamping: 0, stiffnessDamping: 0 };
const MESH = boxTets([0.4, 0.3, 0.2], [2, 2, 1]);

/** Elastic forces at the positions that stand, N. */
function forces(solid: CorotatedSolid): Float64Array {
  solid.velocity.fill(0);
  const force = new Float64Array(solid.velocity.length);
  solid.linearize(0.01, force);
  return force;
}

function largest(x: Float64Array): number {
  return x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** x = R (X (1 + stretch)) + (1, 2, 3), a rotation by 2 rad about (1, 2, 2) / 3. */
function turn(solid: CorotatedSolid, stretch: number): void {
  const [c, s] = [Math.cos(2), Math.sin(2)];
  const axis = [1 / 3, 2 / 3, 2 / 3];
  for (let k = 0; k < solid.positions.length; k += 3) {
    const x = [0, 1, 2].map((i) => MESH.positions[k + i] * (1 + stretch));
    const along = axis.reduce((sum, a, i) => sum + a * x[i], 0);
    for (let i = 0; i < 3; i++) {
      const [j, l] = [(i + 1) % 3, (i + 2) % 3];
      const turned = c * x[i] + s * (axis[j] * x[l] - axis[l] * x[j]) + (1 - c) * along * axis[i];
      solid.positions[k + i] = turned + i + 1;
    }
  }
}

test('has no forces at rest, however it is turned and moved', () => {
  const solid = new CorotatedSolid(MESH, MATERIAL);
  expect(largest(forces(solid))).toBeLessThan(1e-9);
  turn(solid, 0);
  expect(largest(forces(solid))).toBeLessThan(1e-8);
});

test('stretched alike in all directions it is under the pressure of 3 lambda + 2 mu, in the turned frame too', () => {
  const solid = new CorotatedSolid(MESH, MATERIAL);
  turn(solid, 0.01);
  const force = forces(solid);
  // Virial: the sum of f . x is minus the volume at rest times tr(P F^T).
  let virial = 0;
  force.forEach((f, k) => (virial += f * solid.positions[k]));
  const stress = (3 * MATERIAL.lambda + 2 * MATERIAL.mu) * 0.01;
  expect(virial / (-3 * 0.4 * 0.3 * 0.2 * stress * 1.01)).toBeCloseTo(1, 9);
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (let k = axis; k < force.length; k += 3) sum += force[k];
    expect(Math.abs(sum)).toBeLessThan(1e-8);
  }
});

test('the matrix is M / dt + D + dt K: K is minus the derivative of forces where nothing turns, D is Rayleigh damping', () => {
  const damped = { ...MATERIAL, massDamping: 3, stiffnessDamping: 0.02 };
  const solid = new CorotatedSolid(MESH, damped);
  const random = new SeededRandom(4);
  const way = Float64Array.from({ length: solid.velocity.length }, () => random.uniform() - 0.5);
  const [dt, epsilon] = [0.01, 1e-6];
  forces(solid);
  const image = new Float64Array(way.length);
  solid.matrix.multiply(way, image);
  const difference = [1, -1].map((sign) => {
    const moved = new CorotatedSolid(MESH, damped);
    for (let k = 0; k < way.length; k++) moved.positions[k] += sign * epsilon * way[k];
    return forces(moved);
  });
  const size = largest(image);
  for (let k = 0; k < way.length; k++) {
    const stiffness = (difference[1][k] - difference[0][k]) / (2 * epsilon);
    const mass = solid.masses[Math.floor(k / 3)];
    const expected = (mass / dt + 3 * mass) * way[k] + (dt + 0.02) * stiffness;
    expect(Math.abs(image[k] - expected)).toBeLessThan(1e-5 * size);
  }
});

test('masses sum to that of the volume, and the surface is closed', () => {
  const solid = new CorotatedSolid(MESH, MATERIAL);
  expect(solid.masses.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(700 * 0.024, 12);
  const { triangles, nodes } = solid.surface;
  const edges = new Set<string>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) edges.add(`${triangles[t + k]} ${triangles[t + ((k + 1) % 3)]}`);
  }
  for (const edge of edges) expect(edges.has(edge.split(' ').reverse().join(' '))).toBe(true);
  const surface = new Float64Array(3 * nodes.length);
  solid.writeSurface(surface);
  expect(surface.slice(0, 3)).toEqual(solid.positions.slice(3 * nodes[0], 3 * nodes[0] + 3));
});
