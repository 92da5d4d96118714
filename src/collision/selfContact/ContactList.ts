import { CONTACT_NUMBERS, ContactArrays } from '../../kernels/contacts/ContactArrays.ts';
import type { ContactSurface } from './ContactSurface.ts';
import { CLOSEST_SIZE, closestEdgeEdge, closestPointTriangle } from './closestPoints.ts';
import type { IntList } from './IntList.ts';
import { MOST_CONTACTS, tooCrowded } from './tooCrowded.ts';

// Values of a contact: four weights, then at these indices; the impulse is along the normal (1) and across it (3), N s.
/** The unit normal, from the second primitive to the first. */
export const CONTACT_NORMAL = 4;
/** Coulomb's coefficient. */
export const CONTACT_COEFFICIENT = 7;
/** The least normal speed, m/s. */
export const CONTACT_TARGET = 8;
/** The impulse so far. */
export const CONTACT_IMPULSE = 9;
const NUMBERS = CONTACT_NUMBERS;
const TARGET = CONTACT_TARGET;
const IMPULSE = CONTACT_IMPULSE;
const FRICTION = 10;
/** Initial capacity, in contacts. */
const ROOM = 256;

/**
 * The contacts of a substep, in the order in which they were found: four vertices with weights (negative on the second primitive), the normal
 * from the second to the first, Coulomb's coefficient. The relative velocity of a contact is sum w_i v_i.
 */
export class ContactList {
  vertices: Int32Array;
  numbers: Float64Array;
  /** Compliance of each contact, 1/kg; 0 until `relax` has computed it. */
  private compliances: Float64Array;
  count = 0;
  /** 1 / mass per vertex, 0 for constrained ones. Replaced by another array when the list grows. */
  inverseMasses: Float64Array;
  private arrays: ContactArrays;
  private readonly rest = new Float64Array(12);
  private readonly closest = new Float64Array(CLOSEST_SIZE);

  constructor(private readonly surface: ContactSurface) {
    this.arrays = new ContactArrays(surface.masses.length, ROOM);
    this.vertices = this.arrays.vertices;
    this.numbers = this.arrays.numbers;
    this.compliances = this.arrays.compliances;
    this.inverseMasses = this.arrays.inverseMasses;
  }

  /** Appends a contact; `at`: index of its vertices in `vertices`. */
  add(vertices: Int32Array, at: number, weights: Float64Array, normal: Float64Array): void {
    if (4 * (this.count + 1) > this.vertices.length) this.grow();
    const { bodies, pairs } = this.surface;
    const to = NUMBERS * this.count;
    for (let k = 0; k < 4; k++) {
      this.vertices[4 * this.count + k] = vertices[at + k];
      this.numbers[to + k] = weights[k];
    }
    for (let axis = 0; axis < 3; axis++) this.numbers[to + 4 + axis] = normal[axis];
    this.numbers[to + 7] = pairs.friction[bodies[vertices[at]] * pairs.bodyCount + bodies[vertices[at + 3]]];
    this.numbers.fill(0, to + TARGET, to + NUMBERS);
    this.compliances[this.count] = 0;
    this.count++;
  }

  /**
   * Writes the thickness of a pair, m, to `out[0]`: the mean of both layers', at most half the distance at rest (so that a surface at rest does not
   * repel itself), at least `floor[0]`.
   */
  pairThickness(
    vertices: Int32Array,
    at: number,
    edges: boolean,
    weights: Float64Array,
    floor: Float64Array,
    out: Float64Array,
  ): void {
    const { thickness, rest } = this.surface;
    let layers = 0;
    for (let k = 0; k < 4; k++) {
      const v = vertices[at + k];
      layers += 0.5 * Math.abs(weights[k]) * thickness[v];
      for (let axis = 0; axis < 3; axis++) this.rest[3 * k + axis] = rest[3 * v + axis];
    }
    if (edges) closestEdgeEdge(this.rest, this.closest);
    else closestPointTriangle(this.rest, this.closest);
    out[0] = Math.max(Math.min(layers, 0.5 * Math.sqrt(this.closest[7])), floor[0]);
  }

