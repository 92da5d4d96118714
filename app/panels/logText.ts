import { version } from '../../package.json';
import { formatStamp } from '../units/formatTime.ts';
import type { LogEntry } from '../state/logStore.ts';

/** Which entries the log may be narrowed to. */
export const LOG_FILTERS = {
  all: () => true,
  runs: ({ subject }: LogEntry) => subject === 'run',
  frames: ({ subject }: LogEntry) => subject === 'frames',
  problems: ({ severity }: LogEntry) => severity !== 'info',
} as const;
export type LogFilter = keyof typeof LOG_FILTERS;
export const logFilterNames = Object.keys(LOG_FILTERS) as readonly LogFilter[];

/** Entries as plain text, a line each, below what they are of and whose time it is. */
export function logText(entries: readonly LogEntry[]): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const lines = entries.map(({ at, severity, message, remedy }) =>
    [formatStamp(at), severity.padEnd('warning'.length), message, ...(remedy === undefined ? [] : [remedy])].join('  '),
  );
  return [`Log of Ductile ${version}, local time (${timeZone})`, ...lines, ''].join('\n');
}
