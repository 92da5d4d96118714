import { ContactPhase } from '../../collision/contactState.ts';
import { GapClosingLimit } from '../../collision/GapClosingLimit.ts';
import type { KernelQueue } from '../../kernels/threads/KernelQueue.ts';
import type { TargetTerm } from '../terms/TargetTerm.ts';
import type { ContactTerm } from '../terms/ContactTerm.ts';
import type { StepLimit, Substep, Term } from '../terms/Term.ts';
import type { SolidBodyInput, SolidOperators } from '../SolidOperators.ts';
import type { VelocityStep } from '../VelocityStep.ts';
import { meanElementSize } from '../timeStep.ts';
import { SpeculativeContacts } from './SpeculativeContacts.ts';
import { MoveCorrection } from './MoveCorrection.ts';
import { ringVolumes } from './OneRingMatrix.ts';
import { oneRings, type RingElements } from './OneRings.ts';
import type { PairConstraints } from './PairConstraints.ts';
import { PressureSolve } from './PressureSolve.ts';
import type { PressureInput, PressureSystem } from './PressureSystem.ts';
import { ReferencePressures } from './ReferencePressures.ts';
import { VelocityChange } from './VelocityChange.ts';
import { VelocityCorrection } from './VelocityCorrection.ts';
import { VolumeResidual, WHOLE } from './VolumeResidual.ts';

/** Share of the mean edge that pressures may move a free vertex of a squeezed body by in a substep. */
const PUSHED = 0.5;
/**
 * Share of the mean edge that pressures may move a free vertex of a shell by in a substep: nothing behind it holds it back, and a stiff balloon bursts where its surface answers the pressure a substep
 * too late.
 */
const PUSHED_OUT = 0.1;

/**
 * Distance of closing colliders, in mean edges, below which contacts between them do not let go: pressures of a film jump from substep to substep, and what they would suck off in one it cannot press
 * back onto the colliders in the next.
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
  /** The live state: m, m/s. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly targets: TargetTerm;
  readonly contact: ContactTerm;
}

/**
 * Keeps the volume of every one-ring (Irving 2007, chapter 4): a correction of the velocity that moves the positions, so that
 * V(x^{n+1}) = V(x^0), and one of the velocity itself, so that B v = 0. Both are gradients of pressures.
 */
export class VolumeConservation implements Term {
  /** Rest volumes of the one-rings, m3. */
  readonly restVolumes: Float64Array;
  /** B^T p, N: what the pressures of the last substep push each vertex with, from `beginStep` or `findForces` on; what was not applied in a solve, from `noteApplied` on. */
  readonly force: Float64Array;

  private readonly parts: VolumeBody;
  private readonly system: PressureSystem;
  private readonly solve: PressureSolve;
  private readonly move: MoveCorrection;
  private readonly velocity: VelocityCorrection;
  private readonly gapClosing: GapClosingLimit;
  private readonly volumes: Float64Array;
  /** Share of the last pressures that acted on a vertex in the last velocity solve. */
  private readonly applied: Float64Array;
  /** Largest squared acceleration by pressures, m2/s4. */
  private readonly largest = new Float64Array(1);
  /** m. */
  private readonly elementSize: number;
  /** Whether the running substep's colliders close on the body. */
  private squeezed = false;

  constructor(parts: VolumeBody, settings: VolumeSettings) {
    const { body, operators, targets, contact } = parts;
    const objectContact = contact.objects;
    const contactSolve = contact.solve;
    const { masses } = operators;
    const { tolerance, maxIterations, pairs } = settings;
    this.parts = parts;
    this.elementSize = meanElementSize(body);
    this.restVolumes = new Float64Array(masses.length);
    this.volumes = new Float64Array(masses.length);
    this.applied = new Float64Array(masses.length);
    this.force = new Float64Array(3 * masses.length);
    const rings = oneRings(body);
    ringVolumes(rings, body.restPositions, this.restVolumes);
    const system = createSystem(operators, { rings, masses, restVolumes: this.restVolumes, pairs });
    const residual = new VolumeResidual(system, this.restVolumes, settings.recoveryTime);
    const velocityChange = new VelocityChange(masses, pairs);
    const solve = new PressureSolve({
      system,
      residual,
      velocityChange,
      targets,
      contactSolve,
      tolerance,
      maxIterations,
    });
    const implicit = body.implicit !== undefined;
    this.system = system;
    this.solve = solve;
    const foreseen = new SpeculativeContacts(objectContact, targets, solve.constraints);
    this.move = new MoveCorrection({
      solve,
      force: this.force,
      objectContact,
      foreseen,
      targets,
      tolerance,
      implicit,
    });
    this.velocity = new VelocityCorrection(solve, tolerance, this.applied, foreseen);
    this.gapClosing = new GapClosingLimit(contact.state, objectContact.frictions.length);
  }

  /** Pressures of the last whole substep, Pa, per vertex: what the next one begins with, and its contact forces. */
  get pressures(): Float64Array {
    return this.velocity.pressures;
  }

  /** Iterations of the solves since `beginStep`. */
  get iterations(): number {
    return this.solve.iterations;
  }

