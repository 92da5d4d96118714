import type { Command } from '../../commands/Command.ts';
import { needsSelection } from '../../commands/requirements.ts';
import { entityNames } from '../../document/entityEdits.ts';
import type { Session } from '../../session/Session.ts';
import { setRelease } from '../keys/releases.ts';
import { releaseFrameOf, releaseProperty } from '../lanes/releaseLanes.ts';

/** The selected entities that can be released at a frame. */
function releasable({ document, selection }: Session): string[] {
  const { ids } = selection.getState();
  const entities = document.scene?.entities ?? [];
  return entities.flatMap((entity) => (ids.includes(entity.id) && releaseProperty(entity) ? [entity.id] : []));
}

function needsReleasable(session: Session): true | string {
  const chosen = needsSelection(session);
  if (chosen !== true) return chosen;
  return releasable(session).length > 0 || 'Select a rigid body or a pin: these follow keys up to a frame.';
}

const release: Command = {
  id: 'keys.release',
  group: 'Edit',
  keywords: 'simulate from here on dynamic keyed let go',
  title: (session) => {
    const ids = releasable(session);
    const { scene } = session.document;
    const names = ids.length === 0 || scene === undefined ? 'the selection' : entityNames(scene, ids);
    return `Release ${names} at the playhead`;
  },
  enabled: needsReleasable,
  run: (session) => setRelease(session, releasable(session), session.timeline.getState().frame),
};

const removeRelease: Command = {
  id: 'keys.removeRelease',
  group: 'Edit',
  keywords: 'simulate from the first frame never let go',
  title: () => 'Remove the release of the selection',
  enabled: (session) => {
    const possible = needsReleasable(session);
    if (possible !== true) return possible;
    const ids = releasable(session);
    const has = session.document.scene?.entities.some(
      (entity) => ids.includes(entity.id) && releaseFrameOf(entity) !== undefined,
    );
    return has === true || 'Nothing of the selection is released at a frame.';
  },
  run: (session) => setRelease(session, releasable(session), undefined),
};

export default [release, removeRelease];
