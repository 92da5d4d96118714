import { MOMENT_COUNT, PRODUCTS, type SolidMoments } from '../geometry/solidMoments.ts';
import { solveDense } from '../math/solveDense.ts';

/**
 * Least mass of a vertex over what it has where the elements have the mass of the body evenly. No element swings more than 1.8 times as fast as such a one, which is how much shorter substeps of explicit elasticity
 * may be. Masses of a quarter keep millimetres a second in vertices that friction holds and pressures push; with .5 the inertia of a ball in hexahedra at 8 % is 3 % too large.
 */
const LEAST = 0.3;
/** What masses inside give way by, over those at the surface: what a cell is filled with is known there. */
const INSIDE = 0.02;
/** Newton rounds; two to five are needed. */
const ROUNDS = 20;
/** Halvings of a step that goes too far. */
const HALVINGS = 12;
/** Slope beyond the summit, over that at the beginning, up to which a step is not too long. */
const OVERSHOT = 0.1;
/** Moments that differ by less, in units of the body's volume and radius of gyration, are matched. */
const MATCHED = 1e-12;
/** Change of a mass, over its own, that is worth as much as the same difference of a moment, squared: what can hardly be matched, such as the inertia across a body that is one cell thick, stays. */
const STIFFNESS = 1e-4;

/** Vertices of whole cells that reach beyond what is drawn. */
export interface CellVertices {
  /** m, xyz per vertex. */
  readonly positions: Float64Array;
  /** Volume that lumping the whole cells gives each, m3. */
  readonly wholes: Float64Array;
  /** What share of that is within the drawn surface, 0 to 1, about. */
  readonly filled: Float64Array;
}

/**
 * Returns the volumes whose mass the vertices have, m3, with the moments of the body: m = max(l, m* + w p(x)), where m* = max(l, f whole) is what is filled about a vertex, l the least mass and w = m* (1 + `INSIDE` - f). Of all
 * masses of at least l that have the ten moments these minimise sum (m - m*)^2 / w; p is a polynomial of the second degree, whose coefficients are the multipliers
 * of the moments, found by Newton steps on the piecewise linear equation that they solve (Qi and Sun 1993). `moments`: of the body at density 1.
 */
export function filledVolumes(vertices: CellVertices, moments: SolidMoments): Float64Array {
  const fit = new MomentFit(vertices, moments);
  for (let round = 0; round < ROUNDS && fit.improve(); round++);
  return fit.volumes();
}

class MomentFit {
  private readonly count: number;
  private readonly volume: number;
  /** 1, x, y, z and the products of these per vertex, in radii of gyration from the centre of the body. */
  private readonly basis: Float64Array;
  private readonly wanted = new Float64Array(MOMENT_COUNT);
  /** l, m* and w, in volumes of the body. */
  private readonly least: Float64Array;
  private readonly start: Float64Array;
  private readonly ease: Float64Array;
  private readonly masses: Float64Array;
  private readonly coefficients = new Float64Array(MOMENT_COUNT);
  private residual: Float64Array;

  constructor({ positions, wholes, filled }: CellVertices, moments: SolidMoments) {
    const volume = moments[0];
    this.count = wholes.length;
    this.volume = volume;
    this.basis = momentBasis(positions, moments, this.wanted);
    const even = LEAST / wholes.reduce((sum, whole) => sum + whole, 0);
    this.least = wholes.map((whole) => even * whole);
    this.start = wholes.map((whole, v) => Math.max(even * whole, (filled[v] * whole) / volume));
    this.ease = this.start.map((mass, v) => mass * (1 + INSIDE - filled[v]));
    this.masses = this.start.slice();
    this.residual = this.missing();
  }

  /**
   * Takes a Newton step; returns whether another one may bring the moments nearer. What is missing is the gradient of a concave function of the coefficients: a step goes as far as that rises, or falls by `OVERSHOT` of the
   * slope it began with.
   */
  improve(): boolean {
    const { coefficients, residual } = this;
    if (Math.hypot(...residual) < MATCHED) return false;
    const step = solveDense(this.slopes(), residual.slice());
    if (step === undefined) return false;
    const from = coefficients.slice();
    const rise = along(step, residual);
    for (let part = 1, halving = 0; halving < HALVINGS; part /= 2, halving++) {
      for (let k = 0; k < MOMENT_COUNT; k++) coefficients[k] = from[k] + part * step[k];
      this.weigh();
      this.residual = this.missing();
      if (along(step, this.residual) >= -OVERSHOT * rise) break;
    }
    return true;
  }

