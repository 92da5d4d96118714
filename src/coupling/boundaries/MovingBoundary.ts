import { factorCholesky, solveCholesky } from '../../math/denseCholesky.ts';

/** Unknowns of a boundary. */
const SIX = 6;

/**
 * A boundary that moves with six unknowns in a joint velocity solve: the velocity of its centre (m/s) and its angular velocity (rad/s), xyz each. Vertices of deformable bodies that touch it move as it
 * says; what they are pressed with acts on it. Its matrix may be that of a rigid body, or of one with what else it moves.
 */
export class MovingBoundary {
  /** Whether it is unknown; one that is not moves as it begins, whatever presses on it. */
  isFree = false;
  /** m. */
  readonly centre = new Float64Array(3);
  /** Velocities without what the solve finds, and the change that it finds. */
  readonly start = new Float64Array(6);
  readonly change = new Float64Array(6);
  /** Inertia of the six, row-major: kg, kg m, kg m2. */
  readonly inertia = new Float64Array(36);
  /** Vectors of the solve, impulses (N s, N m s) and changes of velocity. */
  readonly residual = new Float64Array(6);
  readonly direction = new Float64Array(6);
  readonly image = new Float64Array(6);
  readonly preconditioned = new Float64Array(6);
  /** Impulses that the contacts of the solve have given to it beside those that were in `start`. */
  readonly received = new Float64Array(6);
  /** The inertia with what the diagonals of touching vertices add, and its Cholesky factor, lower, row-major. */
  private readonly block = new Float64Array(36);

  /** Begins a substep about `centre` with these velocities. */
  begin(isFree: boolean): void {
    this.isFree = isFree;
    this.change.fill(0);
    this.received.fill(0);
  }

  /** Sets the inertia of a rigid body: its mass (kg) and its tensor in world axes, packed xx, xy, xz, yy, yz, zz (kg m2). */
  setRigid(mass: number, tensor: Float64Array): void {
    const { inertia } = this;
    inertia.fill(0);
    for (let axis = 0; axis < 3; axis++) inertia[7 * axis] = mass;
    for (let row = 0, at = 0; row < 3; row++) {
      for (let column = row; column < 3; column++, at++) {
        inertia[6 * (3 + row) + 3 + column] = tensor[at];
        inertia[6 * (3 + column) + 3 + row] = tensor[at];
      }
    }
  }

  /** out[at ...] = the velocity that six velocities give a point at `arm` from the centre: v + w cross arm. */
  velocityAt(six: Float64Array, arms: Float64Array, arm: number, out: Float64Array): void {
    const x = arms[arm];
    const y = arms[arm + 1];
    const z = arms[arm + 2];
    out[0] = six[0] + six[4] * z - six[5] * y;
    out[1] = six[1] + six[5] * x - six[3] * z;
    out[2] = six[2] + six[3] * y - six[4] * x;
  }

  /** six += `sign` times an impulse (xyz) at `arm` from the centre. */
  addImpulse(six: Float64Array, arms: Float64Array, arm: number, impulse: Float64Array, sign: 1 | -1): void {
    const x = arms[arm];
    const y = arms[arm + 1];
    const z = arms[arm + 2];
    const px = sign * impulse[0];
    const py = sign * impulse[1];
    const pz = sign * impulse[2];
    six[0] += px;
    six[1] += py;
    six[2] += pz;
    six[3] += y * pz - z * py;
    six[4] += z * px - x * pz;
    six[5] += x * py - y * px;
  }

  /** out += inertia six. */
  addInertia(six: Float64Array, out: Float64Array, sign: 1 | -1): void {
    const { inertia } = this;
    for (let row = 0; row < 6; row++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += inertia[6 * row + k] * six[k];
      out[row] += sign * sum;
    }
  }

  /** Begins the block of the preconditioner. */
  beginBlock(): void {
    this.block.set(this.inertia);
  }

  /** block += weight (G^T n)(G^T n)^T, G^T n = (n, arm cross n): what a vertex of this `weight`, kg, adds that moves with the boundary along n. */
  addToBlock(weight: number, arms: Float64Array, arm: number, n: Float64Array, at: number): void {
    const { block, preconditioned: g } = this;
    g[0] = n[at];
    g[1] = n[at + 1];
    g[2] = n[at + 2];
    g[3] = arms[arm + 1] * g[2] - arms[arm + 2] * g[1];
    g[4] = arms[arm + 2] * g[0] - arms[arm] * g[2];
    g[5] = arms[arm] * g[1] - arms[arm + 1] * g[0];
    for (let row = 0; row < 6; row++) {
      for (let column = 0; column <= row; column++) block[6 * row + column] += weight * g[row] * g[column];
    }
  }

  /** Factors the block in place (Cholesky). */
  factorBlock(): void {
    factorCholesky(this.block, 0, SIX, SIX);
  }

  /** Replaces six numbers at x[at ...] by block^-1 of them. */
  applyBlockInverse(x: Float64Array, at: number): void {
    solveCholesky(this.block, 0, SIX, SIX, x, at);
  }

  /** preconditioned = block^-1 residual. */
  precondition(): void {
    this.preconditioned.set(this.residual);
    solveCholesky(this.block, 0, SIX, SIX, this.preconditioned, 0);
  }
}
