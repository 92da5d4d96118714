import { ChartSpline, Diamond, Trash2 } from 'lucide-react';
import type { Session } from '../../session/Session.ts';
import type { MenuEntry } from '../../ui/MenuItems.tsx';
import { dockOf } from '../dockStore.ts';
import {
  copySelectedKeys,
  deleteSelectedKeys,
  duplicateSelectedKeys,
  hasCopiedKeys,
  pasteCopiedKeys,
  removeCurve,
  selectedKeyCount,
  selectLaneKeys,
  setInterpolation,
  toggleKeyAtPlayhead,
} from '../keys/keyActions.ts';
import type { KeyLane } from '../lanes/keyLanes.ts';

const noSelection = 'Select keys first: click them, or draw a box around them.';

/** What the right mouse button offers on a lane. */
export function laneMenu(session: Session, lane: KeyLane): MenuEntry[] {
  return [
    {
      kind: 'item',
      label: 'Show its curve',
      icon: ChartSpline,
      onSelect: () =>
        dockOf(session).setState(({ shown }) => ({
          activeLane: lane.id,
          shown: new Set([...shown, 'curves' as const]),
        })),
    },
    { kind: 'item', label: 'Select its keys', onSelect: () => selectLaneKeys(session, lane, false) },
    {
      kind: 'item',
      label: 'Set or remove key at the playhead',
      icon: Diamond,
      onSelect: () => toggleKeyAtPlayhead(session, lane),
    },
    { kind: 'separator' },
    ...keyMenu(session),
    { kind: 'separator' },
    {
      kind: 'item',
      label: 'Remove all its keys',
      icon: Trash2,
      danger: true,
      onSelect: () => removeCurve(session, lane),
    },
  ];
}

/** What can be done with the selected keys. */
export function keyMenu(session: Session): MenuEntry[] {
  const none = selectedKeyCount(session) === 0 && noSelection;
  const interpolation = (label: string, kind: Parameters<typeof setInterpolation>[1]): MenuEntry => ({
    kind: 'item',
    label,
    disabled: none,
    onSelect: () => setInterpolation(session, kind),
  });
  return [
    { kind: 'heading', label: 'Selected keys' },
    interpolation('Hold until the next key (step)', 'step'),
    interpolation('Straight to the next key (linear)', 'linear'),
    interpolation('Smooth to the next key (Bezier)', 'bezier'),
    { kind: 'item', label: 'Copy', keys: 'Ctrl C', disabled: none, onSelect: () => void copySelectedKeys(session) },
    {
      kind: 'item',
      label: 'Paste at the playhead',
      keys: 'Ctrl V',
      disabled: !hasCopiedKeys(session) && 'Copy keys first.',
      onSelect: () => pasteCopiedKeys(session),
    },
    { kind: 'item', label: 'Duplicate', disabled: none, onSelect: () => duplicateSelectedKeys(session) },
    { kind: 'item', label: 'Delete', danger: true, disabled: none, onSelect: () => deleteSelectedKeys(session) },
  ];
}
