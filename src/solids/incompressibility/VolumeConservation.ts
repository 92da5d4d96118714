import type { ContactSolve } from '../../collision/contactSolve.ts';
import { ContactStage } from '../../collision/contactSolve.ts';
import { DISTANCE } from '../../collision/distances.ts';
import type { ObjectContact } from '../../collision/objectContact.ts';
import type { ResidualTarget } from '../../math/minimalResidual.ts';
import type { TargetSet } from '../NodeTargets.ts';
import { Constraint } from '../SolidOperators.ts';
import { meanElementSize } from '../timeStep.ts';
import { addVectors } from '../vectorSums.ts';
import { ringVolumes } from './OneRingMatrix.ts';
import { oneRings, type OneRings, type RingElements } from './OneRings.ts';
import type { PairConstraints } from './PairConstraints.ts';
import { PressureSolve } from './PressureSolve.ts';

/** Tolerance of the solve that only says which vertices will touch something. */
const LOOSE = 0.1;
/** Times that vertices are looked for which would enter a collider; the solve is done again with them on its surface. */
const CONTACT_ROUNDS = 2;
/** Volume per step, as a share of the one-rings', that is rounding: in free fall nothing else is on the right-hand side. */
const ABSOLUTE = 1e-6;

/**
 * A correction moves no vertex further than this many mean edges in a substep: one-rings wedged between contacts ask for more than they can
 * do. Smaller values cut into what squeezed bodies need.
 */
const FARTHEST = 2;

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
  readonly body: RingElements;
  readonly masses: Float64Array;
  readonly targets: TargetSet;
  readonly objectContact: ObjectContact;
  readonly contactSolve: ContactSolve;
}

/**
 * Keeps the volume of every one-ring (Irving 2007, chapter 4): a correction of the velocity that moves the positions, so that
 * V(x^{n+1}) = V(x^0), and one of the velocity itself, so that B v = 0. Both are gradients of pressures.
 */
export class VolumeConservation {
  /** Pressures of the last whole substep, Pa, per vertex: where the solves of the next one start, and its contact forces. */
  readonly pressures: Float64Array;
  /** Rest volumes of the one-rings, m3. */
  readonly restVolumes: Float64Array;
  /** B^T p, N: what the pressures push each vertex with. Valid from `correctVelocity` to the next step's `beginStep`. */
  readonly force: Float64Array;
  /** Of the solves since `beginStep`. */
  iterations = 0;
  converged = true;

  private readonly rings: OneRings;
  private readonly parts: VolumeBody;
  /** m. */
  private readonly farthest: number;
  private readonly settings: VolumeSettings;
  private readonly pressureSolve: PressureSolve;
  private readonly constraints: { readonly kinds: Uint8Array; readonly normals: Float64Array };
  /** Pressures of the running substep, Pa s. */
  private readonly impulses: Float64Array;
  private readonly volumes: Float64Array;
  private readonly moved: Float64Array;
  private readonly movedVolumes: Float64Array;
  private readonly rhs: Float64Array;
  private readonly change: Float64Array;
  private readonly next: Float64Array;
  private readonly target: ResidualTarget = { relative: NaN, absolute: NaN, maxIterations: 0 };

  constructor(parts: VolumeBody, settings: VolumeSettings) {
    const { body, masses } = parts;
    const count = masses.length;
    const scalars = () => new Float64Array(count);
    const vectors = () => new Float64Array(3 * count);
    this.parts = parts;
    this.settings = settings;
    this.farthest = FARTHEST * meanElementSize(body);
    this.rings = oneRings(body);
    this.constraints = { kinds: new Uint8Array(count), normals: vectors() };
    this.pressureSolve = new PressureSolve(this.rings, body.restPositions, masses, this.constraints, settings.pairs);
    this.pressures = scalars();
    this.restVolumes = scalars();
    ringVolumes(this.rings, body.restPositions, this.restVolumes);
    this.force = vectors();
    this.impulses = scalars();
    this.volumes = scalars();
    this.movedVolumes = scalars();
    this.rhs = scalars();
    this.moved = vectors();
    this.change = vectors();
    this.next = vectors();
  }

  /** Finds the forces of the last pressures at the positions, for the contacts of the first velocity solve. */
  beginStep(positions: Float64Array): void {
    this.iterations = 0;
    this.converged = true;
    this.pressureSolve.forcesAt(positions, this.pressures, this.force);
  }

  /**
   * velocity += gamma_x: x + dt velocity then has the volumes wanted. The volumes at x + dt velocity are exact, those of the correction
   * linear: one step of Newton's method. Vertices that the correction would push into a collider end on its surface.
   */
  correctMove(positions: Float64Array, velocity: Float64Array, dt: number): void {
    const { impulses, pressures, moved, next } = this;
    this.readConstraints(velocity);
    ringVolumes(this.rings, positions, this.volumes);
    movePoints(positions, velocity, dt, moved);
    this.pressureSolve.update(moved);
    for (let i = 0; i < impulses.length; i++) impulses[i] = pressures[i] * dt;
    const { tolerance } = this.settings;
    const rounds = this.parts.objectContact.anyNear(moved) ? CONTACT_ROUNDS : 0;
    for (let round = 0; ;) {
      this.wantVolumes(positions, velocity, dt);
      this.solve(round < rounds ? Math.max(LOOSE, tolerance) : tolerance, dt);
      addVectors(velocity, this.change, next);
      if (round === rounds) break;
      round = this.constrainEntering(positions, next, velocity, dt) ? round + 1 : rounds;
    }
    velocity.set(next);
  }

