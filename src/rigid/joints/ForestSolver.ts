import { factorCholesky, solveCholesky } from '../../math/denseCholesky.ts';
import type { BodyVelocities } from '../BodyVelocities.ts';
import type { JointForest } from './JointForest.ts';
import { ROWS, WIDTH, type JointRows } from './JointRows.ts';

const BLOCK = WIDTH * WIDTH;

/**
 * Direct solution of M dv = P + J^T lambda, J dv + softness lambda = d for the joints of a tree, in a time that is linear in their number: bodies and joints are eliminated from the leaves inwards (Baraff 1996), which adds
 * to each body the inertia of what hangs on it, and then found from the root outwards. P are given impulses on bodies.
 */
export class ForestSolver {
  readonly rows: JointRows;
  private readonly forest: JointForest;
  private readonly bodies: BodyVelocities;
  /** Inertias of bodies with what hangs on them, 6 x 6 by rows, then their Cholesky factors. */
  private readonly inertias: Float64Array;
  /** Rows that act, by joint. */
  readonly acting: Int32Array;
  readonly actingCounts: Int32Array;
  /** How the child of a joint answers its rows: inertia^-1 J^T, six numbers per row that acts. */
  private readonly answers: Float64Array;
  /** Cholesky factors of J inertia^-1 J^T + softness, `ROWS` x `ROWS` by joint. */
  private readonly responses: Float64Array;
  private readonly column = new Float64Array(ROWS);
  private readonly spread = new Float64Array(ROWS * WIDTH);
  /** What is left of d on the way inwards, then lambda; by rows that act. */
  private readonly work: Float64Array;

  constructor(rows: JointRows, forest: JointForest, bodies: BodyVelocities) {
    const all = ROWS * rows.joints;
    this.rows = rows;
    this.forest = forest;
    this.bodies = bodies;
    this.inertias = new Float64Array(BLOCK * bodies.count);
    this.acting = new Int32Array(all);
    this.actingCounts = new Int32Array(rows.joints);
    this.answers = new Float64Array(WIDTH * all);
    this.responses = new Float64Array(ROWS * all);
    this.work = new Float64Array(all);
  }

  /** Factors the tree of a component with the rows that act now. */
  factor(component: number): void {
    const { forest, inertias } = this;
    const { bodyStarts, orderStarts, order, child } = forest;
    for (let k = bodyStarts[component]; k < bodyStarts[component + 1]; k++) this.loadInertia(forest.bodies[k]);
    for (let k = orderStarts[component + 1] - 1; k >= orderStarts[component]; k--) {
      const joint = order[k];
      factorCholesky(inertias, BLOCK * child[joint], WIDTH, WIDTH);
      this.gather(joint);
      this.eliminate(joint);
    }
    const root = this.freeRoot(component);
    if (root !== undefined) factorCholesky(inertias, BLOCK * root, WIDTH, WIDTH);
  }

  /** Lists the rows of a joint that act. */
  gather(joint: number): void {
    const { rows, acting, actingCounts } = this;
    let count = 0;
    for (let row = ROWS * joint; row < ROWS * joint + rows.counts[joint]; row++) {
      if (rows.acts(row)) acting[ROWS * joint + count++] = row;
    }
    actingCounts[joint] = count;
  }

  /** Solves the tree of a component: `given` holds P and is used up; `wanted` d by row; writes lambda by row that acts, and adds to `changes` the change of the velocities. */
  solve(
    component: number,
    given: Float64Array,
    wanted: Float64Array,
    lambdas: Float64Array,
    changes: Float64Array,
  ): void {
    const { forest } = this;
    const { orderStarts, order } = forest;
    for (let k = orderStarts[component + 1] - 1; k >= orderStarts[component]; k--)
      this.goInwards(order[k], given, wanted);
    const root = this.freeRoot(component);
    if (root !== undefined) solveCholesky(this.inertias, BLOCK * root, WIDTH, WIDTH, given, WIDTH * root);
    for (let k = orderStarts[component]; k < orderStarts[component + 1]; k++) this.goOutwards(order[k], given, lambdas);
    for (let k = forest.bodyStarts[component]; k < forest.bodyStarts[component + 1]; k++) {
      const at = WIDTH * forest.bodies[k];
      for (let axis = at; axis < at + WIDTH; axis++) changes[axis] += given[axis];
    }
  }

  /** The first body of a component where it hangs on nothing that is keyed. */
  private freeRoot(component: number): number | undefined {
    const { orderStarts, order, child, bodies, bodyStarts } = this.forest;
    const root = bodies[bodyStarts[component]];
    const from = orderStarts[component];
    return from < orderStarts[component + 1] && child[order[from]] === root ? undefined : root;
  }

  private loadInertia(body: number): void {
    const { inertias, bodies } = this;
    const at = BLOCK * body;
    const j = WIDTH * body;
    const mass = 1 / bodies.inverseMasses[body];
    inertias.fill(0, at, at + BLOCK);
    inertias[at] = inertias[at + 7] = inertias[at + 14] = mass;
    const { inverseInertias: inverse } = bodies;
    const xx = inverse[j];
    const xy = inverse[j + 1];
    const xz = inverse[j + 2];
    const yy = inverse[j + 3];
    const yz = inverse[j + 4];
    const zz = inverse[j + 5];
    const cxx = yy * zz - yz * yz;
    const cxy = xz * yz - xy * zz;
    const cxz = xy * yz - xz * yy;
    const scale = 1 / (xx * cxx + xy * cxy + xz * cxz);
    inertias[at + 21] = scale * cxx;
    inertias[at + 22] = inertias[at + 27] = scale * cxy;
    inertias[at + 23] = inertias[at + 33] = scale * cxz;
    inertias[at + 28] = scale * (xx * zz - xz * xz);
    inertias[at + 29] = inertias[at + 34] = scale * (xy * xz - xx * yz);
    inertias[at + 35] = scale * (xx * yy - xy * xy);
  }

