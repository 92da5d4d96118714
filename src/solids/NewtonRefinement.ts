import type { ContactSolve } from '../collision/contactSolve.ts';
import type { HalfStep, SolveSettings } from './HalfStep.ts';
import { projectVelocity } from './projectVelocity.ts';
import type { SolidOperators } from './SolidOperators.ts';
import { StepFailure, worstElement } from './StepFailure.ts';
import { addScaled, allFinite, dotVectors, weightedSquare } from './vectorSums.ts';

/** A linear solve inside Newton's method need not be better than this. */
const LOOSE = 1e-2;
/** Evaluations of the line search of one iteration. */
const TRIALS = 4;
/** A step is taken where the derivative along it has fallen below this fraction, or has not yet changed its sign. */
const SLOPE = 0.9;

/** What a backward Euler step of `h` (s) is made from. */
export interface ImplicitStep {
  /** x^, m. */
  readonly from: Float64Array;
  h: number;
  /** 1/s. */
  drag: number;
  /** Factor on elastic and damping forces, and activation of fibres. */
  strength: number;
  activation: number;
}

/**
 * Newton's method for v = v^ + h a(x^ + h v, v), whose first iteration is a `HalfStep` linearised about x^: each further one is linearised about
 * the last positions, its stiffness made definite (Teran et al. 2005), and as long as a line search on the derivative of the incremental
 * potential along it says. Contacts, friction limits and spring targets are those of the first.
 */
export class NewtonRefinement {
  /** x^ + h v, m, where the operators are evaluated after `refine`. */
  readonly positions: Float64Array;
  /** Linear iterations of the last `refine`, its Newton iterations, and sqrt(sum r^2 / m) over that of the momentum that the step changed. */
  iterations = 0;
  newtonIterations = 0;
  residual = 0;
  private readonly operators: SolidOperators;
  private readonly halfStep: HalfStep;
  private readonly contactSolve: ContactSolve;
  private readonly settings: SolveSettings;
  /** Forces that do not change, N. */
  private readonly external: Float64Array;
  private readonly rhs: Float64Array;
  private readonly increment: Float64Array;
  private readonly before: Float64Array;
  private readonly request: { h: number; tolerance: number; readonly maxIterations: number };

  constructor(operators: SolidOperators, halfStep: HalfStep, contactSolve: ContactSolve, settings: SolveSettings) {
    const vectors = () => new Float64Array(3 * operators.vertexCount);
    this.operators = operators;
    this.halfStep = halfStep;
    this.contactSolve = contactSolve;
    this.settings = settings;
    this.positions = vectors();
    this.external = vectors();
    this.rhs = vectors();
    this.increment = vectors();
    this.before = vectors();
    this.request = { h: NaN, tolerance: Math.max(LOOSE, settings.tolerance), maxIterations: settings.maxIterations };
  }

  /**
   * Takes up to `most` more iterations from the velocity of the half step, whose elastic forces the operators still have; ends at the tolerance. Throws `StepFailure` where elements give no finite
   * force.
   */
  refine(step: ImplicitStep, most: number): void {
    const { operators, halfStep, external } = this;
    const { force } = halfStep;
    for (let k = 0; k < force.length; k++) external[k] = force[k] - operators.elasticForce[k];
    this.iterations = 0;
    this.newtonIterations = 0;
    this.evaluate(step);
    while (this.newtonIterations < most && this.residual > this.settings.tolerance) {
      this.iterate(step);
      this.newtonIterations++;
    }
    for (let k = 0; k < force.length; k++) force[k] = external[k] + operators.elasticForce[k];
  }

  private iterate(step: ImplicitStep): void {
    const { operators, halfStep, rhs, increment, before, request } = this;
    operators.updateStiffness(step.h);
    request.h = step.h / (1 + step.h * step.drag);
    const solved = operators.solveVelocity(request, rhs, halfStep.constraints, increment);
    this.iterations += solved.iterations;
    before.set(halfStep.velocity);
    const slope = dotVectors(increment, rhs);
    let length = 1;
    for (let trial = 0; ; trial++) {
      addScaled(before, increment, length, halfStep.velocity);
      this.evaluate(step);
      const left = dotVectors(increment, rhs);
      if (trial === TRIALS - 1 || !(left < -SLOPE * slope)) return;
      // The secant's zero between the two slopes.
      length *= Math.max(slope / (slope - left), 0.1);
    }
  }

  /** Elastic and damping forces at the present velocity, and the residual in `rhs` as `HalfStep` scales it. */
  private evaluate({ from, h, drag, strength, activation }: ImplicitStep): void {
    const { operators, halfStep, positions } = this;
    addScaled(from, halfStep.velocity, h, positions);
    if (!allFinite(positions)) throw new StepFailure('a velocity is not finite', worstElement(operators));
    operators.updateElastic(positions, strength, activation);
    if (!allFinite(operators.elasticForce)) {
      throw new StepFailure('the elastic force is not finite', worstElement(operators));
    }
    operators.updateDamping();
    operators.applyDamping(halfStep.velocity, halfStep.damping);
    this.gatherResidual(h, drag);
    this.contactSolve.addFriction(this.rhs, (1 / (1 + h * drag)) * h);
    projectVelocity(halfStep.constraints, this.rhs);
    this.measureResidual();
  }

  private gatherResidual(h: number, drag: number): void {
    const { rhs, external } = this;
    const { masses, elasticForce } = this.operators;
    const { velocity, startVelocity, damping } = this.halfStep;
    const scale = 1 / (1 + h * drag);
    for (let v = 0; v < masses.length; v++) {
      const m = masses[v];
      for (let k = 3 * v; k < 3 * v + 3; k++) {
        const force = external[k] + elasticForce[k] - damping[k] - drag * m * velocity[k];
        rhs[k] = scale * (h * force - m * (velocity[k] - startVelocity[k]));
      }
    }
  }

  private measureResidual(): void {
    const { masses } = this.operators;
    const { velocity, startVelocity } = this.halfStep;
    const changed = Math.sqrt(changedMomentum(masses, startVelocity, velocity));
    const left = Math.sqrt(weightedSquare(this.rhs, masses));
    this.residual = left === 0 ? 0 : left / changed;
  }
}

/** sum m |after - before|^2. */
function changedMomentum(masses: Float64Array, before: Float64Array, after: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < after.length; k++) {
    const change = after[k] - before[k];
    sum += masses[Math.floor(k / 3)] * (change * change);
  }
  return sum;
}
