import type { Session } from '../../session/Session.ts';
import type { ViewportStore } from '../viewportState.ts';
import type { Entity, Scene } from '../../../src/scene/Scene.ts';
import type { FrameCell } from '../../state/framesStore.ts';

/** Members of a shot, and of its entities, that nothing in the viewport is drawn by: what they change comes with new frames. */
const unseen: ReadonlySet<string> = new Set<keyof Scene>(['name', 'physics', 'quality', 'entities']);
const unseenOfEntities: ReadonlySet<string> = new Set(['material', 'plasticity', 'friction']);

/** True where two states of a document look alike in the viewport at the same frames. Documents share what an edit leaves alone. */
export function samePicture(a: Scene | undefined, b: Scene | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || !sameMembers(a, b, unseen)) return false;
  if (a.entities === b.entities) return true;
  return (
    a.entities.length === b.entities.length && a.entities.every((entity, index) => sameLook(entity, b.entities[index]))
  );
}

function sameLook(a: Entity, b: Entity): boolean {
  return a === b || sameMembers(a, b, unseenOfEntities);
}

function sameMembers(a: object, b: object, ignored: ReadonlySet<string>): boolean {
  const [before, after] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of names) if (!ignored.has(name) && before[name] !== after[name]) return false;
  return true;
}

/** True where the cells give the same answer to whether the shot stands at its start: only that is drawn by them. */
export function sameStart(a: readonly FrameCell[], b: readonly FrameCell[]): boolean {
  if (a.length === 0 || b.length === 0) return a.length === b.length;
  return a[0].frame === b[0].frame && (a[0].state === 'cached') === (b[0].state === 'cached');
}

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
      const { shown, prescribed, statics, staticsOf } = before;
      if (
        state.shown !== shown ||
        state.prescribed !== prescribed ||
        state.statics !== statics ||
        state.staticsOf !== staticsOf
      )
        change();
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
