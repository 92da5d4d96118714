import { FRAME, LEAST_STRETCH, PrincipalStretches } from './PrincipalStretches.ts';
import { PlaneStress } from './PlaneStress.ts';
import { membraneConstants, type ShellInput } from './ShellInput.ts';
import type { SymmetricBlocks } from './SymmetricBlocks.ts';

/** Inverted triangles narrower than this count as this where their stiffness out of the plane, P2 / s2, is found: it has no bound. */
const LEAST_INVERTED = 0.05;
/** Stretches closer than this have the limit of their difference quotient. */
const EQUAL = 1e-5;
/** Corner pairs (row, column) of the blocks of a triangle left of its diagonal. */
const PAIRS = [1, 0, 2, 0, 2, 1] as const;

/**
 * Stretching and shearing of triangles in their plane: F is 3x2 and F = U diag(s1, s2) V^T with U 3x2 (Irving 2007, 2.8), so any isotropic
 * model may stand in the diagonal: one in plane stress (`PlaneStress`), or, where none is given, rotated linear elasticity, P = 2 mu (s - 1) + lambda (s1 + s2 - 2) (N/m,
 * per width). Threads along warp and weft add what their stiffness exceeds it by, P = k (|F d| - 1). Triangles may be flat or points: forces
 * stay finite. Stiffness is made definite mode by mode (Teran et al. 2005): stretch, flip (P1 - P2)/(s1 - s2), twist (P1 + P2)/(s1 + s2), and out of plane
 * P_i / s_i, none less than 0.
 *
 * A triangle in space is never inverted; one that lies on a known surface is, where it faces the other way: then s2 and u2 change their signs, as the
 * smallest stretch of a tetrahedron does (Irving 2007, 2.8), and the stress turns it round again.
 */
export class Membrane {
  readonly triangleCount: number;
  /** Principal stretches of F at the last decomposition. */
  readonly principal: PrincipalStretches;
  private readonly triangles: Uint32Array;
  /** Lame constants of the sheet, and what the threads' stiffness exceeds it by, N/m. */
  readonly mu: number;
  readonly lambda: number;
  readonly warpExcess: number;
  readonly weftExcess: number;
  /** Blocks of each triangle's pairs, as `SymmetricBlocks.place` says. */
  private readonly places: Int32Array;
  private readonly dampingTime: number;
  private readonly law: PlaneStress | undefined;
  /** h of the matrix at work, s; in an array, where it is handed on without being allocated. */
  private readonly step = new Float64Array(1);
  private strength = 1;
  /** H_11, H_22, H_12 and the stiffness of a flip, N/m, then P1 and P2, N/m, of the triangle at work. */
  private readonly tangent = new Float64Array(6);
  /** Coefficients of one corner along the principal directions, 1/m. */
  private readonly along = new Float64Array(6);
  private readonly block = new Float64Array(9);
  /** `warpExcess` and `weftExcess`, N/m, by axis. */
  private readonly threadExcess: Float64Array;

  /** `matrix` is what `assemble` will add to; left out where nothing is assembled. */
  constructor(input: ShellInput, matrix?: SymmetricBlocks) {
    const { triangles, membraneStiffness, warpFactor, weftFactor } = input;
    const count = triangles.length / 3;
    const base = Math.min(warpFactor, weftFactor);
    const { mu, lambda } = membraneConstants(base * membraneStiffness, input.poissonRatio);
    this.triangleCount = count;
    this.triangles = triangles;
    this.mu = mu;
    this.lambda = lambda;
    this.warpExcess = (warpFactor - base) * membraneStiffness;
    this.weftExcess = (weftFactor - base) * membraneStiffness;
    this.threadExcess = Float64Array.of(this.warpExcess, this.weftExcess);
    this.law = input.model && new PlaneStress(input.model);
    this.dampingTime = input.dampingTime;
    this.principal = new PrincipalStretches(input);
    this.places = new Int32Array(matrix === undefined ? 0 : 3 * count);
    for (let t = 0; t < count && matrix !== undefined; t++) {
      for (let p = 0; p < 3; p++) {
        this.places[3 * t + p] = matrix.place(triangles[3 * t + PAIRS[2 * p]], triangles[3 * t + PAIRS[2 * p + 1]]);
      }
    }
  }

  /** dN/dX of the corners, 1/m: six per triangle, along warp and weft. What plastic flow changes. */
  get gradients(): Float64Array {
    return this.principal.gradients;
  }

