import { PRODUCTS, type SolidMoments } from '../geometry/solidMoments.ts';
import { solveDense } from '../math/solveDense.ts';

/** Rounds, in which elements whose shares are used up drop out. */
const ROUNDS = 6;
/** Moments that differ by less, over the moments of the whole, are matched. */
const MATCHED = 1e-10;
/** Moments that differ by more are not worth masses that are shared unevenly: a stack of boxes one element thick trembled by .07 mm a frame with half of its way to them. */
const CLOSE = 0.005;
/** Change of the moments, over that of all mass moved alike, below which a displacement is not worth its size. */
const DAMPING = 0.01;
/** Displacements that masses are moved by: along an axis, and in proportion to an offset. */
const FIELDS = 9;

/** Elements whose volume is shared among their vertices. */
export interface LumpedElements {
  readonly elements: Uint32Array;
  /** m, xyz per vertex. */
  readonly positions: Float64Array;
  /** m3, one per vertex of each element. */
  readonly lumps: Float64Array;
  /** Shares of the vertices in the mass of an element of their type, above 0 and adding up to 1. */
  readonly usual: readonly number[];
  /** Least share of a vertex over its usual one, of every element. */
  readonly least: Float64Array;
}

/**
 * Changes how the mass of every element is shared among its vertices so that the whole has given moments: lumping puts mass too far out, by a share of (edge over size of the body)^2.
 * The centre of the mass of each element is moved by u(x) = t + E (x - c), with E symmetric, as far as the shares stay above the
 * least ones: of all changes with that effect, s_a += w_a (x_a - x0).S^-1 u with S = sum w_a (x_a - x0)(x_a - x0)^T changes sum s_a^2 / w_a least, w being the usual shares and x0 the mean by them. Elements keep their mass, and mass moves by less than an
 * edge. Where that does not suffice, as in bodies a single element thick, the lumps stay as they are. `moments`: of the body at density 1, in the frame of the positions; the lumps have its volume.
 */
export function matchMoments(lumped: LumpedElements, moments: SolidMoments): void {
  const match = new MomentMatch(lumped, moments);
  const usual = lumped.lumps.slice();
  for (let round = 0; round < ROUNDS && match.improve(); round++);
  if (!match.isClose()) lumped.lumps.set(usual);
}

/** Returns p of the least |A p - b|^2 + (`DAMPING` |p|)^2 (Levenberg 1944): what hardly changes b stays as it is, such as mass across a single layer of elements. */
function dampedSolution(a: Float64Array, b: Float64Array): Float64Array | undefined {
  const normal = new Float64Array(FIELDS * FIELDS);
  const rhs = new Float64Array(FIELDS);
  for (let i = 0; i < FIELDS; i++) {
    normal[FIELDS * i + i] = DAMPING * DAMPING;
    for (let k = 0; k < FIELDS; k++) {
      rhs[i] += a[FIELDS * k + i] * b[k];
      for (let j = 0; j < FIELDS; j++) normal[FIELDS * i + j] += a[FIELDS * k + i] * a[FIELDS * k + j];
    }
  }
  return solveDense(normal, rhs);
}

class MomentMatch {
  private readonly lumped: LumpedElements;
  private readonly size: number;
  /** First and second moments that the body is to have about its centre, in units of its volume and its radius of gyration. */
  private readonly wanted = new Float64Array(FIELDS);
  private readonly centre: Float64Array;
  private readonly radius: number;
  /** 1 for elements that can still be changed. */
  private readonly free: Uint8Array;
  /** Places of the vertices of an element, in radii from the centre. */
  private readonly places: Float64Array;
  /** w_a S^-1 (x_a - x0) per vertex of it. */
  private readonly slopes: Float64Array;
  private readonly middle = new Float64Array(3);
  private readonly massCentre = new Float64Array(3);
  private readonly displacement = new Float64Array(3);
  private readonly change = new Float64Array(FIELDS);

  constructor(lumped: LumpedElements, moments: SolidMoments) {
    this.lumped = lumped;
    const volume = moments[0];
    this.centre = Float64Array.from({ length: 3 }, (_, axis) => moments[1 + axis] / volume);
    const { centre } = this;
    const spread = [0, 1, 2].reduce((sum, axis) => sum + moments[4 + axis] / volume - centre[axis] ** 2, 0);
    this.radius = Math.sqrt(spread);
    for (let k = 0; k < 6; k++) {
      const [i, j] = [PRODUCTS[2 * k], PRODUCTS[2 * k + 1]];
      this.wanted[3 + k] = moments[4 + k] / volume / spread - (centre[i] * centre[j]) / spread;
    }
    this.size = lumped.usual.length;
    this.free = new Uint8Array(lumped.elements.length / this.size).fill(1);
    this.places = new Float64Array(3 * this.size);
    this.slopes = new Float64Array(3 * this.size);
  }

  /** Moves masses as far as they can be; returns whether another round may bring the moments nearer. */
  improve(): boolean {
    const { lumped, free } = this;
    const volume = lumped.lumps.reduce((sum, lump) => sum + lump, 0);
    const missing = this.missing();
    const effects = new Float64Array(FIELDS * FIELDS);
    for (let element = 0; element < free.length; element++) {
      if (free[element] === 0) continue;
      this.load(element);
      this.addEffects(element, 1 / volume, effects);
    }
    if (missing.every((value) => Math.abs(value) < MATCHED)) return false;
    const field = dampedSolution(effects, missing);
    if (field === undefined) return false;
    for (let element = 0; element < free.length; element++) {
      if (free[element] === 0) continue;
      this.load(element);
      if (!this.move(element, field)) free[element] = 0;
    }
    return true;
  }

