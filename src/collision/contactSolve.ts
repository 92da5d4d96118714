import { ContactPhase, MAX_CONTACTS, type ContactState } from './contactState.ts';
import { DEPENDENT, normalComponents } from './normalComponents.ts';

/** Numbers of `Constraint` in solids/SolidOperators.ts, which this folder may not import. */
export interface ConstraintKinds {
  readonly free: number;
  readonly normal: number;
  readonly fixed: number;
  readonly line: number;
}

/** How a solve's velocity u relates to the one that contact acts on. */
export const ContactStage = {
  /** The final velocity is u (step 1). */
  direct: 0,
  /** It is the extrapolation 2 u - start (steps 5 and 6). */
  extrapolated: 1,
} as const;
export type ContactStage = (typeof ContactStage)[keyof typeof ContactStage];

/**
 * Friction that a solve did not have as its own reactions ask for, over all vertices and relative to the friction limits, that is left to the next
 * solve: friction of other normal forces, too much of it on vertices that stick, the wrong way on vertices that turn back.
 */
const FRICTION_TOLERANCE = 1e-2;
/** Tangential reactions up to this much over the friction limit still stick: rounding of the solve. */
const STICK_TOLERANCE = 1e-9;

/**
 * Contact inside the implicit velocity solves. Sticking vertices are fixed to their collider, slipping ones keep their normal
 * velocity and feel friction as a force; the reactions of the solve say who lets go, slips or sticks.
 *
 * Irving 2007, 3.2 applies the friction of the solve's normal forces after the solve (step 7), with outward N as
 * Gamma(v + min(0, 2 dv . N) N). For one particle that is the same; for stiff bodies the kick excites what damping then
 * presses into the next normal force, and the step must shrink. Here the force goes through the solve, which is repeated
 * until friction and normal forces agree.
 */
export class ContactSolve {
  /** Vertices in contact, ascending; the first `activeCount` entries. */
  readonly active: Uint32Array;
  activeCount = 0;
  /** Whether contacts that pull are let go. */
  mayRelease = true;
  private readonly state: ContactState;
  private readonly frictions: Float64Array;
  private readonly kinds: ConstraintKinds;
  /** Friction limit (N) of the normal forces known, and that which the running solve used as a force, per vertex. */
  private readonly limits: Float64Array;
  private readonly usedLimits: Float64Array;
  /** kg. */
  private readonly masses: Float64Array;
  /** Slipping vertices that the last solve let turn back. */
  private readonly turned: Uint32Array;
  private turnedCount = 0;
  /** Over all vertices, N: friction that the last solve should have had more or less of, and the limits. */
  private readonly owed = new Float64Array(2);
  private readonly start = new Float64Array(3);
  private readonly target = new Float64Array(3);
  private readonly rate = new Float64Array(3);
  private readonly components = new Float64Array(3);

  /** `frictions`: the coefficient of each collider; `masses`: of the vertices, kg. */
  constructor(state: ContactState, frictions: Float64Array, kinds: ConstraintKinds, masses: Float64Array) {
    this.state = state;
    this.frictions = frictions;
    this.kinds = kinds;
    this.masses = masses;
    this.turned = new Uint32Array(state.vertexCount);
    this.active = new Uint32Array(state.vertexCount);
    this.limits = new Float64Array(state.vertexCount);
    this.usedLimits = new Float64Array(state.vertexCount);
  }

  /** Lists the vertices in contact. */
  collect(): void {
    const { phases } = this.state;
    this.activeCount = 0;
    for (let v = 0; v < phases.length; v++) if (phases[v] !== ContactPhase.free) this.active[this.activeCount++] = v;
  }

  /**
   * Writes constraints, and sets the constrained components of `base` so that the final velocity is that of the collider.
   * `start`: velocity before the solve; `base` holds a guess of the solve's velocity. Vertices that something else holds
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
      kinds[v] = this.kinds.free;
      if (count === 0) continue;
      this.finalTarget(v, start);
      this.writeConstraint(v, count, kinds, directions);
      this.imposeTarget(stage, v, start, base, kinds[v], directions);
    }
  }

  /** Moves the constrained components of the guess onto the target (which the extrapolation reaches twice as far). */
  private imposeTarget(
    stage: ContactStage,
    v: number,
    start: Float64Array,
    base: Float64Array,
    kind: number,
    directions: Float64Array,
  ): void {
    const { target, kinds } = this;
    let along = 0;
    for (let axis = 0; axis < 3; axis++) {
      const k = 3 * v + axis;
      if (stage === ContactStage.extrapolated) target[axis] = (start[k] + target[axis]) / 2;
      along += directions[k] * (target[axis] - base[k]);
    }
    for (let axis = 0; axis < 3; axis++) {
      const k = 3 * v + axis;
      if (kind === kinds.normal) base[k] += along * directions[k];
      else if (kind === kinds.line) base[k] = target[axis] - along * directions[k];
      else base[k] = target[axis];
    }
  }

