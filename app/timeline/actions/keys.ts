import {
  copySelectedKeys,
  deleteSelectedKeys,
  duplicateSelectedKeys,
  hasCopiedKeys,
  pasteCopiedKeys,
  selectAllKeys,
  selectedKeyCount,
  setInterpolation,
} from '../keys/keyActions.ts';
import { fitRange } from '../axis/zoomAxis.ts';
import type { Session } from '../../session/Session.ts';
import type { Command } from '../../commands/Command.ts';
import { all, needsShot } from '../../commands/requirements.ts';

/** These keys belong to the timeline only while it has the focus: elsewhere they mean entities. */
function inTimeline({ shell }: Session): true | string {
  return shell.getState().focusedPanel === 'timeline' || 'Click into the timeline first.';
}

function needsKeys(session: Session): true | string {
  return selectedKeyCount(session) > 0 || 'Select keys first: click them, or draw a box around them.';
}

const keyCommand = (
  id: string,
  title: string,
  keys: readonly string[],
  run: (session: Session) => void,
  enabled = all(inTimeline, needsKeys),
): Command => ({
  id: `keys.${id}`,
  group: 'Edit',
  keys,
  sharesKeys: true,
  keywords: 'keyframe timeline animation',
  title: () => title,
  enabled,
  run,
});

const canPaste = (session: Session) => hasCopiedKeys(session) || 'Copy keys first.';

export default [
  keyCommand('delete', 'Delete keys', ['Delete', 'Backspace'], deleteSelectedKeys),
  keyCommand('copy', 'Copy keys', ['$mod+KeyC'], (session) => void copySelectedKeys(session)),
  keyCommand('paste', 'Paste keys at the playhead', ['$mod+KeyV'], pasteCopiedKeys, all(inTimeline, canPaste)),
  keyCommand('duplicate', 'Duplicate keys', ['$mod+KeyD'], duplicateSelectedKeys),
  keyCommand('selectAll', 'Select all keys', ['$mod+KeyA'], selectAllKeys, all(needsShot, inTimeline)),
  keyCommand('step', 'Hold keys until the next (step)', [], (session) => setInterpolation(session, 'step'), needsKeys),
  keyCommand('linear', 'Straight from keys (linear)', [], (session) => setInterpolation(session, 'linear'), needsKeys),
  keyCommand('bezier', 'Smooth from keys (Bezier)', [], (session) => setInterpolation(session, 'bezier'), needsKeys),
  keyCommand(
    'fit',
    'Show the whole range',
    ['KeyF'],
    ({ document, timeline }) => {
      if (document.scene !== undefined) timeline.setState(fitRange(document.scene.range));
    },
    all(needsShot, inTimeline),
  ),
];
