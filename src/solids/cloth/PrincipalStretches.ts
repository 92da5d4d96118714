import { writeGradients } from './restGradients.ts';
import type { ShellInput } from './ShellInput.ts';

/** Stretches below this count as this where something is divided by them. */
export const LEAST_STRETCH = 1e-6;
/** Numbers that a triangle keeps of its decomposition: u1, u2, n, then cosine and sine of V. */
export const FRAME = 11;

/**
 * F of triangles, 3x2, as U diag(s1, s2) V^T with U 3x2, by the eigenvectors of F^T F in closed form (Irving 2007, 2.8). A triangle that lies on a known surface is
 * inverted where it faces the other way: s2 < 0.
 */
export class PrincipalStretches {
  /** s1 >= |s2|, two per triangle; s2 < 0 where it is inverted. */
  readonly stretches: Float64Array;
  /** dN/dX of the corners, 1/m: six per triangle, along warp and weft. What plastic flow changes. */
  readonly gradients: Float64Array;
  /** Areas at rest, m2; plastic flow conserves them. */
  readonly areas: Float64Array;
  /**
   * Normals of the known surface at the triangles, xyz each, on the side that they face when they are right; 0 where it is not near. Empty for shells that lie
   * on nothing.
   */
  readonly sides: Float64Array;
  /** u1, u2, n, then cosine and sine of V: `FRAME` numbers per triangle. */
  readonly frames: Float64Array;
  private readonly triangles: Uint32Array;

  constructor(input: ShellInput) {
    const { triangles } = input;
    const count = triangles.length / 3;
    this.triangles = triangles;
    this.stretches = new Float64Array(2 * count).fill(1);
    this.gradients = new Float64Array(6 * count);
    this.areas = new Float64Array(count);
    this.sides = new Float64Array(input.liesOnSurface === true ? 3 * count : 0);
    this.frames = new Float64Array(FRAME * count);
    for (let t = 0; t < count; t++) writeGradients(input, t, this.gradients, this.areas);
  }

  /** b <- V diag(first, second) V^T b: takes principal stretches of the last decomposition of triangle `t` up as plastic ones. */
  scaleGradients(t: number, first: number, second: number): void {
    const { gradients, frames } = this;
    const cosine = frames[FRAME * t + 9];
    const sine = frames[FRAME * t + 10];
    for (let k = 6 * t; k < 6 * t + 6; k += 2) {
      const along = first * (cosine * gradients[k] + sine * gradients[k + 1]);
      const across = second * (cosine * gradients[k + 1] - sine * gradients[k]);
      gradients[k] = cosine * along - sine * across;
      gradients[k + 1] = sine * along + cosine * across;
    }
  }

  /** Decomposes F of all triangles at `positions`, m. */
  decomposeAll(positions: Float64Array): void {
    for (let t = 0; t < this.areas.length; t++) this.decompose(t, positions);
  }

