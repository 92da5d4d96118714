/** Rounds of the search over the number of unknowns, after which what is found stays. */
const ROUNDS = 4;

/**
 * Pushes f >= 0 with A f >= b, where only those push whose row is an equality: the linear complementarity problem of contacts, for a symmetric positive definite A. Solved by the active-set method of Lawson and
 * Hanson 1974, 23.3, which adds the row that is most violated and never lets one pull.
 */
export class Complementarity {
  /** A, row by row, of `size` rows. */
  matrix = new Float64Array(0);
  /** f. */
  forces = new Float64Array(0);
  private size = 0;
  private least = 0;
  private pushing: number[] = [];
  private factor = new Float64Array(0);
  private trial = new Float64Array(0);

  /** Makes room for `size` rows. */
  begin(size: number): void {
    this.size = size;
    this.matrix = new Float64Array(size * size);
    this.forces = new Float64Array(size);
    this.factor = new Float64Array(size * size);
    this.trial = new Float64Array(size);
  }

  /** Finds `forces` for b = `needed`; rows that miss it by less than `least` need no push, those with no `matrix` diagonal get none. */
  solve(needed: Float64Array, least: number): void {
    const { size, forces } = this;
    this.least = least;
    this.pushing = [];
    forces.fill(0);
    for (let round = 0; round < ROUNDS * size; round++) {
      const worst = this.mostViolated(needed);
      if (worst < 0) return;
      this.pushing.push(worst);
      while (!this.step(needed));
    }
  }

  /** Returns the row that is most violated, or -1. */
  private mostViolated(needed: Float64Array): number {
    const { size, matrix, forces, pushing } = this;
    let most = this.least;
    let worst = -1;
    for (let i = 0; i < size; i++) {
      if (!(matrix[size * i + i] > 0) || pushing.includes(i)) continue;
      let missing = needed[i];
      for (const j of pushing) missing -= matrix[size * i + j] * forces[j];
      if (missing > most) {
        most = missing;
        worst = i;
      }
    }
    return worst;
  }

  /** Goes towards the forces at which all rows that push are equalities, as far as none pulls: one that would is dropped. Returns whether none was. */
  private step(needed: Float64Array): boolean {
    const { forces, trial, pushing } = this;
    this.solveEqualities(needed);
    let share = 1;
    for (let n = 0; n < pushing.length; n++) {
      const before = forces[pushing[n]];
      if (trial[n] <= 0) share = Math.min(share, before / (before - trial[n]));
    }
    if (!(share >= 0)) share = 0;
    for (let n = 0; n < pushing.length; n++) {
      const row = pushing[n];
      forces[row] = share === 1 && trial[n] > 0 ? trial[n] : forces[row] + share * (trial[n] - forces[row]);
    }
    const left = pushing.filter((row, n) => trial[n] > 0 || forces[row] > 0);
    if (left.length === pushing.length) return true;
    for (const row of pushing) if (!left.includes(row)) forces[row] = 0;
    this.pushing = left;
    return left.length === 0;
  }

  /** trial = A^-1 b of the rows that push, by a Cholesky factor. */
  private solveEqualities(needed: Float64Array): void {
    const { size, matrix, factor, trial, pushing } = this;
    const count = pushing.length;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = matrix[size * pushing[i] + pushing[j]];
        for (let k = 0; k < j; k++) sum -= factor[size * i + k] * factor[size * j + k];
        factor[size * i + j] = i === j ? Math.sqrt(Math.max(sum, 0)) : sum / factor[size * j + j];
      }
    }
    for (let i = 0; i < count; i++) {
      trial[i] = needed[pushing[i]];
      for (let k = 0; k < i; k++) trial[i] -= factor[size * i + k] * trial[k];
      trial[i] /= factor[size * i + i];
    }
    for (let i = count - 1; i >= 0; i--) {
      for (let k = i + 1; k < count; k++) trial[i] -= factor[size * k + i] * trial[k];
      trial[i] /= factor[size * i + i];
    }
  }
}
