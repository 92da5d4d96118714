import { MAX_CONTACTS, type ContactState } from './contactState.ts';

/** Fraction of the gap between two closing colliders that a substep may close. */
const SQUEEZE = 0.05;
/** Two sets of contacts face each other when the cosine between their mean normals is below this. */
const FACING = -0.5;
/** Values per collider: contact count, and sums of normals, positions and velocities. */
const NUMBERS = 10;

/**
 * Time-step limit of a body that is squeezed between colliders: the linear solve that preserves volume has an error that grows with
 * the fraction of the gap that closes in a step. Colliders are represented by the vertices in contact with them.
 */
export class GapClosingLimit {
  private readonly state: ContactState;
  private readonly sums: Float64Array;
  /** Smallest gap between closing colliders at the last `longestStep`, m; infinite where none close. In an array, where writing allocates nothing. */
  private readonly gap = new Float64Array(1);

  constructor(state: ContactState, colliderCount: number) {
    this.state = state;
    this.sums = new Float64Array(NUMBERS * colliderCount);
  }

  /** Smallest gap between colliders that close on the body, m, at the last `longestStep`; infinite where nothing is squeezed. */
  get leastGap(): number {
    return this.gap[0];
  }

  /** Returns the longest substep, s, for vertices at `positions` (m) with `velocities` (m/s); infinite where nothing is squeezed. */
  longestStep(positions: Float64Array, velocities: Float64Array): number {
    const { sums } = this;
    this.sumContacts(positions, velocities);
    let longest = Infinity;
    this.gap[0] = Infinity;
    for (let a = 0; a < sums.length; a += NUMBERS) {
      for (let b = 0; b < a; b += NUMBERS) {
        if (sums[a] > 0 && sums[b] > 0) longest = Math.min(longest, this.closingStep(a, b));
      }
    }
    return longest;
  }

  private sumContacts(positions: Float64Array, velocities: Float64Array): void {
    const { sums } = this;
    const { counts, colliders, normals } = this.state;
    sums.fill(0);
    if (sums.length < 2 * NUMBERS) return;
    for (let v = 0; v < counts.length; v++) {
      for (let slot = MAX_CONTACTS * v; slot < MAX_CONTACTS * v + counts[v]; slot++) {
        const at = NUMBERS * colliders[slot];
        sums[at]++;
        for (let axis = 0; axis < 3; axis++) {
          sums[at + 1 + axis] += normals[3 * slot + axis];
          sums[at + 4 + axis] += positions[3 * v + axis];
          sums[at + 7 + axis] += velocities[3 * v + axis];
        }
      }
    }
  }

  private closingStep(a: number, b: number): number {
    const { sums } = this;
    let cosine = 0;
    let gap = 0;
    let closing = 0;
    for (let axis = 1; axis <= 3; axis++) {
      const n = sums[a + axis] / sums[a];
      cosine += (n * sums[b + axis]) / sums[b];
      gap += n * (sums[b + 3 + axis] / sums[b] - sums[a + 3 + axis] / sums[a]);
      closing -= n * (sums[b + 6 + axis] / sums[b] - sums[a + 6 + axis] / sums[a]);
    }
    if (!(cosine < FACING && gap > 0 && closing > 0)) return Infinity;
    this.gap[0] = Math.min(this.gap[0], gap);
    return (SQUEEZE * gap) / closing;
  }
}
