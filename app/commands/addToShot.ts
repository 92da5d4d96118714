import type { Draft } from 'immer';
import { bodyContact } from '../../src/scene/properties/bodyContact.ts';
import { isBody, type BodyEntity, type Entity, type Scene } from '../../src/scene/Scene.ts';
import { appKind } from '../entities/appKinds.ts';
import { boundsOfSolid } from './boundsOfSolid.ts';
import type { Session } from '../session/Session.ts';

type Added = readonly [Entity, ...Entity[]];

/** Gap between what stands in the shot and a body that is added over it, m per m of its height: seen, and soon fallen through. */
const GAP = 0.05;

/**
 * Adds entities to the shot in one step of undo, with what else `also` changes in it, and selects the first. A body stands over the bodies that are there, not in them, and touches them:
 * where none was asked to touch another before, all are from then on, since bodies that pass through each other are the exception.
 */
export function addToShot(session: Session, label: string, added: Added, also?: (scene: Draft<Scene>) => void): void {
  const { document, selection } = session;
  const { scene } = document;
  if (scene === undefined) return;
  const top = isBody(added[0]) ? topOver(session, scene) : undefined;
  document.edit(label, (draft) => {
    draft.entities.push(...added);
    const first = draft.entities.find(({ id }) => id === added[0].id)!;
    if (top !== undefined && isBody(first)) {
      const { heightOver = onTop } = appKind(first.kind);
      first.transform.position[1] = heightOver(first, top * (1 + GAP));
    }
    touches(draft, first.id);
    also?.(draft);
  });
  selection.setState({ ids: [added[0].id] });
  if (top !== undefined) showOnceThere(session, added[0].id);
}

function onTop(body: BodyEntity, top: number): number {
  return body.transform.position[1] + top;
}

/** Brings all of the shot into view once the shape of a new body is there: over the others, it may stand outside of the picture. */
function showOnceThere({ frameSource, document, panelActions }: Session, id: string): void {
  const holds = (scene: Scene | undefined) => scene?.entities.some((entity) => entity.id === id) === true;
  const stop = frameSource.store.subscribe(({ statics, staticsOf }) => {
    if (!holds(document.scene)) stop();
    else if (statics !== undefined && holds(staticsOf)) {
      stop();
      requestAnimationFrame(() => panelActions.get('frameAll')?.());
    }
  });
}

/** The highest point of the bodies over whose box the origin lies, where new bodies are placed; undefined where there are none, or their shapes are not known yet. */
function topOver({ frameSource }: Session, scene: Scene): number | undefined {
  const { statics, staticsOf } = frameSource.store.getState();
  const tops = scene.entities
    .filter(isBody)
    .map(({ id }) => boundsOfSolid(statics, staticsOf, scene, id))
    .filter((box) => box !== undefined)
    .filter(([minX, , minZ, maxX, , maxZ]) => minX < 0 && maxX > 0 && minZ < 0 && maxZ > 0)
    .map((box) => box[4]);
  return tops.length === 0 ? undefined : Math.max(...tops);
}

/** Lets a new body touch others, and all of them each other where none did. */
function touches({ entities }: Draft<Scene>, id: string): void {
  const bodies = entities.filter(isBody);
  const others = bodies.filter((body) => body.id !== id);
  if (others.length === 0 || others.length === bodies.length) return;
  const kept = others.some(({ contact }) => contact?.others === true);
  for (const body of kept ? bodies.filter((one) => one.id === id) : bodies) {
    body.contact = { ...(body.contact ?? bodyContact.parse({})), others: true };
  }
}
