import { BodyVelocities } from './BodyVelocities.ts';
import { CandidatePairs } from './CandidatePairs.ts';
import { ContactFinder } from './ContactFinder.ts';
import { ContactList } from './ContactList.ts';
import type { ContactMember } from './ContactMember.ts';
import type { MemberPairs } from './MemberPairs.ts';
import { MemberMotion } from './MemberMotion.ts';

/** Two members that overlap. */
export interface MemberOverlap {
  readonly first: number;
  readonly second: number;
  /** m. */
  readonly depth: number;
}

/** Finds which members that may touch overlap where what follows keys stands at `time`, s, and how deep. No member may have moved yet. */
export function beginningOverlaps(members: readonly ContactMember[], time: number, said: MemberPairs): MemberOverlap[] {
  const bodies = new BodyVelocities(members.length);
  const pairs = new CandidatePairs(Float64Array.from(members, ({ shape }) => shape.thickness));
  const motion = new MemberMotion(members, bodies, pairs, undefined, []);
  motion.gather(time, 0, time);
  // Before the first substep nothing is known to move by itself.
  members.forEach(({ isCollider }, member) => (motion.still[member] = isCollider ? 1 : 0));
  const list = new ContactList();
  new ContactFinder(members, bodies, motion, pairs, undefined, said).find(list, undefined);
  const found: MemberOverlap[] = [];
  for (let row = 0; row < list.count; row++) {
    const [first, second, depth] = [list.first[row], list.second[row], -list.gaps[row]];
    const last = found.at(-1);
    if (last?.first !== first || last.second !== second) found.push({ first, second, depth });
    else if (depth > last.depth) found[found.length - 1] = { first, second, depth };
  }
  return found.filter(({ depth }) => depth > 0);
}
