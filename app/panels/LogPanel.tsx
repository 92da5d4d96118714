import './panels.css';
import { useEffect, useRef, useState } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleCheck, CircleX, Copy, Crosshair, Info, TriangleAlert } from 'lucide-react';
import { isOffered, runCommand } from '../commands/Command.ts';
import { formatClock, formatStamp } from '../units/formatTime.ts';
import { goTo } from '../commands/goTo.ts';
import type { LogEntry } from '../state/logStore.ts';
import { useDocument, useJobs, useSession } from '../session/Session.ts';
import { useStore } from 'zustand';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { EmptyState } from '../ui/Panel.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SearchField } from '../ui/TextField.tsx';
import { version } from '../../package.json';

/** Which entries the log may be narrowed to. */
export const LOG_FILTERS = {
  all: () => true,
  runs: ({ subject }: LogEntry) => subject === 'run',
  frames: ({ subject }: LogEntry) => subject === 'frames',
  problems: ({ severity }: LogEntry) => severity !== 'info',
} as const;
type LogFilter = keyof typeof LOG_FILTERS;
const logFilterNames = Object.keys(LOG_FILTERS) as readonly LogFilter[];

/** Entries as plain text, a line each, below what they are of and whose time it is. */
export function logText(entries: readonly LogEntry[]): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const lines = entries.map(({ at, severity, message, remedy }) =>
    [formatStamp(at), severity.padEnd('warning'.length), message, ...(remedy === undefined ? [] : [remedy])].join('  '),
  );
  return [`Log of Ductile ${version}, local time (${timeZone})`, ...lines, ''].join('\n');
}

const icons = { info: Info, warning: TriangleAlert, error: CircleX } as const;
/** Titles of the filters by their names in `LOG_FILTERS`, in the order shown. */
const titles: Readonly<Record<LogFilter, string>> = {
  all: 'All',
  runs: 'Runs',
  frames: 'Frames',
  problems: 'Problems',
};

/** What was said since the editor started, newest last. */
export function LogPanel() {
  const { log } = useSession();
  const entries = useStore(log.store, (state) => state.entries);
  const [shown, setShown] = useState<LogFilter>('all');
  const [filter, setFilter] = useState('');
  const unread = useStore(log.store, (state) => state.unread);
  useEffect(() => {
    if (unread > 0) log.markRead();
  }, [log, unread]);
  const words = filter.trim().toLowerCase();
  const found = entries.filter(
    (entry) => LOG_FILTERS[shown](entry) && `${entry.message} ${entry.remedy ?? ''}`.toLowerCase().includes(words),
  );
  return (
    <section className="ui-panel" aria-label="Log">
      <div className="log-bar">
        <Segmented
          label="Entries that are shown"
          size="small"
          value={shown}
          onChange={setShown}
          options={logFilterNames.map((value) => {
            const detail = String(entries.filter(LOG_FILTERS[value]).length);
            return { value, label: titles[value], detail };
          })}
        />
        <div className="log-filter">
          <SearchField label="Filter" value={filter} onChange={setFilter} size="small" />
        </div>
        <CopyButton entries={found} />
      </div>
      {found.length > 0 ? (
        <LogList entries={found} />
      ) : (
        <EmptyState icon={CircleCheck} title={entries.length === 0 ? 'Nothing to report' : 'No entry matches'}>
          {entries.length === 0
            ? 'Settings and times of simulations, warnings, failures and saved files are listed here.'
            : 'Clear the filter to see all.'}
        </EmptyState>
      )}
    </section>
  );
}

/** Copies the lines that are shown, with date and time. */
function CopyButton({ entries }: { readonly entries: readonly LogEntry[] }) {
  const { log } = useSession();
  const copy = () =>
    navigator.clipboard.writeText(logText(entries)).then(
      () => log.info(`Copied ${entries.length} lines of the log.`, { toast: true }),
      (error: unknown) => log.error('could not copy the log', error),
    );
  return (
    <Button size="small" icon={Copy} disabled={entries.length === 0} onClick={() => void copy()}>
      Copy log
    </Button>
  );
}

/** CSS pixels from the end within which the list follows what is added; whoever reads further up is left there. */
const NEAR_END = 30;

function LogList({ entries }: { readonly entries: readonly LogEntry[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 24,
    getItemKey: (index) => entries[index].id,
    overscan: 8,
  });
  const follows = useRef(true);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const toNewest = () => {
      if (follows.current && element.clientHeight > 0) virtualizer.scrollToIndex(entries.length - 1, { align: 'end' });
    };
    toNewest();
    // A panel that comes to the front has its height only then.
    const resizing = new ResizeObserver(toNewest);
    resizing.observe(element);
    return () => resizing.disconnect();
  }, [entries.length, virtualizer]);
  return (
    <div
      ref={scroller}
      className="ui-panel-body"
      tabIndex={0}
      role="log"
      aria-label="Entries"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (clientHeight > 0) follows.current = scrollTop + clientHeight > scrollHeight - NEAR_END;
      }}
    >
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className="log-entry"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <LogLine entry={entries[item.index]} />
          </div>
        ))}
      </div>
    </div>
  );
}

function LogLine({ entry }: { readonly entry: LogEntry }) {
  const session = useSession();
  // What an entry offers follows from both.
  useDocument((state) => state.open?.scene);
  useJobs((state) => state.jobs);
  const { severity, message, remedy, entity, frame, action, at } = entry;
  const Icon = icons[severity];
  return (
    <>
      <span className="mono log-time" title={formatStamp(at)}>
        {formatClock(at)}
      </span>
      <Icon className="log-icon" data-severity={severity} aria-label={severity} />
      <span className="log-message">
        {message} {remedy !== undefined && <span className="log-remedy">{remedy}</span>}
      </span>
      {action !== undefined && (
        <Button
          size="small"
          variant="ghost"
          disabled={!isOffered(session, action)}
          onClick={() => runCommand(session, action.command)}
        >
          {action.label}
        </Button>
      )}
      {(entity !== undefined || frame !== undefined) && (
        <IconButton
          icon={Crosshair}
          size="small"
          label={frame === undefined ? 'Select it' : `Go to frame ${frame}`}
          onClick={() => goTo(session, entry)}
        />
      )}
    </>
  );
}
