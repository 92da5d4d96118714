import type { BodyVelocities } from '../BodyVelocities.ts';
import type { JointForest } from './JointForest.ts';
import { DRIVE, EQUAL, LIMIT, pushBody, ROWS, UNUSED, WIDTH, type JointRows } from './JointRows.ts';
import { LoopSolver } from './LoopSolver.ts';

/** Rounds in which limits and bounds are taken up or let go, at most. */
const ROUNDS = 40;
/** Rounds without fewer wrong rows than ever after which one row changes at a time, which ends (Murty 1974). */
const PATIENCE = 3;
/** Velocity by which a limit may be exceeded, m/s or rad/s. */
const ROUNDING = 1e-10;

/**
 * Impulses of joints such that equalities hold, limits and bounded motors are complementary and compliant rows have what they ask for: the rows that act are solved directly, and those whose solution contradicts them are
 * exchanged, all at once as long as that makes fewer (block principal pivoting, Judice and Pires 1994).
 */
export class JointSolver {
  readonly rows: JointRows;
  private readonly forest: JointForest;
  private readonly bodies: BodyVelocities;
  private readonly solver: LoopSolver;
  /** Flags of components whose rows have changed since they were factored. */
  private readonly stale: Uint8Array;
  /** Velocities along rows before and after, what rows want, and the changes of their impulses. */
  private readonly base: Float64Array;
  private readonly along: Float64Array;
  private readonly wanted: Float64Array;
  private readonly changes: Float64Array;
  private readonly given: Float64Array;
  private readonly motion: Float64Array;

  constructor(rows: JointRows, forest: JointForest, bodies: BodyVelocities) {
    const all = ROWS * rows.joints;
    this.rows = rows;
    this.forest = forest;
    this.bodies = bodies;
    this.solver = new LoopSolver(rows, forest, bodies);
    this.stale = new Uint8Array(bodies.count);
    this.base = new Float64Array(all);
    this.along = new Float64Array(all);
    this.wanted = new Float64Array(all);
    this.changes = new Float64Array(all);
    this.given = new Float64Array(WIDTH * bodies.count);
    this.motion = new Float64Array(WIDTH * bodies.count);
  }

  /** Makes room for a forest that has just been arranged. */
  makeRoom(): void {
    this.solver.makeRoom();
  }

  /** Forgets factors: rows or inertias have changed. */
  begin(): void {
    this.stale.fill(1);
  }

  /** Changes impulses and `velocities` so that all rows have what they ask for. */
  solve(velocities: Float64Array): void {
    for (let component = 0; component < this.forest.count; component++) {
      this.each(component, velocities, this.base);
      let fewest = Infinity;
      let patience = PATIENCE;
      for (let round = 1; ; round++) {
        this.solveRows(component);
        if (round === ROUNDS) break;
        const wrong = this.countWrong(component);
        if (wrong === 0) break;
        if (wrong < fewest) {
          fewest = wrong;
          patience = PATIENCE;
        } else patience--;
        this.exchange(component, patience > 0 ? wrong : 1);
        this.stale[component] = 1;
      }
      this.addImpulses(component, velocities);
    }
  }

  /** Changes impulses as `shift` does, and adds the changes to the impulses of bodies, six numbers each, instead of moving them. */
  shiftImpulses(steps: Float64Array, out: Float64Array): void {
    for (let component = 0; component < this.forest.count; component++) {
      this.solveSteps(component, steps);
      this.takeImpulses(component, out);
    }
  }

  /** Adds all impulses to those of bodies, six numbers each. */
  addAll(out: Float64Array): void {
    const { rows } = this;
    for (let component = 0; component < this.forest.count; component++) {
      const count = this.jointsOf(component);
      for (let k = 0; k < count; k++) {
        const joint = this.jointAt(component, k);
        for (let row = ROWS * joint; row < ROWS * joint + rows.counts[joint]; row++) {
          if (rows.roles[row] !== UNUSED) rows.addImpulse(joint, row, rows.impulses, out);
        }
      }
    }
  }

  /**
   * Changes impulses and `motions` by what moves each row that acts by `steps` of it: the change of an equality or a limit, and none of a compliant row beyond its compliance. The rows that act stay those that do.
   */
  shift(steps: Float64Array, motions: Float64Array): void {
    for (let component = 0; component < this.forest.count; component++) {
      this.solveSteps(component, steps);
      this.addImpulses(component, motions);
    }
  }

  private solveSteps(component: number, steps: Float64Array): void {
    this.refresh(component);
    this.clear(component);
    this.solver.solve(component, this.given, steps, this.changes, this.motion);
  }

  /** Solves the rows that act of a component; the others have the impulses of their bounds. */
  private solveRows(component: number): void {
    const { rows, base, wanted, given, changes } = this;
    this.refresh(component);
    this.clear(component);
    const count = this.jointsOf(component);
    for (let k = 0; k < count; k++) {
      const joint = this.jointAt(component, k);
      for (let row = ROWS * joint; row < ROWS * joint + rows.counts[joint]; row++) {
        if (rows.acts(row)) {
          wanted[row] = this.targetOf(row) - base[row] - rows.softness[row] * rows.impulses[row];
        } else if (rows.roles[row] !== UNUSED) {
          changes[row] = this.boundOf(row) - rows.impulses[row];
          rows.addImpulse(joint, row, changes, given);
        }
      }
    }
    this.solver.solve(component, given, wanted, changes, this.motion);
  }

