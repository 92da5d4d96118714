import type { ContactSolve } from '../../collision/contactSolve.ts';
import { ContactStage } from '../../collision/contactSolve.ts';
import { ContactPhase, type ContactState } from '../../collision/contactState.ts';
import type { ObjectContact } from '../../collision/objectContact.ts';
import { SqueezeLimit } from '../../collision/squeezeLimit.ts';
import type { ResidualTarget } from '../../math/minimalResidual.ts';
import type { TargetSet } from '../NodeTargets.ts';
import { projectVelocity } from '../projectVelocity.ts';
import { Constraint, type SolidBodyInput, type SolidOperators } from '../SolidOperators.ts';
import { meanElementSize } from '../timeStep.ts';
import { addVectors } from '../vectorSums.ts';
import { ForeseenContacts } from './ForeseenContacts.ts';
import { oneRings, type RingElements } from './OneRings.ts';
import type { PairConstraints } from './PairConstraints.ts';
import { ringVolumes } from './OneRingMatrix.ts';
import type { PressureInput, PressureSystem } from './PressureSystem.ts';
import { ReferencePressures } from './ReferencePressures.ts';
import { VelocityChange } from './VelocityChange.ts';

/** Tolerance of the solve that only says which vertices will touch something. */
const LOOSE = 0.1;
/** Times that vertices are looked for which would enter a collider; the solve is done again with them on its surface. */
const CONTACT_ROUNDS = 2;
/** Loosest tolerance of a solve that corrects. */
const LOOSEST = 0.3;
/** Volume per step, as a share of the one-rings', that is rounding: in free fall nothing else is on the right-hand side. */
const ABSOLUTE = 1e-6;
/** Solves of one correction at most: steps of Newton's method for the volumes, repetitions where the smoothing of pressures left something. */
const SOLVES = 4;
/**
 * Solves end where one-rings are wrong by this share of the tolerance in the mean; those that are wrong by more than the outlier count as
 * so wrong: no solve brings back at once what contact has crushed.
 */
const LEFT_OVER = 0.1;
const OUTLIER = 0.1;
/**
 * The velocity is free of divergence within this many tolerances: one solve leaves about 1.5, by its own measure and the smoothing of pressures. Where a
 * body is squeezed into a film, only the tolerance itself will do.
 */
const ENOUGH = 2;
/** A solve that leaves more than this share of the error is the last, where the volume of the whole body is right. */
const STALL = 0.5;
/** Share of the pressures of the velocities that moves the positions of a body at rest: x moves with v^{n+1/2}, half of dt after v^n. */
const HALF = 0.5;
/** Rounds with other bodies for which a step of Newton's method stays linear: beside what contact adds, exact volumes on a B that is not theirs run away. */
const LINEAR_ROUNDS = 6;

/** Share of the mean edge that pressures may move a free vertex of a squeezed body by in a substep. */
const PUSHED = 0.5;

/**
 * Between closing colliders that are nearer than this many mean edges contacts do not let go: pressures of a film jump from substep to substep, and what
 * they would suck off in one it cannot press back onto the colliders in the next.
 */
const FILM = 2;

/** How exactly volumes are kept. */
export interface VolumeSettings {
  /** A volume error is taken back no faster than the whole volume in this time, s; 0 takes it back at once. */
  readonly recoveryTime: number;
  /** Residual of the pressure solves relative to the right-hand side. */
  readonly tolerance: number;
  readonly maxIterations: number;
  /** Contacts between vertices; may change between steps. */
  readonly pairs?: PairConstraints;
}

/** The parts of a step that volume conservation needs. */
export interface VolumeBody {
  readonly body: RingElements & Pick<SolidBodyInput, 'implicit'>;
  readonly operators: Pick<SolidOperators, 'masses' | 'createPressures'>;
  readonly targets: TargetSet;
  readonly objectContact: ObjectContact;
  readonly contactSolve: ContactSolve;
  readonly contacts: ContactState;
}

