import {
  BoxSelect,
  Copy,
  Diamond,
  Eye,
  FileQuestionMark,
  Focus,
  Lock,
  LockOpen,
  Pencil,
  Power,
  Spotlight,
  Trash2,
} from 'lucide-react';
import type { Entity } from '../../src/scene/Scene.ts';
import { addContext, addEntry } from '../commands/addEntry.ts';
import { commandEnabled, commandOf, runCommand } from '../commands/Command.ts';
import { appKinds } from '../entities/appKinds.ts';
import { kindHeading } from '../entities/kindLabels.ts';
import type { Session } from '../session/Session.ts';
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
  const isMissing = session.program.getState().missing.some((file) => file.entity === entity.id);
  const missing: MenuEntry[] = isMissing
    ? [command('Locate mesh…', 'file.locateMesh', FileQuestionMark, ''), { kind: 'separator' }]
    : [];
  const { ids } = session.selection.getState();
  const several: MenuEntry[] = ids.length > 1 ? [{ kind: 'heading', label: `${ids.length} objects` }] : [];
  return [
    ...several,
    ...missing,
    {
      kind: 'item',
      label: 'Rename',
      icon: Pencil,
      keys: 'F2',
      disabled: ids.length > 1 && 'Select one object to rename it.',
      onSelect: rename,
    },
    command('Duplicate', 'edit.duplicate', Copy, 'Ctrl D'),
    {
      kind: 'item',
      label: `Select all ${kindHeading(entity.kind).toLowerCase()}`,
      icon: BoxSelect,
      onSelect: () => selectKind(session, entity.kind),
    },
    ...additions(session, entity),
    ...releases(session, command),
    { kind: 'separator' },
    command(entity.display.visible ? 'Hide' : 'Show', 'edit.hide', Eye, 'H'),
    command('Solo', 'view.solo', Spotlight, 'Shift I'),
    command(ids.length > 1 ? 'Show only these' : 'Show only this', 'edit.showOnly', Focus, 'Alt Shift H'),
    entity.display.locked
      ? command('Unlock', 'edit.lock', LockOpen, 'Shift L')
      : command('Lock', 'edit.lock', Lock, 'Shift L'),
    {
      kind: 'item',
      label: entity.enabled ? 'Disable in the simulation' : 'Enable in the simulation',
      icon: Power,
      onSelect: () => toggleEnabled(session, entity),
    },
    { kind: 'separator' },
    command('Delete', 'edit.delete', Trash2, 'Del', true),
  ];
}

/** What follows keys up to a frame is released where the playhead stands. */
function releases(
  session: Session,
  command: (label: string, id: string, icon: typeof Copy, keys: string) => MenuEntry,
): MenuEntry[] {
  const found = commandOf(session, 'keys.release');
  if (found === undefined || commandEnabled(session, found) !== true) return [];
  return [command('Release at the playhead', found.id, Diamond, '')];
}

function selectKind({ document, selection }: Session, kind: Entity['kind']): void {
  const entities = document.scene?.entities ?? [];
  selection.setState({ ids: entities.filter((entity) => entity.kind === kind).map(({ id }) => id) });
}

function toggleEnabled({ document, selection }: Session, { enabled }: Entity): void {
  const { ids } = selection.getState();
  document.edit(enabled ? 'Disable in the simulation' : 'Enable in the simulation', (scene) => {
    for (const entity of scene.entities) if (ids.includes(entity.id)) entity.enabled = !enabled;
  });
}

/** What can be added to this entity, or to the selected ones of which it is one: a pin that constrains it. */
function additions(session: Session, { id }: Entity): MenuEntry[] {
  const { ids } = session.selection.getState();
  const context = addContext(session, [...ids.filter((other) => other !== id), id]);
  return appKinds()
    .flatMap(({ add }) => add?.entries ?? [])
    .flatMap((entry): MenuEntry[] => {
      if (entry.onEntity === undefined || entry.refused?.(context) !== undefined) return [];
      const { label, icon } = entry.onEntity;
      const text = typeof label === 'string' ? label : label(context);
      return [{ kind: 'item', label: text, icon, onSelect: () => addEntry(session, entry, context) }];
    });
}
