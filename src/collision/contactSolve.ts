import { ContactPhase, MAX_CONTACTS, type ContactState } from './contactState.ts';
import { Constraint } from './VelocityConstraints.ts';
import { DEPENDENT, normalComponents } from './normalComponents.ts';
import { SlipTurn, type SlipSolve } from './SlipTurn.ts';

/** Relation of a solve's velocity u to the velocity that contact acts on. */
export const ContactStage = {
  /** The final velocity is u (step 1). */
  direct: 0,
  /** The final velocity is the extrapolation 2 u - start (steps 5 and 6). */
  extrapolated: 1,
} as const;
export type ContactStage = (typeof ContactStage)[keyof typeof ContactStage];

/**
 * Friction error that is left to the next solve, summed over all vertices and relative to the friction limits: friction of outdated normal forces,
 * reactions beyond the cone at sticking vertices, friction against the slip at vertices whose slip reverses.
 */
const FRICTION_TOLERANCE = 1e-2;
/** Tangential reactions up to this fraction over the friction limit still stick: rounding of the solve. */
const STICK_TOLERANCE = 1e-9;

/**
 * Contact inside the implicit velocity solves. Sticking vertices are fixed to their collider; slipping ones keep their normal
 * velocity and get friction as a force. The reactions of the solve decide which contacts separate, slip or stick.
 *
 * Irving 2007, 3.2 applies the friction of the solve's normal forces after the solve (step 7), with outward N as
 * Gamma(v + min(0, 2 dv . N) N). For one particle that is the same; in stiff bodies the impulse excites motion that damping
 * turns into the next normal force, which requires smaller steps. Here the force is part of the solve, which is repeated
 * until friction and normal forces agree.
 */
export class ContactSolve {
  /** Vertices in contact, ascending; the first `activeCount` entries. */
  readonly active: Uint32Array;
  activeCount = 0;
  /** Whether contacts with tensile normal force are released. */
  mayRelease = true;
  private readonly state: ContactState;
  private readonly frictions: Float64Array;
  /** Friction limit (N) of the present normal forces, and the limit that the running solve used as a force, per vertex. */
  private readonly limits: Float64Array;
  private readonly usedLimits: Float64Array;
  /** Mass per vertex, kg. */
  private readonly masses: Float64Array;
  /** Slipping vertices whose slip reversed in the last solve. */
  private readonly turned: Uint32Array;
  private turnedCount = 0;
  /** Sums over all vertices, N: the friction error of the last solve, the friction limits, and the tensile forces of released contacts. */
  private readonly owed = new Float64Array(3);
  private readonly contactError: number | undefined;
  private readonly target = new Float64Array(3);
  private readonly rate = new Float64Array(3);
  private readonly components = new Float64Array(3);
  /** Directions of slip, and how friction resists what is across them in the solves. */
  readonly slip: SlipTurn;

  /**
   * `frictions`: the coefficient of each collider; `masses`: mass per vertex, kg; `contactError`: friction error and tensile forces, summed over all vertices and relative to the friction limits, that are left to the next solve. Left
   * out, every contact that is released needs another solve.
   */
  constructor(state: ContactState, frictions: Float64Array, masses: Float64Array, contactError?: number) {
    this.state = state;
    this.frictions = frictions;
    this.masses = masses;
    this.contactError = contactError;
    this.turned = new Uint32Array(state.vertexCount);
    this.active = new Uint32Array(state.vertexCount);
    this.limits = new Float64Array(state.vertexCount);
    this.usedLimits = new Float64Array(state.vertexCount);
    this.slip = new SlipTurn(state, this.limits);
  }

  /** Lists the vertices in contact. */
  collect(): void {
    const { phases } = this.state;
    this.activeCount = 0;
    this.slip.forget();
    for (let v = 0; v < phases.length; v++) if (phases[v] !== ContactPhase.free) this.active[this.activeCount++] = v;
  }

