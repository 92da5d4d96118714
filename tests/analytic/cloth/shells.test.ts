import { describe, expect, it } from 'vitest';
import { sheetSurface, tubeSurface } from '../../../src/geometry/primitives/sheets.ts';
import { ClothOperators } from '../../../src/solids/cloth/ClothOperators.ts';
import { clothBody, planeCollider, runCloth, shellOf } from '../../support/clothBodies.ts';

const GRAVITY = 9.81;

describe('a sheet', () => {
  const size = { width: 0.6, depth: 0.5 };
  const area = size.width * size.depth;
  const surface = sheetSurface(size.width, size.depth, 0.05);

  it('weighs its area times its density', () => {
    const shell = shellOf(surface, { areaDensity: 0.37 });
    const mass = new ClothOperators(shell).masses.reduce((sum, m) => sum + m, 0);
    expect(mass).toBeCloseTo(0.37 * area, 12);
  });

  it('passes the patch test: stretched evenly it pulls with the stress of plane stress at its edges alone', () => {
    const shell = shellOf(surface);
    const { mu, lambda } = {
      mu: shell.membraneStiffness / (2 * (1 + shell.poissonRatio)),
      lambda: (shell.membraneStiffness * shell.poissonRatio) / (1 - shell.poissonRatio ** 2),
    };
    const [a, b] = [0.04, -0.01];
    const positions = shell.restPositions.map((x, k) => (k % 3 === 0 ? (1 + a) * x : k % 3 === 2 ? (1 + b) * x : x));
    const operators = new ClothOperators(shell);
    operators.updateElastic(positions, 1);
    const pull = 2 * mu * a + lambda * (a + b);
    const force = operators.elasticForce;
    let right = 0;
    for (let k = 0; k < force.length; k += 3) {
      const x = shell.restPositions[k];
      if (x > 0.5 * size.width - 1e-9) right += force[k];
      const inside =
        Math.abs(x) < 0.5 * size.width - 1e-9 && Math.abs(shell.restPositions[k + 2]) < 0.5 * size.depth - 1e-9;
      if (inside) expect(Math.hypot(force[k], force[k + 1], force[k + 2])).toBeLessThan(1e-10);
    }
    expect(right).toBeCloseTo(-pull * size.depth, 8);
    expect(operators.elasticEnergy()).toBeCloseTo(area * (mu * (a * a + b * b) + 0.5 * lambda * (a + b) ** 2), 12);
  });

  it('is stiffer along the threads that are made stiffer', () => {
    const energyOf = (axis: number) => {
      const shell = shellOf(surface, { warpFactor: 3, poissonRatio: 0 });
      const operators = new ClothOperators(shell);
      operators.updateElastic(
        shell.restPositions.map((x, k) => (k % 3 === axis ? 1.01 * x : x)),
        1,
      );
      return operators.elasticEnergy();
    };
    expect(energyOf(0) / energyOf(2)).toBeCloseTo(3, 9);
  });

  it('falls freely along a parabola, and stays as it is', () => {
    const shell = shellOf(surface);
    const body = clothBody(shell, { gravityAt: (_, out) => out.set([0, -GRAVITY, 0]) });
    const [dt, steps] = [0.01, 20];
    runCloth(body, dt, steps);
    const fallen = 0.5 * GRAVITY * (dt * steps) ** 2;
    body.positions.forEach((x, k) => {
      expect(x - shell.restPositions[k]).toBeCloseTo(k % 3 === 1 ? -fallen : 0, 9);
    });
  });

  it('keeps momentum and angular momentum while it flutters', () => {
    const shell = shellOf(surface);
    const kick = (masses: Float64Array) =>
      Float64Array.from({ length: 3 * masses.length }, (_, k) => Math.sin(7.3 * k) * (k % 3 === 1 ? 1 : 0.3));
    const body = clothBody(shell, { velocitiesOf: kick });
    const momenta = () => {
      const sums = new Float64Array(6);
      const { masses, positions: x, velocities: v } = body;
      for (let i = 0; i < masses.length; i++) {
        for (let axis = 0; axis < 3; axis++) {
          const [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
          sums[axis] += masses[i] * v[3 * i + axis];
          sums[3 + axis] += masses[i] * (x[3 * i + b] * v[3 * i + c] - x[3 * i + c] * v[3 * i + b]);
        }
      }
      return sums;
    };
    const before = momenta();
    runCloth(body, 1 / 96, 24);
    momenta().forEach((value, k) => expect(Math.abs(value - before[k])).toBeLessThan(1e-12));
  });

  it.each([0, 0.4, Math.PI / 2])(
    'bends with a rigidity of a quarter of k_b, whatever the direction (%f rad)',
    (turn) => {
      const stiffness = 0.01;
      const shell = shellOf(sheetSurface(1, 1, 0.02), { bendingStiffness: stiffness });
      const operators = new ClothOperators(shell);
      const radius = 2;
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const positions = shell.restPositions.slice();
      for (let k = 0; k < positions.length; k += 3) {
        const [x, , z] = shell.restPositions.subarray(k, k + 3);
        const along = c * x + s * z;
        const across = c * z - s * x;
        const [u, y] = [radius * Math.sin(along / radius), radius * (1 - Math.cos(along / radius))];
        positions.set([c * u - s * across, y, s * u + c * across], k);
      }
      operators.updateElastic(positions, 1);
      const bending = operators.bending.energy();
      const rigidity = (2 * bending * radius * radius) / 1;
      expect(Math.abs(rigidity / (stiffness / 4) - 1)).toBeLessThan(0.05);
    },
  );
});

it('a tube rolls down a rough slope like a thin ring: v = g sin(a) t / 2, without sliding', () => {
  const radius = 0.08;
  const angle = (20 * Math.PI) / 180;
  const shell = shellOf(tubeSurface(radius, 0.3, 0.02), {
    areaDensity: 0.4,
    membraneStiffness: 3000,
    bendingStiffness: 0.5,
  });
  const body = clothBody(shell, {
    positions: shell.restPositions.map((x, k) => (k % 3 === 1 ? x + radius : x)),
    gravityAt: (_, out) => out.set([0, -GRAVITY * Math.cos(angle), GRAVITY * Math.sin(angle)]),
    colliders: [planeCollider(0.5)],
    tolerance: 1e-4,
  });
  const [time, steps] = [0.25, 192];
  runCloth(body, time / steps, steps);
  const { masses, velocities: v, positions: x } = body;
  const mass = masses.reduce((sum, m) => sum + m, 0);
  const mean = (of: Float64Array, axis: number) => masses.reduce((sum, m, i) => sum + m * of[3 * i + axis], 0) / mass;
  const [cy, cz, vy, vz] = [mean(x, 1), mean(x, 2), mean(v, 1), mean(v, 2)];
  let spin = 0;
  let inertia = 0;
  masses.forEach((m, i) => {
    const [y, z] = [x[3 * i + 1] - cy, x[3 * i + 2] - cz];
    spin += m * (y * (v[3 * i + 2] - vz) - z * (v[3 * i + 1] - vy));
    inertia += m * (y * y + z * z);
  });
  const exact = 0.5 * GRAVITY * Math.sin(angle) * time;
  expect(Math.abs(vz / exact - 1)).toBeLessThan(0.03);
  expect(Math.abs(((spin / inertia) * radius) / vz - 1)).toBeLessThan(0.02);
});
