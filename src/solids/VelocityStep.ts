import type { ContactSolve, ContactStage } from '../collision/contactSolve.ts';
import { RigidGuess } from './RigidGuess.ts';
import { projectVelocity } from './projectVelocity.ts';
import type { VelocityConstraints } from '../collision/VelocityConstraints.ts';
import { StepContact } from './StepContact.ts';
import { LOOSEST, StepMatrix } from './StepMatrix.ts';
import type { DirectSolve } from './implicit/DirectSolve.ts';
import type { SolveSettings, VelocityOperators } from './VelocityOperators.ts';
import type { CarriedForce } from './terms/CarriedForce.ts';
import type { TargetTerm } from './terms/TargetTerm.ts';
import type { Term } from './terms/Term.ts';
import { addVectors, changedSquare, weightedSquare } from './vectorSums.ts';

/** Most re-solves of one implicit solve while contacts let go, slip or stick, unless the settings say otherwise. */
const CONTACT_ROUNDS = 4;
/** How much tighter solves are that leave out pressures which balance what other bodies press with: the rest of what they leave swings in a stack. */
const UNBALANCED = 0.1;
/** What a solve may leave of its residual, as a share of what the step changes, both as sqrt(sum p^2 / m) of momenta p. */
const SHARE_OF_CHANGE = 0.1;
/** Most solves that reduce it further, and the tightest tolerance of each: rounding ends there. */
const FURTHER_SOLVES = 4;
const TIGHTEST = 1e-4;

/** What a velocity step is made from. */
export interface VelocityStepInput {
  readonly operators: VelocityOperators;
  /** Everything that acts on the body, in the order in which its forces add up. */
  readonly terms: readonly Term[];
  readonly targets: TargetTerm;
  readonly contact: ContactSolve;
  readonly settings: SolveSettings;
  /** Makes a factor of the body's matrix, for substeps in which iterations take long; left out, there is none. */
  readonly createDirect?: () => DirectSolve;
  /** Whether elastic forces are linearised and implicit. */
  readonly stiff: boolean;
  /** What other bodies are known to press with; one of the terms. */
  readonly carried?: CarriedForce;
  /**
   * Forces of the pressures that conserve volumes, N, as far as they are known; left out where none are conserved. What touches a collider is under them inside these solves: they press on it, and
   * friction balances them. The rest of the body is where `pressesAll` says so, and else gets them where volumes are corrected.
   */
  readonly pressureForce?: Float64Array;
}

/**
 * The backward Euler step of velocities v = v_start + h a(x, v) that every time scheme is made of (steps 1 and 5 of Irving 2007, 3.1), with constrained vertices, contact and friction inside.
 */
export class VelocityStep {
  /** Velocity before the solve, m/s; in step 5 v*^n, after collision. */
  readonly startVelocity: Float64Array;
  /** Velocity after the solve, m/s. */
  readonly velocity: Float64Array;
  /** All forces but damping, drag and friction, N; where elastic forces are implicit, as extrapolated to the positions from which they are linearised. */
  readonly force: Float64Array;
  /** All forces but damping, drag and friction at the positions where they were found, N: what changes the momenta of the body. */
  readonly found: Float64Array;
  /** D v of the solution, N; found only while something touches the body. */
  readonly damping: Float64Array;
  readonly contact: StepContact;
  readonly constraints: VelocityConstraints;
  /** The system of the running substep. */
  readonly matrix: StepMatrix;
  /** Largest relative residual since `begin`. */
  residual = 0;
  /** sqrt(sum r^2 / m) of the right-hand side, now and in the first round, and of what the last solve left of it. */
  private norm = 1;
  private firstNorm = 1;
  private readonly left = new Float64Array(1);

  private readonly input: VelocityStepInput;
  private readonly operators: VelocityOperators;
  private readonly contactSolve: ContactSolve;
  /** Whether contact with other bodies may have left jumps of velocity between neighbouring vertices. */
  private mayJump = false;
  private readonly guess: RigidGuess;
  private readonly base: Float64Array;
  private readonly rhs: Float64Array;
  private readonly increment: Float64Array;

