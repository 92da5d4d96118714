import type { SymmetricBlocks } from './SymmetricBlocks.ts';

/** Wings narrower than this share of their height at rest count as that narrow: their forces stay finite. */
const LEAST_HEIGHT = 0.05;
/** The stiffness of hinges folded onto themselves does not vanish: cos(theta/2) counts as at least this. */
const LEAST_COSINE = 0.1;
/** Numbers that a hinge keeps: d(theta)/dx of its four vertices, then cos(theta/2). */
const FRAME = 13;
/** Vertex pairs (row, column) of the blocks of a hinge left of its diagonal. */
const PAIRS = [1, 0, 2, 0, 3, 0, 2, 1, 3, 1, 3, 2] as const;

/**
 * Bending of Bridson et al. 2003 over pairs of triangles: a hinge of edge E between wings with area vectors N1, N2 feels
 * f_i = -k_b k0 (sin(theta/2) - sin(theta0/2)) d(theta)/dx_i with k0 = |E|^2 / (|N1| + |N2|) at rest, so that it is the gradient of an energy.
 * theta is the angle between the wings' normals, positive where they fold away from the side that the normals show to. k_b in N m.
 */
export class Bending {
  readonly hingeCount: number;
  /** Edge's two vertices, then the wings'. */
  readonly hinges: Uint32Array;
  /** theta of the last `addForces`, and theta0, which plastic flow changes; rad. */
  readonly angles: Float64Array;
  readonly restAngles: Float64Array;
  /** |E|, m, and |N1| + |N2|, m2 (twice the areas), at rest. */
  readonly restLengths: Float64Array;
  readonly restAreas: Float64Array;
  /** k_b k0, N m, and the least areas that the wings count with, two per hinge, m2. */
  readonly stiffness: Float64Array;
  readonly leastAreas: Float64Array;
  private readonly frames: Float64Array;
  private readonly places: Int32Array;
  private readonly dampingTime: number;
  private strength = 1;

  /**
   * `stiffness`: k_b; `dampingTime`, s: damping is that times the stiffness. `matrix` is what `assemble` will add to; left out where nothing is
   * assembled.
   */
  constructor(
    hinges: Uint32Array,
    restPositions: Float64Array,
    stiffness: number,
    dampingTime: number,
    matrix?: SymmetricBlocks,
  ) {
    const count = hinges.length / 4;
    this.hinges = hinges;
    this.hingeCount = count;
    this.dampingTime = dampingTime;
    this.angles = new Float64Array(count);
    this.restAngles = new Float64Array(count);
    this.restLengths = new Float64Array(count);
    this.restAreas = new Float64Array(count);
    this.stiffness = new Float64Array(count);
    this.leastAreas = new Float64Array(2 * count);
    this.frames = new Float64Array(FRAME * count);
    this.places = new Int32Array(matrix === undefined ? 0 : 6 * count);
    for (let hinge = 0; hinge < count; hinge++) {
      this.measureRest(hinge, restPositions, stiffness);
      for (let p = 0; p < 6 && matrix !== undefined; p++) {
        this.places[6 * hinge + p] = matrix.place(
          hinges[4 * hinge + PAIRS[2 * p]],
          hinges[4 * hinge + PAIRS[2 * p + 1]],
        );
      }
      this.measure(hinge, restPositions, true);
    }
    this.restAngles.set(this.angles);
  }

  private measureRest(hinge: number, x: Float64Array, stiffness: number): void {
    const [p, q, left, right] = [0, 1, 2, 3].map((k) => 3 * this.hinges[4 * hinge + k]);
    const edge = Math.hypot(x[q] - x[p], x[q + 1] - x[p + 1], x[q + 2] - x[p + 2]);
    const areas = [left, right].map((wing) => doubleArea(x, wing, p, q));
    const sum = areas[0] + areas[1];
    this.restLengths[hinge] = edge;
    this.restAreas[hinge] = sum;
    // A hinge of two triangles without area bends freely.
    this.stiffness[hinge] = sum > 1e-9 * edge * edge ? (stiffness * edge * edge) / sum : 0;
    for (let k = 0; k < 2; k++) this.leastAreas[2 * hinge + k] = Math.max(LEAST_HEIGHT * areas[k], 1e-30);
  }

