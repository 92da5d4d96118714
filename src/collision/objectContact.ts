import { BroadPhaseGrid } from './broadPhaseGrid.ts';
import { PlacedCollider, type ContactCollider } from './contactCollider.ts';
import { ContactPhase, MAX_CONTACTS, type ContactState } from './contactState.ts';
import { DISTANCE } from './distances.ts';
import { applyContactImpulse, ImpulseOutcome } from './frictionImpulse.ts';
import { TunnellingLimit } from './TunnellingLimit.ts';

/** Rounds of projecting a vertex between several colliders that it touches at once. */
export const PROJECTION_ROUNDS = 3;
/** A velocity that leaves a collider faster than this times (1 m/s + its speed) does not count as contact. */
const SEPARATING = 1e-9;

/** Keeping distances, a hundredth of an edge each, that corrections of positions are reckoned with. */
export const NEAR = 5;
/** A vertex that is led to a surface ends this share of the keeping distance below it, so that it is found to touch. */
export const MEETING_DEPTH = 1e-3;

/** Vertices about to enter a collider. Valid until the next call that returns it. */
export interface EnteringVertices {
  readonly count: number;
  readonly vertices: Uint32Array;
  /** Outward unit normal of the collider at each, and how deep it is below the surface as a negative number, m. */
  readonly surfaces: Float64Array;
  /** Velocity of the collider along that normal at each, m/s. */
  readonly speeds: Float64Array;
  /** Vertices that touch are among them, too, where points that they carry sink. */
  readonly sinks: boolean;
}

/**
 * Collision of a body's vertices, interior ones too, with kinematic colliders (Irving 2007, 3.2; step 4 of 3.1): positions stop
 * where they meet the surface and go on with the velocity that friction leaves; velocities lose what points inward.
 */