  constructor(input: VelocityStepInput) {
    const { operators, contact, targets, settings } = input;
    const vectors = () => new Float64Array(3 * operators.vertexCount);
    this.input = input;
    this.operators = operators;
    this.contactSolve = contact;
    this.startVelocity = vectors();
    this.velocity = vectors();
    this.force = vectors();
    this.found = vectors();
    this.damping = vectors();
    this.base = vectors();
    this.rhs = vectors();
    this.increment = vectors();
    this.guess = new RigidGuess(operators.masses);
    const { startVelocity, velocity } = this;
    this.contact = new StepContact({ contact, targets, operators, startVelocity, velocity });
    this.constraints = this.contact.constraints;
    this.matrix = new StepMatrix(operators, this.constraints, settings, input.createDirect);
  }

  /** Begins the solves of a substep, whose first is over `h`, s; `drag` in 1/s. `untouched`: as of `Substep`. */
  begin(h: number, drag: number, untouched: boolean): void {
    this.mayJump = !untouched && this.input.carried !== undefined;
    this.contact.leading = undefined;
    this.matrix.begin(h, drag);
    this.residual = 0;
  }

  /** Further solves of this substep, in which other bodies touch, are over `h`, s. */
  lengthen(h: number): void {
    this.mayJump = this.input.carried !== undefined;
    this.matrix.duration[0] = h;
  }

  /**
   * velocity = v, from `startVelocity`, under the forces at `x` (m). Terms that give no finite force throw `StepFailure`. `touched`: `damping` is found although no object touches the body. `foreseen`:
   * velocities, m/s, that take the body to `x` where elastic forces are implicit, which are then linearised there and not where the step starts.
   */
  solve(stage: ContactStage, x: Float64Array, touched = false, foreseen?: Float64Array): void {
    const { operators, contactSolve, velocity, base, increment, damping } = this;
    const { settings, pressureForce } = this.input;
    this.gatherForces(x, foreseen);
    contactSolve.collect();
    this.contact.weigh(this.matrix);
    if (pressureForce !== undefined) this.addPressures(pressureForce);
    base.set(this.startVelocity);
    for (let round = 0; ; round++) {
      this.constrain(stage);
      this.gatherRightHandSide();
      if (round === 0 && this.mayJump) this.improveGuess(stage, x);
      this.solveIncrement(round);
      addVectors(base, increment, velocity);
      this.solveOn(stage);
      if (contactSolve.activeCount > 0 || touched) operators.applyDamping(velocity, damping);
      if (contactSolve.activeCount === 0) return;
      this.contact.measure(damping, this.force, this.matrix.duration[0], this.matrix.drag);
      if (round === (settings.contactRounds ?? CONTACT_ROUNDS)) return;
      if (!this.contact.revise(stage, this.matrix.duration[0])) return;
      base.set(velocity);
    }
  }

  /** Whether elastic forces are linearised and implicit. */
  get isStiff(): boolean {
    return this.input.stiff;
  }

  /** The velocity at the end of a step from that in its middle: velocity <- 2 velocity - startVelocity. */
  extrapolate(): void {
    const { velocity, startVelocity } = this;
    for (let k = 0; k < velocity.length; k++) velocity[k] = 2 * velocity[k] - startVelocity[k];
  }

  /** velocity as by `solve`, with the contacts as they stand: who knows the pressure of a liquid then calls `press`. */
  solveOnce(stage: ContactStage, x: Float64Array): void {
    this.gatherForces(x);
    this.contactSolve.collect();
    this.contact.weigh(this.matrix);
    this.solveRound(stage, 0);
  }

