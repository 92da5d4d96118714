import { isBody, isKind, type Scene } from '../../../src/scene/Scene.ts';
import type { ShotContent } from './graphs.ts';

/** What the enabled bodies and liquids of a shot are, of that which graphs are about. */
export function shotContents(scene: Scene | undefined): ReadonlySet<ShotContent> {
  const bodies = scene?.entities.filter(isBody).filter(({ enabled }) => enabled) ?? [];
  const solids = bodies.filter(isKind('solid'));
  const found = new Set<ShotContent>();
  if (solids.length > 0) found.add('solids');
  const liquids = scene?.entities.filter(isKind('liquid')).filter(({ enabled }) => enabled) ?? [];
  if (liquids.length > 0) found.add('liquids');
  if (solids.some(({ integration }) => integration === 'quasistatic')) found.add('quasistatic solids');
  if (bodies.some(({ contact }) => contact?.others === true || contact?.self === true)) found.add('touching bodies');
  return found;
}
