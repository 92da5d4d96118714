import { BroadPhaseGrid } from './broadPhaseGrid.ts';
import { placedCollider, type ContactCollider, type PlacedCollider } from './contactCollider.ts';
import { ContactPhase, MAX_CONTACTS, type ContactState } from './contactState.ts';
import { DISTANCE } from './distances.ts';
import { EnteringPath } from './EnteringPath.ts';
import { applyContactImpulse, ImpulseOutcome } from './frictionImpulse.ts';
import { PassedColliders } from './PassedColliders.ts';
import { TunnellingLimit } from './TunnellingLimit.ts';

/** Rounds of alternating projection of a vertex between several colliders in contact. */
export const PROJECTION_ROUNDS = 3;
/** A velocity that leaves a collider faster than this times (1 m/s + its speed) is not in contact. */
const SEPARATING = 1e-9;

/** Range in which position corrections take colliders into account, in keeping distances (a hundredth of an edge each). */
export const NEAR = 5;
/** Depth below the surface, as a fraction of the keeping distance, at which a vertex led to the surface ends, so that contact is detected. */
export const MEETING_DEPTH = 1e-3;

/** Vertices about to enter a collider. Valid until the next call that returns them. */
export interface EnteringVertices {
  readonly count: number;
  readonly vertices: Uint32Array;
  /** Number of the collider of each. */
  readonly colliders: Uint16Array;
  /** Outward unit normal of the collider at each, and its signed distance (negative below the surface), m. */
  readonly surfaces: Float64Array;
  /** Velocity of the collider along that normal at each, m/s. */
  readonly speeds: Float64Array;
  /** Whether vertices already in contact may be included, because points that they carry sink. */
  readonly sinks: boolean;
}

/**
 * Collision of a body's vertices, interior ones too, with kinematic colliders (Irving 2007, 3.2; step 4 of 3.1): positions stop
 * at the crossing of the surface and continue with the velocity that friction leaves; velocities lose their inward part.
 */
export class ObjectContact {
  /** Coefficient of each collider in the running substep. */
  readonly frictions: Float64Array;
  readonly tunnelling: TunnellingLimit;
  protected readonly state: ContactState;
  protected readonly colliders: PlacedCollider[];
  private readonly grid: BroadPhaseGrid;
  /** Non-zero for contacts confirmed in the running step, per slot. */
  protected readonly confirmed: Uint8Array;
  /** Keeping distance, m: a kept contact that separates by less is projected back onto the surface, by more is released. */
  protected readonly keepDistance: number;
  /** Escape speed, m/s: vertices inside a collider at the start of a substep leave it no faster. */
  private readonly escapeSpeed: number;
  /** Distance, m, by which vertices inside at the start of the running substep may leave in it; at least the keeping distance. */
  protected readonly wayOut = Float64Array.of(Infinity);
  private readonly point = new Float64Array(3);
  /** Outward normal and signed distance of the collider at the last query point. */
  protected readonly surface = new Float64Array(4);
  /** Outward normal and signed distance of the collider at the last point of which only the distance was asked. */
  protected readonly gap = new Float64Array(4);
  protected readonly body = new Float64Array(3);
  private readonly move = new Float64Array(3);
  private readonly impulsive = new Float64Array(3);
  protected readonly path: EnteringPath;
  private readonly passed: PassedColliders;
  protected readonly entering: { -readonly [Key in keyof EnteringVertices]: EnteringVertices[Key] };
  /** Length of the running substep, s. */
  protected dt = 0;

  constructor(
    state: ContactState,
    colliders: readonly ContactCollider[],
    keepDistance: number,
    escapeSpeed = Infinity,
  ) {
    this.state = state;
    this.keepDistance = keepDistance;
    this.escapeSpeed = escapeSpeed;
    this.colliders = colliders.map(placedCollider);
    this.path = new EnteringPath(keepDistance);
    this.tunnelling = new TunnellingLimit(this.colliders);
    this.passed = new PassedColliders(this.colliders, this.tunnelling.thicknesses, this.path);
    this.frictions = new Float64Array(colliders.length);
    this.grid = new BroadPhaseGrid(colliders.length === 0 ? 0 : state.vertexCount);
    this.confirmed = new Uint8Array(MAX_CONTACTS * state.vertexCount);
    const most = colliders.length === 0 ? 0 : state.vertexCount;
    this.entering = {
      count: 0,
      sinks: false,
      vertices: new Uint32Array(most),
      colliders: new Uint16Array(most),
      surfaces: new Float64Array(4 * most),
      speeds: new Float64Array(most),
    };
  }

  /** Non-zero for the vertices that collide; undefined where all do. */
  colliding(): Uint8Array | undefined {
    return undefined;
  }

