import { Clapperboard } from 'lucide-react';
import { useDocument } from '../../session/Session.ts';
import { entityIcon } from '../../entities/entityFacts.ts';

/** The kind of thing that a lane belongs to, as the outliner shows it. */
export function EntityIcon({ entity, colour }: { readonly entity: string | undefined; readonly colour?: string }) {
  const Icon = useDocument((state) => {
    const found = state.open?.scene.entities.find(({ id }) => id === entity);
    return found === undefined ? Clapperboard : entityIcon(found);
  });
  return <Icon className="dock-label-icon" style={{ color: colour }} aria-hidden />;
}