  /** Measures the angles at `positions` (m) and adds the forces, N, times `strength`. */
  addForces(positions: Float64Array, strength: number, force: Float64Array): void {
    this.strength = strength;
    const { hinges, angles, restAngles, stiffness, frames, hingeCount } = this;
    for (let hinge = 0; hinge < hingeCount; hinge++) {
      this.measure(hinge, positions, true);
      const moment = -strength * stiffness[hinge] * (Math.sin(0.5 * angles[hinge]) - Math.sin(0.5 * restAngles[hinge]));
      for (let a = 0; a < 4; a++) {
        const k = 3 * hinges[4 * hinge + a];
        const at = FRAME * hinge + 3 * a;
        force[k] += moment * frames[at];
        force[k + 1] += moment * frames[at + 1];
        force[k + 2] += moment * frames[at + 2];
      }
    }
  }

  /** Measures the angles alone at `positions`, m; `energy` is then that of `strength`. */
  measureAll(positions: Float64Array, strength = this.strength): void {
    this.strength = strength;
    const { hingeCount } = this;
    for (let hinge = 0; hinge < hingeCount; hinge++) this.measure(hinge, positions, false);
  }

  /** The angle of a hinge at `x`, and, where they are wanted, its derivatives: `frames`. */
  private measure(hinge: number, x: Float64Array, derives: boolean): void {
    const { hinges, frames, leastAreas } = this;
    const p = 3 * hinges[4 * hinge];
    const q = 3 * hinges[4 * hinge + 1];
    const l = 3 * hinges[4 * hinge + 2];
    const r = 3 * hinges[4 * hinge + 3];
    const ex = x[q] - x[p];
    const ey = x[q + 1] - x[p + 1];
    const ez = x[q + 2] - x[p + 2];
    const length = Math.max(Math.sqrt(ex * ex + ey * ey + ez * ez), 1e-30);
    // Wings as seen from the ends of the edge.
    const ax = x[l] - x[p];
    const ay = x[l + 1] - x[p + 1];
    const az = x[l + 2] - x[p + 2];
    const bx = x[l] - x[q];
    const by = x[l + 1] - x[q + 1];
    const bz = x[l + 2] - x[q + 2];
    const cx = x[r] - x[p];
    const cy = x[r + 1] - x[p + 1];
    const cz = x[r + 2] - x[p + 2];
    const dx = x[r] - x[q];
    const dy = x[r + 1] - x[q + 1];
    const dz = x[r + 2] - x[q + 2];
    // N1 = a x b, N2 = d x c.
    const mx = ay * bz - az * by;
    const my = az * bx - ax * bz;
    const mz = ax * by - ay * bx;
    const nx = dy * cz - dz * cy;
    const ny = dz * cx - dx * cz;
    const nz = dx * cy - dy * cx;
    const sine = ((my * nz - mz * ny) * ex + (mz * nx - mx * nz) * ey + (mx * ny - my * nx) * ez) / length;
    const angle = Math.atan2(sine, mx * nx + my * ny + mz * nz);
    this.angles[hinge] = angle;
    if (!derives) return;
    const least1 = leastAreas[2 * hinge];
    const least2 = leastAreas[2 * hinge + 1];
    const m = length / Math.max(mx * mx + my * my + mz * mz, least1 * least1);
    const n = length / Math.max(nx * nx + ny * ny + nz * nz, least2 * least2);
    const per = 1 / (length * length);
    const pa = m * per * (bx * ex + by * ey + bz * ez);
    const pb = n * per * (dx * ex + dy * ey + dz * ez);
    const qa = -m * per * (ax * ex + ay * ey + az * ez);
    const qb = -n * per * (cx * ex + cy * ey + cz * ez);
    const at = FRAME * hinge;
    // The sign: theta grows where the wings move along their area vectors against the edge.
    frames[at] = -(pa * mx + pb * nx);
    frames[at + 1] = -(pa * my + pb * ny);
    frames[at + 2] = -(pa * mz + pb * nz);
    frames[at + 3] = -(qa * mx + qb * nx);
    frames[at + 4] = -(qa * my + qb * ny);
    frames[at + 5] = -(qa * mz + qb * nz);
    frames[at + 6] = -m * mx;
    frames[at + 7] = -m * my;
    frames[at + 8] = -m * mz;
    frames[at + 9] = -n * nx;
    frames[at + 10] = -n * ny;
    frames[at + 11] = -n * nz;
    frames[at + 12] = Math.cos(0.5 * angle);
  }

