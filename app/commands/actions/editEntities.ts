import { duplicateEntities, entityNames, removeEntities } from '../../document/entityEdits.ts';
import { lockedIds, soloIn } from '../../document/shownEntities.ts';
import type { Session } from '../../session/Session.ts';
import type { Command } from '../Command.ts';
import { needsSelection, needsShot } from '../requirements.ts';

const selected = ({ selection }: Session) => selection.getState().ids;
const names = ({ document, selection }: Session) =>
  document.scene === undefined ? '' : entityNames(document.scene, selection.getState().ids);
const named = (verb: string) => (session: Session) =>
  selected(session).length === 0 ? verb : `${verb} ${names(session)}`;

/** What of the selection may be changed by hand. */
function unlocked({ document, selection }: Pick<Session, 'document' | 'selection'>): string[] {
  const locked = lockedIds(document.scene);
  return selection.getState().ids.filter((id) => !locked.has(id));
}

const remove: Command = {
  id: 'edit.delete',
  group: 'Edit',
  keys: ['Delete', 'Backspace'],
  keywords: 'remove',
  title: named('Delete'),
  enabled: (session) => {
    const chosen = needsSelection(session);
    if (chosen !== true) return chosen;
    return unlocked(session).length > 0 || 'The selection is locked.';
  },
  run: ({ document, selection }) => {
    const { scene } = document;
    if (scene === undefined) return;
    const ids = unlocked({ document, selection });
    document.edit(`delete ${entityNames(scene, ids)}`, (draft) => removeEntities(draft, new Set(ids)));
    selection.setState({ ids: selection.getState().ids.filter((id) => !ids.includes(id)) });
  },
};

const duplicate: Command = {
  id: 'edit.duplicate',
  group: 'Edit',
  keys: ['$mod+KeyD'],
  keywords: 'copy',
  title: named('Duplicate'),
  enabled: needsSelection,
  run: (session) => {
    let copies: readonly string[] = [];
    session.document.edit(`duplicate ${names(session)}`, (scene) => {
      copies = duplicateEntities(scene, selected(session));
    });
    session.selection.setState({ ids: copies });
  },
};

const rename: Command = {
  id: 'edit.rename',
  group: 'Edit',
  keys: ['F2'],
  title: named('Rename'),
  enabled: needsSelection,
  run: ({ panelActions }) => panelActions.get('renameActive')?.(),
};

const hide: Command = {
  id: 'edit.hide',
  group: 'Edit',
  keys: ['KeyH'],
  keywords: 'show visible',
  title: (session) => named(someVisible(session) ? 'Hide' : 'Show')(session),
  enabled: needsSelection,
  run: (session) => {
    const visible = !someVisible(session);
    const ids = selected(session);
    session.document.edit(`${visible ? 'show' : 'hide'} ${names(session)}`, (scene) => {
      for (const entity of scene.entities) if (ids.includes(entity.id)) entity.display.visible = visible;
    });
    // What is shown alone is shown although hidden.
    if (!visible) session.view.setState({ solo: solo(session).filter((id) => !ids.includes(id)) });
  },
};

function someVisible({ document, selection }: Session): boolean {
  const { ids } = selection.getState();
  return document.scene?.entities.some(({ id, display }) => ids.includes(id) && display.visible) ?? false;
}

const showOnly: Command = {
  id: 'edit.showOnly',
  group: 'Edit',
  keys: ['Alt+Shift+KeyH'],
  keywords: 'hide others unselected',
  title: (session) => (selected(session).length === 0 ? 'Show only the selection' : `Show only ${names(session)}`),
  enabled: needsSelection,
  run: (session) => {
    const ids = selected(session);
    session.document.edit(`show only ${names(session)}`, (scene) => {
      for (const { id, display } of scene.entities) display.visible = ids.includes(id);
    });
  },
};

const showAll: Command = {
  id: 'edit.showAll',
  group: 'Edit',
  keys: ['Alt+KeyH'],
  keywords: 'unhide',
  title: () => 'Show everything',
  enabled: needsShot,
  run: ({ document, view }) => {
    view.setState({ solo: [] });
    if (document.scene?.entities.every(({ display }) => display.visible) === true) return;
    document.edit('show everything', (scene) => {
      for (const entity of scene.entities) entity.display.visible = true;
    });
  },
};

const solo = ({ document, view }: Session) => soloIn(document.scene, view.getState().solo);
/** True where showing the selection alone would change nothing, so that it ends. */
const endsSolo = (session: Session) =>
  solo(session).length > 0 && selected(session).every((id) => solo(session).includes(id));

const showAlone: Command = {
  id: 'view.solo',
  group: 'View',
  keys: ['Shift+KeyI'],
  keywords: 'solo isolate alone',
  title: (session) => (endsSolo(session) ? 'Exit solo' : named('Solo')(session)),
  enabled: (session) => solo(session).length > 0 || needsSelection(session),
  checked: (session) => solo(session).length > 0,
  run: (session) => session.view.setState({ solo: endsSolo(session) ? [] : [...selected(session)] }),
};

const someUnlocked = (session: Session) => unlocked(session).length > 0;

const lock: Command = {
  id: 'edit.lock',
  group: 'Edit',
  keys: ['Shift+KeyL'],
  keywords: 'unlock protect freeze',
  title: (session) => named(someUnlocked(session) || selected(session).length === 0 ? 'Lock' : 'Unlock')(session),
  enabled: needsSelection,
  run: (session) => {
    const locked = someUnlocked(session);
    const ids = selected(session);
    session.document.edit(`${locked ? 'lock' : 'unlock'} ${names(session)}`, (scene) => {
      for (const entity of scene.entities) if (ids.includes(entity.id)) entity.display.locked = locked;
    });
  },
};

const selectAll: Command = {
  id: 'edit.selectAll',
  group: 'Edit',
  keys: ['$mod+KeyA'],
  title: () => 'Select everything',
  enabled: needsShot,
  run: ({ document, selection }) => {
    const locked = lockedIds(document.scene);
    const ids = document.scene?.entities.map(({ id }) => id) ?? [];
    selection.setState({ ids: ids.filter((id) => !locked.has(id)) });
  },
};

const deselect: Command = {
  id: 'edit.deselect',
  group: 'Edit',
  keys: ['$mod+Shift+KeyA'],
  title: () => 'Deselect',
  enabled: needsSelection,
  run: ({ selection }) => selection.setState({ ids: [] }),
};

export default [remove, duplicate, rename, hide, showOnly, showAll, showAlone, lock, selectAll, deselect];