/**
 * Keeps the volume of every one-ring (Irving 2007, chapter 4): a correction of the velocity that moves the positions, so that
 * V(x^{n+1}) = V(x^0), and one of the velocity itself, so that B v = 0. Both are gradients of pressures.
 */
export class VolumeConservation {
  /** Pressures of the last whole substep, Pa, per vertex: what the next one begins with, and its contact forces. */
  readonly pressures: Float64Array;
  /** Rest volumes of the one-rings, m3. */
  readonly restVolumes: Float64Array;
  /**
   * What the pressures push each vertex with and it has not felt yet, N: B^T p from `beginStep` on, without contacts from `leaveContacts` on; after
   * `correctVelocity` the part of it that contacts and held vertices took, (I - P) B^T p.
   */
  readonly force: Float64Array;
  /** Of the solves since `beginStep`. */
  iterations = 0;
  converged = true;

  private readonly parts: VolumeBody;
  private readonly settings: VolumeSettings;
  private readonly system: PressureSystem;
  private readonly velocityChange: VelocityChange;
  private readonly foreseen: ForeseenContacts;
  private readonly squeeze: SqueezeLimit;
  private readonly constraints: { readonly kinds: Uint8Array; readonly normals: Float64Array };
  /** Where B has been taken, m; NaN at first. */
  private readonly place: Float64Array;
  /** Pressures of the running substep, Pa s, and what a solve adds to them. */
  private readonly impulses: Float64Array;
  private readonly more: Float64Array;
  private readonly volumes: Float64Array;
  private readonly moved: Float64Array;
  private readonly movedVolumes: Float64Array;
  private readonly rhs: Float64Array;
  private readonly change: Float64Array;
  private readonly next: Float64Array;
  /** Where a step of Newton's method among rounds with other bodies began: the velocity, m/s, and its `rhs`. */
  private readonly linearAt: Float64Array;
  private readonly linearRhs: Float64Array;
  private readonly target: ResidualTarget = { relative: NaN, absolute: NaN, maxIterations: 0 };
  /**
   * Squares: of rhs without pressures, and now; of the one-rings' errors, as shares; one of them before; the whole body's error, as a share. In an array,
   * where writing allocates nothing.
   */
  private readonly left = new Float64Array(5);
  /** What the bounded recovery of single one-rings leaves for all to share, as a share of their volumes. */
  private readonly shared = new Float64Array(1);
  /** Largest squared acceleration by pressures, m2/s4. */
  private readonly largest = new Float64Array(1);
  /** m. */
  private readonly elementSize: number;
  /** Whether the running substep's colliders close on the body. */
  private squeezed = false;

  constructor(parts: VolumeBody, settings: VolumeSettings) {
    const { body, operators, objectContact, targets } = parts;
    const { masses } = operators;
    const count = masses.length;
    const scalars = () => new Float64Array(count);
    const vectors = () => new Float64Array(3 * count);
    this.parts = parts;
    this.settings = settings;
    this.elementSize = meanElementSize(body);
    this.constraints = { kinds: new Uint8Array(count), normals: vectors() };
    this.restVolumes = scalars();
    const rings = oneRings(body);
    ringVolumes(rings, body.restPositions, this.restVolumes);
    const input = { rings, masses, restVolumes: this.restVolumes, pairs: settings.pairs };
    this.system = createSystem(operators, input);
    this.velocityChange = new VelocityChange(masses, settings.pairs);
    this.squeeze = new SqueezeLimit(parts.contacts, objectContact.frictions.length);
    this.foreseen = new ForeseenContacts(objectContact, targets, this.constraints);
    this.place = vectors().fill(NaN);
    this.pressures = scalars();
    this.force = vectors();
    this.impulses = scalars();
    this.more = scalars();
    this.volumes = scalars();
    this.movedVolumes = scalars();
    this.rhs = scalars();
    this.moved = vectors();
    this.change = vectors();
    this.next = vectors();
    this.linearAt = vectors();
    this.linearRhs = scalars();
  }