  private targetOf(row: number): number {
    const { rows } = this;
    if (rows.roles[row] !== LIMIT) return rows.targets[row];
    return rows.states[row] < 0 ? rows.low[row] : rows.high[row];
  }

  /** The impulse of a row that does not act. */
  private boundOf(row: number): number {
    const { rows } = this;
    if (rows.roles[row] !== DRIVE) return 0;
    return rows.states[row] < 0 ? rows.low[row] : rows.high[row];
  }

  /** The state that a row should have instead of its own by the last solution; its own where that is right. */
  private rightState(row: number): number {
    const { rows, changes, along, base } = this;
    const state = rows.states[row];
    const impulse = rows.impulses[row] + changes[row];
    const velocity = base[row] + along[row];
    if (rows.roles[row] === LIMIT) {
      if (state !== 0) return state * impulse > 0 ? 0 : state;
      return velocity < rows.low[row] - ROUNDING ? -1 : velocity > rows.high[row] + ROUNDING ? 1 : 0;
    }
    if (state === 0) return impulse < rows.low[row] ? -1 : impulse > rows.high[row] ? 1 : 0;
    // At a bound it wants to push further, or it comes back.
    return state * (rows.targets[row] - velocity - rows.softness[row] * impulse) < 0 ? 0 : state;
  }

  private countWrong(component: number): number {
    const { rows } = this;
    this.each(component, this.motion, this.along);
    let wrong = 0;
    const count = this.jointsOf(component);
    for (let k = 0; k < count; k++) {
      const joint = this.jointAt(component, k);
      for (let row = ROWS * joint; row < ROWS * joint + rows.counts[joint]; row++) {
        if (rows.roles[row] > EQUAL && this.rightState(row) !== rows.states[row]) wrong++;
      }
    }
    return wrong;
  }

  /** Gives the first `most` wrong rows of a component the states that they should have. */
  private exchange(component: number, most: number): void {
    const { rows } = this;
    let left = most;
    const count = this.jointsOf(component);
    for (let k = 0; k < count && left > 0; k++) {
      const joint = this.jointAt(component, k);
      for (let row = ROWS * joint; row < ROWS * joint + rows.counts[joint] && left > 0; row++) {
        if (rows.roles[row] <= EQUAL) continue;
        const state = this.rightState(row);
        if (state === rows.states[row]) continue;
        rows.states[row] = state;
        left--;
      }
    }
  }

  /** Adds the changes of impulses, and what they change of `motions`. */
  private addImpulses(component: number, motions: Float64Array): void {
    const { given, forest, bodies } = this;
    this.clear(component);
    this.takeImpulses(component, given);
    for (let k = forest.bodyStarts[component]; k < forest.bodyStarts[component + 1]; k++) {
      pushBody(bodies, forest.bodies[k], given, motions);
    }
  }

  /** Adds the changes of impulses to them, and to those of bodies. */
  private takeImpulses(component: number, out: Float64Array): void {
    const { rows, changes } = this;
    const count = this.jointsOf(component);
    for (let k = 0; k < count; k++) {
      const joint = this.jointAt(component, k);
      for (let row = ROWS * joint; row < ROWS * joint + rows.counts[joint]; row++) {
        if (rows.roles[row] === UNUSED) continue;
        rows.addImpulse(joint, row, changes, out);
        rows.impulses[row] += changes[row];
        changes[row] = 0;
      }
    }
  }

  private refresh(component: number): void {
    if (this.stale[component] === 0) return;
    this.solver.factor(component);
    this.stale[component] = 0;
  }

  private clear(component: number): void {
    const { bodies, bodyStarts } = this.forest;
    for (let k = bodyStarts[component]; k < bodyStarts[component + 1]; k++) {
      const at = WIDTH * bodies[k];
      this.given.fill(0, at, at + WIDTH);
      this.motion.fill(0, at, at + WIDTH);
    }
  }

  /** Writes what `motions` are along all rows of a component. */
  private each(component: number, motions: Float64Array, out: Float64Array): void {
    const count = this.jointsOf(component);
    for (let k = 0; k < count; k++) this.rows.along(this.jointAt(component, k), motions, out);
  }

  /** Joints of a component, those of its tree before those that close loops. */
  private jointsOf(component: number): number {
    const { orderStarts, closerStarts } = this.forest;
    const inTree = orderStarts[component + 1] - orderStarts[component];
    return inTree + closerStarts[component + 1] - closerStarts[component];
  }

  private jointAt(component: number, k: number): number {
    const { orderStarts, closerStarts, order, closers } = this.forest;
    const inTree = orderStarts[component + 1] - orderStarts[component];
    return k < inTree ? order[orderStarts[component] + k] : closers[closerStarts[component] + k - inTree];
  }
}
