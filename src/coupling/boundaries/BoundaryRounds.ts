import { hypot3 } from '../../math/hypot3.ts';
import { BoundaryPhase } from './BoundaryContacts.ts';
import type { BoundarySolve } from './BoundarySolve.ts';

/** Most solves of a substep while contacts begin, let go, slip or stick. */
const MOST_ROUNDS = 8;
/** Accuracy of the solves that say in which phases contacts are, and of the one that counts. */
const JUDGED = 1e-4;
const SOLVED = 1e-9;
/** Friction error that is left to the next substep, over the sum of all limits. */
const FRICTION_TOLERANCE = 1e-2;
/** Tangential impulses up to this share over the limit still stick: rounding of the solve. */
const STICK_TOLERANCE = 1e-9;
/** Approach that is none, over the speed of the boundary, and m/s. */
const APPROACH = 1e-7;
const LEAST_APPROACH = 1e-9;

/**
 * Contact and friction in a joint velocity solve: p_n >= 0, u_n >= least, one of them an equality, and |p_t| <= mu p_n against the slip. The solve is repeated with the phases that its impulses and
 * velocities ask for, as `ContactSolve` does for kinematic colliders, until none changes.
 */
export class BoundaryRounds {
  /** Rounds of the last substep. */
  rounds = 0;
  private readonly solve: BoundarySolve;
  private readonly relative = new Float64Array(3);
  /** Friction error and limits of a round, N s. */
  private readonly owed = new Float64Array(2);
  /** Normal impulse of each contact, N s, and speed of each boundary's centre, m/s. */
  private presses = new Float64Array(0);
  private speeds = new Float64Array(0);

  constructor(solve: BoundarySolve) {
    this.solve = solve;
  }

  /** Finds the velocities; contacts begin in the phases that they are in. Returns whether anything presses. */
  run(): boolean {
    const { solve } = this;
    solve.begin();
    this.rounds = 0;
    this.beginPhases();
    if (!this.readyBodies()) return false;
    do {
      this.readyBodies();
      this.giveFriction();
      solve.solve(JUDGED);
      this.rounds++;
    } while (this.rounds < MOST_ROUNDS && this.revise());
    solve.solve(SOLVED);
    return true;
  }

  /** Contacts that approach begin. */
  private beginPhases(): void {
    const { contacts } = this.solve;
    this.findSpeeds();
    for (let row = 0; row < contacts.count; row++) {
      if (contacts.phases[row] === BoundaryPhase.open && this.approaches(row)) this.open(row);
    }
  }

  /** Makes the bodies ready that have active contacts or impulses to give back; returns whether there are any. */
  private readyBodies(): boolean {
    const { contacts, bodies } = this.solve;
    let any = false;
    for (let row = 0; row < contacts.count; row++) {
      const at = 3 * row;
      const { carried } = contacts;
      const presses = carried[at] !== 0 || carried[at + 1] !== 0 || carried[at + 2] !== 0;
      if (contacts.phases[row] === BoundaryPhase.open && !presses) continue;
      bodies[contacts.bodies[row]].ready();
      any = true;
    }
    return any;
  }

  /** Whether a vertex comes nearer to the boundary than it may; leaves the relative velocity in `relative`. */
  private approaches(row: number): boolean {
    const { contacts } = this.solve;
    const { relative } = this;
    this.solve.relativeVelocity(row, relative);
    const { normals, least } = contacts;
    const along =
      normals[3 * row] * relative[0] + normals[3 * row + 1] * relative[1] + normals[3 * row + 2] * relative[2];
    return along < least[row] - APPROACH * this.speeds[contacts.boundaries[row]] - LEAST_APPROACH;
  }

  /** Begins a contact, whose relative velocity is in `relative`: friction holds it if it can. */
  private open(row: number): void {
    const { contacts } = this.solve;
    const sticks = contacts.friction[row] > 0 && contacts.loose[row] !== 0;
    contacts.phases[row] = sticks ? BoundaryPhase.stick : BoundaryPhase.slip;
    if (!sticks) this.turnFriction(row);
  }

  /** Friction acts against the slip in `relative`. */
  private turnFriction(row: number): void {
    const { relative } = this;
    const { normals, directions } = this.solve.contacts;
    const at = 3 * row;
    const along = normals[at] * relative[0] + normals[at + 1] * relative[1] + normals[at + 2] * relative[2];
    for (let axis = 0; axis < 3; axis++) directions[at + axis] = along * normals[at + axis] - relative[axis];
    const size = hypot3(directions[at], directions[at + 1], directions[at + 2]);
    const scale = size > 0 ? 1 / size : 0;
    for (let axis = 0; axis < 3; axis++) directions[at + axis] *= scale;
  }

