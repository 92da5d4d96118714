import type { Session } from '../../session/Session.ts';
import type { ViewportStore } from '../viewportState.ts';
import { samePicture, sameStart } from './samePicture.ts';

export interface StoreListener {
  /** Something that the picture depends on is another now. */
  change(): void;
  /** The colouring that the picture depends on is another now. */
  recolour(): void;
}

/** Tells when anything in the stores changes that the picture depends on. Gives what ends it. */
export function followStores(session: Session, store: ViewportStore, { change, recolour }: StoreListener): () => void {
  const ends = [
    session.frameSource.store.subscribe((state, before) => {
      const { shown, statics, staticsOf } = before;
      if (state.shown !== shown || state.statics !== statics || state.staticsOf !== staticsOf) change();
    }),
    session.document.store.subscribe((state, before) => {
      if (!samePicture(state.open?.scene, before.open?.scene)) change();
    }),
    session.selection.subscribe(change),
    session.view.subscribe((state, before) => {
      if (state.colouring !== before.colouring) recolour();
      else change();
    }),
    session.timeline.subscribe(({ frame, playing }, before) => {
      // What plays is drawn when its frame is there, a moment later: not twice.
      if (frame !== before.frame && !(playing && isStored(session, frame))) change();
    }),
    session.frames.subscribe((state, before) => {
      if (!sameStart(state.cells, before.cells)) change();
    }),
    store.subscribe(change),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Whether there is something to be shown of a frame. */
function isStored({ frames }: Session, frame: number): boolean {
  const { cells } = frames.getState();
  return cells[frame - (cells.at(0)?.frame ?? 0)]?.storedKey !== undefined;
}