  /**
   * Longest substep, s, at the positions (m) and velocities (m/s) of the last whole one: infinite but for a body squeezed between closing
   * colliders. There pressures, which the velocity solves leave out and which are made up for afterwards, move no free vertex further
   * than a share of an edge.
   */
  longestStep(positions: Float64Array, velocities: Float64Array): number {
    const { force, parts, largest } = this;
    const squeezed = this.squeeze.longestStep(positions, velocities);
    this.squeezed = squeezed < Infinity;
    parts.contactSolve.mayRelease = !(this.squeeze.leastGap < FILM * this.elementSize);
    if (!this.squeezed) return Infinity;
    const { masses } = parts.operators;
    const { phases } = parts.contacts;
    const { held } = parts.targets;
    this.takeMatrix(positions);
    this.system.forces(this.pressures, force);
    largest[0] = 0;
    for (let v = 0; v < masses.length; v++) {
      if (phases[v] !== ContactPhase.free || held[v] !== 0 || !(masses[v] > 0)) continue;
      const k = 3 * v;
      const square = force[k] * force[k] + force[k + 1] * force[k + 1] + force[k + 2] * force[k + 2];
      largest[0] = Math.max(largest[0], square / (masses[v] * masses[v]));
    }
    const pushed = largest[0] > 0 ? Math.sqrt((PUSHED * this.elementSize) / Math.sqrt(largest[0])) : Infinity;
    return Math.min(squeezed, pushed);
  }

  /** Finds the forces of the last pressures at the positions, for the contacts of the first velocity solve. */
  beginStep(positions: Float64Array): void {
    this.iterations = 0;
    this.converged = true;
    this.takeMatrix(positions);
    this.system.forces(this.pressures, this.force);
  }

  /** Vertices in contact have felt the pressures in the velocity solve. */
  leaveContacts(): void {
    const { active, activeCount } = this.parts.contactSolve;
    for (let i = 0; i < activeCount; i++) this.force.fill(0, 3 * active[i], 3 * active[i] + 3);
  }

  /**
   * velocity += gamma_x: x + dt velocity then has the volumes wanted. The last pressures come first, then steps of Newton's method: the
   * volumes are exact, those of a correction linear. Vertices that it would push into a collider end on its surface.
   */
  correctMove(positions: Float64Array, velocity: Float64Array, dt: number): void {
    const { left, moved, system } = this;
    this.readConstraints(velocity);
    system.volumesAt(positions, this.volumes);
    this.pushAhead(positions, velocity, dt);
    if (left[2] < (ABSOLUTE * ABSOLUTE * this.volumes.length) / 4) return;
    const goal = (LEFT_OVER * this.settings.tolerance) ** 2 * this.volumes.length;
    for (let solve = 0; solve < SOLVES; solve++) {
      if (solve > 0) {
        left[3] = left[2];
        const met = this.squeezed && this.foreseen.constrain(positions, velocity, velocity, dt);
        this.wantVolumes(positions, velocity, dt);
        const stalls =
          !met && left[2] > STALL * STALL * left[3] && Math.abs(left[4]) < LEFT_OVER * this.settings.tolerance;
        if (left[2] < goal || stalls) return;
      }
      movePoints(positions, velocity, dt, moved);
      this.takeMatrix(moved);
      this.solveMove(positions, velocity, dt, solve === 0);
    }
  }

