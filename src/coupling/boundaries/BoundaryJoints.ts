import { factorCholesky, solveCholesky } from '../../math/denseCholesky.ts';
import { DRIVE, EQUAL, LIMIT, ROWS, WIDTH, type JointRows } from '../../rigid/joints/JointRows.ts';
import type { BoundaryContacts } from './BoundaryContacts.ts';
import type { MovingBoundary } from './MovingBoundary.ts';

/** Velocity by which a limit may be exceeded, m/s or rad/s. */
const ROUNDING = 1e-9;
/** Stands for a member that the solve does not move. */
const NONE = -1;

/** Joints of rigid bodies between the prediction and the end of a substep: their rows where that begins, with the impulses and states that the predicted velocities have by them. */
export interface PredictedJoints {
  readonly rows: JointRows;
  /** Predicted velocities of their members, six numbers each. */
  readonly velocities: Float64Array;
  /** Whether a joint acts in the running substep. */
  links(joint: number): boolean;
  /** The states of rows have changed. */
  noteStates(): void;
}

/**
 * Joints between the boundaries of a joint velocity solve: C y = d for the rows that act, softness included, C y + gamma mu = d. The preconditioner keeps them in every iteration (constraint preconditioner: Gould, Hribar and
 * Nocedal 2001): S = C G^-1 C^T + gamma, small and dense, G the blocks of the boundaries; what it finds of the impulses of hard rows is taken from the residual, without which joints of light bodies open by the rounding of large ones.
 * Limits and bounded motors are complementary in rounds, as contacts are.
 */
export class BoundaryJoints {
  private readonly joints: PredictedJoints;
  private readonly boundaries: readonly MovingBoundary[];
  /** Boundary of each member of the joints; `NONE` for others. */
  private readonly boundaryOf: Int32Array;
  /** Flags of joints that take part, and of boundaries that contacts may move, directly or through joints. */
  private readonly partakes: Uint8Array;
  private readonly moved: Uint8Array;
  /** Predicted velocities along rows, and the changes of their impulses. */
  private readonly base: Float64Array;
  private readonly changes: Float64Array;
  /** States that rows were predicted in. */
  private readonly begun: Int32Array;
  /** The rows that act, and the boundaries of each, first and second. */
  private readonly acting: Int32Array;
  private readonly ends: Int32Array;
  private count = 0;
  /** G^-1 C^T per acting row, for its first and its second boundary. */
  private readonly answers: Float64Array;
  private response = new Float64Array(0);
  private readonly work: Float64Array;
  private readonly wanted: Float64Array;

  /** `boundaryOf`: the number of the boundary that each member of the joints is; -1 where it is none. */
  constructor(joints: PredictedJoints, boundaries: readonly MovingBoundary[], boundaryOf: Int32Array) {
    const rows = ROWS * joints.rows.joints;
    this.joints = joints;
    this.boundaries = boundaries;
    this.boundaryOf = boundaryOf;
    this.partakes = new Uint8Array(joints.rows.joints);
    this.moved = new Uint8Array(boundaries.length);
    this.base = new Float64Array(rows);
    this.changes = new Float64Array(rows);
    this.begun = new Int32Array(rows);
    this.acting = new Int32Array(rows);
    this.ends = new Int32Array(2 * rows);
    this.answers = new Float64Array(2 * WIDTH * rows);
    this.work = new Float64Array(rows);
    this.wanted = new Float64Array(rows);
  }

  /** Begins a substep whose contacts have been found: joints take part that hang, through others, on what these move. */
  begin(contacts: BoundaryContacts): void {
    const { joints, partakes, moved, base, changes, begun } = this;
    const { rows } = joints;
    moved.fill(0);
    partakes.fill(0);
    changes.fill(0);
    begun.set(rows.states);
    for (let row = 0; row < contacts.count; row++) moved[contacts.boundaries[row]] = 1;
    for (let spread = true; spread;) {
      spread = false;
      for (let j = 0; j < rows.joints; j++)
        if (partakes[j] === 0 && joints.links(j)) spread = this.include(j) || spread;
    }
    for (let j = 0; j < rows.joints; j++) if (partakes[j] !== 0) rows.along(j, joints.velocities, base);
  }