  /** The Jacobian of a joint for one of its members. */
  private of(joint: number, member: number): Float64Array {
    return this.rows.first[joint] === member ? this.rows.ofFirst : this.rows.ofSecond;
  }

  /** Eliminates the child of a joint and its rows, and adds what hangs there to the inertia of its parent. */
  private eliminate(joint: number): void {
    const { rows, inertias, acting, answers, responses } = this;
    const child = this.forest.child[joint];
    const own = this.of(joint, child);
    const from = ROWS * joint;
    const count = this.actingCounts[joint];
    for (let r = 0; r < count; r++) {
      const at = WIDTH * (from + r);
      for (let k = 0; k < WIDTH; k++) answers[at + k] = own[WIDTH * acting[from + r] + k];
      solveCholesky(inertias, BLOCK * child, WIDTH, WIDTH, answers, at);
    }
    for (let r = 0; r < count; r++) {
      const row = acting[from + r];
      for (let s = 0; s <= r; s++) {
        let sum = r === s ? rows.softness[row] : 0;
        for (let k = 0; k < WIDTH; k++) sum += own[WIDTH * row + k] * answers[WIDTH * (from + s) + k];
        responses[ROWS * (from + r) + s] = sum;
      }
    }
    factorCholesky(responses, ROWS * from, count, ROWS);
    const parent = this.forest.parent[joint];
    if (parent < this.bodies.count && this.bodies.inverseMasses[parent] !== 0) this.addHanging(joint, parent);
  }

  /** Adds J^T K^-1 J to the inertia of the parent, J its Jacobian and K the response of the joint on the side of the child. */
  private addHanging(joint: number, parent: number): void {
    const { inertias, acting, responses, column, spread } = this;
    const outer = this.of(joint, parent);
    const from = ROWS * joint;
    const count = this.actingCounts[joint];
    for (let k = 0; k < WIDTH; k++) {
      for (let r = 0; r < count; r++) column[r] = outer[WIDTH * acting[from + r] + k];
      solveCholesky(responses, ROWS * from, count, ROWS, column, 0);
      for (let r = 0; r < count; r++) spread[WIDTH * r + k] = column[r];
    }
    const at = BLOCK * parent;
    for (let i = 0; i < WIDTH; i++) {
      for (let j = 0; j < WIDTH; j++) {
        let sum = 0;
        for (let r = 0; r < count; r++) sum += outer[WIDTH * acting[from + r] + i] * spread[WIDTH * r + j];
        inertias[at + WIDTH * i + j] += sum;
      }
    }
  }

  private goInwards(joint: number, given: Float64Array, wanted: Float64Array): void {
    const { acting, answers, responses, work, column } = this;
    const child = WIDTH * this.forest.child[joint];
    const from = ROWS * joint;
    const count = this.actingCounts[joint];
    for (let r = 0; r < count; r++) {
      let sum = wanted[acting[from + r]];
      for (let k = 0; k < WIDTH; k++) sum -= answers[WIDTH * (from + r) + k] * given[child + k];
      work[from + r] = sum;
      column[r] = sum;
    }
    const parent = this.forest.parent[joint];
    if (parent >= this.bodies.count || this.bodies.inverseMasses[parent] === 0) return;
    solveCholesky(responses, ROWS * from, count, ROWS, column, 0);
    const outer = this.of(joint, parent);
    for (let r = 0; r < count; r++) {
      for (let k = 0; k < WIDTH; k++) given[WIDTH * parent + k] += outer[WIDTH * acting[from + r] + k] * column[r];
    }
  }

  /** Finds lambda of a joint and the motion of its child from the motion of its parent. */
  private goOutwards(joint: number, given: Float64Array, lambdas: Float64Array): void {
    const { acting, answers, responses, work } = this;
    const child = this.forest.child[joint];
    const parent = this.forest.parent[joint];
    const from = ROWS * joint;
    const count = this.actingCounts[joint];
    if (parent < this.bodies.count && this.bodies.inverseMasses[parent] !== 0) {
      const outer = this.of(joint, parent);
      for (let r = 0; r < count; r++) {
        for (let k = 0; k < WIDTH; k++) {
          work[from + r] -= outer[WIDTH * acting[from + r] + k] * given[WIDTH * parent + k];
        }
      }
    }
    solveCholesky(responses, ROWS * from, count, ROWS, work, from);
    solveCholesky(this.inertias, BLOCK * child, WIDTH, WIDTH, given, WIDTH * child);
    for (let r = 0; r < count; r++) {
      const lambda = work[from + r];
      lambdas[acting[from + r]] = lambda;
      for (let k = 0; k < WIDTH; k++) given[WIDTH * child + k] += lambda * answers[WIDTH * (from + r) + k];
    }
  }
}
