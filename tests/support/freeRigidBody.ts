import { signedSvd } from '../../src/math/signedSvd.ts';
import { massMean } from './solids.ts';

/** K(m) = int_0^{pi/2} dt / sqrt(1 - m sin^2 t), by the arithmetic-geometric mean (Abramowitz and Stegun 1972, 17.6). */
export function ellipticK(m: number): number {
  let a = 1;
  let b = Math.sqrt(1 - m);
  while (Math.abs(a - b) > 1e-15 * a) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return Math.PI / (2 * a);
}

/**
 * Half period of the tumbling of rigid masses (kg) at `x` (m, xyz) with the angular velocity `omega`, 1/s: 2 K(m) / l with l^2 = (C - B)(L^2 - 2 E A) / (A B C) and
 * m = (B - A)(2 E C - L^2) / ((C - B)(L^2 - 2 E A)), with the principal moments A, B, C in this order, and A < C where L^2 > 2 E B (Landau and Lifshitz 1976, section 37). s.
 */
export function tumblingHalfPeriod(x: Float64Array, masses: Float64Array, omega: readonly number[]): number {
  const axes = new Float64Array(9);
  const moments = new Float64Array(3);
  signedSvd(inertiaOf(x, masses), axes, moments, new Float64Array(9));
  const own = [0, 1, 2].map((axis) => omega.reduce((sum, w, i) => sum + w * axes[3 * i + axis], 0));
  const angular = moments.reduce((sum, moment, axis) => sum + (moment * own[axis]) ** 2, 0);
  const energy = moments.reduce((sum, moment, axis) => sum + moment * own[axis] ** 2, 0);
  const ascending = [...moments].sort((a, b) => a - b);
  const [a, b, c] = angular > energy * ascending[1] ? ascending : ascending.reverse();
  const rate = Math.sqrt(((c - b) * (angular - energy * a)) / (a * b * c));
  return (2 * ellipticK(((b - a) * (energy * c - angular)) / ((c - b) * (angular - energy * a)))) / rate;
}

/** Inertia tensor of masses (kg) at `x` (m) about their centre, kg m2, by rows. */
function inertiaOf(x: Float64Array, masses: Float64Array): Float64Array {
  const centre = massMean(x, masses);
  const inertia = new Float64Array(9);
  masses.forEach((mass, v) => {
    const r = centre.map((c, axis) => x[3 * v + axis] - c);
    const square = r.reduce((sum, part) => sum + part * part, 0);
    for (let k = 0; k < 9; k++) inertia[k] += mass * ((k % 4 === 0 ? square : 0) - r[Math.floor(k / 3)] * r[k % 3]);
  });
  return inertia;
}
