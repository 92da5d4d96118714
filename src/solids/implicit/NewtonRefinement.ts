import type { ContactSolve } from '../../collision/contactSolve.ts';
import type { ElasticPart } from '../terms/ElasticTerm.ts';
import type { SchemeBody } from '../TimeScheme.ts';
import type { SolveSettings, VelocityOperators } from '../VelocityOperators.ts';
import type { VelocityStep } from '../VelocityStep.ts';
import { projectVelocity } from '../projectVelocity.ts';
import { StepFailure, worstElement } from '../StepFailure.ts';
import { addScaled, allFinite, changedSquare, dotVectors, weightedSquare } from '../vectorSums.ts';

/** A linear solve inside Newton's method need not be better than this. */
const LOOSE = 1e-2;
/** Evaluations of the line search of one iteration. */
const TRIALS = 4;
/** A step is taken where the derivative along it has fallen below this fraction, or has not yet changed its sign. */
const SLOPE = 0.9;

/**
 * Newton's method for v = v^ + h a(x^ + h v, v), whose first iteration is a `VelocityStep`: each further one is linearised about
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
  private readonly operators: VelocityOperators;
  private readonly elastic: ElasticPart;
  private readonly step: VelocityStep;
  private from: Float64Array;
  private readonly most: number;
  private readonly contactSolve: ContactSolve;
  private readonly settings: SolveSettings;
  /** Forces that do not change, N. */
  private readonly external: Float64Array;
  private readonly rhs: Float64Array;
  private readonly increment: Float64Array;
  private readonly before: Float64Array;
  private readonly request: { h: number; tolerance: number; readonly maxIterations: number };

  /** `from`: where steps start, m; `most`: iterations at most after the first. */
  constructor(
    { operators, elastic, contact, settings }: SchemeBody,
    step: VelocityStep,
    from: Float64Array,
    most: number,
  ) {
    const vectors = () => new Float64Array(3 * operators.vertexCount);
    this.operators = operators;
    this.elastic = elastic;
    this.step = step;
    this.from = from;
    this.most = most;
    this.contactSolve = contact.solve;
    this.settings = settings;
    this.positions = vectors();
    this.external = vectors();
    this.rhs = vectors();
    this.increment = vectors();
    this.before = vectors();
    this.request = { h: NaN, tolerance: Math.max(LOOSE, settings.tolerance), maxIterations: settings.maxIterations };
  }

  /**
   * Takes more iterations from the velocity of the step of length `h` (s), whose elastic forces the operators still have; ends at the tolerance. `from`: where the step starts, m; `drag`: 1/s. Throws
   * `StepFailure` where elements give no finite force.
   */
  refine(h: number, from: Float64Array, drag: number): void {
    const { operators, step, external, most } = this;
    this.from = from;
    const { force, found } = step;
    for (let k = 0; k < force.length; k++) external[k] = found[k] - operators.elasticForce[k];
    this.iterations = 0;
    this.newtonIterations = 0;
    step.matrix.markRefined();
    this.evaluate(h, drag);
    while (this.newtonIterations < most && this.residual > this.settings.tolerance) {
      this.iterate(h, drag);
      this.newtonIterations++;
    }
    for (let k = 0; k < force.length; k++) found[k] = force[k] = external[k] + operators.elasticForce[k];
  }

  private iterate(h: number, drag: number): void {
    const { operators, step, rhs, increment, before, request } = this;
    operators.updateStiffness(h);
    request.h = h / (1 + h * drag);
    const solved = operators.solveVelocity(request, rhs, step.constraints, increment);
    this.iterations += solved.iterations;
    before.set(step.velocity);
    const slope = dotVectors(increment, rhs);
    let length = 1;
    for (let trial = 0; ; trial++) {
      addScaled(before, increment, length, step.velocity);
      this.evaluate(h, drag);
      const left = dotVectors(increment, rhs);
      if (trial === TRIALS - 1 || !(left < -SLOPE * slope)) return;
      // The secant's zero between the two slopes.
      length *= Math.max(slope / (slope - left), 0.1);
    }
  }

  /** Elastic and damping forces at the present velocity, and the residual in `rhs` as `VelocityStep` scales it. */
  private evaluate(h: number, drag: number): void {
    const { operators, step, positions, from } = this;
    addScaled(from, step.velocity, h, positions);
    if (!allFinite(positions)) throw new StepFailure('a velocity is not finite', worstElement(operators));
    this.elastic.evaluateAt(positions);
    if (!allFinite(operators.elasticForce)) {
      throw new StepFailure('the elastic force is not finite', worstElement(operators));
    }
    operators.updateDamping();
    operators.applyDamping(step.velocity, step.damping);
    this.gatherResidual(h, drag);
    this.contactSolve.addFriction(this.rhs, (1 / (1 + h * drag)) * h, step.velocity);
    projectVelocity(step.constraints, this.rhs);
    this.measureResidual();
  }

  private gatherResidual(h: number, drag: number): void {
    const { rhs, external } = this;
    const { masses, elasticForce } = this.operators;
    const { velocity, startVelocity, damping } = this.step;
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
    const { velocity, startVelocity } = this.step;
    const changed = Math.sqrt(changedSquare(masses, startVelocity, velocity));
    const left = Math.sqrt(weightedSquare(this.rhs, masses));
    this.residual = left === 0 ? 0 : left / changed;
  }
}

/** Returns what makes the iterations after the first for a body that wants more than one, as a scheme does that takes `usual` of them unless told otherwise; `from`: where its steps start, m. */
export function newtonOf(
  body: SchemeBody,
  from: Float64Array,
  usual: number,
): ((step: VelocityStep) => NewtonRefinement) | undefined {
  const further = (body.newtonIterations ?? usual) - 1;
  return further > 0 ? (step) => new NewtonRefinement(body, step, from, further) : undefined;
}
