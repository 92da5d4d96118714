import { CoreError } from '../../base/errors.ts';
import { FrozenPreconditioner } from '../implicit/FrozenPreconditioner.ts';
import type { TargetTerm } from '../terms/TargetTerm.ts';
import { projectVelocity } from '../projectVelocity.ts';
import { Constraint } from '../../collision/VelocityConstraints.ts';
import type { SolidBodyInput, SolidOperators } from '../SolidOperators.ts';
import { StepFailure, worstElement } from '../StepFailure.ts';
import { meanElementSize } from '../timeStep.ts';
import { allFinite, dotVectors } from '../vectorSums.ts';
import type { StaticContact } from './StaticContact.ts';
import { bodyLength, typicalForce } from './staticScales.ts';

/** Newton iterations of one solve; bodies that are inside out at its start take some tens, others three to ten. */
const MOST_ITERATIONS = 80;
/** A step that moves nothing by more than this share of the body's size, times the tolerance of the settings, is the last. */
const SHARE = 1e-3;
/** What float32 forces can tell: the least share of the size that is asked for, and the one below which a stalled iteration has come to its end. */
const FINEST = 3e-7;
const STALLED = 1e-5;
/** Residual of the linear solves, relative to the initial one, and their iterations at least. */
const LINEAR_TOLERANCE = 1e-3;
const LINEAR_ITERATIONS = 5000;
/** Longest way of a vertex in one iteration, as a share of the body's size. */
const LONGEST_STEP = 0.25;
/** Evaluations of the line search, and the part of the first slope below which the one it ends at may lie on the far side. */
const TRIALS = 6;
const SLOPE = 0.9;
/** Inertia, over that of the implicit step that `SolidBodyInput.implicit` names: at most, at least where something constrains the body, and else. */
const MOST_INERTIA = 1e9;
const LEAST_INERTIA = 0.01;
const FREE_INERTIA = 100;
/** Factor by which inertia changes from one iteration to the next. */
const INERTIA_FACTOR = 8;
/** A vertex pulled by less than this share of the force that shears an element is not pulled off. */
const FORCE_ROUNDING = 1e-6;

/** What acts on the body. */
export interface StaticLoad {
  /** Prescribed vertices go from where they are at `from` to where they are at `to`, s; all else is that of `to`. */
  readonly from: number;
  readonly to: number;
  /** Factor on elastic stress. */
  readonly strength: number;
  readonly activation: number;
  /** m/s2. */
  readonly gravity: Float64Array;
}

export interface EquilibriumInput {
  readonly operators: SolidOperators;
  /** `implicit`, and without damping. */
  readonly body: SolidBodyInput;
  readonly targets: TargetTerm;
  readonly contact: StaticContact;
  /** Tolerance of the velocity solves that the settings speak of. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

/**
 * Static equilibrium f(x) = 0 of elastic forces, fibres, weight, springs and contact, by Newton's method (Teran et al. 2005, "Robust quasistatic
 * finite elements and flesh simulation"): K dx = f with K made positive definite element by element, so that dx always goes downhill, and a line search on the
 * slope of the energy along it. A little inertia is added to K, K + c M / h^2, which vanishes with the convergence: more of it where a step goes
 * too far, less where it does not; it bounds what nothing else constrains.
 */
export class EquilibriumSolver {
  /** Newton iterations of the last `solve`. */
  iterations = 0;
  /** Linear iterations of the last `solve`. */
  linearIterations = 0;
  /** Norm of the forces that are out of balance, over that which shears the body by its own size. */
  residual = 0;
  /** How far the last step moved a vertex, as a share of the body's size. */
  lastMove = 0;