  /** Whether the moments are near the wanted ones. */
  isClose(): boolean {
    return this.missing().every((value) => Math.abs(value) < CLOSE);
  }

  /** The wanted moments less those of the masses, over those of the whole. */
  private missing(): Float64Array {
    const { lumps } = this.lumped;
    const volume = lumps.reduce((sum, lump) => sum + lump, 0);
    const missing = this.wanted.slice();
    for (let element = 0; element < this.free.length; element++) {
      this.load(element);
      this.addMoments(element, -1 / volume, missing);
    }
    return missing;
  }

  /** Reads the places of the vertices of an element, its centre of mass and the slopes of its shares. */
  private load(element: number): void {
    const { lumped, size, places, middle, massCentre, centre, radius } = this;
    const { elements, positions, lumps, usual } = lumped;
    middle.fill(0);
    massCentre.fill(0);
    let mass = 0;
    for (let a = 0; a < size; a++) {
      const lump = lumps[size * element + a];
      mass += lump;
      for (let axis = 0; axis < 3; axis++) {
        const place = (positions[3 * elements[size * element + a] + axis] - centre[axis]) / radius;
        places[3 * a + axis] = place;
        middle[axis] += usual[a] * place;
        massCentre[axis] += lump * place;
      }
    }
    for (let axis = 0; axis < 3; axis++) massCentre[axis] /= mass;
    this.loadSlopes();
  }

  private loadSlopes(): void {
    const { places, middle, slopes, size } = this;
    const { usual } = this.lumped;
    let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
    for (let a = 0; a < size; a++) {
      const [x, y, z] = [places[3 * a] - middle[0], places[3 * a + 1] - middle[1], places[3 * a + 2] - middle[2]];
      xx += usual[a] * x * x;
      xy += usual[a] * x * y;
      xz += usual[a] * x * z;
      yy += usual[a] * y * y;
      yz += usual[a] * y * z;
      zz += usual[a] * z * z;
    }
    const [axx, axy, axz] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
    const [ayy, ayz, azz] = [xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy];
    const scale = 1 / (xx * axx + xy * axy + xz * axz);
    for (let a = 0; a < size; a++) {
      const [x, y, z] = [places[3 * a] - middle[0], places[3 * a + 1] - middle[1], places[3 * a + 2] - middle[2]];
      slopes[3 * a] = usual[a] * scale * (axx * x + axy * y + axz * z);
      slopes[3 * a + 1] = usual[a] * scale * (axy * x + ayy * y + ayz * z);
      slopes[3 * a + 2] = usual[a] * scale * (axz * x + ayz * y + azz * z);
    }
  }

  /** Adds `factor` times the first and second moments of the masses of the element at hand. */
  private addMoments(element: number, factor: number, sums: Float64Array): void {
    const { size } = this;
    const { lumps } = this.lumped;
    for (let a = 0; a < size; a++) this.addPoint(a, factor * lumps[size * element + a], sums);
  }

  private addPoint(a: number, mass: number, sums: Float64Array): void {
    const { places } = this;
    for (let axis = 0; axis < 3; axis++) sums[axis] += mass * places[3 * a + axis];
    for (let k = 0; k < 6; k++) {
      sums[3 + k] += mass * places[3 * a + PRODUCTS[2 * k]] * places[3 * a + PRODUCTS[2 * k + 1]];
    }
  }

  /** Adds what each of the displacements changes in the moments: column by column. */
  private addEffects(element: number, factor: number, effects: Float64Array): void {
    const { change, slopes, displacement: u, size } = this;
    const mass = factor * this.massOf(element);
    for (let column = 0; column < FIELDS; column++) {
      this.displace(column, 1);
      change.fill(0);
      for (let a = 0; a < size; a++) {
        this.addPoint(a, mass * (slopes[3 * a] * u[0] + slopes[3 * a + 1] * u[1] + slopes[3 * a + 2] * u[2]), change);
      }
      for (let row = 0; row < FIELDS; row++) effects[FIELDS * row + column] += change[row];
      u.fill(0);
    }
  }

  /** Adds `amount` of a displacement at the centre of mass of the element at hand: along an axis, or E x with one entry of E. */
  private displace(column: number, amount: number): void {
    const { displacement: u, massCentre } = this;
    if (column < 3) {
      u[column] += amount;
      return;
    }
    const [i, j] = [PRODUCTS[2 * (column - 3)], PRODUCTS[2 * (column - 3) + 1]];
    u[i] += amount * massCentre[j];
    if (i !== j) u[j] += amount * massCentre[i];
  }

  /** Moves the mass of an element by the field, as far as its shares allow; returns whether they allowed all of it. */
  private move(element: number, field: Float64Array): boolean {
    const { slopes, displacement: u, size } = this;
    const { lumps, usual, least: leastShares } = this.lumped;
    const first = size * element;
    u.fill(0);
    for (let column = 0; column < FIELDS; column++) this.displace(column, field[column]);
    const mass = this.massOf(element);
    const least = (a: number) => leastShares[element] * mass * usual[a];
    const step = (a: number) => mass * (slopes[3 * a] * u[0] + slopes[3 * a + 1] * u[1] + slopes[3 * a + 2] * u[2]);
    let part = 1;
    for (let a = 0; a < size; a++) {
      if (lumps[first + a] + step(a) < least(a)) part = Math.min(part, (lumps[first + a] - least(a)) / -step(a));
    }
    part = Math.max(0, part);
    for (let a = 0; a < size; a++) lumps[first + a] += part * step(a);
    u.fill(0);
    return part === 1;
  }

  private massOf(element: number): number {
    const { size } = this;
    const { lumps } = this.lumped;
    let mass = 0;
    for (let a = size * element; a < size * (element + 1); a++) mass += lumps[a];
    return mass;
  }
}