export class ObjectContact {
  /** Coefficient of each collider in the running substep. */
  readonly frictions: Float64Array;
  readonly tunnelling: TunnellingLimit;
  protected readonly state: ContactState;
  protected readonly colliders: PlacedCollider[];
  private readonly grid: BroadPhaseGrid;
  /** Contacts confirmed in the running step, per slot. */
  protected readonly confirmed: Uint8Array;
  /** m; a kept contact that leaves its surface by less is put back onto it, by more is lost. */
  protected readonly keepDistance: number;
  /** m/s; what is inside a collider when a substep begins is led out of it no faster. */
  private readonly escapeSpeed: number;
  /** How far a vertex that is inside at the start of the running substep may be led out in it, m; at least as far as kept contacts are put back. */
  protected readonly wayOut = Float64Array.of(Infinity);
  private readonly point = new Float64Array(3);
  /** Outward normal and signed distance of the collider at the last place asked. */
  protected readonly surface = new Float64Array(4);
  /** As `surface`, where only the distance is asked. */
  protected readonly gap = new Float64Array(4);
  protected readonly body = new Float64Array(3);
  private readonly move = new Float64Array(3);
  private readonly impulsive = new Float64Array(3);
  protected readonly entering: { -readonly [Key in keyof EnteringVertices]: EnteringVertices[Key] };
  /** Of the running substep, s. */
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
    this.colliders = colliders.map((collider) => new PlacedCollider(collider));
    this.tunnelling = new TunnellingLimit(this.colliders);
    this.frictions = new Float64Array(colliders.length);
    this.grid = new BroadPhaseGrid(colliders.length === 0 ? 0 : state.vertexCount);
    this.confirmed = new Uint8Array(MAX_CONTACTS * state.vertexCount);
    const most = colliders.length === 0 ? 0 : state.vertexCount;
    this.entering = {
      count: 0,
      sinks: false,
      vertices: new Uint32Array(most),
      surfaces: new Float64Array(4 * most),
      speeds: new Float64Array(most),
    };
  }

  /** Not 0 for the vertices that collide; undefined where all do. */
  colliding(): Uint8Array | undefined {
    return undefined;
  }

  /**
   * Places the colliders over a substep and gives kept contacts the velocity that carries them along with their collider,
   * so that a sticking vertex ends exactly where the collider's material point does. `positions`: at the start. Vertices with a
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

  /** Whether a vertex without contact is at `x` (m) so near a collider, at the end of the substep, that a correction of `x` may bring it inside. */
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
   * Lists the vertices without contact that `x` (m) puts inside a collider at the end of the substep, ready to be met there.
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

  /** Adds vertex `v` to those that enter collider `c`, whose normal is in `surface`: `distance` is where it is to be led, m, and the point there is at `at` of `x`. */
  protected addEntering(c: number, v: number, x: Float64Array, at: number, distance: number): void {
    const { entering, surface, body } = this;
    const slot = entering.count++;
    entering.vertices[slot] = v;
    for (let axis = 0; axis < 3; axis++) entering.surfaces[4 * slot + axis] = surface[axis];
    entering.surfaces[4 * slot + DISTANCE] = distance + MEETING_DEPTH * this.keepDistance;
    this.colliders[c].velocityAt(x, at, body);
    entering.speeds[slot] = body[0] * surface[0] + body[1] * surface[1] + body[2] * surface[2];
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
   * the substep that `beginStep` began; vertices with a non-zero `constrained` entry are left alone. Refreshes the contact state.
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

  private collideVertex(c: number, v: number, from: Float64Array, x: Float64Array, velocity: Float64Array): void {
    const kept = this.state.find(v, c);
    this.colliders[c].signedDistance(x, 3 * v, this.gap);
    const depth = this.gap[DISTANCE];
    if (depth >= 0 && kept === undefined) return;
    if (depth > this.keepDistance) return;
    if (kept === undefined) this.meetSurface(c, v, from, x, velocity);
    else this.stayOnSurface(c, v, kept, x, velocity);
  }

  /** A kept contact: back onto the surface, with the normal and the body's velocity there. */
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

  /** A new contact: to the crossing, on with Gamma of the velocity for the rest of the step, out of what is left inside. */
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
   * Vertex v goes to the crossing of the surface and on with Gamma of its velocity: `surface` and `body` are at the end of its move, the distance in `gap` is that at its
   * start, and becomes that from where the collider has moved. What Gamma did.
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

  /** Adds the contact unless the velocity leaves the surface anyway. */
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

  /** Takes vertex v, which was deep inside when the substep began, one substep's way towards the surface. */
  private leadOut(collider: PlacedCollider, x: Float64Array, v: number): void {
    const { surface, wayOut } = this;
    collider.signedDistanceAndNormal(x, 3 * v, surface);
    const back = Math.max(Math.min(surface[DISTANCE], 0), -wayOut[0]);
    for (let axis = 0; axis < 3; axis++) x[3 * v + axis] -= back * surface[axis];
  }

  /** Puts vertex v onto the surface while it is inside; leaves the normal at the last place asked in `this.surface`. */
  private pushOut(collider: PlacedCollider, x: Float64Array, v: number): void {
    const { surface } = this;
    for (let round = 0; round < PROJECTION_ROUNDS; round++) {
      collider.signedDistanceAndNormal(x, 3 * v, surface);
      if (surface[DISTANCE] >= 0) return;
      for (let axis = 0; axis < 3; axis++) x[3 * v + axis] -= surface[DISTANCE] * surface[axis];
    }
  }

  /** Contacts that no collider confirmed in this step are over. Downwards, because `drop` fills the gap from the end. */
  protected dropUnconfirmed(): void {
    const { counts } = this.state;
    for (let v = 0; v < counts.length; v++) {
      for (let k = counts[v] - 1; k >= 0; k--) {
        if (this.confirmed[MAX_CONTACTS * v + k] === 0) this.state.drop(v, k);
      }
    }
  }

  /** A vertex between colliders is pushed out of each in turn. */
  private separateFromSeveral(x: Float64Array): void {
    const { counts, colliders } = this.state;
    for (let v = 0; v < counts.length; v++) {
      if (counts[v] < 2) continue;
      for (let round = 0; round < PROJECTION_ROUNDS; round++) {
        for (let k = 0; k < counts[v]; k++) {
          const collider = this.colliders[colliders[MAX_CONTACTS * v + k]];
          collider.signedDistance(x, 3 * v, this.gap);
          // What is still on its way out is not put outside at once.
          if (this.gap[DISTANCE] >= -this.wayOut[0]) this.pushOut(collider, x, v);
        }
      }
    }
  }
}
