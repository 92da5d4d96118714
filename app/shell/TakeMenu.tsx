import { ChevronDown, GitBranch } from 'lucide-react';
import { listTakes, switchTake } from '../../src/scene/takes.ts';
import { commandEntry } from '../commands/commandEntry.ts';
import { useKeymap } from '../commands/useKeymap.ts';
import { useDocument, useSession } from '../session/Session.ts';
import { Menu } from '../ui/Menu.tsx';
import type { MenuEntry } from '../ui/MenuItems.tsx';

/** The take that is worked on, and the others to switch to. */
export function TakeMenu() {
  const session = useSession();
  const keymap = useKeymap();
  const name = useDocument(({ open }) => open?.scene.take.name || open?.scene.take.id);
  const entries = (): MenuEntry[] => {
    const { scene } = session.document;
    if (scene === undefined) return [];
    const takes = listTakes(scene).map((take): MenuEntry => ({
      kind: 'item',
      label: take.name || take.id,
      detail: take.branchFrame === undefined ? undefined : `from ${take.branchFrame}`,
      checked: take.id === scene.take.id,
      onSelect: () => session.document.replace(`switch to ${take.name || take.id}`, switchTake(scene, take.id)),
    }));
    return [...takes, { kind: 'separator' }, commandEntry(session, keymap, 'simulate.branchTake')];
  };
  return (
    <Menu entries={entries}>
      <button type="button" className="ui-button take-menu" data-variant="secondary" data-size="normal">
        <GitBranch aria-hidden />
        <span className="take-menu-word">Take</span>
        <strong className="take-menu-name">{name}</strong>
        <ChevronDown aria-hidden />
      </button>
    </Menu>
  );
}
