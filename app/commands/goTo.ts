import type { LogEntry } from '../state/logStore.ts';
import type { Session } from '../session/Session.ts';

/** Selects what an entry is about, and moves the playhead to its frame. */
export function goTo(session: Session, { entity, frame }: Pick<LogEntry, 'entity' | 'frame'>): void {
  const { document, selection, timeline } = session;
  if (entity !== undefined && document.scene?.entities.some(({ id }) => id === entity) === true) {
    selection.setState({ ids: [entity] });
  }
  if (frame !== undefined) timeline.setState({ frame, playing: false });
}
