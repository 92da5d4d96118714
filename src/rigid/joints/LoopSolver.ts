import { factorCholesky, solveCholesky } from '../../math/denseCholesky.ts';
import { ForestSolver } from './ForestSolver.ts';
import type { BodyVelocities } from '../BodyVelocities.ts';
import type { JointForest } from './JointForest.ts';
import { pushBody, ROWS, WIDTH, type JointRows } from './JointRows.ts';

/** Softness of rows that close loops, over their response without any joints: a door on two hinges says some things twice. Larger values close loops in more rounds, smaller ones let rounding tense them. */
const REDUNDANT = 1e-5;

/** Direct solution for joints that may close loops: the tree by `ForestSolver`, and the rows of the joints that are left over by the response of the tree to each of them, a dense matrix per component. */
export class LoopSolver {
  private readonly tree: ForestSolver;
  private readonly rows: JointRows;
  private readonly forest: JointForest;
  /** Responses of all components, one after the other, and where each begins; their rows that act. */
  private responses = new Float64Array(0);
  private readonly starts: Int32Array;
  private readonly closing: Int32Array;
  private readonly closingJoints: Int32Array;
  private readonly closingStarts: Int32Array;
  private readonly closingCounts: Int32Array;
  private right: Float64Array;
  private readonly given: Float64Array;
  private readonly nothing: Float64Array;
  private readonly along: Float64Array;
  private readonly answer: Float64Array;
  private readonly unit: Float64Array;
  private readonly lambdas: Float64Array;
  private readonly bodies: BodyVelocities;
  private readonly push: Float64Array;
  private readonly bare: Float64Array;

  constructor(rows: JointRows, forest: JointForest, bodies: BodyVelocities) {
    const all = ROWS * rows.joints;
    this.tree = new ForestSolver(rows, forest, bodies);
    this.rows = rows;
    this.forest = forest;
    this.starts = new Int32Array(bodies.count + 1);
    this.closing = new Int32Array(all);
    this.closingJoints = new Int32Array(all);
    this.closingStarts = new Int32Array(bodies.count + 1);
    this.closingCounts = new Int32Array(bodies.count);
    this.right = new Float64Array(all);
    this.given = new Float64Array(WIDTH * bodies.count);
    this.nothing = new Float64Array(all);
    this.along = new Float64Array(all);
    this.answer = new Float64Array(WIDTH * bodies.count);
    this.unit = new Float64Array(all);
    this.lambdas = new Float64Array(all);
    this.bodies = bodies;
    this.push = new Float64Array(WIDTH * bodies.count);
    this.bare = new Float64Array(WIDTH * bodies.count);
  }

  /** Makes room for the loops of a forest that has just been arranged. */
  makeRoom(): void {
    const { forest, starts, closingStarts } = this;
    for (let component = 0; component < forest.count; component++) {
      const most = ROWS * (forest.closerStarts[component + 1] - forest.closerStarts[component]);
      starts[component + 1] = starts[component] + most * most;
      closingStarts[component + 1] = closingStarts[component] + most;
    }
    const needed = starts[forest.count];
    if (this.responses.length < needed) this.responses = new Float64Array(needed);
  }

  /** Factors a component with the rows that act now. */
  factor(component: number): void {
    this.tree.factor(component);
    const count = this.listClosing(component);
    if (count === 0) return;
    const { rows, responses, closing, closingJoints, answer, lambdas, given, unit, along } = this;
    const from = this.closingStarts[component];
    const at = this.starts[component];
    for (let c = 0; c < count; c++) {
      const row = closing[from + c];
      this.clear(component, given);
      this.clear(component, answer);
      unit[row] = 1;
      rows.addImpulse(closingJoints[from + c], row, unit, given);
      this.tree.solve(component, given, this.nothing, lambdas, answer);
      this.findAlong(component, answer);
      for (let r = 0; r < count; r++) responses[at + count * r + c] = along[closing[from + r]];
      responses[at + count * c + c] += rows.softness[row] + REDUNDANT * this.freeResponse(closingJoints[from + c], row);
    }
    factorCholesky(responses, at, count, count);
  }

  /** Solves a component as `ForestSolver.solve` does, loops and all. */
  solve(
    component: number,
    given: Float64Array,
    wanted: Float64Array,
    lambdas: Float64Array,
    changes: Float64Array,
  ): void {
    this.tree.solve(component, given, wanted, lambdas, changes);
    const count = this.closingCounts[component];
    if (count === 0) return;
    const { rows, closing, closingJoints, along, right, unit, forest } = this;
    const from = this.closingStarts[component];
    this.findAlong(component, changes);
    for (let c = 0; c < count; c++) right[c] = wanted[closing[from + c]] - along[closing[from + c]];
    solveCholesky(this.responses, this.starts[component], count, count, right, 0);
    this.clear(component, this.given);
    for (let c = 0; c < count; c++) {
      const row = closing[from + c];
      lambdas[row] = right[c];
      unit[row] = right[c];
      rows.addImpulse(closingJoints[from + c], row, unit, this.given);
    }
    this.tree.solve(component, this.given, this.nothing, this.lambdas, changes);
    for (let k = forest.orderStarts[component]; k < forest.orderStarts[component + 1]; k++) {
      const joint = forest.order[k];
      for (let row = ROWS * joint; row < ROWS * joint + rows.counts[joint]; row++) {
        if (rows.acts(row)) lambdas[row] += this.lambdas[row];
      }
    }
  }

  /** Lists the rows that act of the joints which close loops, and returns how many there are. */
  private listClosing(component: number): number {
    const { forest, rows, closing, closingJoints, closingStarts, closingCounts } = this;
    const from = closingStarts[component];
    let count = 0;
    for (let k = forest.closerStarts[component]; k < forest.closerStarts[component + 1]; k++) {
      const joint = forest.closers[k];
      for (let row = ROWS * joint; row < ROWS * joint + rows.counts[joint]; row++) {
        if (!rows.acts(row)) continue;
        closingJoints[from + count] = joint;
        closing[from + count++] = row;
      }
    }
    closingCounts[component] = count;
    return count;
  }

  /** How fast a unit impulse along a row makes both bodies move along it where nothing else acts on them. */
  private freeResponse(joint: number, row: number): number {
    const { rows, bodies, unit, along } = this;
    const a = rows.first[joint];
    const b = rows.second[joint];
    this.bare.fill(0);
    this.push.fill(0);
    unit[row] = 1;
    rows.addImpulse(joint, row, unit, this.push);
    if (a < bodies.count) pushBody(bodies, a, this.push, this.bare);
    if (b < bodies.count) pushBody(bodies, b, this.push, this.bare);
    rows.along(joint, this.bare, along);
    return along[row];
  }

  private findAlong(component: number, motions: Float64Array): void {
    const { forest, rows, along } = this;
    for (let k = forest.closerStarts[component]; k < forest.closerStarts[component + 1]; k++) {
      rows.along(forest.closers[k], motions, along);
    }
  }

  private clear(component: number, motions: Float64Array): void {
    const { bodies, bodyStarts } = this.forest;
    for (let k = bodyStarts[component]; k < bodyStarts[component + 1]; k++) {
      motions.fill(0, WIDTH * bodies[k], WIDTH * bodies[k] + WIDTH);
    }
  }
}
