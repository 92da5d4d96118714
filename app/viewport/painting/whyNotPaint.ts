import { restMesh } from '../../client/frames/shownMeshes.ts';
import { entityName } from '../../document/entityEdits.ts';
import { isShown, lockedIds, soloIn } from '../../document/shownEntities.ts';
import { fieldOf, paintedBody, paintsOf, roomIn } from '../../document/paintEdits.ts';
import type { Session } from '../../session/Session.ts';

/** Why what is chosen cannot be painted now, and the command or step that helps. */
export interface Hindrance {
  readonly text: string;
  readonly remedy: 'show' | 'enable' | 'unlock' | 'locate' | undefined;
}

/** Undefined where it can be painted. */
export function whyNotPaint(session: Session): Hindrance | undefined {
  const { document, frameSource, paint, program, view } = session;
  const { scene } = document;
  const { target } = paint.getState();
  const solid = paintedBody(scene, target);
  if (solid === undefined) return { text: chooseText(session), remedy: undefined };
  const name = entityName(solid);
  if (program.getState().missing.some(({ entity }) => entity === solid.id)) {
    return { text: `The mesh file of '${name}' is missing.`, remedy: 'locate' };
  }
  if (!solid.enabled) return { text: `'${name}' is disabled in the simulation.`, remedy: 'enable' };
  const locked = lockedIds(scene);
  if (locked.has(solid.id)) return { text: `'${name}' is locked.`, remedy: 'unlock' };
  if (locked.has(target!.entity)) return { text: 'The pin is locked.', remedy: 'unlock' };
  if (!isShown(solid, soloIn(scene, view.getState().solo))) return { text: `'${name}' is hidden.`, remedy: 'show' };
  const { statics, problem } = frameSource.store.getState();
  if (problem !== undefined) return { text: `'${name}' has no shape: ${problem}`, remedy: undefined };
  const isThere = restMesh(statics, solid.id) !== undefined;
  if (roomIn(fieldOf(scene, target)) === 0) {
    return { text: 'It has the largest number of strokes: fill or clear it to continue.', remedy: undefined };
  }
  return isThere ? undefined : { text: `'${name}' is being filled with elements…`, remedy: undefined };
}

function chooseText({ document, frameSource }: Session): string {
  const { statics } = frameSource.store.getState();
  const bodies = document.scene?.entities.filter(({ id }) => restMesh(statics, id) !== undefined) ?? [];
  if (bodies.length === 0) return 'There is nothing to paint on: add a solid or cloth, or import a mesh.';
  return bodies.some((body) => paintsOf(body).length > 0)
    ? 'Click the solid to paint on.'
    : 'Click the cloth, then choose New painted pin.';
}
