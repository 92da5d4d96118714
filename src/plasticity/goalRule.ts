/**
 * The projection of goal-directed plasticity in the space of logarithms (Irving 2007, 2.7): of the trial flow from L to L_t the part that ends nearest
 * to the goal G is accepted,
 *
 *     t = clamp(<G - L, L_t - L> / |L_t - L|^2, 0, 1),      L += t (L_t - L),
 *
 * so that |G - L| never grows. The projection only restricts flow; `guidance` kappa >= 0 adds to it: the strain moves towards G by kappa times the length
 * of the accepted flow, at most to G. Packed symmetric matrices (`packedSymmetric`): `log` is L at `at`, `goals` G at `at`, `trial` L_t. Writes t to
 * `accepted[0]`.
 */
export function stepTowardsGoal(
  log: Float64Array,
  goals: Float64Array,
  at: number,
  trial: Float64Array,
  guidance: number,
  accepted: Float64Array,
): void {
  let along = 0;
  let square = 0;
  for (let k = 0; k < 6; k++) {
    const flow = trial[k] - log[at + k];
    along += WEIGHTS[k] * flow * (goals[at + k] - log[at + k]);
    square += WEIGHTS[k] * flow * flow;
  }
  const t = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0;
  accepted[0] = t;
  if (t === 0) return;
  for (let k = 0; k < 6; k++) log[at + k] += t * (trial[k] - log[at + k]);
  if (guidance === 0) return;
  let left = 0;
  for (let k = 0; k < 6; k++) left += WEIGHTS[k] * (goals[at + k] - log[at + k]) * (goals[at + k] - log[at + k]);
  if (left === 0) return;
  pullTowardsGoal(log, goals, at, Math.min(1, (guidance * t * Math.sqrt(square)) / Math.sqrt(left)));
}

/** Computes L += share (G - L). */
export function pullTowardsGoal(log: Float64Array, goals: Float64Array, at: number, share: number): void {
  for (let k = 0; k < 6; k++) log[at + k] += share * (goals[at + k] - log[at + k]);
}

/** Returns |A - B| (Frobenius) of the packed matrices at `at`; |A| where `b` is left out. */
export function packedDistance(a: Float64Array, at: number, b?: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < 6; k++) {
    const difference = a[at + k] - (b === undefined ? 0 : b[at + k]);
    sum += WEIGHTS[k] * difference * difference;
  }
  return Math.sqrt(sum);
}

/** Number of times that each packed number appears in the matrix. */
const WEIGHTS = Float64Array.of(1, 2, 2, 1, 2, 1);
