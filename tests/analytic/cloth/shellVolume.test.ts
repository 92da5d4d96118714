import { describe, expect, it } from 'vitest';
import { ballSurface } from '../../../src/geometry/primitives/ballSurface.ts';
import { sheetSurface } from '../../../src/geometry/primitives/sheets.ts';
import { lumpedMasses } from '../../../src/solids/cloth/lumpedMasses.ts';
import { Membrane } from '../../../src/solids/cloth/Membrane.ts';
import { enclosedVolume } from '../../../src/geometry/enclosedVolume.ts';
import { EnclosedVolume } from '../../../src/solids/incompressibility/EnclosedVolume.ts';
import { oneRings } from '../../../src/solids/incompressibility/OneRings.ts';
import { ringVolumes } from '../../../src/solids/incompressibility/OneRingMatrix.ts';
import type { PressureSystem } from '../../../src/solids/incompressibility/PressureSystem.ts';
import { ReferencePressures } from '../../../src/solids/incompressibility/ReferencePressures.ts';
import { Constraint } from '../../../src/collision/VelocityConstraints.ts';
import { clothBody, runCloth, shellOf } from '../../support/clothBodies.ts';

/** Irving 2007, 4.3 and 4.6: the one-rings of triangles, and the volume inside a closed shell. */

const ball = shellOf(ballSurface(0.2, 0.06));
const shaken = ball.restPositions.map((x, k) => x + 0.006 * Math.sin(12.7 * k) + [5, -3, 2][k % 3]);

function systems(): readonly (readonly [string, PressureSystem])[] {
  const { triangles, restPositions } = ball;
  const rings = oneRings({ elementKind: 'triangle', elements: triangles, restPositions });
  const masses = lumpedMasses(ball, new Membrane(ball).areas);
  const inputOf = () => ({ rings, masses, restVolumes: new Float64Array(masses.length) });
  const area = inputOf();
  ringVolumes(rings, restPositions, area.restVolumes);
  return [
    ['areas', new ReferencePressures(area)],
    ['the volume inside', new EnclosedVolume(triangles, restPositions, inputOf())],
  ];
}

describe.each(systems())('%s of a ball', (_, system) => {
  const count = shaken.length / 3;

  it('changes as B v says', () => {
    const velocity = shaken.map((_, k) => Math.cos(3.1 * k));
    const rates = new Float64Array(count);
    system.update(shaken);
    system.rates(velocity, rates);
    const at = (step: number) => {
      const volumes = new Float64Array(count);
      system.volumesAt(
        shaken.map((x, k) => x + step * velocity[k]),
        volumes,
      );
      return volumes;
    };
    const [after, before] = [at(1e-6), at(-1e-6)];
    const largest = Math.max(...rates.map(Math.abs));
    rates.forEach((rate, i) => expect(Math.abs((after[i] - before[i]) / 2e-6 - rate)).toBeLessThan(1e-6 * largest));
  });

  it('pushes with B^T p, which has no sum and no torque', () => {
    const pressures = new Float64Array(count).fill(1.7);
    const forces = new Float64Array(3 * count);
    system.update(shaken);
    system.forces(pressures, forces);
    const sums = new Float64Array(6);
    for (let v = 0; v < count; v++) {
      for (let axis = 0; axis < 3; axis++) {
        const [b, c] = [3 * v + ((axis + 1) % 3), 3 * v + ((axis + 2) % 3)];
        sums[axis] += forces[3 * v + axis];
        sums[3 + axis] += shaken[b] * forces[c] - shaken[c] * forces[b];
      }
    }
    const largest = Math.max(...forces.map(Math.abs));
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-10 * largest);
    // Work of the forces is what the pressures do: p . B v = v . B^T p, one pressure everywhere.
    const velocity = shaken.map((_, k) => Math.sin(2.3 * k));
    const rates = new Float64Array(count);
    system.rates(velocity, rates);
    const done = forces.reduce((sum, force, k) => sum + force * velocity[k], 0);
    expect(done).toBeCloseTo(1.7 * rates.reduce((sum, rate) => sum + rate, 0), 10);
  });

  it('keeps what is held, and takes the divergence out of the rest', () => {
    const constraints = { kinds: new Uint8Array(count), normals: new Float64Array(3 * count) };
    for (let v = 0; v < count; v += 9) constraints.kinds[v] = Constraint.fixed;
    const velocity = shaken.map((_, k) =>
      constraints.kinds[Math.floor(k / 3)] === Constraint.fixed ? 0 : Math.sin(k),
    );
    const [rhs, pressures, forces] = [new Float64Array(count), new Float64Array(count), new Float64Array(3 * count)];
    system.update(shaken);
    system.rates(velocity, rhs);
    const before = Math.hypot(...rhs);
    system.begin(
      rhs.map((rate) => -rate),
      constraints,
      { relative: 1e-8, absolute: 0, maxIterations: 2000 },
    );
    system.take(pressures, forces);
    const masses = lumpedMasses(ball, new Membrane(ball).areas);
    const after = velocity.map((v, k) => {
      const vertex = Math.floor(k / 3);
      return constraints.kinds[vertex] === Constraint.fixed ? v : v + forces[k] / masses[vertex];
    });
    system.rates(after, rhs);
    // The smoothing of pressures leaves a share of single one-rings to the next solve.
    expect(Math.hypot(...rhs)).toBeLessThan(0.1 * before);
    expect(Math.abs(rhs.reduce((sum, rate) => sum + rate, 0))).toBeLessThan(1e-6 * before);
  });
});