  /**
   * velocity += gamma_x of one round, in turn with contact with other bodies: steps of Newton's method that each stay linear for some rounds. Those before have
   * taken the pressures of the last substep and what colliders allow. Returns whether volumes were wrong.
   */
  correctMoveAgain(positions: Float64Array, velocity: Float64Array, dt: number, round: number): boolean {
    const { left, moved, system, linearAt, linearRhs, rhs } = this;
    if (round === 0) {
      this.readConstraints(velocity);
      system.volumesAt(positions, this.volumes);
      this.pushAhead(positions, velocity, dt);
    }
    if (round % LINEAR_ROUNDS === 0) {
      if (round > 0) this.wantVolumes(positions, velocity, dt);
      movePoints(positions, velocity, dt, moved);
      this.takeMatrix(moved);
      linearAt.set(velocity);
      linearRhs.set(rhs);
    } else this.wantLinear(velocity, dt);
    if (left[2] < (LEFT_OVER * this.settings.tolerance) ** 2 * rhs.length) return false;
    this.solveMove(positions, velocity, dt, round === 0);
    return true;
  }

  /** rhs = that where the step of Newton's method began, less B of what the velocity has changed by since. */
  private wantLinear(velocity: Float64Array, dt: number): void {
    const { change, linearAt, linearRhs, rhs, left, restVolumes, system } = this;
    for (let k = 0; k < change.length; k++) change[k] = velocity[k] - linearAt[k];
    system.rates(change, rhs);
    left[1] = 0;
    left[2] = 0;
    for (let i = 0; i < rhs.length; i++) {
      rhs[i] = linearRhs[i] - rhs[i];
      left[1] += rhs[i] * rhs[i];
      const counted = Math.min(Math.abs(rhs[i] * dt), OUTLIER * restVolumes[i]);
      if (counted > 0) left[2] += (counted / restVolumes[i]) ** 2;
    }
  }

  /** velocity += P M^-1 B^T p of the last pressures, where that leaves less to do. */
  private pushAhead(positions: Float64Array, velocity: Float64Array, dt: number): void {
    const { left, force, change, next } = this;
    this.wantVolumes(positions, velocity, dt);
    left[0] = left[1];
    const share = this.parts.body.implicit === undefined ? HALF * dt : dt;
    for (let k = 0; k < change.length; k++) change[k] = share * force[k];
    this.velocityChange.accelerate(this.constraints, change);
    addVectors(velocity, change, next);
    this.wantVolumes(positions, next, dt);
    if (left[1] < left[0]) velocity.set(next);
    else this.wantVolumes(positions, velocity, dt);
  }

  /** One step of Newton's method from the `rhs` of the velocity, again while it brings more vertices into colliders. */
  private solveMove(positions: Float64Array, velocity: Float64Array, dt: number, mayTouch: boolean): void {
    const { next, change, moved, foreseen } = this;
    const { objectContact, targets } = this.parts;
    const rounds = mayTouch && objectContact.anyNear(moved, targets.held) ? CONTACT_ROUNDS : 0;
    for (let round = 0; ;) {
      this.solve(round < rounds ? LOOSE : 0, dt);
      addVectors(velocity, change, next);
      if (round === rounds) break;
      const met = foreseen.constrain(positions, next, velocity, dt);
      round = met ? round + 1 : rounds;
      if (met) this.wantVolumes(positions, velocity, dt);
    }
    velocity.set(next);
  }

  /** velocity += gamma_v: B velocity = 0 at the positions, contacts unchanged. */
  correctVelocity(positions: Float64Array, velocity: Float64Array, dt: number): void {
    const { impulses, pressures, force, change, next, left, system } = this;
    const goal = ((this.squeezed ? 1 : ENOUGH) * this.settings.tolerance) ** 2;
    this.readConstraints(velocity);
    this.takeMatrix(positions);
    this.wantNoRate(velocity);
    left[0] = left[1];
    system.forces(pressures, change);
    for (let k = 0; k < change.length; k++) change[k] *= dt;
    this.velocityChange.accelerate(this.constraints, change);
    addVectors(velocity, change, next);
    this.wantNoRate(next);
    const helps = left[1] < left[0];
    for (let i = 0; i < impulses.length; i++) impulses[i] = helps ? pressures[i] * dt : 0;
    if (helps) velocity.set(next);
    else this.wantNoRate(velocity);
    for (let solve = 0; solve < SOLVES; solve++) {
      this.solve(0, dt);
      addVectors(velocity, change, velocity);
      addVectors(impulses, this.more, impulses);
      left[3] = left[1];
      this.wantNoRate(velocity);
      if (left[1] < goal * left[0] || left[1] > STALL * STALL * left[3]) break;
    }
    system.forces(impulses, force);
    for (let k = 0; k < force.length; k++) force[k] /= dt;
    change.set(force);
    projectVelocity(this.constraints, change);
    for (let k = 0; k < force.length; k++) force[k] -= change[k];
  }

