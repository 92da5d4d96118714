import { Held } from './ContactSurface.ts';
import type { IntList } from './IntList.ts';

/** Factor on the mass of a constrained vertex in the motion of its zone. */
const CONSTRAINED_WEIGHT = 1e8;
/** Largest rotation of a zone in a step, radians: beyond, the linear motion expands the zone too much. */
const MAX_ROTATION = 1;
/** Sums per zone: mass, m x (3), m u (3), then inertia (6: xx yy zz xy xz yz) and angular momentum (3) about the centre; 1 where a collider holds one of its vertices. */
const SUMS = 17;
const HELD = 16;

/**
 * Rigid impact zones (Bridson et al. 2002, 7.5): vertices that keep colliding move as one rigid body through the step. The displacement
 * V + W x (x - c), linear in time, is an affine map of determinant 1 + t^2 W^2, so that a zone never intersects itself. A zone with vertices that a collider holds does not turn: these lie close together, and what large bodies they
 * touch would swing about them.
 */
export class ImpactZones {
  private readonly parent: Int32Array;
  private readonly zoneOf: Int32Array;
  private sums = new Float64Array(0);
  zoneCount = 0;
  largest = 0;

  /** `constrained`: how vertices are held (`Held`). */
  constructor(
    vertexCount: number,
    private readonly constrained: Uint8Array,
  ) {
    this.parent = new Int32Array(vertexCount);
    this.zoneOf = new Int32Array(vertexCount);
  }

  clear(): void {
    for (let v = 0; v < this.parent.length; v++) this.parent[v] = v;
  }

  /** Returns the zone of a vertex; a vertex that never collided is a zone of its own. */
  root(vertex: number): number {
    const { parent } = this;
    while (parent[vertex] !== vertex) {
      parent[vertex] = parent[parent[vertex]];
      vertex = parent[vertex];
    }
    return vertex;
  }

  join(a: number, b: number): void {
    const rootA = this.root(a);
    const rootB = this.root(b);
    if (rootA < rootB) this.parent[rootB] = rootA;
    else this.parent[rootA] = rootB;
  }

  /** Makes the displacements `u` of the free vertices of every zone rigid; marks moved vertices in `changed` with `sweep`, and lists them. */
  makeRigid(
    x: Float64Array,
    u: Float64Array,
    masses: Float64Array,
    inverseMasses: Float64Array,
    changed: Int32Array,
    sweep: number,
    moved: IntList,
  ): void {
    this.number();
    this.sum(x, u, masses, inverseMasses);
    for (let zone = 0; zone < this.zoneCount; zone++) this.rotation(zone);
    for (let v = 0; v < masses.length; v++) {
      const zone = this.zoneOf[v];
      if (zone < 0 || inverseMasses[v] === 0) continue;
      this.place(zone, v, x, u);
      changed[v] = sweep;
      moved.push(v);
    }
  }

  /** Numbers the zones of more than one vertex; `zoneOf` is -1 for other vertices. */
  private number(): void {
    const { zoneOf, parent } = this;
    const vertexCount = parent.length;
    zoneOf.fill(0);
    for (let v = 0; v < vertexCount; v++) zoneOf[this.root(v)]++;
    let zones = 0;
    this.largest = 0;
    for (let v = 0; v < vertexCount; v++) {
      const root = this.root(v);
      if (root !== v) continue;
      const size = zoneOf[v];
      if (size > this.largest && size > 1) this.largest = size;
      zoneOf[v] = size > 1 ? zones++ : -1;
    }
    for (let v = 0; v < vertexCount; v++) zoneOf[v] = zoneOf[this.root(v)];
    this.zoneCount = zones;
    if (this.sums.length < SUMS * zones) {
      this.sums = new Float64Array(2 * SUMS * zones);
    }
  }