  /** Areas at rest, m2; plastic flow conserves them. */
  get areas(): Float64Array {
    return this.principal.areas;
  }

  /** s1 >= |s2|, two per triangle; s2 < 0 where it is inverted. */
  get stretches(): Float64Array {
    return this.principal.stretches;
  }

  /** Normals of the known surface at the triangles; see `PrincipalStretches`. */
  get sides(): Float64Array {
    return this.principal.sides;
  }

  /** Decomposes F at `positions` (m) and adds the elastic forces, N, times `strength`. */
  addForces(positions: Float64Array, strength: number, force: Float64Array): void {
    this.strength = strength;
    const { triangleCount } = this;
    for (let t = 0; t < triangleCount; t++) {
      this.principal.decompose(t, positions);
      this.addTriangleForce(t, positions, force);
    }
  }

  /** Decomposes F of all triangles at `positions`, m; `energy` is then that of `strength`. */
  decomposeAll(positions: Float64Array, strength = this.strength): void {
    this.strength = strength;
    this.principal.decomposeAll(positions);
  }

  private addTriangleForce(t: number, x: Float64Array, force: Float64Array): void {
    const { triangles, mu, lambda } = this;
    const { gradients, frames, stretches } = this.principal;
    const s1 = stretches[2 * t];
    const s2 = stretches[2 * t + 1];
    const weight = this.strength * this.areas[t];
    const trace = lambda * (s1 + s2 - 2);
    let p1 = weight * (2 * mu * (s1 - 1) + trace);
    let p2 = weight * (2 * mu * (s2 - 1) + trace);
    const { law } = this;
    if (law !== undefined) {
      law.measure(stretches, t);
      p1 = weight * law.stress[0];
      p2 = weight * law.stress[1];
    }
    const at = FRAME * t;
    const cosine = frames[at + 9];
    const sine = frames[at + 10];
    for (let corner = 0; corner < 3; corner++) {
      const bx = gradients[6 * t + 2 * corner];
      const by = gradients[6 * t + 2 * corner + 1];
      const along1 = p1 * (cosine * bx + sine * by);
      const along2 = p2 * (cosine * by - sine * bx);
      const k = 3 * triangles[3 * t + corner];
      force[k] -= along1 * frames[at] + along2 * frames[at + 3];
      force[k + 1] -= along1 * frames[at + 1] + along2 * frames[at + 4];
      force[k + 2] -= along1 * frames[at + 2] + along2 * frames[at + 5];
    }
    if (this.warpExcess > 0) this.addThreadForce(t, 0, x, force);
    if (this.weftExcess > 0) this.addThreadForce(t, 1, x, force);
  }

  /** Adds the force, N, of the threads along material axis `axis` (0 warp, 1 weft). */
  private addThreadForce(t: number, axis: number, x: Float64Array, force: Float64Array): void {
    const { block } = this;
    this.writeThread(t, axis, x);
    const tension = this.strength * this.areas[t] * this.threadExcess[axis] * (block[3] - 1);
    for (let corner = 0; corner < 3; corner++) {
      const scale = tension * this.gradients[6 * t + 2 * corner + axis];
      const k = 3 * this.triangles[3 * t + corner];
      for (let i = 0; i < 3; i++) force[k + i] -= scale * block[i];
    }
  }

  /** block[0..2] = unit direction of the threads at `x`, block[3] = their stretch. */
  private writeThread(t: number, axis: number, x: Float64Array): void {
    const { block, triangles, gradients } = this;
    block.fill(0, 0, 3);
    for (let corner = 0; corner < 3; corner++) {
      const b = gradients[6 * t + 2 * corner + axis];
      const k = 3 * triangles[3 * t + corner];
      for (let i = 0; i < 3; i++) block[i] += b * x[k + i];
    }
    const stretch = Math.sqrt(block[0] * block[0] + block[1] * block[1] + block[2] * block[2]);
    const scale = 1 / Math.max(stretch, LEAST_STRETCH);
    for (let i = 0; i < 3; i++) block[i] *= scale;
    block[3] = stretch;
  }