  /**
   * Places the colliders over a substep and gives vertices with kept contacts the velocity of their collider,
   * so that a sticking vertex ends exactly at the collider's material point. `positions`: those at the start, m. Vertices with a
   * non-zero `constrained` entry lose their contacts.
   */
  beginStep(start: number, end: number, positions: Float64Array, constrained: Uint8Array): void {
    if (this.colliders.length === 0) return;
    this.dt = end - start;
    this.wayOut[0] = Math.max(this.keepDistance, this.escapeSpeed * this.dt);
    for (let c = 0; c < this.colliders.length; c++) {
      this.colliders[c].place(start, end);
      this.frictions[c] = this.colliders[c].collider.friction;
    }
    this.carryContacts(positions, constrained);
  }

  /** Returns whether any vertex without contact at `x` (m) is so near a collider, at the end of the substep, that a correction of `x` may move it inside. */
  anyNear(x: Float64Array, constrained: Uint8Array): boolean {
    if (this.colliders.length === 0) return false;
    const { grid, gap, state } = this;
    const margin = NEAR * this.keepDistance;
    grid.sortPoints(x);
    for (let c = 0; c < this.colliders.length; c++) {
      const count = grid.findCandidates(this.colliders[c], margin);
      for (let i = 0; i < count; i++) {
        const v = grid.candidates[i];
        if (constrained[v] !== 0 || state.counts[v] !== 0) continue;
        this.colliders[c].signedDistance(x, 3 * v, gap);
        if (gap[DISTANCE] < margin) return true;
      }
    }
    return false;
  }

  /**
   * Lists the vertices without contact that `x` (m) puts inside a collider at the end of the substep.
   * Vertices with a non-zero `constrained` entry are left out.
   */
  findEntering(x: Float64Array, constrained: Uint8Array): EnteringVertices {
    const { entering, surface, state } = this;
    entering.count = 0;
    this.grid.sortPoints(x);
    for (let c = 0; c < this.colliders.length; c++) {
      const count = this.grid.findCandidates(this.colliders[c], 0);
      for (let i = 0; i < count && entering.count < entering.vertices.length; i++) {
        const v = this.grid.candidates[i];
        if (constrained[v] !== 0 || state.counts[v] !== 0) continue;
        this.colliders[c].signedDistance(x, 3 * v, this.gap);
        if (this.gap[DISTANCE] >= 0) continue;
        this.colliders[c].signedDistanceAndNormal(x, 3 * v, surface);
        this.addEntering(c, v, x, 3 * v, surface[DISTANCE]);
      }
    }
    return entering;
  }

  /** Lists vertex `v` as entering collider `c`, whose normal is in `surface`. `distance`: signed distance to correct, m; the contact point is at `at` of `x`. */
  protected addEntering(c: number, v: number, x: Float64Array, at: number, distance: number): void {
    const { entering, surface, body } = this;
    const slot = entering.count++;
    entering.vertices[slot] = v;
    entering.colliders[slot] = c;
    for (let axis = 0; axis < 3; axis++) entering.surfaces[4 * slot + axis] = surface[axis];
    entering.surfaces[4 * slot + DISTANCE] = distance + MEETING_DEPTH * this.keepDistance;
    this.colliders[c].velocityAt(x, at, body);
    entering.speeds[slot] = body[0] * surface[0] + body[1] * surface[1] + body[2] * surface[2];
  }

  /** Writes the velocity of collider `c` at the end of the running substep, m/s, at the point (m) at `at` of `points`. */
  colliderVelocity(c: number, points: Float64Array, at: number, out: Float64Array): void {
    this.colliders[c].velocityAt(points, at, out);
  }

  private carryContacts(positions: Float64Array, constrained: Uint8Array): void {
    const { counts, colliders, bodyVelocities } = this.state;
    const rate = 1 / this.dt;
    for (let v = 0; v < counts.length; v++) {
      if (constrained[v] !== 0) this.state.release(v);
      for (let k = 0; k < counts[v]; k++) {
        const slot = MAX_CONTACTS * v + k;
        const collider = this.colliders[colliders[slot]];
        if (collider.still) {
          bodyVelocities.fill(0, 3 * slot, 3 * slot + 3);
          continue;
        }
        collider.transport(positions, 3 * v, this.point);
        for (let axis = 0; axis < 3; axis++) {
          bodyVelocities[3 * slot + axis] = (this.point[axis] - positions[3 * v + axis]) * rate;
        }
      }
    }
  }

