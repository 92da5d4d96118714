import type { Judgement } from '../../../src/frames/judgements.ts';
import { isBody } from '../../../src/scene/Scene.ts';
import { entityName } from '../../document/entityEdits.ts';
import type { Session } from '../../session/Session.ts';
import type { Command } from '../Command.ts';

/** What was found of solids that begin inside something, and where to move them, where the first frame is that of the shot as it is now. */
function startingInside({ frames }: Session): Judgement[] {
  const { cells, stats } = frames.getState();
  const [first] = cells;
  if (first?.state !== 'cached') return [];
  const judgements = stats.get(first.storedKey ?? first.key)?.stats.judgements ?? [];
  return judgements.filter(({ kind, move }) => kind === 'start-overlap' && move !== undefined);
}

function subject(session: Session): string {
  const [found, ...others] = startingInside(session);
  const entity = session.document.scene?.entities.find(({ id }) => id === found?.entity);
  if (entity === undefined || others.length > 0) return 'objects that start inside others';
  return entityName(entity);
}

const moveOut: Command = {
  id: 'edit.moveOut',
  group: 'Edit',
  keywords: 'inside overlap penetration collider start',
  title: (session) => `Move ${subject(session)} out`,
  enabled: (session) => startingInside(session).length > 0 || 'No object starts inside another.',
  run: (session) => {
    const found = startingInside(session);
    session.document.edit(`move ${subject(session)} out`, (scene) => {
      for (const { entity: id, move = [0, 0, 0] } of found) {
        const entity = scene.entities.find((one) => one.id === id);
        if (entity === undefined || !isBody(entity)) continue;
        const { position } = entity.transform;
        for (let axis = 0; axis < 3; axis++) position[axis] += move[axis];
      }
    });
  },
};

export default moveOut;
