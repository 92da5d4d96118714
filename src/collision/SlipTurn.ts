import { MAX_CONTACTS, type ContactState } from './contactState.ts';
import { normalComponents } from './normalComponents.ts';
import { SlipDrags } from './SlipDrags.ts';

/** Most drag across a slip, as a share of what resists the motion of its vertex in the matrix of the solve: more of it makes the solve ill conditioned. */
const MOST_DRAG = 1;

/** A solve in which vertices slip. */
export interface SlipSolve {
  /** Length, s. */
  h: number;
  /** What resists the motion of each vertex that touches something, kg. */
  readonly inertia: Float64Array;
  /** Velocities that the solve leaves out, and that all given ones have, m/s. */
  leading: Float64Array | undefined;
}

/**
 * The directions in which slipping vertices slip, while they turn. Friction mu N against a slip of velocity v resists what is across v like a drag of mu N / |v|, which grows without bounds as a body comes to rest: with a direction
 * that follows v from step to step it swings from there on, and with one that follows slowly friction holds back less than mu N. Here that drag is a part of the solve, and the direction follows where friction acted in it: the
 * projection of the force that the drag adds to onto the disk of mu N (Alart and Curnier 1991), with v itself where the drag is below its bound.
 */
export class SlipTurn {
  /** The drags of the running solve. */
  readonly drags: SlipDrags;
  private readonly state: ContactState;
  /** mu N, N, per vertex. */
  private readonly limits: Float64Array;
  /** Drag of each vertex, kg/s, against its velocity at the end; 0 where it has none. */
  private readonly resistances: Float64Array;
  /** Whether that is the most which it may be. */
  private readonly bounded: Uint8Array;
  private readonly across = new Float64Array(3);
  /** Velocity of a vertex relative to its collider, m/s. */
  private readonly relative = new Float64Array(3);
  private readonly rates = new Float64Array(3);
  private readonly components = new Float64Array(3);
  /** What friction resists the motion of the measured vertex across its slip with, N. */
  readonly cross = new Float64Array(1);

  constructor(state: ContactState, limits: Float64Array) {
    this.state = state;
    this.limits = limits;
    this.drags = new SlipDrags(state.vertexCount);
    this.resistances = new Float64Array(state.vertexCount);
    this.bounded = new Uint8Array(state.vertexCount);
  }

  /** No vertex has a drag. */
  forget(): void {
    this.drags.count = 0;
    this.resistances.fill(0);
  }

  /** Whether friction across its slip was a part of the last solve of vertex `v`. */
  turns(v: number): boolean {
    return this.resistances[v] > 0;
  }

  /** Adds the drag of vertex `v`, which slips over one collider with mu N > 0, about the velocities `base`; those at the end are `base`, or 2 base - start where `doubles`. m/s; vertices in ascending order. */
  add(v: number, start: Float64Array, base: Float64Array, doubles: boolean, solve: SlipSolve): void {
    const { drags, across, relative, resistances, bounded, limits } = this;
    const { normals, bodyVelocities } = this.state;
    const n = 3 * MAX_CONTACTS * v;
    this.findAcross(v);
    this.findRelative(v, start, base, doubles);
    let square = 0;
    let along = 0;
    for (let axis = 0; axis < 3; axis++) {
      square += relative[axis] * relative[axis];
      along += relative[axis] * normals[n + axis];
    }
    const speed = Math.sqrt(Math.max(0, square - along * along));
    const most = (MOST_DRAG * solve.inertia[v]) / solve.h;
    const isBounded = !(limits[v] < most * speed);
    bounded[v] = isBounded ? 1 : 0;
    resistances[v] = isBounded ? most : limits[v] / speed;
    const entry = drags.count++;
    drags.vertices[entry] = v;
    drags.coefficients[entry] = doubles ? 2 * resistances[v] : resistances[v];
    drags.rests[entry] = 0;
    for (let axis = 0; axis < 3; axis++) {
      const body = bodyVelocities[n + axis];
      const still = doubles ? (start[3 * v + axis] + body) / 2 : body;
      drags.rests[entry] += across[axis] * (still - (solve.leading === undefined ? 0 : solve.leading[3 * v + axis]));
      drags.across[3 * entry + axis] = across[axis];
    }
  }