  /** What the last correction of the move found wrong with the volume of the body, as a share of it. */
  get moveError(): number {
    return this.solve.residual.sums[WHOLE];
  }

  /** Whether the last `correctMoveAgain` or `correctVelocityAgain` found so little wrong that rounds may end. */
  isSettled(of: 'moveVelocity' | 'nextVelocity'): boolean {
    return of === 'moveVelocity' ? this.move.isSettled : this.velocity.isSettled;
  }

  get converged(): boolean {
    return this.solve.converged;
  }

  /**
   * Shortens the substep of shells, and of a body squeezed between closing
   * colliders. There pressures, which the velocity solves leave out and which are made up for afterwards, move no free vertex further
   * than a share of an edge.
   */
  limitStep(limit: StepLimit): void {
    const { positions, velocities } = this.parts;
    const squeezed = this.gapClosing.longestStep(positions, velocities);
    this.squeezed = squeezed < Infinity;
    this.parts.contact.solve.mayRelease = !(this.gapClosing.leastGap < FILM * this.elementSize);
    const isShell = this.parts.body.elementKind === 'triangle';
    if (!this.squeezed && !isShell) return;
    this.findForces(positions);
    this.findLargest();
    const largest = this.largest[0];
    const way = (isShell ? PUSHED_OUT : PUSHED) * this.elementSize;
    const pushed = largest > 0 ? Math.sqrt(way / Math.sqrt(largest)) : Infinity;
    limit.longest = Math.min(limit.longest, squeezed, pushed);
  }

  /** Begins a step with the forces of the last pressures at the positions. */
  beginStep({ dt }: Substep): void {
    this.solve.residual.dt[0] = dt;
    this.solve.begin();
    this.findForces(this.parts.positions);
  }

  /** The last velocity solve had the pressures among its forces, as far as drag let them act: those of vertices in contact, or all. `force` becomes what is left to apply. */
  noteApplied({ matrix: { share }, pressesAll }: Pick<VelocityStep, 'matrix' | 'pressesAll'>): void {
    const { applied, force, parts } = this;
    if (pressesAll) {
      applied.fill(share);
      force.fill(0);
      return;
    }
    const { active, activeCount } = parts.contact.solve;
    applied.fill(0);
    for (let i = 0; i < activeCount; i++) {
      applied[active[i]] = share;
      force.fill(0, 3 * active[i], 3 * active[i] + 3);
    }
  }

  /** Finds the forces of the last pressures at the positions. */
  findForces(positions: Float64Array): void {
    this.solve.takeMatrix(positions);
    this.solve.forces(this.pressures, this.force);
  }

  /** Corrects the move as `MoveCorrection.correct` does. */
  correctMove(positions: Float64Array, velocity: Float64Array): void {
    this.move.correct(positions, velocity, this.squeezed);
  }

  /** Corrects the move as `MoveCorrection.correctAgain` does. */
  correctMoveAgain(
    positions: Float64Array,
    velocity: Float64Array,
    round: number,
    isLast: boolean,
    queue: KernelQueue,
  ): boolean {
    return this.move.correctAgain(positions, velocity, round, isLast, queue);
  }

  /** Ends a round as `MoveCorrection.endRound` does. */
  endMoveRound(velocity: Float64Array): void {
    this.move.endRound(velocity);
  }

  /** Corrects the velocity as `VelocityCorrection.correct` does. */
  correctVelocity(positions: Float64Array, velocity: Float64Array): void {
    this.velocity.correct(positions, velocity, this.squeezed);
  }

  /** Corrects the velocity as `VelocityCorrection.correctAgain` does. */
  correctVelocityAgain(velocity: Float64Array, isLast: boolean, queue: KernelQueue): boolean {
    return this.velocity.correctAgain(velocity, isLast, queue);
  }

  /** Ends a round as `VelocityCorrection.endRound` does. */
  endVelocityRound(velocity: Float64Array): void {
    this.velocity.endRound(velocity);
  }

  /** Keeps the pressures of the velocity correction for the next step. */
  commit(): void {
    this.velocity.endStep();
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

  /** Finds the largest squared acceleration by `force` among vertices that are unconstrained. */
  private findLargest(): void {
    const { force, largest } = this;
    const { masses } = this.parts.operators;
    const { phases } = this.parts.contact.state;
    const { constrained } = this.parts.targets;
    largest[0] = 0;
    for (let v = 0; v < masses.length; v++) {
      if (phases[v] !== ContactPhase.free || constrained[v] !== 0 || !(masses[v] > 0)) continue;
      const k = 3 * v;
      const square = force[k] * force[k] + force[k + 1] * force[k + 1] + force[k + 2] * force[k + 2];
      largest[0] = Math.max(largest[0], square / (masses[v] * masses[v]));
    }
  }
}

function createSystem(operators: Pick<SolidOperators, 'createPressures'>, input: PressureInput): PressureSystem {
  const onKernels = input.pairs === undefined ? operators.createPressures?.(input) : undefined;
  return onKernels ?? new ReferencePressures(input);
}