  private readonly input: EquilibriumInput;
  private readonly preconditioner: FrozenPreconditioner;
  private readonly constraints: { readonly kinds: Uint8Array; readonly normals: Float64Array };
  /** All forces but those of constraints, N, and the same without their constrained components. */
  private readonly force: Float64Array;
  private readonly free: Float64Array;
  /** Stiffness of target springs, N/m per vertex. */
  private readonly stiffness: Float64Array;
  private readonly inertias: Float64Array;
  /** The step, m; the same over h; what constrained vertices still have to move, over h. */
  private readonly step: Float64Array;
  private readonly velocity: Float64Array;
  private readonly pulled: Float64Array;
  private readonly before: Float64Array;
  private readonly request: { readonly h: number; readonly tolerance: number; readonly maxIterations: number };
  /** m; m; N; N. */
  private readonly size: number;
  private readonly longestStep: number;
  private readonly shearForce: number;
  private readonly forceRounding: number;
  private inertia = 1;

  constructor(input: EquilibriumInput) {
    const { operators, body, contact } = input;
    const vectors = () => new Float64Array(3 * operators.vertexCount);
    this.input = input;
    this.preconditioner = new FrozenPreconditioner(operators);
    this.constraints = { kinds: new Uint8Array(operators.vertexCount), normals: vectors() };
    this.force = vectors();
    this.free = vectors();
    this.step = vectors();
    this.velocity = vectors();
    this.pulled = vectors();
    this.before = vectors();
    this.stiffness = new Float64Array(operators.vertexCount);
    this.inertias = new Float64Array(operators.vertexCount);
    this.size = bodyLength(body);
    this.longestStep = Math.min(LONGEST_STEP * this.size, contact.reach);
    this.shearForce = typicalForce(body, this.size);
    this.forceRounding = FORCE_ROUNDING * typicalForce(body, meanElementSize(body));
    this.request = {
      h: body.implicit?.typicalStep ?? 1,
      tolerance: LINEAR_TOLERANCE,
      maxIterations: Math.max(input.maxIterations, LINEAR_ITERATIONS),
    };
  }

  /**
   * Moves `x` (m) to the equilibrium under `load`; false where there is none, or none was found. Throws `StepFailure` where elements give no finite
   * force, and `cancelled`.
   */
  solve(x: Float64Array, load: StaticLoad, cancelled?: () => boolean): boolean {
    const { targets, contact } = this.input;
    this.iterations = 0;
    this.linearIterations = 0;
    targets.sample(load.from, load.to, x, this.request.h);
    contact.begin(load.to, targets.constrained);
    this.preconditioner.freeze(targets.constrained);
    contact.collide(x, targets.constrained);
    this.evaluate(x, load);
    const least = this.leastInertia;
    this.inertia = Math.max(1, least);
    const enough = Math.max(SHARE * this.input.tolerance, FINEST);
    let last = Infinity;
    while (this.iterations < MOST_ITERATIONS) {
      if (cancelled?.() === true) throw new CoreError('cancelled', 'cancelled');
      const settled = this.iterate(x, load, this.iterations === 0 && targets.anyConstrained, least);
      this.iterations++;
      const stalled = this.lastMove < STALLED && this.lastMove > 0.5 * last;
      if (settled && (this.lastMove < enough || stalled)) return true;
      last = this.lastMove;
    }
    return false;
  }

  /** One Newton step; whether it was a whole one, changed no contact and leant on no more inertia than it must. */
  private iterate(x: Float64Array, load: StaticLoad, pulling: boolean, least: number): boolean {
    const { targets, contact } = this.input;
    this.constrain();
    this.solveStep(pulling);
    const light = this.inertia <= Math.max(1, least);
    const way = longestVector(this.step);
    const length = pulling ? 1 : this.searchLine(x, load, way);
    if (pulling) this.moveBy(x, 1, load);
    const whole = length === 1;
    this.inertia = whole
      ? Math.max(this.inertia / INERTIA_FACTOR, least)
      : Math.min(this.inertia * INERTIA_FACTOR, MOST_INERTIA);
    const pushed = contact.collide(x, targets.constrained);
    if (pushed > 0) this.evaluate(x, load);
    const released = contact.release(this.force, this.forceRounding);
    this.measureResidual();
    this.lastMove = Math.max(length * way, pushed) / this.size;
    return whole && light && !pulling && released === 0;
  }