  /** Finds `cross` of vertex `v` after a solve for `u`; arguments as of `add`. */
  measure(v: number, start: Float64Array, u: Float64Array, doubles: boolean): void {
    const { across, relative, resistances, cross } = this;
    cross[0] = 0;
    if (resistances[v] === 0) return;
    this.findAcross(v);
    this.findRelative(v, start, u, doubles);
    for (let axis = 0; axis < 3; axis++) cross[0] += resistances[v] * across[axis] * relative[axis];
  }

  /** Turns the slip direction of vertex `v` to where friction acted in a solve for `u`; arguments as of `add`. */
  turn(v: number, start: Float64Array, u: Float64Array, doubles: boolean): void {
    const { across, limits, cross } = this;
    const { slipDirections } = this.state;
    this.measure(v, start, u, doubles);
    const square = limits[v] * limits[v] + cross[0] * cross[0];
    if (square === 0) return;
    const scale = 1 / Math.sqrt(square);
    for (let axis = 0; axis < 3; axis++) {
      const k = 3 * v + axis;
      slipDirections[k] = scale * (limits[v] * slipDirections[k] + cross[0] * across[axis]);
    }
  }

  /** The direction of vertex `v` follows its slip at the end of a step, with the velocity `velocity`, m/s: where the drag was bounded, where friction acted. */
  follow(v: number, velocity: Float64Array): void {
    if (this.resistances[v] > 0 && this.bounded[v] !== 0) {
      this.turn(v, velocity, velocity, false);
      return;
    }
    const { relative } = this;
    const { slipDirections } = this.state;
    this.findRelative(v, velocity, velocity, false);
    this.takeNormals(v);
    const size = Math.sqrt(relative[0] * relative[0] + relative[1] * relative[1] + relative[2] * relative[2]);
    if (size === 0) return;
    for (let axis = 0; axis < 3; axis++) slipDirections[3 * v + axis] = relative[axis] / size;
  }

  /** Takes what is along the normals of the contacts of vertex `v` out of `relative`. */
  private takeNormals(v: number): void {
    const { relative, rates, components } = this;
    const { counts, normals } = this.state;
    const base = 3 * MAX_CONTACTS * v;
    for (let k = 0; k < counts[v]; k++) {
      rates[k] = 0;
      for (let axis = 0; axis < 3; axis++) rates[k] += normals[base + 3 * k + axis] * relative[axis];
    }
    normalComponents(normals, base, counts[v], rates, components);
    for (let k = 0; k < counts[v]; k++) {
      for (let axis = 0; axis < 3; axis++) relative[axis] -= components[k] * normals[base + 3 * k + axis];
    }
  }

  /** across = the unit vector across the slip of a vertex, along its collider. */
  private findAcross(v: number): void {
    const { across } = this;
    const { normals, slipDirections: d } = this.state;
    const n = 3 * MAX_CONTACTS * v;
    const k = 3 * v;
    across[0] = normals[n + 1] * d[k + 2] - normals[n + 2] * d[k + 1];
    across[1] = normals[n + 2] * d[k] - normals[n] * d[k + 2];
    across[2] = normals[n] * d[k + 1] - normals[n + 1] * d[k];
    const size = Math.sqrt(across[0] * across[0] + across[1] * across[1] + across[2] * across[2]);
    const scale = size > 0 ? 1 / size : 0;
    for (let axis = 0; axis < 3; axis++) across[axis] *= scale;
  }

  private findRelative(v: number, start: Float64Array, u: Float64Array, doubles: boolean): void {
    const { bodyVelocities } = this.state;
    for (let axis = 0; axis < 3; axis++) {
      const k = 3 * v + axis;
      const end = doubles ? 2 * u[k] - start[k] : u[k];
      this.relative[axis] = end - bodyVelocities[3 * MAX_CONTACTS * v + axis];
    }
  }
}