  /** Decomposes F of triangle `t` at `x`, m. */
  decompose(t: number, x: Float64Array): void {
    const { triangles, gradients, frames, stretches } = this;
    const a = 3 * triangles[3 * t];
    const b = 3 * triangles[3 * t + 1];
    const c = 3 * triangles[3 * t + 2];
    const g = 6 * t;
    const bx = gradients[g + 2];
    const by = gradients[g + 3];
    const cx = gradients[g + 4];
    const cy = gradients[g + 5];
    const px = x[b] - x[a];
    const py = x[b + 1] - x[a + 1];
    const pz = x[b + 2] - x[a + 2];
    const qx = x[c] - x[a];
    const qy = x[c + 1] - x[a + 1];
    const qz = x[c + 2] - x[a + 2];
    // Columns of F.
    const f0 = px * bx + qx * cx;
    const f1 = py * bx + qy * cx;
    const f2 = pz * bx + qz * cx;
    const g0 = px * by + qx * cy;
    const g1 = py * by + qy * cy;
    const g2 = pz * by + qz * cy;
    // Eigenvectors of F^T F in closed form.
    const ff = f0 * f0 + f1 * f1 + f2 * f2;
    const gg = g0 * g0 + g1 * g1 + g2 * g2;
    const fg = f0 * g0 + f1 * g1 + f2 * g2;
    const difference = ff - gg;
    const radius = Math.sqrt(difference * difference + 4 * fg * fg);
    const cosine2 = radius > 0 ? difference / radius : 1;
    const cosine = Math.sqrt(Math.max(0, 0.5 * (1 + cosine2)));
    const sine = fg < 0 ? -Math.sqrt(Math.max(0, 0.5 * (1 - cosine2))) : Math.sqrt(Math.max(0, 0.5 * (1 - cosine2)));
    let u0 = cosine * f0 + sine * g0;
    let u1 = cosine * f1 + sine * g1;
    let u2 = cosine * f2 + sine * g2;
    const s1 = Math.sqrt(u0 * u0 + u1 * u1 + u2 * u2);
    if (s1 > LEAST_STRETCH) {
      u0 /= s1;
      u1 /= s1;
      u2 /= s1;
    } else {
      u0 = 1;
      u1 = 0;
      u2 = 0;
    }
    let w0 = cosine * g0 - sine * f0;
    let w1 = cosine * g1 - sine * f1;
    let w2 = cosine * g2 - sine * f2;
    const along = w0 * u0 + w1 * u1 + w2 * u2;
    w0 -= along * u0;
    w1 -= along * u1;
    w2 -= along * u2;
    const s2 = Math.sqrt(w0 * w0 + w1 * w1 + w2 * w2);
    if (s2 > LEAST_STRETCH * Math.max(1, s1)) {
      w0 /= s2;
      w1 /= s2;
      w2 /= s2;
    } else {
      // Any direction across u1: the one nearest to the axis that u1 has least of.
      const m0 = Math.abs(u0);
      const m1 = Math.abs(u1);
      const m2 = Math.abs(u2);
      const e0 = m0 <= m1 && m0 <= m2 ? 1 : 0;
      const e1 = e0 === 0 && m1 <= m2 ? 1 : 0;
      const e2 = 1 - e0 - e1;
      const dot = e0 * u0 + e1 * u1 + e2 * u2;
      w0 = e0 - dot * u0;
      w1 = e1 - dot * u1;
      w2 = e2 - dot * u2;
      const size = Math.sqrt(w0 * w0 + w1 * w1 + w2 * w2);
      w0 /= size;
      w1 /= size;
      w2 /= size;
    }
    const at = FRAME * t;
    frames[at] = u0;
    frames[at + 1] = u1;
    frames[at + 2] = u2;
    frames[at + 3] = w0;
    frames[at + 4] = w1;
    frames[at + 5] = w2;
    frames[at + 6] = u1 * w2 - u2 * w1;
    frames[at + 7] = u2 * w0 - u0 * w2;
    frames[at + 8] = u0 * w1 - u1 * w0;
    frames[at + 9] = cosine;
    frames[at + 10] = sine;
    stretches[2 * t] = s1;
    stretches[2 * t + 1] = s2;
    if (this.sides.length > 0) this.turnToSide(t);
  }

  /** Inverts triangle `t` where it faces away from its side; where it is a line, its normal is the nearest to that side. */
  private turnToSide(t: number): void {
    const { sides, frames, stretches } = this;
    const nx = sides[3 * t];
    const ny = sides[3 * t + 1];
    const nz = sides[3 * t + 2];
    const at = FRAME * t;
    const s2 = stretches[2 * t + 1];
    if (!(s2 > LEAST_STRETCH * Math.max(1, stretches[2 * t]))) {
      const u0 = frames[at];
      const u1 = frames[at + 1];
      const u2 = frames[at + 2];
      const w0 = ny * u2 - nz * u1;
      const w1 = nz * u0 - nx * u2;
      const w2 = nx * u1 - ny * u0;
      const size = Math.sqrt(w0 * w0 + w1 * w1 + w2 * w2);
      if (!(size > LEAST_STRETCH)) return;
      frames[at + 3] = w0 / size;
      frames[at + 4] = w1 / size;
      frames[at + 5] = w2 / size;
      frames[at + 6] = (u1 * w2 - u2 * w1) / size;
      frames[at + 7] = (u2 * w0 - u0 * w2) / size;
      frames[at + 8] = (u0 * w1 - u1 * w0) / size;
    } else if (frames[at + 6] * nx + frames[at + 7] * ny + frames[at + 8] * nz < 0) {
      for (let k = at + 3; k < at + 9; k++) frames[k] = -frames[k];
      stretches[2 * t + 1] = -s2;
    }
  }
}