  /** Includes a joint where one of its members is moved; returns whether it was. */
  private include(j: number): boolean {
    const { moved, partakes } = this;
    const a = this.endOf(this.joints.rows.first[j]);
    const b = this.endOf(this.joints.rows.second[j]);
    if ((a === NONE || moved[a] === 0) && (b === NONE || moved[b] === 0)) return false;
    partakes[j] = 1;
    if (a !== NONE) moved[a] = 1;
    if (b !== NONE) moved[b] = 1;
    return true;
  }

  /** The boundary that a member is, where the solve moves it. */
  private endOf(member: number): number {
    const { boundaryOf, boundaries } = this;
    if (member >= boundaryOf.length || boundaryOf[member] === NONE) return NONE;
    return boundaries[boundaryOf[member]].isFree ? boundaryOf[member] : NONE;
  }

  /** Lists the rows that act and factors their response, once the blocks of the boundaries are factored; `changes` of the others are what takes them to their bounds. */
  prepare(): void {
    const { partakes, acting, ends } = this;
    const { rows } = this.joints;
    this.count = 0;
    for (let j = 0; j < rows.joints; j++) {
      if (partakes[j] === 0) continue;
      for (let row = ROWS * j; row < ROWS * j + rows.counts[j]; row++) {
        if (!rows.acts(row)) this.changes[row] = this.boundOf(row);
        else {
          ends[2 * this.count] = this.endOf(rows.first[j]);
          ends[2 * this.count + 1] = this.endOf(rows.second[j]);
          acting[this.count++] = row;
          this.changes[row] = 0;
        }
      }
    }
    this.factor();
  }

  /** The change of the impulse of a row that does not act: from what was predicted to its bound. */
  private boundOf(row: number): number {
    const { roles, states, low, high, impulses } = this.joints.rows;
    if (states[row] === this.begun[row]) return 0;
    if (roles[row] === LIMIT) return -impulses[row];
    return roles[row] === DRIVE ? (states[row] < 0 ? low[row] : high[row]) - impulses[row] : 0;
  }

  private factor(): void {
    const { count, acting, ends, answers, boundaries } = this;
    const { rows } = this.joints;
    if (this.response.length < count * count) this.response = new Float64Array(count * count);
    const { response } = this;
    for (let i = 0; i < count; i++) {
      for (let side = 0; side < 2; side++) {
        const end = ends[2 * i + side];
        if (end === NONE) continue;
        const jacobian = side === 0 ? rows.ofFirst : rows.ofSecond;
        const at = WIDTH * (2 * i + side);
        for (let k = 0; k < WIDTH; k++) answers[at + k] = jacobian[WIDTH * acting[i] + k];
        boundaries[end].applyBlockInverse(answers, at);
      }
      for (let j = 0; j <= i; j++) {
        let sum = i === j ? rows.softness[acting[i]] * this.isSoft(i) : 0;
        for (let one = 0; one < 2; one++) {
          const end = ends[2 * i + one];
          if (end === NONE) continue;
          const jacobian = one === 0 ? rows.ofFirst : rows.ofSecond;
          for (let other = 0; other < 2; other++) {
            if (ends[2 * j + other] !== end) continue;
            const at = WIDTH * (2 * j + other);
            for (let k = 0; k < WIDTH; k++) sum += jacobian[WIDTH * acting[i] + k] * answers[at + k];
          }
        }
        response[count * i + j] = sum;
      }
    }
    factorCholesky(response, 0, count, count);
  }

  /** 1 for acting row `i` if it is compliant. */
  private isSoft(i: number): 0 | 1 {
    return this.joints.rows.roles[this.acting[i]] === DRIVE ? 1 : 0;
  }

  /** What the change of velocities along acting row `i` has to be, softness times the change of its impulse included. */
  private wantOf(i: number): number {
    const { rows } = this.joints;
    const { base, begun } = this;
    const row = this.acting[i];
    if (rows.roles[row] === EQUAL || rows.states[row] === begun[row]) return 0;
    if (rows.roles[row] === LIMIT) return (rows.states[row] < 0 ? rows.low[row] : rows.high[row]) - base[row];
    return rows.targets[row] - base[row] - rows.softness[row] * rows.impulses[row];
  }

