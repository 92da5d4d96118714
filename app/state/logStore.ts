import { createStore } from 'zustand/vanilla';

/** What an entry is about: the program and its files, a simulation as a whole, or frames that it made. */
export type LogSubject = 'program' | 'run' | 'frames';

export interface LogEntry {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly severity: 'info' | 'warning' | 'error';
  readonly subject: LogSubject;
  readonly message: string;
  /** What can be done about it. */
  readonly remedy: string | undefined;
  /** What it is about: `Go to` selects the entity and moves the playhead. */
  readonly entity: string | undefined;
  readonly frame: number | undefined;
  /** A command that helps, by its id, under a label of its own: `Undo`. */
  readonly action: { readonly label: string; readonly command: string } | undefined;
  /** Also shown for a moment over the window; warnings and errors always are. */
  readonly toast: boolean;
}

export interface LogState {
  readonly entries: readonly LogEntry[];
  /** Warnings and errors that were not yet looked at. */
  readonly unread: number;
}

/** Older entries are dropped. */
export const MOST_ENTRIES = 1000;
export type LogStore = ReturnType<typeof createLogStore>;

export function createLogStore() {
  return createStore<LogState>(() => ({ entries: [], unread: 0 }));
}
