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
/** Pulls smaller than this, of the largest push, are rounding. */
const LEAST_PULL = 1e-3;

/**
 * Contact between the solids of a step, as part of how they answer: with W the relative velocity along the normals of the contacts that hold, and Y = Sk^-1 W^T, forces F give
 * v = Sk^-1 F - Y (W Y)^-1 W Sk^-1 F. So the weight of what lies on a body acts on the liquid, too: symmetric and positive semidefinite like Sk^-1 itself. Which ones hold is found in rounds:
 * those that pull let go, those that approach too fast hold.
 */
export class SolidContacts {
  private readonly solids: readonly CoupledSolid[];
  private rows: Row[] = [];
  /** Active rows in their order. */
  private holding: readonly Row[] = [];
  /** L of the Cholesky factor of W Y, row by row. */
  private factor = new Float64Array(0);
  /** N. */
  private forces = new Float64Array(0);
  private kept = new Float64Array(0);
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
    this.forces = new Float64Array(contacts.length);
    this.kept = new Float64Array(contacts.length);
    this.chosen = false;
  }

  /**
   * Begins a solve, of solids as they answer now. In the first of a substep those hold that come nearer in `velocities` (of each solid, m/s), but for `slack`, m/s.
   */
  prepare(velocities: readonly Float64Array[], slack: number): void {
    for (const row of this.rows) {
      this.findColumns(row);
      if (!this.chosen) row.active = speedOf(row.contact, velocities) < row.contact.least + slack;
    }
    this.chosen = true;
    this.hold();
  }

  /** Corrects velocities (of each solid, m/s), or changes of them where `isChange`, so that contacts that hold keep to their least speed. */
  correct(velocities: readonly Float64Array[], isChange: boolean): void {
    const { holding, forces } = this;
    for (let n = 0; n < holding.length; n++) {
      const { contact } = holding[n];
      forces[n] = (isChange ? 0 : contact.least) - speedOf(contact, velocities);
    }
    this.solve();
    for (let n = 0; n < holding.length; n++) {
      const { solids, columns } = holding[n];
      for (let k = 0; k < solids.length; k++) addScaled(columns[k], forces[n], velocities[solids[k]]);
    }
  }

  /** Adds the forces of the last correction to those of each solid, N. */
  addForces(to: readonly Float64Array[]): void {
    this.holding.forEach(({ contact }, n) => addForce(contact, this.forces[n], to));
  }

  /** Releases, after a solve, contacts that pull, and closes those that approach by more than `slack`, m/s, in `velocities`. Returns whether that changes any. */
  revise(velocities: readonly Float64Array[], slack: number): boolean {
    const { holding, forces, rows } = this;
    let strongest = 0;
    for (let n = 0; n < holding.length; n++) strongest = Math.max(strongest, Math.abs(forces[n]));
    let changed = false;
    holding.forEach((row, n) => {
      if (forces[n] >= -LEAST_PULL * strongest) return;
      row.active = false;
      changed = true;
    });
    for (const row of rows) {
      if (row.active || holding.includes(row)) continue;
      if (speedOf(row.contact, velocities) >= row.contact.least - slack) continue;
      row.active = true;
      changed = true;
    }
    return changed;
  }

  /** The forces of the last solve stay, whatever the next one finds. */
  keep(): void {
    this.rows.forEach((row, n) => (this.kept[n] += this.forceOf(row)));
  }

  /** N, of all solves of the substep, of contact number `n` of `begin`; never a pull. */
  pushOf(n: number): number {
    return Math.max(0, this.kept[n] + this.forceOf(this.rows[n]));
  }

  private forceOf(row: Row): number {
    const at = this.holding.indexOf(row);
    return at < 0 ? 0 : this.forces[at];
  }

  private findColumns({ contact, solids, columns }: Row): void {
    const byPlace: Float64Array[] = [];
    solids.forEach((solid, k) => (byPlace[solid] = columns[k].fill(0)));
    addForce(contact, 1, byPlace);
    solids.forEach((solid, k) => this.solids[solid].applyInverse(columns[k]));
  }

  /** Factors W Y of those that hold. */
  private hold(): void {
    const answers = this.rows.map((row) => answer(row, row));
    const largest = answers.reduce((most, value) => Math.max(most, value), 0);
    const holding = this.rows.filter(({ active }, n) => active && answers[n] > RIGID * largest);
    this.holding = holding;
    const size = holding.length;
    this.factor = new Float64Array(size * size);
    const { factor } = this;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = answer(holding[i], holding[j]);
        if (i === j) sum += COMPLIANCE * largest;
        for (let k = 0; k < j; k++) sum -= factor[size * i + k] * factor[size * j + k];
        factor[size * i + j] = i === j ? Math.sqrt(Math.max(sum, RIGID * largest)) : sum / factor[size * j + j];
      }
    }
  }

  /** forces = (W Y)^-1 forces. */
  private solve(): void {
    const { factor, forces } = this;
    const size = this.holding.length;
    for (let i = 0; i < size; i++) {
      for (let k = 0; k < i; k++) forces[i] -= factor[size * i + k] * forces[k];
      forces[i] /= factor[size * i + i];
    }
    for (let i = size - 1; i >= 0; i--) {
      for (let k = i + 1; k < size; k++) forces[i] -= factor[size * k + i] * forces[k];
      forces[i] /= factor[size * i + i];
    }
  }
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