  /**
   * Collides the moved positions `x` (m) and the velocities `velocity` (m/s), both in place. `from`: positions at the start of
   * the substep that `beginStep` began; vertices with a non-zero `constrained` entry are not changed. Updates the contact state.
   */
  collide(from: Float64Array, x: Float64Array, velocity: Float64Array, constrained: Uint8Array): void {
    if (this.colliders.length === 0) return;
    this.confirmed.fill(0);
    this.grid.sortPoints(x);
    for (let c = 0; c < this.colliders.length; c++) {
      const count = this.grid.findCandidates(this.colliders[c], this.keepDistance);
      for (let i = 0; i < count; i++) {
        const v = this.grid.candidates[i];
        if (constrained[v] === 0) this.collideVertex(c, v, from, x, velocity);
      }
    }
    this.dropUnconfirmed();
    this.separateFromSeveral(x);
  }

  /** Returns whether a vertex passes a collider between `from` and `x`, m, the ends of the running substep, so that `collide` would leave it on the other side. */
  tunnels(from: Float64Array, x: Float64Array, constrained: Uint8Array): boolean {
    return this.passed.any(from, x, constrained, this.colliding());
  }

  /**
   * Puts vertices that other bodies have pushed from `before` into a collider by more than the keeping distance, to `x`, m, back to where they were, in `x`, and flags them in `obstructed`; those that began inside may not go deeper.
   * Colliders whose triangles the bodies collide with are left out. `before` is what `collide` left of the running substep. Vertices with a non-zero `constrained` entry are not changed. Returns whether there are any.
   */
  bringBack(before: Float64Array, x: Float64Array, constrained: Uint8Array, obstructed: Uint8Array): boolean {
    const { colliders, path } = this;
    let any = false;
    for (let v = 0; v < constrained.length; v++) {
      if (constrained[v] !== 0 || !isMoved(before, x, 3 * v)) continue;
      for (let c = 0; c < colliders.length; c++) {
        if (colliders[c].collides || !path.enters(colliders[c], before, x, 3 * v)) continue;
        for (let k = 3 * v; k < 3 * v + 3; k++) x[k] = before[k];
        obstructed[v] = 1;
        any = true;
        break;
      }
    }
    return any;
  }

  private collideVertex(c: number, v: number, from: Float64Array, x: Float64Array, velocity: Float64Array): void {
    const kept = this.state.find(v, c);
    this.colliders[c].signedDistance(x, 3 * v, this.gap);
    const depth = this.gap[DISTANCE];
    if (depth >= 0 && kept === undefined) return;
    if (depth > this.keepDistance) return;
    if (kept === undefined) this.meetSurface(c, v, from, x, velocity);
    else this.stayOnSurface(c, v, kept, x, velocity);
  }

  /** Updates a kept contact: projects the vertex back onto the surface, and stores the normal and the collider's velocity there. */
  private stayOnSurface(c: number, v: number, slot: number, x: Float64Array, velocity: Float64Array): void {
    const { normals, bodyVelocities } = this.state;
    const { surface, body } = this;
    const collider = this.colliders[c];
    collider.signedDistanceAndNormal(x, 3 * v, surface);
    const back = Math.max(surface[DISTANCE], -this.wayOut[0]);
    for (let axis = 0; axis < 3; axis++) x[3 * v + axis] -= back * surface[axis];
    const at = 3 * (MAX_CONTACTS * v + slot);
    collider.velocityAt(x, 3 * v, body);
    for (let axis = 0; axis < 3; axis++) {
      normals[at + axis] = surface[axis];
      bodyVelocities[at + axis] = body[axis];
    }
    applyContactImpulse(velocity, 3 * v, surface, body, this.frictions, c);
    this.confirmed[MAX_CONTACTS * v + slot] = 1;
  }

  /** Adds a contact: the vertex moves to the crossing, then with Gamma of its velocity for the rest of the step, and is pushed out where it is still inside. */
  private meetSurface(c: number, v: number, from: Float64Array, x: Float64Array, velocity: Float64Array): void {
    const collider = this.colliders[c];
    const { surface, body, frictions } = this;
    const k = 3 * v;
    collider.signedDistanceAndNormal(x, k, surface);
    collider.velocityAt(x, k, body);
    collider.signedDistance(from, k, this.gap);
    const outcome = this.moveOn(c, v, from, x);
    if (this.gap[DISTANCE] < -this.wayOut[0]) this.leadOut(collider, x, v);
    else this.pushOut(collider, x, v);
    collider.velocityAt(x, k, body);
    applyContactImpulse(velocity, k, surface, body, frictions, c);
    this.record(c, v, velocity, outcome);
  }