  /**
   * Writes constraints, and sets the constrained components of `base` so that the final velocity is that of the collider.
   * `start`: velocity before the solve; `base`: initial guess of the solve's velocity. Vertices with other constraints
   * must not be in contact.
   */
  constrain(
    stage: ContactStage,
    start: Float64Array,
    base: Float64Array,
    kinds: Uint8Array,
    directions: Float64Array,
  ): void {
    for (let i = 0; i < this.activeCount; i++) {
      const v = this.active[i];
      const count = this.state.counts[v];
      kinds[v] = Constraint.free;
      if (count === 0) continue;
      this.finalTarget(v, start);
      this.writeConstraint(v, count, kinds, directions);
      this.imposeTarget(stage, v, start, base, kinds[v], directions);
    }
  }

  /** Moves the constrained components of the guess to the target (half as far for the extrapolation, which doubles the change). */
  private imposeTarget(
    stage: ContactStage,
    v: number,
    start: Float64Array,
    base: Float64Array,
    kind: number,
    directions: Float64Array,
  ): void {
    const { target } = this;
    let along = 0;
    for (let axis = 0; axis < 3; axis++) {
      const k = 3 * v + axis;
      if (stage === ContactStage.extrapolated) target[axis] = (start[k] + target[axis]) / 2;
      along += directions[k] * (target[axis] - base[k]);
    }
    for (let axis = 0; axis < 3; axis++) {
      const k = 3 * v + axis;
      if (kind === Constraint.normal) base[k] += along * directions[k];
      else if (kind === Constraint.line) base[k] = target[axis] - along * directions[k];
      else base[k] = target[axis];
    }
  }

  /** Writes the target velocity: the start velocity (slip) or the collider's (stick), with the normal velocity of every collider in contact. */
  private finalTarget(v: number, start: Float64Array): void {
    const { phases, counts, normals, bodyVelocities } = this.state;
    const base = 3 * MAX_CONTACTS * v;
    const sticks = phases[v] === ContactPhase.stick;
    for (let axis = 0; axis < 3; axis++) {
      this.target[axis] = sticks ? bodyVelocities[base + axis] : start[3 * v + axis];
    }
    for (let k = 0; k < counts[v]; k++) {
      const at = base + 3 * k;
      let gap = 0;
      for (let axis = 0; axis < 3; axis++) gap += normals[at + axis] * (bodyVelocities[at + axis] - this.target[axis]);
      this.rate[k] = gap;
    }
    normalComponents(normals, base, counts[v], this.rate, this.components);
    for (let k = 0; k < counts[v]; k++) {
      for (let axis = 0; axis < 3; axis++) this.target[axis] += this.components[k] * normals[base + 3 * k + axis];
    }
  }

  private writeConstraint(v: number, count: number, kinds: Uint8Array, directions: Float64Array): void {
    const { phases, normals } = this.state;
    const at = 3 * MAX_CONTACTS * v;
    if (phases[v] === ContactPhase.stick || count === 3) {
      kinds[v] = Constraint.fixed;
      return;
    }
    const x = normals[at + 1] * normals[at + 5] - normals[at + 2] * normals[at + 4];
    const y = normals[at + 2] * normals[at + 3] - normals[at] * normals[at + 5];
    const z = normals[at] * normals[at + 4] - normals[at + 1] * normals[at + 3];
    const square = x * x + y * y + z * z;
    // In a wedge, both normals may be collinear, without a direction in which both contacts separate.
    if (count === 1 || square < DEPENDENT) {
      kinds[v] = Constraint.normal;
      for (let axis = 0; axis < 3; axis++) directions[3 * v + axis] = normals[at + axis];
      return;
    }
    kinds[v] = Constraint.line;
    const scale = 1 / Math.sqrt(square);
    directions[3 * v] = x * scale;
    directions[3 * v + 1] = y * scale;
    directions[3 * v + 2] = z * scale;
  }

  /** Finds what resists slipping vertices across their slip in a solve from the velocities `base`; those of vertices that touch several colliders have no other direction. */
  findDrags(stage: ContactStage, start: Float64Array, base: Float64Array, solve: SlipSolve): void {
    const { slip, limits } = this;
    const { phases, counts } = this.state;
    slip.forget();
    for (let i = 0; i < this.activeCount; i++) {
      const v = this.active[i];
      if (phases[v] !== ContactPhase.slip || counts[v] !== 1) continue;
      this.findLimit(v);
      if (limits[v] > 0) slip.add(v, start, base, stage === ContactStage.extrapolated, solve);
    }
  }

