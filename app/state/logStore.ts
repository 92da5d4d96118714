import { createStore } from 'zustand/vanilla';
import type { Scene } from '../../src/scene/Scene.ts';

/** What an entry is about: the program and its files, a simulation as a whole, or frames that it made. */
export type LogSubject = 'program' | 'run' | 'frames';

/** A command that helps, under a label of its own. */
export interface LogAction {
  readonly label: string;
  /** The command's id. */
  readonly command: string;
  /** The document that it was offered for: after another edit the command would do something else, and is offered no more. */
  readonly scene?: Scene;
}

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
  readonly action: LogAction | undefined;
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