  /** Sets what is given explicitly: friction of the last normal impulses, less what is carried of it; and the carried impulses of what has let go are taken back. */
  private giveFriction(): void {
    const { contacts } = this.solve;
    this.findPresses();
    const { phases, given, carried, normals, directions, friction } = contacts;
    for (let row = 0; row < contacts.count; row++) {
      const at = 3 * row;
      if (phases[row] === BoundaryPhase.stick) given.fill(0, at, at + 3);
      else if (phases[row] === BoundaryPhase.open) {
        for (let k = at; k < at + 3; k++) given[k] = -carried[k];
      } else {
        const limit = friction[row] * Math.max(0, this.presses[row]);
        let along = 0;
        for (let k = at; k < at + 3; k++) along += carried[k] * normals[k];
        for (let k = at; k < at + 3; k++) given[k] = limit * directions[k] - (carried[k] - along * normals[k]);
      }
    }
  }

  /** Finds the normal impulses of all contacts; those that pull are negative. */
  private findPresses(): void {
    const { count, impulses, normals } = this.solve.contacts;
    if (this.presses.length < count) this.presses = new Float64Array(2 * count);
    for (let row = 0; row < count; row++) {
      const at = 3 * row;
      this.presses[row] =
        impulses[at] * normals[at] + impulses[at + 1] * normals[at + 1] + impulses[at + 2] * normals[at + 2];
    }
  }

  /** Finds the speeds of the centres of all boundaries. */
  private findSpeeds(): void {
    const { boundaries } = this.solve;
    if (this.speeds.length < boundaries.length) this.speeds = new Float64Array(boundaries.length);
    for (let b = 0; b < boundaries.length; b++) {
      const { start, change } = boundaries[b];
      this.speeds[b] = hypot3(start[0] + change[0], start[1] + change[1], start[2] + change[2]);
    }
  }

  /** Changes the phases that the last solve contradicts; returns whether another is needed. */
  private revise(): boolean {
    const { contacts } = this.solve;
    const { owed } = this;
    owed.fill(0);
    this.findPresses();
    this.findSpeeds();
    let changed = false;
    for (let row = 0; row < contacts.count; row++) {
      if (contacts.embedded[row] !== 0) continue;
      const phase = contacts.phases[row];
      if (phase === BoundaryPhase.open) {
        if (!this.approaches(row)) continue;
        this.open(row);
        changed = true;
      } else if (this.presses[row] < 0) {
        contacts.phases[row] = BoundaryPhase.open;
        changed = true;
      } else if (phase === BoundaryPhase.stick) this.slipOverCone(row);
      else this.judgeSlip(row);
    }
    if (this.solve.joints?.revise() === true) changed = true;
    return changed || owed[0] > FRICTION_TOLERANCE * owed[1];
  }

  /** A contact that would need more friction than there is slips. */
  private slipOverCone(row: number): void {
    const { impulses, normals, directions, friction, phases } = this.solve.contacts;
    const at = 3 * row;
    const press = this.presses[row];
    const limit = friction[row] * press;
    this.owed[1] += limit;
    for (let k = at; k < at + 3; k++) directions[k] = impulses[k] - press * normals[k];
    const size = hypot3(directions[at], directions[at + 1], directions[at + 2]);
    if (size <= limit * (1 + STICK_TOLERANCE)) return;
    for (let k = at; k < at + 3; k++) directions[k] /= size;
    phases[row] = BoundaryPhase.slip;
    this.owed[0] += size - limit;
  }

  /** A slipping contact sticks where it would turn back; else friction follows its slip and its normal impulse. */
  private judgeSlip(row: number): void {
    const { contacts, bodies } = this.solve;
    const { relative, owed } = this;
    const { directions, friction, given, carried, loose, phases } = contacts;
    const at = 3 * row;
    const limit = friction[row] * this.presses[row];
    owed[1] += limit;
    if (limit === 0) return;
    this.solve.relativeVelocity(row, relative);
    let along = 0;
    let used = 0;
    for (let axis = 0; axis < 3; axis++) {
      along += directions[at + axis] * relative[axis];
      used += directions[at + axis] * (given[at + axis] + carried[at + axis]);
    }
    if (along > 0 && loose[row] !== 0) {
      phases[row] = BoundaryPhase.stick;
      owed[0] += Math.min(along * bodies[contacts.bodies[row]].diagonal[contacts.vertices[row]], 2 * limit);
      return;
    }
    owed[0] += Math.abs(limit - used);
    this.turnFriction(row);
  }
}