  /**
   * velocity += gamma_v once more, after contact with other bodies has changed the velocity that had none left: constraints and positions are those of
   * `correctVelocity`. Returns whether there was a divergence to be taken out.
   */
  correctVelocityAgain(velocity: Float64Array, dt: number, round: number): boolean {
    const { impulses, change, left } = this;
    const { tolerance } = this.settings;
    this.wantNoRate(velocity);
    if (round === 0) this.pushAgain(velocity, dt);
    if (left[1] < tolerance * tolerance * left[0]) return false;
    this.solve(0, dt);
    addVectors(velocity, change, velocity);
    addVectors(impulses, this.more, impulses);
    return true;
  }

  /** The pressures of the last substep that the running one has not used yet, where that leaves less to do. */
  private pushAgain(velocity: Float64Array, dt: number): void {
    const { impulses, pressures, change, next, left, more, system } = this;
    const before = left[1];
    for (let i = 0; i < more.length; i++) more[i] = pressures[i] * dt - impulses[i];
    system.forces(more, change);
    this.velocityChange.accelerate(this.constraints, change);
    addVectors(velocity, change, next);
    this.wantNoRate(next);
    if (left[1] < before) {
      velocity.set(next);
      addVectors(impulses, more, impulses);
    } else this.wantNoRate(velocity);
  }

  /** Keeps the pressures of the velocity correction for the next step. */
  endStep(dt: number): void {
    const { impulses, pressures } = this;
    for (let i = 0; i < impulses.length; i++) pressures[i] = impulses[i] / dt;
  }

  /** One-ring volumes at the positions over those at rest; 1 for vertices of no element. */
  volumeRatios(positions: Float64Array): Float32Array {
    const { restVolumes, volumes } = this;
    this.system.volumesAt(positions, volumes);
    return Float32Array.from(restVolumes, (rest, i) => (rest === 0 ? 1 : volumes[i] / rest));
  }

  /** Volume errors at the positions as shares of the rest volumes: of the whole body, and the largest of one one-ring. */
  errors(positions: Float64Array): { volumeError: number; worstRing: number } {
    const { restVolumes, volumes } = this;
    this.system.volumesAt(positions, volumes);
    let rest = 0;
    let now = 0;
    let worstRing = 0;
    for (let i = 0; i < volumes.length; i++) {
      rest += restVolumes[i];
      now += volumes[i];
      if (restVolumes[i] !== 0) worstRing = Math.max(worstRing, Math.abs(volumes[i] / restVolumes[i] - 1));
    }
    return { volumeError: rest === 0 ? 0 : now / rest - 1, worstRing };
  }

  dispose(): void {
    this.system.dispose();
  }

  /** Takes B at the positions unless it is there. */
  private takeMatrix(positions: Float64Array): void {
    if (this.isMatrixAt(positions)) return;
    this.place.set(positions);
    this.system.update(positions);
  }

  private isMatrixAt(positions: Float64Array): boolean {
    const { place } = this;
    for (let k = 0; k < place.length; k++) if (place[k] !== positions[k]) return false;
    return true;
  }

  /** What contacts and held vertices allow; the velocity is only read. */
  private readConstraints(velocity: Float64Array): void {
    const { targets, contactSolve } = this.parts;
    const { kinds, normals } = this.constraints;
    kinds.fill(Constraint.free);
    if (targets.anyHeld) {
      for (let v = 0; v < kinds.length; v++) if (targets.held[v] !== 0) kinds[v] = Constraint.fixed;
    }
    contactSolve.collect();
    this.next.set(velocity);
    contactSolve.constrain(ContactStage.direct, velocity, this.next, kinds, normals);
  }

