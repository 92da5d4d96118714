import { enclosedVolume } from '../../geometry/enclosedVolume.ts';
import type { VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import type { PressureInput, PressureReport, PressureSystem } from './PressureSystem.ts';
import { VelocityChange } from './VelocityChange.ts';

const SIXTH = 1 / 6;
/** A pressure whose effect is below this share of what it is without constraints can change no volume. */
const FIXED = 1e-9;

/**
 * The volume V that a closed shell encloses, with one pressure inside it, as a `PressureSystem`: every vertex has an equal share of V, and their pressures add
 * up to one. With g_k = dV/dx_k, a sixth of the sum of (b - o) x (c - o) over the triangles (k, b, c) about any point o, the system is
 * p g . P M^-1 g = rhs: one number, solved at once.
 */
export class EnclosedVolume implements PressureSystem {
  private readonly triangles: Uint32Array;
  private readonly change: VelocityChange;
  /** m2. */
  private readonly gradient: Float64Array;
  private readonly answer: Float64Array;
  /** 1, or -1 where the triangles face inward. */
  private readonly sign: number;
  private readonly sums = new Float64Array(1);
  /** Pa s, of the last `begin`. */
  private readonly pressure = new Float64Array(1);
  private readonly report = { iterations: 1, converged: true };

  /** Writes the shares of the volume at `restPositions` (m) into `input.restVolumes`, m3. */
  constructor(triangles: Uint32Array, restPositions: Float64Array, input: PressureInput) {
    this.triangles = triangles;
    this.change = new VelocityChange(input.masses, input.pairs);
    this.gradient = new Float64Array(restPositions.length);
    this.answer = new Float64Array(restPositions.length);
    this.sign = enclosedVolume(restPositions, triangles) < 0 ? -1 : 1;
    this.volumesAt(restPositions, input.restVolumes);
  }

  volumesAt(positions: Float64Array, out: Float64Array): void {
    out.fill((this.sign * enclosedVolume(positions, this.triangles)) / out.length);
  }

  update(x: Float64Array): void {
    const { triangles, gradient } = this;
    const scale = SIXTH * this.sign;
    gradient.fill(0);
    for (let corner = 0; corner < triangles.length; corner++) {
      const first = corner - (corner % 3);
      const o = 3 * triangles[0];
      const k = 3 * triangles[corner];
      const b = 3 * triangles[first + ((corner + 1) % 3)];
      const c = 3 * triangles[first + ((corner + 2) % 3)];
      const bx = x[b] - x[o];
      const by = x[b + 1] - x[o + 1];
      const bz = x[b + 2] - x[o + 2];
      const cx = x[c] - x[o];
      const cy = x[c + 1] - x[o + 1];
      const cz = x[c + 2] - x[o + 2];
      gradient[k] += scale * (by * cz - bz * cy);
      gradient[k + 1] += scale * (bz * cx - bx * cz);
      gradient[k + 2] += scale * (bx * cy - by * cx);
    }
  }

  rates(v: Float64Array, out: Float64Array): void {
    out.fill(this.dot(v) / out.length);
  }

  forces(p: Float64Array, out: Float64Array): void {
    const { gradient } = this;
    const pressure = p[0];
    for (let k = 0; k < out.length; k++) out[k] = pressure * gradient[k];
  }

  begin(rhs: Float64Array, constraints: VelocityConstraints): void {
    const { gradient, answer, change } = this;
    let whole = 0;
    for (let i = 0; i < rhs.length; i++) whole += rhs[i];
    let free = 0;
    for (let k = 0; k < gradient.length; k++) free += gradient[k] * gradient[k] * change.inverseMasses[(k / 3) | 0];
    answer.set(gradient);
    change.accelerate(constraints, answer);
    const effect = this.dot(answer);
    this.pressure[0] = effect > FIXED * free ? whole / effect : 0;
  }

  take(p: Float64Array, force: Float64Array): PressureReport {
    p.fill(this.pressure[0]);
    this.forces(p, force);
    return this.report;
  }

  dispose(): void {
    // Holds nothing but arrays.
  }

  private dot(v: Float64Array): number {
    const { gradient, sums } = this;
    sums[0] = 0;
    for (let k = 0; k < v.length; k++) sums[0] += gradient[k] * v[k];
    return sums[0];
  }
}
