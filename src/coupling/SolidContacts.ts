import { Complementarity } from './Complementarity.ts';
import type { CoupledSolid } from './CoupledSolid.ts';

/**
 * A contact between two solids of a step: four of their nodes, each given by the index of its solid among those of the step. The relative velocity there is sum w_i v_i.
 */
export interface SolidContact {
  readonly solids: ArrayLike<number>;
  readonly nodes: ArrayLike<number>;
  /** Positive on the first of the two, negative on the second. */
  readonly weights: ArrayLike<number>;
  /** Unit, from the second to the first. */
  readonly normal: ArrayLike<number>;
  /** Least speed along the normal, m/s; negative where there is room. */
  readonly least: number;
}

/** A contact in a step. */
interface Row {
  readonly contact: SolidContact;
  /** The solids that it is between, and what 1 N in it gives each of them, m/s. */
  readonly solids: readonly number[];
  readonly columns: readonly Float64Array[];
  /** Whether it holds. */
  active: boolean;
}

/** Share of the largest answer that is added to the answer of each contact to itself: many that hold the same thing share its load. */
const COMPLIANCE = 1e-6;
/** Answers smaller than this, of the largest, belong to contacts that nothing moves in. */
const RIGID = 1e-9;
/** Pushes smaller than this, of the largest, are no reason to solve again. */
const LEAST_PUSH = 1e-3;

/**
 * Contact between the solids of a step, as part of how they answer: with W the relative velocity along the normals of the contacts that hold, and Y = Sk^-1 W^T, forces F give
 * v = Sk^-1 F - Y (W Y)^-1 W Sk^-1 F. So the weight of what lies on a body acts on the liquid, too: symmetric and positive semidefinite like Sk^-1 itself. Which ones hold is found in rounds: those that push
 * where none may pull (`Complementarity`), without the liquid at first, then under its pressure.
 */
export class SolidContacts {
  private readonly solids: readonly CoupledSolid[];
  private rows: Row[] = [];
  /** Active rows in their order. */
  private holding: readonly Row[] = [];
  /** L of the Cholesky factor of W Y, row by row. */
  private factor = new Float64Array(0);
  /** N, of active rows in their order. */
  private held = new Float64Array(0);
  /** Finds the pushes of all rows: sums of those that are solved for and those that earlier solves keep. */
  private readonly pushes = new Complementarity();
  /** N, of earlier solves of the substep. */
  private kept = new Float64Array(0);
  private needed = new Float64Array(0);
  private chosen = false;

  constructor(solids: readonly CoupledSolid[]) {
    this.solids = solids;
  }

  /** Whether there are any. */
  get any(): boolean {
    return this.rows.length > 0;
  }

  /** Begins a substep, with none that holds. */
  begin(contacts: readonly SolidContact[]): void {
    this.rows = contacts.map((contact) => {
      const solids = [...new Set(Array.from(contact.solids))];
      const columns = solids.map((solid) => new Float64Array(this.solids[solid].velocity.length));
      return { contact, solids, columns, active: false };
    });
    this.holding = [];
    this.pushes.begin(contacts.length);
    this.held = new Float64Array(contacts.length);
    this.kept = new Float64Array(contacts.length);
    this.needed = new Float64Array(contacts.length);
    this.chosen = false;
  }

  /**
   * Begins a solve, of solids as they answer now. In the first of a substep those hold that push so that none comes nearer in `velocities` (of each solid, m/s) by more than `slack`, m/s.
   */
  prepare(velocities: readonly Float64Array[], slack: number): void {
    const { rows, pushes } = this;
    for (const row of rows) this.findColumns(row);
    this.findAnswers();
    if (!this.chosen) {
      this.findPushes(velocities, slack);
      rows.forEach((row, n) => (row.active = pushes.forces[n] > 0));
    }
    this.chosen = true;
    this.hold();
  }

  /** Corrects velocities (of each solid, m/s), or changes of them where `isChange`, so that contacts that hold keep to their least speed. */
  correct(velocities: readonly Float64Array[], isChange: boolean): void {
    const { holding, held } = this;
    for (let n = 0; n < holding.length; n++) {
      const { contact } = holding[n];
      held[n] = (isChange ? 0 : contact.least) - speedOf(contact, velocities);
    }
    this.solve();
    for (let n = 0; n < holding.length; n++) addAnswer(holding[n], held[n], velocities);
  }

  /** Ends a solve: corrects velocities (of each solid, m/s) so that no contact comes nearer than its least speed allows, and none pulls. */
  settle(velocities: readonly Float64Array[]): void {
    const { rows, pushes } = this;
    this.findPushes(velocities, 0);
    for (let n = 0; n < rows.length; n++) {
      pushes.forces[n] -= this.kept[n];
      addAnswer(rows[n], pushes.forces[n], velocities);
    }
  }

  /** Adds the forces of the last `settle` to those of each solid, N. */
  addForces(to: readonly Float64Array[]): void {
    this.rows.forEach(({ contact }, n) => addForce(contact, this.pushes.forces[n], to));
  }

