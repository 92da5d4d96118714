import { quantityText } from '../../base/quantityText.ts';
import { beginningOverlaps } from '../../rigid/beginningOverlaps.ts';
import type { ContactMember } from '../../rigid/ContactMember.ts';
import type { MemberPairs } from '../../rigid/MemberPairs.ts';

/** Depth over the thickness of the thinner of two bodies from which they are thrown apart for all to see. */
const VISIBLE = 0.02;
/** Pairs that are told of one by one, the deepest first. */
const MOST_TOLD = 5;

/**
 * What rigid bodies begin in. `members`: bodies, colliders and walls before the first substep, of the entities `ids`; `time`: of their poses, s; `said`: which of them pass through each
 * other. Bodies that follow keys are pushed by nothing, and so are told of only with those that are.
 */
export function overlapWarnings(
  members: readonly ContactMember[],
  ids: readonly string[],
  time: number,
  said: MemberPairs,
): string[] {
  const thickness = ({ first, second }: { readonly first: number; readonly second: number }) =>
    Math.min(members[first].shape.thickness, members[second].shape.thickness);
  const found = beginningOverlaps(members, time, said)
    .filter((overlap) => overlap.depth > VISIBLE * thickness(overlap))
    .sort((a, b) => b.depth - a.depth);
  const warnings = found.slice(0, MOST_TOLD).map(({ first, second, depth }) => {
    const [body, other] = members[first].isCollider ? [second, first] : [first, second];
    const where = members[other].isCollider ? `collider '${ids[other]}'` : `rigid body '${ids[other]}'`;
    return (
      `rigid body '${ids[body]}' begins ${quantityText(depth, 'm', 2)} deep in ${where}, which pushes them apart; ` +
      'move them apart, or turn off the contact of the pair'
    );
  });
  const more = found.length - MOST_TOLD;
  if (more > 0) warnings.push(`${more} more ${more === 1 ? 'pair' : 'pairs'} of rigid bodies begin in each other`);
  return warnings;
}
