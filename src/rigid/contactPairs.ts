import { hypot3 } from '../math/hypot3.ts';
import type { ContactList } from './ContactList.ts';

/** Friction this near its limit, as a share of that, is at it: sweeps end near it. */
const AT_LIMIT = 1e-3;

/** What two members of contact pass on in a substep. */
export interface ContactPair {
  /** Numbers of the members. */
  readonly first: number;
  readonly second: number;
  /** Points with an impulse. */
  readonly points: number;
  /** |sum of their impulses| / dt, N. */
  readonly force: number;
  readonly friction: number;
  /** |t| = mu n in all of them. */
  readonly slips: boolean;
}

/** Returns what pairs of a list, which is in the order of its pairs, pass on in a substep of `dt`, s. Pairs in which nothing presses are left out. */
export function contactPairs(list: ContactList, dt: number): ContactPair[] {
  const pairs: ContactPair[] = [];
  for (let row = 0; row < list.count;) {
    let end = row + 1;
    while (end < list.count && list.first[end] === list.first[row] && list.second[end] === list.second[row]) end++;
    const pair = contactPair(list, row, end, dt);
    if (pair !== undefined) pairs.push(pair);
    row = end;
  }
  return pairs;
}

/** Sums up the rows of one pair. */
function contactPair(list: ContactList, from: number, to: number, dt: number): ContactPair | undefined {
  const { first, second, normals, tangents, impulses, friction } = list;
  const sum = new Float64Array(3);
  let points = 0;
  let slipping = 0;
  for (let row = from; row < to; row++) {
    const normal = impulses[row];
    if (!(normal > 0)) continue;
    points++;
    const at = 3 * row;
    for (let axis = 0; axis < 3; axis++) sum[axis] += normal * normals[at + axis] + tangents[at + axis];
    const across = hypot3(tangents[at], tangents[at + 1], tangents[at + 2]);
    if (across >= (1 - AT_LIMIT) * friction[row] * normal) slipping++;
  }
  if (points === 0) return undefined;
  const force = hypot3(sum[0], sum[1], sum[2]) / dt;
  return {
    first: first[from],
    second: second[from],
    points,
    force,
    friction: friction[from],
    slips: slipping === points,
  };
}
