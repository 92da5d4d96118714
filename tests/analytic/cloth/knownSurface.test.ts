import { describe, expect, it } from 'vitest';
import { ballSurface } from '../../../src/geometry/primitives/ballSurface.ts';
import { sheetSurface } from '../../../src/geometry/primitives/sheets.ts';
import { ClothOperators } from '../../../src/solids/cloth/ClothOperators.ts';
import type { KnownSurface } from '../../../src/solids/cloth/KnownSurface.ts';
import { clothBody, runCloth, shellOf } from '../../support/clothBodies.ts';

/** Irving 2007, 2.8: a triangle whose normal points away from the known surface normal at its centre is inverted, and acts to uninvert. */

const UP: KnownSurface = {
  findSides: (_time, _positions, out) => out.forEach((_, k) => (out[k] = k % 3 === 1 ? 1 : 0)),
};

/** Sheets of the program face up. */
const sheet = () => sheetSurface(0.4, 0.2, 0.025);

const RADIUS = 0.2;

/** The upper half of a ball and the vertices of its rim. */
function dome() {
  const ball = shellOf(ballSurface(RADIUS, 0.03), { dampingTime: 0.01 });
  const above = (v: number) => ball.restPositions[3 * v + 1] > -0.005;
  const triangles = Uint32Array.from(
    Array.from({ length: ball.triangles.length / 3 }, (_, t) => [...ball.triangles.subarray(3 * t, 3 * t + 3)])
      .filter((corners) => corners.every(above))
      .flat(),
  );
  const used = [...new Set(triangles)];
  const numbers = new Map(used.map((v, k) => [v, k]));
  const restPositions = Float64Array.from(used.flatMap((v) => [...ball.restPositions.subarray(3 * v, 3 * v + 3)]));
  const rim = Uint32Array.from(used.keys()).filter((k) => restPositions[3 * k + 1] < 0.03);
  const shell = { ...ball, restPositions, triangles: triangles.map((v) => numbers.get(v)!) };
  return { shell: { ...shell, warpDirections: new Float64Array(triangles.length).fill(1) }, rim };
}

/** A ball about the origin. */
function aboutOrigin(triangles: Uint32Array): KnownSurface {
  return {
    findSides(_time, x, out) {
      for (let k = 0; k < out.length; k += 3) {
        const centre = [0, 1, 2].map((axis) => [0, 1, 2].reduce((sum, c) => sum + x[3 * triangles[k + c] + axis], 0));
        const size = Math.hypot(...centre);
        centre.forEach((value, axis) => (out[k + axis] = size > 0 ? value / size : 0));
      }
    },
  };
}

/** Pushed through its rim, which is held, let go and left for a second: how far it is from where it was (rms, m). */
function pushedThrough(knows: boolean): { readonly away: number; readonly inverted: readonly number[] } {
  const { shell, rim } = dome();
  const { restPositions: rest, triangles } = shell;
  const held = new Set(rim);
  const body = clothBody(shell, {
    positions: rest.map((x, k) => (k % 3 === 1 && !held.has(Math.floor(k / 3)) ? -x : x)),
    dragAt: () => 2,
    surface: knows ? aboutOrigin(triangles) : undefined,
    targetsOf: () => [
      {
        vertices: rim,
        activeAt: () => true,
        positionsAt: (_time, out) => rim.forEach((v, i) => out.set(rest.subarray(3 * v, 3 * v + 3), 3 * i)),
      },
    ],
  });
  body.energies(0);
  const before = body.countInverted();
  runCloth(body, 1 / 192, 192);
  body.energies(1);
  const square = body.positions.reduce((sum, x, k) => sum + (x - rest[k]) ** 2, 0);
  return { away: Math.sqrt(square / rest.length), inverted: [before, body.countInverted()] };
}

describe('a dome that is pushed through its rim', () => {
  it('stays there where nothing says which side is out', () => {
    const { away, inverted } = pushedThrough(false);
    expect(inverted).toEqual([0, 0]);
    expect(away).toBeGreaterThan(0.4 * RADIUS);
  });

  it('comes back to its side where the surface says so', () => {
    const { away, inverted } = pushedThrough(true);
    expect(inverted[0]).toBeGreaterThan(300);
    expect(inverted[1]).toBe(0);
    expect(away).toBeLessThan(0.06 * RADIUS);
  });
});

describe('an inverted triangle', () => {
  const shell = { ...shellOf(sheet()), liesOnSurface: true };
  const operators = () => {
    const made = new ClothOperators(shell);
    UP.findSides(0, shell.restPositions, made.membrane.sides);
    return made;
  };

  it('has a negative second stretch, and the energy of it', () => {
    const made = operators();
    made.updateElastic(
      shell.restPositions.map((x, k) => (k % 3 === 0 ? -0.8 * x : x)),
      1,
    );
    const { stretches, mu, lambda } = made.membrane;
    for (let k = 0; k < stretches.length; k += 2) {
      expect(stretches[k]).toBeCloseTo(1, 12);
      expect(stretches[k + 1]).toBeCloseTo(-0.8, 12);
    }
    const density = mu * 1.8 ** 2 + 0.5 * lambda * 1.8 ** 2;
    expect(made.membrane.energy(shell.restPositions)).toBeCloseTo(0.08 * density, 9);
  });

  it('pulls with minus the gradient of its energy', () => {
    const made = operators();
    const x = shell.restPositions.map((value, k) => {
      const shake = 0.004 * Math.sin(12.3 * k);
      return (k % 3 === 0 ? -0.7 * value : value) + shake;
    });
    made.updateElastic(x, 1);
    expect(made.membrane.stretches.some((s, k) => k % 2 === 1 && s < 0)).toBe(true);
    const force = made.elasticForce.slice();
    const largest = Math.max(...force.map(Math.abs));
    for (const k of [0, 7, 61, 100, 143, 200]) {
      const energy = (step: number) => {
        const there = x.map((value, other) => (other === k ? value + step : value));
        made.updateElastic(there, 1);
        return made.elasticEnergy();
      };
      const slope = (energy(1e-6) - energy(-1e-6)) / 2e-6;
      expect(Math.abs(force[k] + slope) / largest).toBeLessThan(1e-5);
    }
  });

  it('opens to its side when it is a line', () => {
    const made = operators();
    const flat = shell.restPositions.map((x, k) => (k % 3 === 0 ? 0 : x));
    made.updateElastic(flat, 1);
    let work = 0;
    shell.restPositions.forEach((x, k) => (work += made.elasticForce[k] * (x - flat[k])));
    expect(work).toBeGreaterThan(0);
  });
});
