import { entityName } from '../document/entityEdits.ts';
import type { AddContext, AddEntry } from '../entities/AddMenu.ts';
import { appKinds } from '../entities/appKinds.ts';
import type { Session } from '../session/Session.ts';
import { addToShot } from './addToShot.ts';
import { startPainting } from './paintMode.ts';

/** The shot as entries that add to it see it, with the selection or with one entity selected. */
export function addContext({ document, program, selection }: Session, entity?: string): AddContext {
  return {
    entities: document.scene?.entities ?? [],
    selected: entity === undefined ? selection.getState().ids : [entity],
    definitions: program.getState().catalogue?.definitions ?? [],
  };
}

/** Adds what an entry makes, in one step of undo, and selects it; what it paints is painted next. */
export function addEntry(session: Session, entry: AddEntry, context = addContext(session)): void {
  const added = entry.make(context);
  addToShot(session, entry.step?.(added[0], context) ?? `Add ${entityName(added[0])}`, added);
  if (entry.paints !== undefined) startPainting(session, { kind: entry.paints, entity: added[0].id });
}

/** Adds a pin that constrains nothing yet, and takes up the brush for it. */
export function paintNewPin(session: Session, body: { readonly id: string }): void {
  const context = addContext(session, body.id);
  const entries = appKinds().flatMap(({ add }) => add?.entries ?? []);
  const entry = entries.find((one) => one.paints !== undefined && one.refused?.(context) === undefined);
  if (entry !== undefined) addEntry(session, entry, context);
}