  /** Writes what is along acting rows of a vector of the boundaries to `work`. */
  private along(of: 'change' | 'direction' | 'preconditioned'): void {
    const { count, acting, ends, work, boundaries } = this;
    const { ofFirst, ofSecond } = this.joints.rows;
    for (let i = 0; i < count; i++) {
      let sum = 0;
      for (let side = 0; side < 2; side++) {
        const end = ends[2 * i + side];
        if (end === NONE) continue;
        const jacobian = side === 0 ? ofFirst : ofSecond;
        const x = boundaries[end][of];
        for (let k = 0; k < WIDTH; k++) sum += jacobian[WIDTH * acting[i] + k] * x[k];
      }
      work[i] = sum;
    }
  }

  /** Adds C^T lambda of acting row `i`, lambda = `sign` work[i], to a vector of the boundaries. */
  private addRow(i: number, to: 'residual' | 'image', sign: 1 | -1): void {
    const { acting, ends, boundaries } = this;
    const { ofFirst, ofSecond } = this.joints.rows;
    const lambda = sign * this.work[i];
    for (let side = 0; side < 2; side++) {
      const end = ends[2 * i + side];
      if (end === NONE) continue;
      const jacobian = side === 0 ? ofFirst : ofSecond;
      const x = boundaries[end][to];
      for (let k = 0; k < WIDTH; k++) x[k] += jacobian[WIDTH * acting[i] + k] * lambda;
    }
  }

  /** Changes the velocities of boundaries by the least that has rows be what they have to be. */
  enforce(): void {
    const { count, work, wanted, response } = this;
    this.along('change');
    let most = 0;
    for (let i = 0; i < count; i++) {
      wanted[i] = this.wantOf(i) - work[i];
      if (this.isSoft(i) === 0) most = Math.max(most, Math.abs(wanted[i]));
    }
    if (most === 0) return;
    solveCholesky(response, 0, count, count, wanted, 0);
    this.addAnswers('change', 1);
  }

  /** Adds sign G^-1 C^T wanted to a vector of the boundaries. */
  private addAnswers(to: 'change' | 'preconditioned', sign: 1 | -1): void {
    const { count, ends, answers, wanted, boundaries } = this;
    for (let i = 0; i < count; i++) {
      for (let side = 0; side < 2; side++) {
        const end = ends[2 * i + side];
        if (end === NONE) continue;
        const x = boundaries[end][to];
        const at = WIDTH * (2 * i + side);
        for (let k = 0; k < WIDTH; k++) x[k] += sign * wanted[i] * answers[at + k];
      }
    }
  }

  /** Adds the impulses of compliant rows by the changes that were found so far, and of those at bounds, to the residual. */
  addToResidual(): void {
    const { count, work, acting } = this;
    const { rows } = this.joints;
    this.along('change');
    for (let i = 0; i < count; i++) {
      if (this.isSoft(i) === 0) continue;
      work[i] = (this.wantOf(i) - work[i]) / rows.softness[acting[i]];
      this.addRow(i, 'residual', 1);
    }
    for (let j = 0; j < rows.joints; j++) {
      if (this.partakes[j] === 0) continue;
      for (let row = ROWS * j; row < ROWS * j + rows.counts[j]; row++) {
        if (!rows.acts(row) && this.changes[row] !== 0) this.push(j, row, 'residual');
      }
    }
  }

  /** Adds J^T of the change of one row's impulse to a vector of the boundaries. */
  private push(j: number, row: number, to: 'residual' | 'received'): void {
    const { rows } = this.joints;
    const lambda = this.changes[row];
    const a = this.endOf(rows.first[j]);
    const b = this.endOf(rows.second[j]);
    const at = WIDTH * row;
    if (a !== NONE) for (let k = 0; k < WIDTH; k++) this.boundaries[a][to][k] += rows.ofFirst[at + k] * lambda;
    if (b !== NONE) for (let k = 0; k < WIDTH; k++) this.boundaries[b][to][k] += rows.ofSecond[at + k] * lambda;
  }