  private sum(x: Float64Array, u: Float64Array, masses: Float64Array, inverseMasses: Float64Array): void {
    const { sums, zoneOf, constrained } = this;
    sums.fill(0);
    for (let v = 0; v < masses.length; v++) {
      if (zoneOf[v] < 0) continue;
      const at = SUMS * zoneOf[v];
      if (constrained[v] === Held.byCollider) sums[at + HELD] = 1;
      const m = inverseMasses[v] === 0 ? CONSTRAINED_WEIGHT * masses[v] : masses[v];
      sums[at] += m;
      for (let axis = 0; axis < 3; axis++) {
        sums[at + 1 + axis] += m * x[3 * v + axis];
        sums[at + 4 + axis] += m * u[3 * v + axis];
      }
    }
    for (let zone = 0; zone < this.zoneCount; zone++) {
      for (let k = 1; k < 7; k++) sums[SUMS * zone + k] /= sums[SUMS * zone];
    }
    for (let v = 0; v < masses.length; v++) {
      if (zoneOf[v] < 0) continue;
      const at = SUMS * zoneOf[v];
      const m = inverseMasses[v] === 0 ? CONSTRAINED_WEIGHT * masses[v] : masses[v];
      const rx = x[3 * v] - sums[at + 1];
      const ry = x[3 * v + 1] - sums[at + 2];
      const rz = x[3 * v + 2] - sums[at + 3];
      const dx = u[3 * v] - sums[at + 4];
      const dy = u[3 * v + 1] - sums[at + 5];
      const dz = u[3 * v + 2] - sums[at + 6];
      sums[at + 7] += m * (ry * ry + rz * rz);
      sums[at + 8] += m * (rx * rx + rz * rz);
      sums[at + 9] += m * (rx * rx + ry * ry);
      sums[at + 10] -= m * rx * ry;
      sums[at + 11] -= m * rx * rz;
      sums[at + 12] -= m * ry * rz;
      sums[at + 13] += m * (ry * dz - rz * dy);
      sums[at + 14] += m * (rz * dx - rx * dz);
      sums[at + 15] += m * (rx * dy - ry * dx);
    }
  }

  /** Converts a zone's angular momentum to its rotation W = I^-1 L (Cramer's rule), at most `MAX_ROTATION` long. */
  private rotation(zone: number): void {
    const { sums } = this;
    const at = SUMS * zone;
    const floor = 1e-9 * (sums[at + 7] + sums[at + 8] + sums[at + 9]);
    const a = sums[at + 7] + floor;
    const b = sums[at + 8] + floor;
    const c = sums[at + 9] + floor;
    const d = sums[at + 10];
    const e = sums[at + 11];
    const f = sums[at + 12];
    const determinant = a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e);
    const lx = sums[at + 13];
    const ly = sums[at + 14];
    const lz = sums[at + 15];
    let x = 0;
    let y = 0;
    let z = 0;
    if (determinant > 0) {
      x = ((b * c - f * f) * lx + (e * f - d * c) * ly + (d * f - b * e) * lz) / determinant;
      y = ((e * f - d * c) * lx + (a * c - e * e) * ly + (d * e - a * f) * lz) / determinant;
      z = ((d * f - b * e) * lx + (d * e - a * f) * ly + (a * b - d * d) * lz) / determinant;
    }
    const angle = Math.sqrt(x * x + y * y + z * z);
    const most = sums[at + HELD] === 0 ? MAX_ROTATION : 0;
    const scale = angle > most ? most / angle : 1;
    sums[at + 13] = scale * x;
    sums[at + 14] = scale * y;
    sums[at + 15] = scale * z;
  }

  private place(zone: number, v: number, x: Float64Array, u: Float64Array): void {
    const { sums } = this;
    const at = SUMS * zone;
    const rx = x[3 * v] - sums[at + 1];
    const ry = x[3 * v + 1] - sums[at + 2];
    const rz = x[3 * v + 2] - sums[at + 3];
    const wx = sums[at + 13];
    const wy = sums[at + 14];
    const wz = sums[at + 15];
    u[3 * v] = sums[at + 4] + wy * rz - wz * ry;
    u[3 * v + 1] = sums[at + 5] + wz * rx - wx * rz;
    u[3 * v + 2] = sums[at + 6] + wx * ry - wy * rx;
  }
}
