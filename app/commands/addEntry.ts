import type { Entity } from '../../src/scene/Scene.ts';
import { entityName } from '../document/entityEdits.ts';
import type { AddContext, AddEntry } from '../entities/AddMenu.ts';
import { appKinds } from '../entities/appKinds.ts';
import type { Session } from '../session/Session.ts';
import { addToShot } from './addToShot.ts';
import { boundsOfSolid } from './boundsOfSolid.ts';
import { startPainting } from './paintMode.ts';

/** The shot as entries that add to it see it, with the selection or with other entities selected. */
export function addContext(
  { document, program, selection, frameSource }: Session,
  selected: readonly string[] = selection.getState().ids,
): AddContext {
  const { scene } = document;
  return {
    entities: scene?.entities ?? [],
    selected,
    definitions: program.getState().catalogue?.definitions ?? [],
    boundsOf: (body) => {
      const { statics, staticsOf } = frameSource.store.getState();
      return boundsOfSolid(statics, staticsOf, scene, body);
    },
  };
}

/** The entry that dropping an entity on another in the outliner stands for; undefined where it stands for none. */
export function dropEntry(entities: readonly Entity[], dropped: string, on: string): AddEntry | undefined {
  const [one, other] = [dropped, on].map((id) => entities.find((entity) => entity.id === id));
  if (one === undefined || other === undefined) return undefined;
  return appKinds()
    .flatMap(({ add }) => add?.entries ?? [])
    .find((entry) => entry.onDrop?.(one, other) === true);
}

/** Adds what an entry makes, in one step of undo, and selects it; what it paints is painted next. */
export function addEntry(session: Session, entry: AddEntry, context = addContext(session)): void {
  const added = entry.make(context);
  addToShot(session, entry.step?.(added[0], context) ?? `Add ${entityName(added[0])}`, added);
  if (entry.paints !== undefined) startPainting(session, { kind: entry.paints, entity: added[0].id });
}

/** Adds a pin that constrains nothing yet, and takes up the brush for it. */
export function paintNewPin(session: Session, body: { readonly id: string }): void {
  const context = addContext(session, [body.id]);
  const entries = appKinds().flatMap(({ add }) => add?.entries ?? []);
  const entry = entries.find((one) => one.paints !== undefined && one.refused?.(context) === undefined);
  if (entry !== undefined) addEntry(session, entry, context);
}
