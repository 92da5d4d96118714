import { Columns2, Pencil, Trash2 } from 'lucide-react';
import { deleteTake, listTakes, switchTake } from '../../../src/scene/takes.ts';
import type { Take } from '../../../src/scene/Scene.ts';
import type { Session } from '../../session/Session.ts';
import type { MenuEntry } from '../../ui/MenuItems.tsx';

export function takeName({ id, name }: Take): string {
  return name === '' ? id : name;
}

/** Makes a take the one that is worked on; it can be undone. */
export function switchTo({ document }: Session, take: Take): void {
  const { scene } = document;
  if (scene === undefined || scene.take.id === take.id) return;
  document.replace(`Switch to ${takeName(take)}`, switchTake(scene, take.id));
}

/** Compares with the take that this one came from, else with the first other one; or stops comparing. */
export function toggleCompare({ document, view }: Session): void {
  const { scene } = document;
  if (scene === undefined) return;
  const others = listTakes(scene).filter(({ id }) => id !== scene.take.id);
  const other = others.find(({ id }) => id === scene.take.parent) ?? others.at(0);
  const { compare } = view.getState();
  const next = compare !== undefined || other === undefined ? undefined : other.id;
  view.setState({ compare: next === undefined ? undefined : { take: next, how: 'side-by-side', wipe: 0.5 } });
}

/** What the right mouse button offers on a take. */
export function takeMenu(session: Session, take: Take, current: boolean, rename: () => void): MenuEntry[] {
  const { document, view } = session;
  const compare = (how: 'side-by-side' | 'wipe') => view.setState({ compare: { take: take.id, how, wipe: 0.5 } });
  const isCurrent = current && 'This is the active take.';
  return [
    { kind: 'item', label: 'Switch to it', disabled: isCurrent, onSelect: () => switchTo(session, take) },
    {
      kind: 'item',
      label: 'Compare side by side',
      icon: Columns2,
      disabled: isCurrent,
      onSelect: () => compare('side-by-side'),
    },
    { kind: 'item', label: 'Compare with a wipe', disabled: isCurrent, onSelect: () => compare('wipe') },
    { kind: 'separator' },
    { kind: 'item', label: 'Rename', icon: Pencil, onSelect: () => setTimeout(rename) },
    {
      kind: 'item',
      label: 'Delete',
      icon: Trash2,
      danger: true,
      disabled: current && 'Switch to another take first.',
      onSelect: () => {
        if (view.getState().compare?.take === take.id) view.setState({ compare: undefined });
        document.replace(`Delete ${takeName(take)}`, deleteTake(document.scene!, take.id));
      },
    },
  ];
}