  /** Adds `scale` times friction, N, to `rhs` for slipping vertices, with the present normal forces, at the velocities `u` (m/s) of the solve. */
  addFriction(rhs: Float64Array, scale: number, u: Float64Array): void {
    const { phases, slipDirections } = this.state;
    for (let i = 0; i < this.activeCount; i++) {
      const v = this.active[i];
      this.usedLimits[v] = 0;
      if (phases[v] !== ContactPhase.slip) continue;
      this.findLimit(v);
      this.usedLimits[v] = this.limits[v];
      for (let axis = 0; axis < 3; axis++) {
        rhs[3 * v + axis] -= scale * this.limits[v] * slipDirections[3 * v + axis];
      }
    }
    this.slip.drags.addForces(u, scale, rhs);
  }

  /** Writes the friction limit sum mu N over the vertex' contacts, N, to `limits`. */
  private findLimit(v: number): void {
    const { counts, colliders, normalForces } = this.state;
    this.limits[v] = 0;
    for (let k = 0; k < counts[v]; k++) {
      const slot = MAX_CONTACTS * v + k;
      this.limits[v] += this.frictions[colliders[slot]] * Math.max(0, normalForces[slot]);
    }
  }

  /** Splits the constraint forces (N, at active vertices) into normal forces, which are stored, and a tangential part, which is left in place. */
  measureReactions(reaction: Float64Array): void {
    const { counts, normals, normalForces } = this.state;
    for (let i = 0; i < this.activeCount; i++) {
      const v = this.active[i];
      const at = 3 * MAX_CONTACTS * v;
      for (let k = 0; k < counts[v]; k++) {
        this.rate[k] = 0;
        for (let axis = 0; axis < 3; axis++) this.rate[k] += normals[at + 3 * k + axis] * reaction[3 * v + axis];
      }
      normalComponents(normals, at, counts[v], this.rate, this.components);
      for (let k = 0; k < counts[v]; k++) {
        normalForces[MAX_CONTACTS * v + k] = this.components[k];
        for (let axis = 0; axis < 3; axis++) {
          reaction[3 * v + axis] -= this.components[k] * normals[at + 3 * k + axis];
        }
      }
    }
  }

  /** Adds the normal forces of vertex `v`, N, to its part of `reaction`: the opposite of what `measureReactions` does. */
  addNormalForces(v: number, reaction: Float64Array): void {
    const { counts, normals, normalForces } = this.state;
    for (let k = 0; k < counts[v]; k++) {
      const slot = MAX_CONTACTS * v + k;
      for (let axis = 0; axis < 3; axis++) reaction[3 * v + axis] += normalForces[slot] * normals[3 * slot + axis];
    }
  }

  /**
   * Releases tensile contacts, frees sticking vertices outside the friction cone, and stops slipping ones whose slip would
   * reverse. `tangential`: result of `measureReactions`; `u`: the velocity of the solve, over `h` s. Returns whether another solve is needed: because contacts
   * were released, or because the friction error is too large. Otherwise `finish` stops vertices whose slip reversed.
   */
  revise(stage: ContactStage, start: Float64Array, u: Float64Array, tangential: Float64Array, h: number): boolean {
    let released = false;
    const { limits, owed } = this;
    const { phases } = this.state;
    owed.fill(0);
    this.turnedCount = 0;
    for (let i = 0; i < this.activeCount; i++) {
      const v = this.active[i];
      if (phases[v] === ContactPhase.free) continue;
      this.findLimit(v);
      owed[1] += limits[v];
      if (this.releasePulled(v)) released = true;
      else if (phases[v] === ContactPhase.stick) this.slipOverCone(v, tangential);
      else this.judgeSlip(stage, v, start, u, h);
    }
    if (this.isSettled(released)) return false;
    this.turnSlips(stage, start, u);
    for (let i = 0; i < this.turnedCount; i++) phases[this.turned[i]] = ContactPhase.stick;
    return true;
  }

  private isSettled(released: boolean): boolean {
    const { owed, contactError } = this;
    if (contactError !== undefined) return owed[0] + owed[2] <= contactError * owed[1];
    return !released && owed[0] <= FRICTION_TOLERANCE * owed[1];
  }