  /** matrix += tau K' + h K (N s/m) at the state of the last `addForces`, K' being K without what rotation feels; `h` in s. */
  assemble(h: number, positions: Float64Array, matrix: SymmetricBlocks): void {
    const { triangleCount } = this;
    this.step[0] = h;
    for (let t = 0; t < triangleCount; t++) {
      this.assembleTriangle(t, matrix);
      if (this.warpExcess > 0) this.assembleThread(t, 0, positions, matrix);
      if (this.weftExcess > 0) this.assembleThread(t, 1, positions, matrix);
    }
  }

  private assembleTriangle(t: number, matrix: SymmetricBlocks): void {
    const h = this.step[0];
    const { along, triangles, places, tangent } = this;
    const { gradients, frames, stretches } = this.principal;
    const s1 = stretches[2 * t];
    const s2 = stretches[2 * t + 1];
    const weight = this.strength * this.areas[t];
    this.measureTangent(t);
    const p1 = tangent[4];
    const p2 = tangent[5];
    const viscous = weight * (h + this.dampingTime);
    const stretch1 = viscous * tangent[0];
    const stretch2 = viscous * tangent[1];
    const cross = viscous * tangent[2];
    const flip = viscous * tangent[3];
    const twist = weight * h * Math.max(0, (p1 + p2) / Math.max(s1 + s2, LEAST_STRETCH));
    const sum = 0.5 * (flip + twist);
    const difference = 0.5 * (flip - twist);
    const out1 = weight * h * Math.max(0, p1 / Math.max(s1, LEAST_STRETCH));
    const divisor2 = s2 < 0 ? Math.min(s2, -LEAST_INVERTED) : Math.max(s2, LEAST_STRETCH);
    const out2 = weight * h * Math.max(0, p2 / divisor2);
    const at = FRAME * t;
    const cosine = frames[at + 9];
    const sine = frames[at + 10];
    for (let corner = 0; corner < 3; corner++) {
      const bx = gradients[6 * t + 2 * corner];
      const by = gradients[6 * t + 2 * corner + 1];
      along[2 * corner] = cosine * bx + sine * by;
      along[2 * corner + 1] = cosine * by - sine * bx;
    }
    const { lower, diagonal } = matrix;
    for (let pair = 0; pair < 6; pair++) {
      const i = pair < 3 ? pair : PAIRS[2 * pair - 6];
      const j = pair < 3 ? pair : PAIRS[2 * pair - 5];
      const i1 = along[2 * i];
      const i2 = along[2 * i + 1];
      const j1 = along[2 * j];
      const j2 = along[2 * j + 1];
      const b11 = stretch1 * i1 * j1 + sum * i2 * j2;
      const b12 = cross * i1 * j2 + difference * i2 * j1;
      const b21 = cross * i2 * j1 + difference * i1 * j2;
      const b22 = stretch2 * i2 * j2 + sum * i1 * j1;
      const b33 = out1 * i1 * j1 + out2 * i2 * j2;
      // The place of the transposed block holds the transposed numbers.
      const place = pair < 3 ? 0 : places[3 * t + pair - 3];
      const c12 = place < 0 ? b21 : b12;
      const c21 = place < 0 ? b12 : b21;
      const target = pair < 3 ? diagonal : lower;
      const m = 9 * (pair < 3 ? triangles[3 * t + i] : place < 0 ? ~place : place);
      const u0 = frames[at];
      const u1 = frames[at + 1];
      const u2 = frames[at + 2];
      const w0 = frames[at + 3];
      const w1 = frames[at + 4];
      const w2 = frames[at + 5];
      const n0 = frames[at + 6];
      const n1 = frames[at + 7];
      const n2 = frames[at + 8];
      const x0 = b11 * u0 + c21 * w0;
      const x1 = b11 * u1 + c21 * w1;
      const x2 = b11 * u2 + c21 * w2;
      const y0 = c12 * u0 + b22 * w0;
      const y1 = c12 * u1 + b22 * w1;
      const y2 = c12 * u2 + b22 * w2;
      const z0 = b33 * n0;
      const z1 = b33 * n1;
      const z2 = b33 * n2;
      target[m] += x0 * u0 + y0 * w0 + z0 * n0;
      target[m + 1] += x0 * u1 + y0 * w1 + z0 * n1;
      target[m + 2] += x0 * u2 + y0 * w2 + z0 * n2;
      target[m + 3] += x1 * u0 + y1 * w0 + z1 * n0;
      target[m + 4] += x1 * u1 + y1 * w1 + z1 * n1;
      target[m + 5] += x1 * u2 + y1 * w2 + z1 * n2;
      target[m + 6] += x2 * u0 + y2 * w0 + z2 * n0;
      target[m + 7] += x2 * u1 + y2 * w1 + z2 * n1;
      target[m + 8] += x2 * u2 + y2 * w2 + z2 * n2;
    }
  }

