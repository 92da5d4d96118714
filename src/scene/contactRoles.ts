import { kinds } from './kindRegistry.ts';
import type { Entity, KindDefinition, OwnContact } from './Kinds.ts';

type Role = 'deformable' | NonNullable<KindDefinition['contactRole']>;

/** Roles that contact tells apart by pairs. What deforms meets all obstacles alike, and of prescribed motions neither gives way. */
const PAIRED: ReadonlySet<string> = new Set<`${Role} ${Role}`>([
  'deformable deformable',
  'deformable rigid',
  'deformable surface',
  'obstacle rigid',
  'rigid rigid',
  'rigid surface',
]);

/** What an entity is to others in contact; undefined for what takes no part in it. */
export function contactRole({ kind }: Pick<Entity, 'kind'>): Role | undefined {
  const { deforms, contactRole: role } = kinds.get(kind);
  return deforms === true ? 'deformable' : role;
}

/** Whether a shot may say of two entities how they meet. */
export function mayPair(one: Pick<Entity, 'kind'>, other: Pick<Entity, 'kind'>): boolean {
  return PAIRED.has([contactRole(one), contactRole(other)].sort().join(' '));
}

/** How an entity meets others, as far as it says itself. */
export function ownContact(entity: Entity): OwnContact {
  return kinds.get(entity.kind).ownContact?.(entity) ?? { meets: false, friction: 0 };
}