  /**
   * Applies equal and opposite impulses over the vertices of contact `k`: the relative normal part of `v` (velocities, m/s, or displacements, m) becomes
   * at least `wanted[0]`; Coulomb friction reduces the tangential part in proportion. Returns false where nothing changed.
   */
  push(k: number, v: Float64Array, wanted: Float64Array): boolean {
    const { vertices, numbers, inverseMasses } = this;
    const nx = numbers[NUMBERS * k + 4];
    const ny = numbers[NUMBERS * k + 5];
    const nz = numbers[NUMBERS * k + 6];
    let x = 0;
    let y = 0;
    let z = 0;
    let compliance = 0;
    for (let i = 0; i < 4; i++) {
      const weight = numbers[NUMBERS * k + i];
      const vertex = vertices[4 * k + i];
      x += weight * v[3 * vertex];
      y += weight * v[3 * vertex + 1];
      z += weight * v[3 * vertex + 2];
      compliance += weight * weight * inverseMasses[vertex];
    }
    const along = x * nx + y * ny + z * nz;
    const change = wanted[0] - along;
    if (!(change > 0) || compliance === 0) return false;
    x -= along * nx;
    y -= along * ny;
    z -= along * nz;
    const speed = Math.sqrt(x * x + y * y + z * z);
    const removed = numbers[NUMBERS * k + 7] * change;
    const share = removed < speed ? removed / speed : 1;
    const px = (change * nx - share * x) / compliance;
    const py = (change * ny - share * y) / compliance;
    const pz = (change * nz - share * z) / compliance;
    for (let i = 0; i < 4; i++) {
      const vertex = vertices[4 * k + i];
      const factor = numbers[NUMBERS * k + i] * inverseMasses[vertex];
      v[3 * vertex] += factor * px;
      v[3 * vertex + 1] += factor * py;
      v[3 * vertex + 2] += factor * pz;
    }
    return true;
  }

  /** Sets the smallest normal speed, m/s, that `relax` gives the last contact. */
  aim(least: Float64Array): void {
    this.numbers[NUMBERS * (this.count - 1) + TARGET] = least[0];
  }

  /** Contact `k` pushes nothing until `restart`. */
  exclude(k: number): void {
    this.numbers[NUMBERS * k + TARGET] = -Infinity;
  }

  /** Clears all impulses; from now on, contacts only have to stop approaching. */
  restart(): void {
    const { numbers } = this;
    for (let at = 0; at < NUMBERS * this.count; at += NUMBERS) {
      for (let k = at + TARGET; k < at + NUMBERS; k++) numbers[k] = 0;
    }
  }

  /**
   * Corrects the impulse of contact `k`: its normal speed in `v` (m/s) becomes the wanted one where the normal impulse stays non-negative, and its tangential speed zero
   * within the friction cone. This is one step of projected Gauss-Seidel. Returns whether the contact has an impulse.
   */
  relax(k: number, v: Float64Array): boolean {
    const { vertices, numbers, inverseMasses, compliances } = this;
    const at = NUMBERS * k;
    const a = 3 * vertices[4 * k];
    const b = 3 * vertices[4 * k + 1];
    const c = 3 * vertices[4 * k + 2];
    const d = 3 * vertices[4 * k + 3];
    const wa = numbers[at];
    const wb = numbers[at + 1];
    const wc = numbers[at + 2];
    const wd = numbers[at + 3];
    const x = wa * v[a] + wb * v[b] + wc * v[c] + wd * v[d];
    const y = wa * v[a + 1] + wb * v[b + 1] + wc * v[c + 1] + wd * v[d + 1];
    const z = wa * v[a + 2] + wb * v[b + 2] + wc * v[c + 2] + wd * v[d + 2];
    const nx = numbers[at + 4];
    const ny = numbers[at + 5];
    const nz = numbers[at + 6];
    const along = x * nx + y * ny + z * nz;
    const before = numbers[at + IMPULSE];
    if (before === 0 && along >= numbers[at + TARGET]) return false;
    if (compliances[k] === 0) this.findCompliance(k);
    const compliance = compliances[k];
    if (compliance === 0) return false;
    const wanted = before + (numbers[at + TARGET] - along) / compliance;
    const impulse = wanted > 0 ? wanted : 0;
    if (impulse === 0 && before === 0) return false;
    const tx = numbers[at + FRICTION] - (x - along * nx) / compliance;
    const ty = numbers[at + FRICTION + 1] - (y - along * ny) / compliance;
    const tz = numbers[at + FRICTION + 2] - (z - along * nz) / compliance;
    const size = Math.sqrt(tx * tx + ty * ty + tz * tz);
    const most = numbers[at + 7] * impulse;
    const share = size > most ? most / size : 1;
    const px = (impulse - before) * nx + (share * tx - numbers[at + FRICTION]);
    const py = (impulse - before) * ny + (share * ty - numbers[at + FRICTION + 1]);
    const pz = (impulse - before) * nz + (share * tz - numbers[at + FRICTION + 2]);
    numbers[at + IMPULSE] = impulse;
    numbers[at + FRICTION] = share * tx;
    numbers[at + FRICTION + 1] = share * ty;
    numbers[at + FRICTION + 2] = share * tz;
    const fa = wa * inverseMasses[vertices[4 * k]];
    const fb = wb * inverseMasses[vertices[4 * k + 1]];
    const fc = wc * inverseMasses[vertices[4 * k + 2]];
    const fd = wd * inverseMasses[vertices[4 * k + 3]];
    v[a] += fa * px;
    v[a + 1] += fa * py;
    v[a + 2] += fa * pz;
    v[b] += fb * px;
    v[b + 1] += fb * py;
    v[b + 2] += fb * pz;
    v[c] += fc * px;
    v[c + 1] += fc * py;
    v[c + 2] += fc * pz;
    v[d] += fd * px;
    v[d + 1] += fd * py;
    v[d + 2] += fd * pz;
    return true;
  }