  /**
   * Moves vertex v to the crossing of the surface, then with Gamma of its velocity. `surface` and `body` are those at the end of its move; `gap` contains the distance at its
   * start and receives that relative to the moved collider. Returns the effect of Gamma.
   */
  protected moveOn(c: number, v: number, from: Float64Array, x: Float64Array): ImpulseOutcome {
    const { surface, body, move, impulsive, frictions, dt } = this;
    const k = 3 * v;
    const advance = dt * (body[0] * surface[0] + body[1] * surface[1] + body[2] * surface[2]);
    const gap = this.gap[DISTANCE] + advance;
    this.gap[DISTANCE] = gap;
    const theta = gap <= 0 ? 0 : gap / (gap - surface[DISTANCE]);
    for (let axis = 0; axis < 3; axis++) {
      move[axis] = (x[k + axis] - from[k + axis]) / dt;
      impulsive[axis] = move[axis];
    }
    const outcome = applyContactImpulse(impulsive, 0, surface, body, frictions, c);
    for (let axis = 0; axis < 3; axis++) {
      x[k + axis] = from[k + axis] + dt * (theta * move[axis] + (1 - theta) * impulsive[axis]);
    }
    return outcome;
  }

  /** Adds the contact unless the velocity separates. */
  protected record(c: number, v: number, velocity: Float64Array, outcome: ImpulseOutcome): void {
    const { state, surface: normal, body, impulsive } = this;
    let leaving = 0;
    let speed = 0;
    for (let axis = 0; axis < 3; axis++) {
      leaving += normal[axis] * (velocity[3 * v + axis] - body[axis]);
      speed += Math.abs(velocity[3 * v + axis]);
    }
    if (leaving > SEPARATING * (1 + speed)) return;
    const slot = state.add(v, c, normal);
    if (slot === undefined) return;
    this.confirmed[MAX_CONTACTS * v + slot] = 1;
    for (let axis = 0; axis < 3; axis++) state.bodyVelocities[3 * (MAX_CONTACTS * v + slot) + axis] = body[axis];
    const sticks = outcome === ImpulseOutcome.stick && (slot === 0 || state.phases[v] === ContactPhase.stick);
    state.phases[v] = sticks ? ContactPhase.stick : ContactPhase.slip;
    if (sticks) return;
    let along = 0;
    for (let axis = 0; axis < 3; axis++) along += (impulsive[axis] - body[axis]) * normal[axis];
    let size = 0;
    for (let axis = 0; axis < 3; axis++) {
      impulsive[axis] -= body[axis] + along * normal[axis];
      size += impulsive[axis] * impulsive[axis];
    }
    const scale = size > 0 ? 1 / Math.sqrt(size) : 0;
    for (let axis = 0; axis < 3; axis++) state.slipDirections[3 * v + axis] = impulsive[axis] * scale;
  }

  /** Moves vertex v, which was deep inside at the start of the substep, outwards by the distance allowed in one substep. */
  private leadOut(collider: PlacedCollider, x: Float64Array, v: number): void {
    const { surface, wayOut } = this;
    collider.signedDistanceAndNormal(x, 3 * v, surface);
    const back = Math.max(Math.min(surface[DISTANCE], 0), -wayOut[0]);
    for (let axis = 0; axis < 3; axis++) x[3 * v + axis] -= back * surface[axis];
  }

  /** Projects vertex v onto the surface while it is inside; leaves the normal at the last query point in `this.surface`. */
  private pushOut(collider: PlacedCollider, x: Float64Array, v: number): void {
    const { surface } = this;
    for (let round = 0; round < PROJECTION_ROUNDS; round++) {
      collider.signedDistanceAndNormal(x, 3 * v, surface);
      if (surface[DISTANCE] >= 0) return;
      for (let axis = 0; axis < 3; axis++) x[3 * v + axis] -= surface[DISTANCE] * surface[axis];
    }
  }

  /** Drops contacts that no collider confirmed in this step. Runs backwards, because `drop` fills the gap from the end. */
  protected dropUnconfirmed(): void {
    const { counts } = this.state;
    for (let v = 0; v < counts.length; v++) {
      for (let k = counts[v] - 1; k >= 0; k--) {
        if (this.confirmed[MAX_CONTACTS * v + k] === 0) this.state.drop(v, k);
      }
    }
  }

  /** Projects a vertex between colliders out of each in turn. */
  private separateFromSeveral(x: Float64Array): void {
    const { counts, colliders } = this.state;
    for (let v = 0; v < counts.length; v++) {
      if (counts[v] < 2) continue;
      for (let round = 0; round < PROJECTION_ROUNDS; round++) {
        for (let k = 0; k < counts[v]; k++) {
          const collider = this.colliders[colliders[MAX_CONTACTS * v + k]];
          collider.signedDistance(x, 3 * v, this.gap);
          // Vertices that leave at the escape speed are not projected outside at once.
          if (this.gap[DISTANCE] >= -this.wayOut[0]) this.pushOut(collider, x, v);
        }
      }
    }
  }
}

/** Whether the points at index `at` differ. */
export function isMoved(a: Float64Array, b: Float64Array, at: number): boolean {
  return a[at] !== b[at] || a[at + 1] !== b[at + 1] || a[at + 2] !== b[at + 2];
}
