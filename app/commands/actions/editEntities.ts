import { duplicateEntities, entityNames, removeEntities } from '../../document/entityEdits.ts';
import type { Session } from '../../state/Session.ts';
import type { Command } from '../Command.ts';
import { needsSelection, needsShot } from '../requirements.ts';

const selected = ({ selection }: Session) => selection.getState().ids;
const names = ({ document, selection }: Session) =>
  document.scene === undefined ? '' : entityNames(document.scene, selection.getState().ids);
const named = (verb: string) => (session: Session) =>
  selected(session).length === 0 ? verb : `${verb} ${names(session)}`;

const remove: Command = {
  id: 'edit.delete',
  group: 'Edit',
  keys: ['Delete', 'Backspace'],
  keywords: 'remove',
  title: named('Delete'),
  enabled: needsSelection,
  run: (session) => {
    const ids = new Set(selected(session));
    session.document.edit(`delete ${names(session)}`, (scene) => removeEntities(scene, ids));
    session.selection.setState({ ids: [] });
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
  keywords: 'solo isolate hide others unselected',
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
  run: ({ document }) =>
    document.edit('show everything', (scene) => {
      for (const entity of scene.entities) entity.display.visible = true;
    }),
};

const selectAll: Command = {
  id: 'edit.selectAll',
  group: 'Edit',
  keys: ['$mod+KeyA'],
  title: () => 'Select everything',
  enabled: needsShot,
  run: ({ document, selection }) => selection.setState({ ids: document.scene?.entities.map(({ id }) => id) ?? [] }),
};

const deselect: Command = {
  id: 'edit.deselect',
  group: 'Edit',
  keys: ['$mod+Shift+KeyA'],
  title: () => 'Deselect',
  enabled: needsSelection,
  run: ({ selection }) => selection.setState({ ids: [] }),
};

export default [remove, duplicate, rename, hide, showOnly, showAll, selectAll, deselect];
