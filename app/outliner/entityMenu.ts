import { Copy, Eye, FileQuestionMark, Pencil, Pin, Power, Trash2 } from 'lucide-react';
import { newPin } from '../../src/scene/newEntity.ts';
import type { Entity } from '../../src/scene/Scene.ts';
import { runCommand } from '../commands/Command.ts';
import type { Session } from '../state/Session.ts';
import type { MenuEntry } from '../ui/MenuItems.tsx';

/** What can be done with an entity, or with all selected ones. */
export function entityMenu(session: Session, entity: Entity, rename: () => void): MenuEntry[] {
  const command = (label: string, id: string, icon: typeof Copy, keys: string, danger = false): MenuEntry => ({
    kind: 'item',
    label,
    icon,
    keys,
    danger,
    onSelect: () => runCommand(session, id),
  });
  const pin: MenuEntry[] =
    entity.kind === 'solid'
      ? [{ kind: 'item', label: 'Pin it', icon: Pin, onSelect: () => addPin(session, entity) }]
      : [];
  const isMissing = session.program.getState().missing.some((file) => file.entity === entity.id);
  const missing: MenuEntry[] = isMissing
    ? [command('Locate mesh…', 'file.locateMesh', FileQuestionMark, ''), { kind: 'separator' }]
    : [];
  return [
    ...missing,
    { kind: 'item', label: 'Rename', icon: Pencil, keys: 'F2', onSelect: rename },
    command('Duplicate', 'edit.duplicate', Copy, 'Ctrl D'),
    ...pin,
    { kind: 'separator' },
    command(entity.display.visible ? 'Hide' : 'Show', 'edit.hide', Eye, 'H'),
    {
      kind: 'item',
      label: entity.enabled ? 'Leave out of the simulation' : 'Take part in the simulation',
      icon: Power,
      onSelect: () => toggleEnabled(session, entity),
    },
    { kind: 'separator' },
    command('Delete', 'edit.delete', Trash2, 'Del', true),
  ];
}

function toggleEnabled({ document, selection }: Session, { enabled }: Entity): void {
  const { ids } = selection.getState();
  document.edit(enabled ? 'Leave out of the simulation' : 'Take part in the simulation', (scene) => {
    for (const entity of scene.entities) if (ids.includes(entity.id)) entity.enabled = !enabled;
  });
}

function addPin({ document, selection }: Session, solid: Extract<Entity, { kind: 'solid' }>): void {
  const { scene } = document;
  if (scene === undefined) return;
  const pin = newPin(scene.entities, solid);
  document.edit(`Pin ${solid.name || solid.id}`, (draft) => {
    draft.entities.push(pin);
  });
  selection.setState({ ids: [pin.id] });
}