  /**
   * Settles contact under a liquid's `pressure`, N, which has changed `velocity` already. True where contacts change by it and `mayRevise` says that there is another
   * round: `velocity` is then again that without the liquid.
   */
  press(stage: ContactStage, pressure: Float64Array, mayRevise: boolean): boolean {
    const { operators, contactSolve, velocity, damping } = this;
    if (contactSolve.activeCount === 0) return false;
    operators.applyDamping(velocity, damping);
    for (let k = 0; k < damping.length; k++) damping[k] -= pressure[k];
    this.contact.measure(damping, this.force, this.matrix.duration[0], this.matrix.drag);
    if (!mayRevise || !this.contact.revise(stage, this.matrix.duration[0])) return false;
    this.solveRound(stage, 1);
    return true;
  }

  /**
   * Whether pressures act on all of the body in its solves, with which what touches it is in equilibrium: where only touching vertices do, friction balances what pressures do to their neighbours
   * later, and a vertex that stands still keeps tens of mm/s. Not where elastic forces are implicit: that swings.
   */
  get pressesAll(): boolean {
    const { carried, stiff } = this.input;
    return carried !== undefined && !stiff && (carried.any || this.contact.touches);
  }

  /** Makes what presses on the body, N, a part of its forces until the next step. */
  addPressure(pressure: Float64Array): void {
    addVectors(this.force, pressure, this.force);
    addVectors(this.found, pressure, this.found);
  }

  private constrain(stage: ContactStage): void {
    this.contact.constrain(stage, this.base, this.matrix.duration[0]);
  }

  /** velocity under the constraints of the contacts as they are. */
  private solveRound(stage: ContactStage, round: number): void {
    const { operators, contactSolve, base, increment, velocity, damping } = this;
    base.set(this.startVelocity);
    this.constrain(stage);
    this.gatherRightHandSide();
    this.solveIncrement(round);
    addVectors(base, increment, velocity);
    if (contactSolve.activeCount > 0) operators.applyDamping(velocity, damping);
  }

  /** increment = dv of the system that `gatherRightHandSide` prepared, friction added, constrained components left out. */
  private solveIncrement(round: number): void {
    const { matrix, rhs } = this;
    this.contactSolve.addFriction(rhs, matrix.share * matrix.duration[0], this.base);
    this.projectRightHandSide();
    if (round === 0) this.firstNorm = this.norm;
    const { norm, firstNorm } = this;
    // Later rounds start from the last solution: they need only reach the residual that the first one had to.
    const { tolerance, loosest = LOOSEST } = this.input.settings;
    const looser = norm > 0 ? Math.min(Math.max(1, firstNorm / norm), loosest / tolerance) : 1;
    const solved = matrix.solve(rhs, looser * this.tolerance, this.increment);
    this.left[0] = solved.relativeResidual * this.norm;
    // On the scale of the first round.
    this.residual = Math.max(this.residual, solved.relativeResidual / looser);
    matrix.converged &&= solved.converged;
  }

  /**
   * Solves on where what is left of the residual is not small beside what the step changes. Stiff forces on few vertices, of elements that contact or gravity has crushed, have a residual that is thousands of times as large as
   * the motion that they cause: a share of it, left in softer directions, throws the body into the air. Not where contact acts on surfaces alone, as that of cloth does.
   */
  private solveOn(stage: ContactStage): void {
    const { operators, matrix, base, velocity, increment, startVelocity, left } = this;
    if (this.input.carried === undefined) return;
    for (let solve = 0; solve < FURTHER_SOLVES; solve++) {
      const most = SHARE_OF_CHANGE * Math.sqrt(changedSquare(operators.masses, startVelocity, velocity));
      if (!(left[0] > most)) return;
      base.set(velocity);
      this.constrain(stage);
      this.gatherRightHandSide();
      this.contactSolve.addFriction(this.rhs, matrix.share * matrix.duration[0], base);
      this.projectRightHandSide();
      const tolerance = Math.min(LOOSEST, Math.max((0.5 * most) / this.norm, TIGHTEST));
      const solved = matrix.solve(this.rhs, tolerance, increment);
      left[0] = solved.relativeResidual * this.norm;
      addVectors(base, increment, velocity);
    }
  }