describe('a shell that keeps its size', () => {
  const settings = { recoveryTime: 0, tolerance: 1e-3, maxIterations: 2000 };
  const sumOf = (values: Float32Array, weights: Float64Array) =>
    values.reduce((sum, ratio, v) => sum + ratio * weights[v], 0);

  it('narrows by as much as it is drawn out', () => {
    const shell = shellOf(sheetSurface(0.4, 0.2, 0.025), { dampingTime: 0.01 });
    const x0 = shell.restPositions;
    const ends = Uint32Array.from(x0.keys()).filter((v) => 3 * v < x0.length && Math.abs(x0[3 * v]) > 0.199);
    const body = clothBody(shell, {
      dragAt: () => 4,
      volume: { ...settings, keeps: 'area' },
      targetsOf: () => [
        {
          vertices: ends,
          activeAt: () => true,
          positionsAt: (time, out) => {
            ends.forEach((v, i) => {
              for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = x0[3 * v + axis];
              out[3 * i] *= 1 + 0.5 * Math.min(1, time);
            });
          },
        },
      ],
    });
    const { restVolumes } = body.volume!;
    const whole = restVolumes.reduce((sum, area) => sum + area, 0);
    for (let step = 0; step < 12; step++) {
      runCloth(body, 1 / 96, 8, step / 12);
      const now = sumOf(body.volume!.volumeRatios(body.positions), restVolumes);
      expect(Math.abs(now / whole - 1)).toBeLessThan(0.005);
    }
    const middle = Array.from(x0.keys()).filter((k) => k % 3 === 2 && Math.abs(x0[k - 2]) < 0.03);
    const width = (x: Float64Array) => Math.max(...middle.map((k) => x[k])) - Math.min(...middle.map((k) => x[k]));
    // Half as long again, and held as wide as it is at its ends: the middle makes up for them.
    expect(width(body.positions) / width(x0)).toBeLessThan(1 / 1.5);
  });

  it('holds what it encloses while it is squeezed', () => {
    const shell = shellOf(ballSurface(0.2, 0.05), { dampingTime: 0.005, membraneStiffness: 50 });
    const squeeze = (masses: Float64Array) =>
      Float64Array.from({ length: 3 * masses.length }, (_, k) => (k % 3 === 1 ? -20 * shell.restPositions[k] : 0));
    const body = clothBody(shell, { velocitiesOf: squeeze, volume: { ...settings, keeps: 'enclosed' } });
    const rest = enclosedVolume(shell.restPositions, shell.triangles);
    let flattest = Infinity;
    for (let step = 0; step < 24; step++) {
      runCloth(body, 1 / 192, 1, step / 192);
      expect(Math.abs(enclosedVolume(body.positions, shell.triangles) / rest - 1)).toBeLessThan(0.001);
      flattest = Math.min(flattest, Math.max(...body.positions.filter((_, k) => k % 3 === 1)));
    }
    expect(flattest).toBeLessThan(0.19);
  });
});