  /** Releases, after `settle`, contacts that part by more than `slack`, m/s, in `velocities`, and closes those that push. Returns whether that changes any. */
  revise(velocities: readonly Float64Array[], slack: number): boolean {
    const { rows } = this;
    let strongest = 0;
    for (let n = 0; n < rows.length; n++) strongest = Math.max(strongest, this.pushOf(n));
    let changed = false;
    rows.forEach((row, n) => {
      const pushes = this.pushOf(n) > LEAST_PUSH * strongest;
      const stays = row.active && speedOf(row.contact, velocities) <= row.contact.least + slack;
      const active = pushes || stays;
      changed ||= active !== row.active;
      row.active = active;
    });
    return changed;
  }

  /** The forces of the last solve stay, whatever the next one finds. */
  keep(): void {
    for (let n = 0; n < this.kept.length; n++) {
      this.kept[n] += this.pushes.forces[n];
      this.pushes.forces[n] = 0;
    }
  }

  /** N, of all solves of the substep, of contact number `n` of `begin`; never a pull. */
  pushOf(n: number): number {
    return Math.max(0, this.kept[n] + this.pushes.forces[n]);
  }

  private findColumns({ contact, solids, columns }: Row): void {
    const byPlace: Float64Array[] = [];
    solids.forEach((solid, k) => (byPlace[solid] = columns[k].fill(0)));
    addForce(contact, 1, byPlace);
    solids.forEach((solid, k) => this.solids[solid].applyInverse(columns[k]));
  }

  /** Writes W Y of all rows; those that nothing moves in have none. */
  private findAnswers(): void {
    const { rows } = this;
    const { matrix } = this.pushes;
    const size = rows.length;
    let largest = 0;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) matrix[size * i + j] = matrix[size * j + i] = answer(rows[i], rows[j]);
      largest = Math.max(largest, matrix[size * i + i]);
    }
    for (let i = 0; i < size; i++) {
      if (matrix[size * i + i] > RIGID * largest) matrix[size * i + i] += COMPLIANCE * largest;
      else matrix[size * i + i] = 0;
    }
  }

  /** Finds what all contacts push with in all solves of the substep, N, at `velocities`, m/s, without the last. */
  private findPushes(velocities: readonly Float64Array[], slack: number): void {
    const { rows, needed, kept, pushes } = this;
    const { matrix } = pushes;
    const size = rows.length;
    for (let i = 0; i < size; i++) {
      const { contact } = rows[i];
      needed[i] = contact.least - speedOf(contact, velocities);
      for (let j = 0; j < size; j++) needed[i] += matrix[size * i + j] * kept[j];
    }
    pushes.solve(needed, slack);
  }

  /** Factors W Y of those that hold. */
  private hold(): void {
    const { rows } = this;
    const { matrix } = this.pushes;
    const all = rows.length;
    const places = Array.from(rows.keys()).filter((n) => rows[n].active && matrix[all * n + n] > 0);
    this.holding = places.map((n) => rows[n]);
    const size = places.length;
    this.factor = new Float64Array(size * size);
    const { factor } = this;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        const first = matrix[all * places[i] + places[j]];
        let sum = first;
        for (let k = 0; k < j; k++) sum -= factor[size * i + k] * factor[size * j + k];
        factor[size * i + j] = i === j ? Math.sqrt(Math.max(sum, RIGID * first)) : sum / factor[size * j + j];
      }
    }
  }

  /** held = (W Y)^-1 held. */
  private solve(): void {
    const { factor, held } = this;
    const size = this.holding.length;
    for (let i = 0; i < size; i++) {
      for (let k = 0; k < i; k++) held[i] -= factor[size * i + k] * held[k];
      held[i] /= factor[size * i + i];
    }
    for (let i = size - 1; i >= 0; i--) {
      for (let k = i + 1; k < size; k++) held[i] -= factor[size * k + i] * held[k];
      held[i] /= factor[size * i + i];
    }
  }
}

/** Adds what a push of `force`, N, in a contact does to the velocities of each solid, m/s. */
function addAnswer({ solids, columns }: Row, force: number, velocities: readonly Float64Array[]): void {
  if (force === 0) return;
  for (let k = 0; k < solids.length; k++) addScaled(columns[k], force, velocities[solids[k]]);
}

/** What 1 N in `other` makes the speed in `row`, m/s. */
function answer({ contact }: Row, { solids, columns }: Row): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    const at = solids.indexOf(contact.solids[i]);
    if (at >= 0) sum += contact.weights[i] * along(contact, columns[at], contact.nodes[i]);
  }
  return sum;
}

/** Returns the speed along the normal, m/s. */
function speedOf(contact: SolidContact, velocities: readonly Float64Array[]): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    sum += contact.weights[i] * along(contact, velocities[contact.solids[i]], contact.nodes[i]);
  }
  return sum;
}

function along({ normal }: SolidContact, vectors: Float64Array, node: number): number {
  return normal[0] * vectors[3 * node] + normal[1] * vectors[3 * node + 1] + normal[2] * vectors[3 * node + 2];
}

/** Adds a push of `force`, N, to the vectors of each solid. */
function addForce({ solids, nodes, weights, normal }: SolidContact, force: number, to: readonly Float64Array[]): void {
  for (let i = 0; i < 4; i++) {
    for (let axis = 0; axis < 3; axis++) to[solids[i]][3 * nodes[i] + axis] += force * weights[i] * normal[axis];
  }
}

function addScaled(from: Float64Array, factor: number, to: Float64Array): void {
  for (let k = 0; k < from.length; k++) to[k] += factor * from[k];
}