  /**
   * Begins from the rigid motion where damping ends what there is beside it. The solve is accurate to a share of the residual: with the jumps between neighbouring vertices that contact leaves, that of
   * stiff damping is so large that a hundredth of it outweighs the whole motion. Not where anything constrains the body, whose motion is then not rigid.
   */
  private improveGuess(stage: ContactStage, x: Float64Array): void {
    const { guess, base, damping, contactSolve } = this;
    if (this.input.targets.anyConstrained || contactSolve.activeCount > 0) return;
    if (!guess.isBetter(x, base, damping, this.matrix.duration[0])) return;
    guess.write(x, base);
    this.constrain(stage);
    this.gatherRightHandSide();
  }

  /** Takes the constrained components from the right-hand side and measures its `norm`. */
  private projectRightHandSide(): void {
    const { rhs, constraints } = this;
    projectVelocity(constraints, rhs);
    this.norm = Math.sqrt(weightedSquare(rhs, this.operators.masses));
  }

  /** force = found = all explicit forces at `x`, N; assembles the damping matrix, or D + h K. */
  private gatherForces(x: Float64Array, foreseen?: Float64Array): void {
    const { operators, force, found, startVelocity } = this;
    const { terms, stiff } = this.input;
    force.fill(0);
    for (let t = 0; t < terms.length; t++) terms[t].addForce?.(x, startVelocity, force);
    found.set(force);
    if (foreseen !== undefined) this.extrapolateForce(foreseen);
    else if (stiff) operators.updateStiffness(this.matrix.duration[0]);
    else operators.updateDamping();
    this.matrix.noteAssembled();
  }

  /** force += h K w, of foreseen velocities w: minus h K v gives the elastic force at the start of the step + h v then. */
  private extrapolateForce(foreseen: Float64Array): void {
    const { operators, force, damping } = this;
    operators.updateDamping();
    operators.applyDamping(foreseen, damping);
    for (let k = 0; k < force.length; k++) force[k] -= damping[k];
    operators.updateStiffness(this.matrix.duration[0]);
    operators.applyDamping(foreseen, damping);
    addVectors(force, damping, force);
  }

  /**
   * rhs = s (h (F - D b - c M b) - M (b - v)), s = 1 / (1 + h c): with drag c and base b the system for dv = u - b,
   * (M + h D + h c M) u = M v + h F, is the operators' (M + s h D) dv = rhs.
   */
  private gatherRightHandSide(): void {
    const { operators, matrix, base, damping, force, rhs, startVelocity } = this;
    const { drag, share: scale } = matrix;
    const h = matrix.duration[0];
    const { masses } = operators;
    operators.applyDamping(base, damping);
    for (let v = 0; v < masses.length; v++) {
      const m = masses[v];
      const k = 3 * v;
      const x = base[k];
      const y = base[k + 1];
      const z = base[k + 2];
      rhs[k] = scale * (h * (force[k] - damping[k] - drag * m * x) - m * (x - startVelocity[k]));
      rhs[k + 1] = scale * (h * (force[k + 1] - damping[k + 1] - drag * m * y) - m * (y - startVelocity[k + 1]));
      rhs[k + 2] = scale * (h * (force[k + 2] - damping[k + 2] - drag * m * z) - m * (z - startVelocity[k + 2]));
    }
  }

  private get tolerance(): number {
    const { pressureForce, stiff, carried, settings } = this.input;
    const unbalanced = pressureForce !== undefined && stiff && carried?.any === true;
    return unbalanced ? UNBALANCED * settings.tolerance : settings.tolerance;
  }

  /** Adds the pressures to the forces of touching vertices, or of all. */
  private addPressures(pressures: Float64Array): void {
    if (this.pressesAll) {
      this.addPressure(pressures);
      return;
    }
    this.contact.addTouching(pressures, this.force);
    this.contact.addTouching(pressures, this.found);
  }
}