  /** Runs passes of `relax` over all contacts. */
  relaxAll(v: Float64Array, passes: number): void {
    if (this.arrays.hasKernels) {
      this.arrays.relax(this.count, v, passes, false);
      return;
    }
    for (let pass = 0; pass < passes; pass++) for (let k = 0; k < this.count; k++) this.relax(k, v);
  }

  /** Runs passes of `relax`; after the first one only over contacts with an impulse, which are listed in `pushing`. */
  relaxPushing(v: Float64Array, passes: number, pushing: IntList): void {
    pushing.clear();
    if (this.arrays.hasKernels) {
      const found = this.arrays.relax(this.count, v, passes, true);
      pushing.reserve(found);
      for (let i = 0; i < found; i++) pushing.values[i] = this.arrays.pushing[i];
      pushing.length = found;
      return;
    }
    for (let k = 0; k < this.count; k++) if (this.relax(k, v)) pushing.push(k);
    const { values, length } = pushing;
    for (let pass = 1; pass < passes; pass++) for (let i = 0; i < length; i++) this.relax(values[i], v);
  }

  /** Scales the masses of the free vertices of each body by `weights`, for impulses. */
  weigh(weights: Float64Array): void {
    const { inverseMasses } = this;
    const { masses, bodies } = this.surface;
    for (let v = 0; v < masses.length; v++)
      if (inverseMasses[v] > 0) inverseMasses[v] = 1 / (weights[bodies[v]] * masses[v]);
    this.renewCompliances();
  }

  /** Gives a vertex infinite mass until the next substep; before `renewCompliances`. */
  hold(vertex: number): void {
    this.inverseMasses[vertex] = 0;
  }

  /** Vertices have got other masses. */
  renewCompliances(): void {
    this.compliances.fill(0, 0, this.count);
  }

  /** Writes sum w^2 / m over the vertices of contact `k`, 1/kg, to `compliances[k]`. */
  private findCompliance(k: number): void {
    const { vertices, numbers, inverseMasses } = this;
    let compliance = 0;
    for (let i = 0; i < 4; i++) {
      const weight = numbers[NUMBERS * k + i];
      compliance += weight * weight * inverseMasses[vertices[4 * k + i]];
    }
    this.compliances[k] = compliance;
  }
  /** Adds an impulse, N s, at contact `k` to the velocity, m/s. */
  spread(k: number, impulse: Float64Array, v: Float64Array): void {
    const { vertices, numbers, inverseMasses } = this;
    const x = impulse[0];
    const y = impulse[1];
    const z = impulse[2];
    for (let i = 0; i < 4; i++) {
      const vertex = vertices[4 * k + i];
      const factor = numbers[NUMBERS * k + i] * inverseMasses[vertex];
      v[3 * vertex] += factor * x;
      v[3 * vertex + 1] += factor * y;
      v[3 * vertex + 2] += factor * z;
    }
  }

  /** Removes contacts without an impulse that are allowed to approach. */
  dropIdle(): void {
    const { vertices, numbers } = this;
    let kept = 0;
    for (let k = 0; k < this.count; k++) {
      const at = NUMBERS * k;
      if (numbers[at + IMPULSE] === 0 && numbers[at + TARGET] < 0) continue;
      if (k > kept) {
        vertices.copyWithin(4 * kept, 4 * k, 4 * k + 4);
        numbers.copyWithin(NUMBERS * kept, at, at + NUMBERS);
        this.compliances[kept] = this.compliances[k];
      }
      kept++;
    }
    this.count = kept;
  }

  private grow(): void {
    if (this.count >= MOST_CONTACTS) throw tooCrowded(MOST_CONTACTS);
    const arrays = new ContactArrays(this.inverseMasses.length, 2 * this.compliances.length);
    arrays.copy(this.arrays);
    this.arrays = arrays;
    this.vertices = arrays.vertices;
    this.numbers = arrays.numbers;
    this.compliances = arrays.compliances;
    this.inverseMasses = arrays.inverseMasses;
  }
}