  /**
   * Adds the friction error of a slipping vertex to `owed`, N: the force that keeps its slip from reversing, where it
   * would (the vertex is then listed in `turned`), else the change of its friction limit.
   */
  private judgeSlip(stage: ContactStage, v: number, start: Float64Array, u: Float64Array, h: number): void {
    const { slipDirections, bodyVelocities } = this.state;
    const { limits, owed } = this;
    let speed = 0;
    for (let axis = 0; axis < 3; axis++) {
      const k = 3 * v + axis;
      const final = stage === ContactStage.extrapolated ? 2 * u[k] - start[k] : u[k];
      speed -= slipDirections[k] * (final - bodyVelocities[3 * MAX_CONTACTS * v + axis]);
    }
    const backward = speed * (this.masses[v] / h);
    if (backward > 0 && limits[v] > 0) {
      this.turned[this.turnedCount++] = v;
      owed[0] += Math.min(backward, 2 * limits[v]);
    } else this.addChange(stage, v, start, u);
  }

  /** Adds to `owed` by how much the friction that acted on a slipping vertex is more or less than its present limit, N. */
  private addChange(stage: ContactStage, v: number, start: Float64Array, u: Float64Array): void {
    const { slip, limits, usedLimits, owed } = this;
    slip.measure(v, start, u, stage === ContactStage.extrapolated);
    const cross = slip.cross[0];
    owed[0] += Math.abs(limits[v] - Math.sqrt(usedLimits[v] * usedLimits[v] + cross * cross));
  }

  private turnSlips(stage: ContactStage, start: Float64Array, u: Float64Array): void {
    const { slip } = this;
    for (let i = 0; i < this.activeCount; i++) {
      const v = this.active[i];
      if (this.state.phases[v] !== ContactPhase.slip || !slip.turns(v)) continue;
      slip.turn(v, start, u, stage === ContactStage.extrapolated);
    }
  }

  /** Drops the contact with the largest tensile force, if any is tensile. */
  private releasePulled(v: number): boolean {
    if (!this.mayRelease) return false;
    const { counts, normalForces } = this.state;
    let worst = 0;
    let slot: number | undefined;
    for (let k = 0; k < counts[v]; k++) {
      const force = normalForces[MAX_CONTACTS * v + k];
      if (force >= worst) continue;
      worst = force;
      slot = k;
    }
    if (slot === undefined) return false;
    this.owed[2] -= worst;
    this.state.drop(v, slot);
    return true;
  }

  /** Frees a sticking vertex whose reaction exceeds its friction limit, and adds the excess to `owed`, N. */
  private slipOverCone(v: number, tangential: Float64Array): void {
    const { phases, slipDirections } = this.state;
    const x = tangential[3 * v];
    const y = tangential[3 * v + 1];
    const z = tangential[3 * v + 2];
    const size = Math.sqrt(x * x + y * y + z * z);
    if (size <= this.limits[v] * (1 + STICK_TOLERANCE)) return;
    phases[v] = ContactPhase.slip;
    slipDirections[3 * v] = -x / size;
    slipDirections[3 * v + 1] = -y / size;
    slipDirections[3 * v + 2] = -z / size;
    this.owed[0] += size - this.limits[v];
  }

  /** Step 7: stops vertices whose slip friction would reverse, and stores the slip direction of the others. */
  finish(velocity: Float64Array): void {
    const { phases, slipDirections, bodyVelocities } = this.state;
    for (let i = 0; i < this.activeCount; i++) {
      const v = this.active[i];
      if (phases[v] !== ContactPhase.slip) continue;
      let speed = 0;
      for (let axis = 0; axis < 3; axis++) {
        const k = 3 * v + axis;
        speed += slipDirections[k] * (velocity[k] - bodyVelocities[3 * MAX_CONTACTS * v + axis]);
      }
      this.findLimit(v);
      if (speed < 0 && this.limits[v] > 0) {
        for (let axis = 0; axis < 3; axis++) velocity[3 * v + axis] -= speed * slipDirections[3 * v + axis];
        phases[v] = ContactPhase.stick;
      } else this.slip.follow(v, velocity);
    }
  }
}