  /** matrix += (tau + h) K (N s/m) at the state of the last `addForces`, with K = k_b k0 cos(theta/2)/2 u u^T; `h` in s. */
  assemble(h: number, matrix: SymmetricBlocks): void {
    const { hingeCount, hinges, frames, stiffness, places } = this;
    const { lower, diagonal } = matrix;
    const scale = 0.5 * this.strength * (h + this.dampingTime);
    for (let hinge = 0; hinge < hingeCount; hinge++) {
      const at = FRAME * hinge;
      const k = scale * stiffness[hinge] * Math.max(LEAST_COSINE, frames[at + 12]);
      for (let a = 0; a < 4; a++) addOuter(diagonal, 9 * hinges[4 * hinge + a], k, frames, at + 3 * a, at + 3 * a);
      for (let p = 0; p < 6; p++) {
        const i = at + 3 * PAIRS[2 * p];
        const j = at + 3 * PAIRS[2 * p + 1];
        const place = places[6 * hinge + p];
        if (place < 0) addOuter(lower, 9 * ~place, k, frames, j, i);
        else addOuter(lower, 9 * place, k, frames, i, j);
      }
    }
  }

  /** Bending energy at the state of the last `addForces` with its strength, J; 0 at rest. */
  energy(): number {
    const { angles, restAngles, stiffness, hingeCount } = this;
    let energy = 0;
    for (let hinge = 0; hinge < hingeCount; hinge++) {
      const rest = restAngles[hinge];
      const angle = angles[hinge];
      const bent = 2 * (Math.cos(0.5 * rest) - Math.cos(0.5 * angle)) - (angle - rest) * Math.sin(0.5 * rest);
      energy += stiffness[hinge] * bent;
    }
    return this.strength * energy;
  }
}

/** target[m ..] += k u v^T with u and v at i and j of `frames`. */
function addOuter(target: Float64Array, m: number, k: number, frames: Float64Array, i: number, j: number): void {
  const u0 = k * frames[i];
  const u1 = k * frames[i + 1];
  const u2 = k * frames[i + 2];
  const v0 = frames[j];
  const v1 = frames[j + 1];
  const v2 = frames[j + 2];
  target[m] += u0 * v0;
  target[m + 1] += u0 * v1;
  target[m + 2] += u0 * v2;
  target[m + 3] += u1 * v0;
  target[m + 4] += u1 * v1;
  target[m + 5] += u1 * v2;
  target[m + 6] += u2 * v0;
  target[m + 7] += u2 * v1;
  target[m + 8] += u2 * v2;
}

/** |(p - w) x (q - w)|, m2, of points that begin at w, p and q. */
function doubleArea(x: Float64Array, w: number, p: number, q: number): number {
  const [ax, ay, az] = [x[p] - x[w], x[p + 1] - x[w + 1], x[p + 2] - x[w + 2]];
  const [bx, by, bz] = [x[q] - x[w], x[q + 1] - x[w + 1], x[q + 2] - x[w + 2]];
  return Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
}
