import { entityName } from '../document/entityEdits.ts';
import type { AddContext, AddEntry } from '../entities/AddMenu.ts';
import type { Session } from '../state/Session.ts';
import { addToShot } from './addToShot.ts';

/** The shot as entries that add to it see it, with the selection or with one entity selected. */
export function addContext({ document, program, selection }: Session, entity?: string): AddContext {
  return {
    entities: document.scene?.entities ?? [],
    selected: entity === undefined ? selection.getState().ids : [entity],
    definitions: program.getState().catalogue?.definitions ?? [],
  };
}

/** Adds what an entry makes, in one step of undo, and selects it. */
export function addEntry(session: Session, entry: AddEntry, context = addContext(session)): void {
  const added = entry.make(context);
  addToShot(session, entry.title?.(context) ?? `Add ${entityName(added[0])}`, added);
}