  /** Adds what compliant rows do to the image of the direction. */
  addToImage(): void {
    const { count, work, acting } = this;
    const { softness } = this.joints.rows;
    this.along('direction');
    for (let i = 0; i < count; i++) {
      if (this.isSoft(i) === 0) continue;
      work[i] /= softness[acting[i]];
      this.addRow(i, 'image', 1);
    }
  }

  /** Takes from the preconditioned residual what would open joints, and from the residual what hard rows take of it. */
  constrain(): void {
    const { count, work, wanted, acting, changes, response } = this;
    this.along('preconditioned');
    for (let i = 0; i < count; i++) wanted[i] = work[i];
    solveCholesky(response, 0, count, count, wanted, 0);
    this.addAnswers('preconditioned', -1);
    for (let i = 0; i < count; i++) {
      if (this.isSoft(i) !== 0) continue;
      work[i] = wanted[i];
      this.addRow(i, 'residual', -1);
      changes[acting[i]] -= wanted[i];
    }
  }

  /** Finds the changes of the impulses of compliant rows. */
  measure(): void {
    const { count, work, acting, changes } = this;
    const { softness } = this.joints.rows;
    this.along('change');
    for (let i = 0; i < count; i++) {
      if (this.isSoft(i) !== 0) changes[acting[i]] = (this.wantOf(i) - work[i]) / softness[acting[i]];
    }
  }

  /** Changes the states of rows that the last solve contradicts; returns whether any was. */
  revise(): boolean {
    const { partakes } = this;
    const { rows } = this.joints;
    let changed = false;
    for (let j = 0; j < rows.joints; j++) {
      if (partakes[j] === 0) continue;
      for (let row = ROWS * j; row < ROWS * j + rows.counts[j]; row++) {
        if (rows.roles[row] !== LIMIT && rows.roles[row] !== DRIVE) continue;
        const state = this.rightState(j, row);
        if (state === rows.states[row]) continue;
        rows.states[row] = state;
        changed = true;
      }
    }
    return changed;
  }

  private rightState(j: number, row: number): number {
    const { roles, states, low, high, targets, softness, impulses } = this.joints.rows;
    const state = states[row];
    const impulse = impulses[row] + this.changes[row];
    const velocity = this.base[row] + this.velocityAlong(j, row);
    if (roles[row] === LIMIT) {
      if (state !== 0) return state * impulse > 0 ? 0 : state;
      return velocity < low[row] - ROUNDING ? -1 : velocity > high[row] + ROUNDING ? 1 : 0;
    }
    if (state === 0) return impulse < low[row] ? -1 : impulse > high[row] ? 1 : 0;
    return state * (targets[row] - velocity - softness[row] * impulse) < 0 ? 0 : state;
  }

  /** What the changes of velocity are along a row. */
  private velocityAlong(j: number, row: number): number {
    const { rows } = this.joints;
    const a = this.endOf(rows.first[j]);
    const b = this.endOf(rows.second[j]);
    const at = WIDTH * row;
    let sum = 0;
    if (a !== NONE) for (let k = 0; k < WIDTH; k++) sum += rows.ofFirst[at + k] * this.boundaries[a].change[k];
    if (b !== NONE) for (let k = 0; k < WIDTH; k++) sum += rows.ofSecond[at + k] * this.boundaries[b].change[k];
    return sum;
  }

  /** Gives boundaries and joints what rows have changed of their impulses. */
  end(): void {
    const { partakes, changes, begun } = this;
    const { rows } = this.joints;
    let changed = false;
    for (let j = 0; j < rows.joints; j++) {
      if (partakes[j] === 0) continue;
      for (let row = ROWS * j; row < ROWS * j + rows.counts[j]; row++) {
        changed ||= rows.states[row] !== begun[row];
        if (changes[row] === 0) continue;
        this.push(j, row, 'received');
        rows.impulses[row] += changes[row];
      }
    }
    if (changed) this.joints.noteStates();
  }
}