  /** K + c M / h^2 + springs, times h^2, for the velocity dx / h. */
  private solveStep(pulling: boolean): void {
    const { operators, targets } = this.input;
    const { h } = this.request;
    const { step, velocity, pulled, free, inertias, stiffness } = this;
    const { masses } = operators;
    operators.updateStiffness(h);
    for (let v = 0; v < masses.length; v++) inertias[v] = this.inertia * masses[v] + h * h * stiffness[v];
    operators.setInertia(inertias);
    free.set(this.force);
    if (pulling) {
      // Constrained vertices move the rest of their displacement in this step, and the body follows as it would if it were linear.
      pulled.fill(0);
      targets.imposeVelocities(pulled);
      operators.applyDamping(pulled, step);
      for (let k = 0; k < free.length; k++) free[k] -= step[k];
    }
    projectVelocity(this.constraints, free);
    for (let k = 0; k < step.length; k++) step[k] = h * free[k];
    const solved = operators.solveVelocity(this.request, step, this.constraints, velocity);
    this.linearIterations += solved.iterations;
    for (let k = 0; k < step.length; k++) step[k] = h * (pulling ? velocity[k] + pulled[k] : velocity[k]);
  }

  /** Moves x along the step, as far as the slope of the energy says and no vertex goes too far; by which part of it. */
  private searchLine(x: Float64Array, load: StaticLoad, way: number): number {
    const { before, step, free } = this;
    before.set(x);
    const slope = dotVectors(step, free);
    let length = way > this.longestStep ? this.longestStep / way : 1;
    for (let trial = 1; ; trial++) {
      x.set(before);
      this.moveBy(x, length, load);
      free.set(this.force);
      projectVelocity(this.constraints, free);
      const left = dotVectors(step, free);
      if (trial === TRIALS || left >= -SLOPE * Math.abs(slope)) return length;
      length *= Math.max(slope / (slope - left), 0.1);
    }
  }

  /** x += length step, constrained vertices where they must be; and the forces there. */
  private moveBy(x: Float64Array, length: number, load: StaticLoad): void {
    const { step } = this;
    for (let k = 0; k < x.length; k++) x[k] += length * step[k];
    this.input.targets.imposePositions(x);
    this.evaluate(x, load);
  }

  private evaluate(x: Float64Array, { strength, activation, gravity }: StaticLoad): void {
    const { operators, targets } = this.input;
    const { force, stiffness } = this;
    if (!allFinite(x)) throw new StepFailure('a vertex position is not finite', worstElement(operators));
    operators.updateElastic(x, strength, activation);
    const { masses, elasticForce } = operators;
    if (!allFinite(elasticForce)) throw new StepFailure('the elastic force is not finite', worstElement(operators));
    for (let k = 0; k < force.length; k++) force[k] = elasticForce[k] + masses[Math.floor(k / 3)] * gravity[k % 3];
    stiffness.fill(0);
    targets.addSpringPulls(x, force, stiffness);
  }

  private constrain(): void {
    const { targets, contact } = this.input;
    const { kinds, normals } = this.constraints;
    for (let v = 0; v < kinds.length; v++) {
      kinds[v] = targets.anyConstrained && targets.constrained[v] !== 0 ? Constraint.fixed : Constraint.free;
    }
    contact.constrain(kinds, normals);
  }

  private measureResidual(): void {
    this.constrain();
    this.free.set(this.force);
    projectVelocity(this.constraints, this.free);
    this.residual = Math.sqrt(dotVectors(this.free, this.free)) / this.shearForce;
  }

  /** Rounding makes the stiffness of an unconstrained body indefinite. */
  private get leastInertia(): number {
    return this.held ? LEAST_INERTIA : FREE_INERTIA;
  }

  /** Whether pins or springs constrained anything in the last `solve`. */
  get held(): boolean {
    return this.input.targets.anyConstrained || this.stiffness.some((k) => k > 0);
  }
}

/** Length of the longest of the vectors, xyz each. */
function longestVector(vectors: Float64Array): number {
  let square = 0;
  for (let k = 0; k < vectors.length; k += 3) {
    square = Math.max(square, vectors[k] ** 2 + vectors[k + 1] ** 2 + vectors[k + 2] ** 2);
  }
  return Math.sqrt(square);
}