  /** velocity += gamma_v: B velocity = 0 at the positions, contacts unchanged. */
  correctVelocity(positions: Float64Array, velocity: Float64Array, dt: number): void {
    const { impulses, pressures, rhs, force } = this;
    this.readConstraints(velocity);
    this.pressureSolve.update(positions);
    this.pressureSolve.constrain();
    this.pressureSolve.rates(velocity, rhs);
    for (let i = 0; i < rhs.length; i++) {
      rhs[i] = -rhs[i];
      impulses[i] = pressures[i] * dt;
    }
    this.solve(this.settings.tolerance, dt);
    addVectors(velocity, this.change, velocity);
    for (let k = 0; k < force.length; k++) force[k] /= dt;
  }

  /** Keeps the pressures of the velocity correction for the next step. */
  endStep(dt: number): void {
    const { impulses, pressures } = this;
    for (let i = 0; i < impulses.length; i++) pressures[i] = impulses[i] / dt;
  }

  /** One-ring volumes at the positions over those at rest; 1 for vertices of no element. */
  volumeRatios(positions: Float64Array): Float32Array {
    const { restVolumes, volumes } = this;
    ringVolumes(this.rings, positions, volumes);
    return Float32Array.from(restVolumes, (rest, i) => (rest === 0 ? 1 : volumes[i] / rest));
  }

  /** Volume errors at the positions as shares of the rest volumes: of the whole body, and the largest of one one-ring. */
  errors(positions: Float64Array): { volumeError: number; worstRing: number } {
    const { restVolumes, volumes } = this;
    ringVolumes(this.rings, positions, volumes);
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

  /** rhs = -(V(x + dt v) - V(x)) / dt - (V(x) - V0) / dt, the last term no larger than V0 over the recovery time. */
  private wantVolumes(positions: Float64Array, velocity: Float64Array, dt: number): void {
    const { moved, movedVolumes, volumes, restVolumes, rhs } = this;
    movePoints(positions, velocity, dt, moved);
    ringVolumes(this.rings, moved, movedVolumes);
    const share = this.settings.recoveryTime > 0 ? Math.min(1, dt / this.settings.recoveryTime) : Infinity;
    for (let i = 0; i < rhs.length; i++) {
      const most = share * Math.abs(restVolumes[i]);
      const error = Math.min(Math.max(volumes[i] - restVolumes[i], -most), most);
      rhs[i] = -(movedVolumes[i] - volumes[i] + error) / dt;
    }
    this.pressureSolve.constrain();
  }

  /** Improves `impulses`; `force` = B^T impulses (N s) and `change` = the velocity change. */
  private solve(tolerance: number, dt: number): void {
    const { target, pressureSolve, settings } = this;
    const { minimalResidual } = pressureSolve;
    target.relative = tolerance;
    target.absolute = ABSOLUTE / dt;
    target.maxIterations = settings.maxIterations;
    pressureSolve.solve(this.rhs, this.restVolumes, target, this.impulses);
    this.iterations += minimalResidual.iterations;
    this.converged &&= minimalResidual.iterations < settings.maxIterations;
    pressureSolve.forces(this.impulses, this.force);
    pressureSolve.velocityChange(this.force, this.change);
    limitSpeeds(this.change, this.farthest / dt);
  }

  /**
   * Gives vertices that `next` brings into a collider the normal velocity that ends on its surface, in `velocity`, and constrains
   * it. Returns whether there are any.
   */
  private constrainEntering(positions: Float64Array, next: Float64Array, velocity: Float64Array, dt: number): boolean {
    const { objectContact, targets } = this.parts;
    const { kinds, normals } = this.constraints;
    movePoints(positions, next, dt, this.moved);
    const entering = objectContact.findEntering(this.moved, targets.held);
    let any = false;
    for (let i = 0; i < entering.count; i++) {
      const v = entering.vertices[i];
      if (kinds[v] !== Constraint.free) continue;
      any = true;
      kinds[v] = Constraint.normal;
      const depth = entering.surfaces[4 * i + DISTANCE];
      let speed = -depth / dt;
      for (let axis = 0; axis < 3; axis++) {
        const n = entering.surfaces[4 * i + axis];
        normals[3 * v + axis] = n;
        speed += n * (next[3 * v + axis] - velocity[3 * v + axis]);
      }
      for (let axis = 0; axis < 3; axis++) velocity[3 * v + axis] += speed * normals[3 * v + axis];
    }
    return any;
  }
}

function movePoints(x: Float64Array, v: Float64Array, dt: number, out: Float64Array): void {
  for (let k = 0; k < x.length; k++) out[k] = x[k] + dt * v[k];
}

/** Shortens the vectors in `v` that are longer than `most`. */
function limitSpeeds(v: Float64Array, most: number): void {
  for (let k = 0; k < v.length; k += 3) {
    const square = v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2];
    if (!(square > most * most)) continue;
    const scale = most / Math.sqrt(square);
    v[k] *= scale;
    v[k + 1] *= scale;
    v[k + 2] *= scale;
  }
}
