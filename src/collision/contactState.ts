import { SystemState } from '../base/state/SystemState.ts';

/** State of a vertex: no contact, sliding contact, or contact that static friction fixes. */
export const ContactPhase = { free: 0, slip: 1, stick: 2 } as const;

/** Largest number of contacts of a vertex: three normals span space. */
export const MAX_CONTACTS = 3;

/**
 * Contacts whose normals have a larger cosine than this act as one: a wedge of less than about 11 degrees would make
 * the system of two normals ill conditioned, while alternating projection handles it.
 */
const SAME_NORMAL = 0.98;

/**
 * The contacts of a body's vertices, carried from step to step so that resting bodies stay at rest. Contact `k` of vertex `v`
 * (k < counts[v]) is at `3 v + k`, its vectors at `9 v + 3 k`.
 */
export class ContactState {
  readonly phases: Uint8Array;
  readonly counts: Uint8Array;
  readonly colliders: Uint16Array;
  /** Outward unit normals. */
  readonly normals: Float64Array;
  /** Normal force of the last solve, N, positive in compression. */
  readonly normalForces: Float64Array;
  /** Velocity of the collider at the contact, m/s; updated every step. */
  readonly bodyVelocities: Float64Array;
  /** Unit direction in which a slipping vertex slides over its collider. */
  readonly slipDirections: Float64Array;
  readonly state: SystemState;

  constructor(vertexCount: number) {
    this.phases = new Uint8Array(vertexCount);
    this.counts = new Uint8Array(vertexCount);
    this.colliders = new Uint16Array(MAX_CONTACTS * vertexCount);
    this.normals = new Float64Array(3 * MAX_CONTACTS * vertexCount);
    this.normalForces = new Float64Array(MAX_CONTACTS * vertexCount);
    this.bodyVelocities = new Float64Array(3 * MAX_CONTACTS * vertexCount);
    this.slipDirections = new Float64Array(3 * vertexCount);
    this.state = new SystemState().rows('vertices', {
      columns: [
        { name: 'phases', width: 1, array: () => this.phases },
        { name: 'counts', width: 1, array: () => this.counts },
        { name: 'colliders', width: MAX_CONTACTS, array: () => this.colliders },
        { name: 'normals', width: 3 * MAX_CONTACTS, array: () => this.normals },
        { name: 'normalForces', width: MAX_CONTACTS, array: () => this.normalForces },
        { name: 'slipDirections', width: 3, array: () => this.slipDirections },
      ],
      marks: this.phases,
      per: 'vertex',
      clear: () => this.releaseAll(),
    });
  }

  get vertexCount(): number {
    return this.phases.length;
  }

  /** Whether any vertex is in contact. */
  get touching(): boolean {
    const { phases } = this;
    for (let v = 0; v < phases.length; v++) if (phases[v] !== ContactPhase.free) return true;
    return false;
  }

  release(vertex: number): void {
    this.phases[vertex] = ContactPhase.free;
    this.counts[vertex] = 0;
  }

  releaseAll(): void {
    this.phases.fill(ContactPhase.free);
    this.counts.fill(0);
  }

  /** Removes contact `k` of a vertex; without contacts the vertex is free. */
  drop(vertex: number, k: number): void {
    const last = --this.counts[vertex];
    const base = MAX_CONTACTS * vertex;
    this.colliders[base + k] = this.colliders[base + last];
    this.normalForces[base + k] = this.normalForces[base + last];
    for (let axis = 0; axis < 3; axis++) {
      this.normals[3 * (base + k) + axis] = this.normals[3 * (base + last) + axis];
      this.bodyVelocities[3 * (base + k) + axis] = this.bodyVelocities[3 * (base + last) + axis];
    }
    if (last === 0) this.phases[vertex] = ContactPhase.free;
  }

  /** Returns the slot of the vertex' contact with a collider, or undefined. */
  find(vertex: number, collider: number): number | undefined {
    for (let k = 0; k < this.counts[vertex]; k++) {
      if (this.colliders[MAX_CONTACTS * vertex + k] === collider) return k;
    }
    return undefined;
  }

  /** Adds a contact with the given outward normal unless one of nearly the same direction exists; returns its slot or undefined. */
  add(vertex: number, collider: number, normal: Float64Array): number | undefined {
    const count = this.counts[vertex];
    if (count === MAX_CONTACTS) return undefined;
    for (let k = 0; k < count; k++) {
      const at = 3 * (MAX_CONTACTS * vertex + k);
      const cosine = this.normals[at] * normal[0] + this.normals[at + 1] * normal[1] + this.normals[at + 2] * normal[2];
      if (cosine > SAME_NORMAL) return undefined;
    }
    const slot = MAX_CONTACTS * vertex + count;
    this.counts[vertex] = count + 1;
    this.colliders[slot] = collider;
    this.normalForces[slot] = 0;
    for (let axis = 0; axis < 3; axis++) this.normals[3 * slot + axis] = normal[axis];
    return count;
  }
}