  /** target = the start velocity (slip) or the collider's (stick), with the normal velocity of every collider touched. */
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
      kinds[v] = this.kinds.fixed;
      return;
    }
    const x = normals[at + 1] * normals[at + 5] - normals[at + 2] * normals[at + 4];
    const y = normals[at + 2] * normals[at + 3] - normals[at] * normals[at + 5];
    const z = normals[at] * normals[at + 4] - normals[at + 1] * normals[at + 3];
    const square = x * x + y * y + z * z;
    // In a wedge, both normals may lie on one line, and there is nothing along which they both let go.
    if (count === 1 || square < DEPENDENT) {
      kinds[v] = this.kinds.normal;
      for (let axis = 0; axis < 3; axis++) directions[3 * v + axis] = normals[at + axis];
      return;
    }
    kinds[v] = this.kinds.line;
    const scale = 1 / Math.sqrt(square);
    directions[3 * v] = x * scale;
    directions[3 * v + 1] = y * scale;
    directions[3 * v + 2] = z * scale;
  }

  /** rhs -= scale * friction limit (N) * slip direction for slipping vertices, with the normal forces known so far. */
  addFriction(rhs: Float64Array, scale: number): void {
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
  }

  /** limits[v] = sum of mu N over the vertex' contacts, N. */
  private findLimit(v: number): void {
    const { counts, colliders, normalForces } = this.state;
    this.limits[v] = 0;
    for (let k = 0; k < counts[v]; k++) {
      const slot = MAX_CONTACTS * v + k;
      this.limits[v] += this.frictions[colliders[slot]] * Math.max(0, normalForces[slot]);
    }
  }

  /** Splits the constraint forces (N, at active vertices) into normal forces, stored, and a tangential rest left in place. */
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

  /**
   * Lets go of pulled contacts, frees sticking vertices over the friction cone and stops slipping ones that would turn
   * back. `tangential`: what `measureReactions` left; `u`: the velocity of the solve, over `h` s. Returns whether another solve is due: for contacts
   * that are let go, or because friction is off by too much. Otherwise `finish` stops what turned back.
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
    if (!released && owed[0] <= FRICTION_TOLERANCE * owed[1]) return false;
    for (let i = 0; i < this.turnedCount; i++) phases[this.turned[i]] = ContactPhase.stick;
    return true;
  }

  /**
   * Adds to `owed` what friction of a slipping vertex is off by, N: by the force that keeps it from turning back over the
   * collider, if it would (which `turned` then lists), else by how much its limit changed.
   */
  private judgeSlip(stage: ContactStage, v: number, start: Float64Array, u: Float64Array, h: number): void {
    const { slipDirections, bodyVelocities } = this.state;
    const { limits, usedLimits, owed } = this;
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
    } else owed[0] += Math.abs(limits[v] - usedLimits[v]);
  }

  /** Drops the contact that pulls most, if any pulls. */
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
    this.state.drop(v, slot);
    return true;
  }

  /** Frees a sticking vertex whose reaction is over its friction limit, and adds to `owed` by how much, N. */
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

  /** Step 7: stops vertices that friction would turn back, and remembers the direction of slip of the others. */
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
      } else this.rememberSlip(v, velocity);
    }
  }

  /** Slip direction from the tangential velocity relative to the collider. */
  private rememberSlip(v: number, velocity: Float64Array): void {
    const { counts, normals, bodyVelocities, slipDirections } = this.state;
    const base = 3 * MAX_CONTACTS * v;
    const relative = this.start;
    for (let axis = 0; axis < 3; axis++) relative[axis] = velocity[3 * v + axis] - bodyVelocities[base + axis];
    for (let k = 0; k < counts[v]; k++) {
      this.rate[k] = 0;
      for (let axis = 0; axis < 3; axis++) this.rate[k] += normals[base + 3 * k + axis] * relative[axis];
    }
    normalComponents(normals, base, counts[v], this.rate, this.components);
    for (let k = 0; k < counts[v]; k++) {
      for (let axis = 0; axis < 3; axis++) relative[axis] -= this.components[k] * normals[base + 3 * k + axis];
    }
    const size = Math.sqrt(relative[0] * relative[0] + relative[1] * relative[1] + relative[2] * relative[2]);
    if (size === 0) return;
    for (let axis = 0; axis < 3; axis++) slipDirections[3 * v + axis] = relative[axis] / size;
  }
}