  /**
   * rhs = -(V(x + dt v) - V(x)) / dt - (V(x) - V0) / dt, the last term no larger than V0 over the recovery time, neither of a one-ring nor of the whole
   * body: what wedged one-rings cannot take back at once, all take.
   */
  private wantVolumes(positions: Float64Array, velocity: Float64Array, dt: number): void {
    const { moved, movedVolumes, volumes, restVolumes, rhs, left } = this;
    movePoints(positions, velocity, dt, moved);
    this.system.volumesAt(moved, movedVolumes);
    const share = this.settings.recoveryTime > 0 ? Math.min(1, dt / this.settings.recoveryTime) : Infinity;
    this.shareRecovery(share);
    left[1] = 0;
    left[2] = 0;
    left[4] = 0;
    let whole = 0;
    for (let i = 0; i < rhs.length; i++) {
      const rest = restVolumes[i];
      const recovered = bounded(volumes[i] - rest, share * rest) + this.shared[0] * rest;
      const error = movedVolumes[i] - volumes[i] + recovered;
      rhs[i] = -error / dt;
      left[4] += error;
      whole += rest;
      left[1] += rhs[i] * rhs[i];
      const counted = Math.min(Math.abs(error), OUTLIER * restVolumes[i]);
      if (counted > 0) left[2] += (counted / restVolumes[i]) ** 2;
    }
    if (whole > 0) left[4] /= whole;
  }

  /** What one-rings that may change by `most` of their volume leave to all. */
  private shareRecovery(most: number): void {
    const { volumes, restVolumes, shared } = this;
    let whole = 0;
    let missing = 0;
    let recovered = 0;
    for (let i = 0; i < volumes.length; i++) {
      const rest = restVolumes[i];
      whole += rest;
      missing += volumes[i] - rest;
      recovered += bounded(volumes[i] - rest, most * rest);
    }
    shared[0] = whole > 0 && most < Infinity ? (bounded(missing, most * whole) - recovered) / whole : 0;
  }

  /** rhs = -B v. */
  private wantNoRate(velocity: Float64Array): void {
    const { rhs, left } = this;
    this.system.rates(velocity, rhs);
    left[1] = 0;
    for (let i = 0; i < rhs.length; i++) {
      rhs[i] = -rhs[i];
      left[1] += rhs[i] * rhs[i];
    }
  }

  /**
   * Solves for the pressures `more` and the velocity `change` that they make: to the tolerance of what was left without any pressures, or
   * `loose`.
   */
  private solve(loose: number, dt: number): void {
    const { target, system, settings, rhs, more, change, left } = this;
    const gained = left[1] > 0 ? Math.sqrt(left[0] / left[1]) : 1;
    target.relative = Math.max(loose, Math.min(LOOSEST, settings.tolerance * Math.max(1, gained)));
    target.absolute = ABSOLUTE / dt;
    target.maxIterations = settings.maxIterations;
    const report = system.solve(rhs, this.constraints, target, more);
    this.iterations += report.iterations;
    this.converged &&= report.converged;
    system.forces(more, change);
    this.velocityChange.accelerate(this.constraints, change);
  }
}

function createSystem(operators: Pick<SolidOperators, 'createPressures'>, input: PressureInput): PressureSystem {
  const onKernels = input.pairs === undefined ? operators.createPressures?.(input) : undefined;
  return onKernels ?? new ReferencePressures(input);
}

/** `value`, no further from 0 than `most`. */
function bounded(value: number, most: number): number {
  return Math.min(Math.max(value, -most), most);
}

function movePoints(x: Float64Array, v: Float64Array, dt: number, out: Float64Array): void {
  for (let k = 0; k < x.length; k++) out[k] = x[k] + dt * v[k];
}