  /** The masses at density 1, m3, with the sum of the body's. */
  volumes(): Float64Array {
    const { masses, volume } = this;
    const sum = masses.reduce((total, mass) => total + mass, 0);
    return masses.map((mass) => (mass / sum) * volume);
  }

  private weigh(): void {
    const { masses, least } = this;
    for (let v = 0; v < this.count; v++) masses[v] = Math.max(least[v], this.unbounded(v));
  }

  /** The mass that a vertex would have if it were not bounded. */
  private unbounded(v: number): number {
    const { basis, coefficients } = this;
    let polynomial = 0;
    for (let k = 0; k < MOMENT_COUNT; k++) polynomial += basis[MOMENT_COUNT * v + k] * coefficients[k];
    return this.start[v] + this.ease[v] * polynomial;
  }

  /** The wanted moments less those of the masses, and what the coefficients are resisted by. */
  private missing(): Float64Array {
    const { basis, masses, coefficients } = this;
    const missing = this.wanted.map((value, k) => value - STIFFNESS * coefficients[k]);
    for (let v = 0; v < this.count; v++) {
      for (let k = 0; k < MOMENT_COUNT; k++) missing[k] -= basis[MOMENT_COUNT * v + k] * masses[v];
    }
    return missing;
  }

  /** What the coefficients change in what is missing, negative, by the vertices that are above their least mass. */
  private slopes(): Float64Array {
    const { basis, least, ease } = this;
    const slopes = new Float64Array(MOMENT_COUNT * MOMENT_COUNT);
    for (let v = 0; v < this.count; v++) {
      if (this.unbounded(v) < least[v]) continue;
      const at = MOMENT_COUNT * v;
      for (let i = 0; i < MOMENT_COUNT; i++) {
        const scaled = ease[v] * basis[at + i];
        for (let j = 0; j < MOMENT_COUNT; j++) slopes[MOMENT_COUNT * i + j] += scaled * basis[at + j];
      }
    }
    for (let i = 0; i < MOMENT_COUNT; i++) slopes[(MOMENT_COUNT + 1) * i] += STIFFNESS;
    return slopes;
  }
}

/** How much what is missing grows along a step. */
function along(step: Float64Array, residual: Float64Array): number {
  return step.reduce((sum, value, k) => sum + value * residual[k], 0);
}

/** Returns 1, x, y, z, xx, yy, zz, xy, yz, zx of every point, from the centre of the body, in its radii of gyration; writes what the body's means of them are. */
function momentBasis(positions: Float64Array, moments: SolidMoments, means: Float64Array): Float64Array {
  const centre = [1, 2, 3].map((k) => moments[k] / moments[0]);
  const spread = [0, 1, 2].reduce((sum, axis) => sum + moments[4 + axis] / moments[0] - centre[axis] ** 2, 0);
  const radius = Math.sqrt(spread);
  means[0] = 1;
  const basis = new Float64Array((MOMENT_COUNT / 3) * positions.length);
  for (let k = 0; k < 6; k++) {
    const [i, j] = [PRODUCTS[2 * k], PRODUCTS[2 * k + 1]];
    means[4 + k] = (moments[4 + k] / moments[0] - centre[i] * centre[j]) / spread;
    for (let v = 0; 3 * v < positions.length; v++) {
      basis[MOMENT_COUNT * v + 4 + k] =
        ((positions[3 * v + i] - centre[i]) * (positions[3 * v + j] - centre[j])) / spread;
    }
  }
  for (let v = 0; 3 * v < positions.length; v++) {
    basis[MOMENT_COUNT * v] = 1;
    for (let axis = 0; axis < 3; axis++) {
      basis[MOMENT_COUNT * v + 1 + axis] = (positions[3 * v + axis] - centre[axis]) / radius;
    }
  }
  return basis;
}