  /** Writes `tangent` at the stretches of a triangle, made definite. */
  private measureTangent(triangle: number): void {
    const { law, tangent: t, mu, lambda } = this;
    const { stretches } = this.principal;
    const s1 = stretches[2 * triangle];
    const s2 = stretches[2 * triangle + 1];
    if (law === undefined) {
      const trace = lambda * (s1 + s2 - 2);
      t[0] = 2 * mu + lambda;
      t[1] = t[0];
      t[2] = lambda;
      t[3] = 2 * mu;
      t[4] = 2 * mu * (s1 - 1) + trace;
      t[5] = 2 * mu * (s2 - 1) + trace;
      return;
    }
    law.measureStiffness(stretches, triangle);
    const { stress, stiffness } = law;
    t.set(stiffness);
    t[4] = stress[0];
    t[5] = stress[1];
    const difference = s1 - s2;
    t[3] = difference > EQUAL ? (t[4] - t[5]) / difference : 0.5 * (t[0] + t[1]) - t[2];
    t[3] = Math.max(0, t[3]);
    clampStretches(t);
  }

  private assembleThread(t: number, axis: number, positions: Float64Array, matrix: SymmetricBlocks): void {
    const h = this.step[0];
    const { block, gradients, triangles, places } = this;
    this.writeThread(t, axis, positions);
    const weight = this.strength * this.areas[t] * this.threadExcess[axis];
    const stretch = block[3];
    const across = weight * h * Math.max(0, 1 - 1 / Math.max(stretch, LEAST_STRETCH));
    const along = weight * (h + this.dampingTime) - across;
    for (let pair = 0; pair < 6; pair++) {
      const i = pair < 3 ? pair : PAIRS[2 * pair - 6];
      const j = pair < 3 ? pair : PAIRS[2 * pair - 5];
      const scale = gradients[6 * t + 2 * i + axis] * gradients[6 * t + 2 * j + axis];
      const place = pair < 3 ? 0 : places[3 * t + pair - 3];
      const target = pair < 3 ? matrix.diagonal : matrix.lower;
      const m = 9 * (pair < 3 ? triangles[3 * t + i] : place < 0 ? ~place : place);
      for (let r = 0; r < 3; r++) {
        for (let c = 0; c < 3; c++) target[m + 3 * r + c] += scale * along * block[r] * block[c];
        target[m + 4 * r] += scale * across;
      }
    }
  }

  /** Strain energy at the state of the last `addForces` with its strength, J: mu |S - I|^2 + lambda/2 tr^2 per area, or that of the model, and the threads'. */
  energy(positions: Float64Array): number {
    const { stretches, areas, mu, lambda, triangleCount, strength, law } = this;
    let energy = 0;
    for (let t = 0; t < triangleCount; t++) {
      const a = stretches[2 * t] - 1;
      const b = stretches[2 * t + 1] - 1;
      let density = mu * (a * a + b * b) + 0.5 * lambda * (a + b) * (a + b);
      if (law !== undefined) {
        law.measureEnergy(stretches, t);
        density = law.energy[0];
      }
      for (let axis = 0; axis < 2; axis++) {
        const excess = axis === 0 ? this.warpExcess : this.weftExcess;
        if (excess === 0) continue;
        this.writeThread(t, axis, positions);
        density += 0.5 * excess * (this.block[3] - 1) ** 2;
      }
      energy += areas[t] * density;
    }
    return strength * energy;
  }
}

/** Replaces a negative eigenvalue of the symmetric matrix H_11 = t[0], H_22 = t[1], H_12 = t[2] by zero. */
function clampStretches(t: Float64Array): void {
  const mean = 0.5 * (t[0] + t[1]);
  const half = 0.5 * (t[0] - t[1]);
  const radius = Math.sqrt(half * half + t[2] * t[2]);
  if (mean >= radius) return;
  const scale = radius > 0 ? (0.5 * Math.max(0, mean + radius)) / radius : 0;
  t[0] = scale * (radius + half);
  t[1] = scale * (radius - half);
  t[2] *= scale;
}
