import { useEffect, useRef, useState } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleCheck, CircleX, Crosshair, Info, TriangleAlert } from 'lucide-react';
import { runCommand } from '../commands/Command.ts';
import { goTo } from '../shell/goTo.ts';
import type { LogEntry } from '../state/logStore.ts';
import { useSession } from '../state/Session.ts';
import { useStore } from 'zustand';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { EmptyState } from '../ui/Panel.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SearchField } from '../ui/TextField.tsx';
import './panels.css';

type Shown = 'all' | 'problems';
const icons = { info: Info, warning: TriangleAlert, error: CircleX } as const;

/** What was said since the editor started, newest last. */
export function LogPanel() {
  const { log } = useSession();
  const entries = useStore(log.store, (state) => state.entries);
  const [shown, setShown] = useState<Shown>('all');
  const [filter, setFilter] = useState('');
  const unread = useStore(log.store, (state) => state.unread);
  useEffect(() => {
    if (unread > 0) log.markRead();
  }, [log, unread]);
  const found = entries.filter(
    ({ severity, message }) =>
      (shown === 'all' || severity !== 'info') && message.toLowerCase().includes(filter.trim().toLowerCase()),
  );
  return (
    <section className="ui-panel" aria-label="Log">
      <div className="log-bar">
        <Segmented
          label="Entries that are shown"
          size="small"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'all', label: 'All', detail: String(entries.length) },
            {
              value: 'problems',
              label: 'Problems',
              detail: String(entries.filter(({ severity }) => severity !== 'info').length),
            },
          ]}
        />
        <div className="log-filter">
          <SearchField label="Filter" value={filter} onChange={setFilter} size="small" />
        </div>
      </div>
      {found.length > 0 ? (
        <LogList entries={found} />
      ) : (
        <EmptyState icon={CircleCheck} title={entries.length === 0 ? 'Nothing to report' : 'No entry matches'}>
          {entries.length === 0
            ? 'Warnings, failures and what was saved are listed here.'
            : 'Clear the filter to see all.'}
        </EmptyState>
      )}
    </section>
  );
}

function LogList({ entries }: { readonly entries: readonly LogEntry[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 24,
    getItemKey: (index) => entries[index].id,
    overscan: 8,
  });
  useEffect(() => virtualizer.scrollToIndex(entries.length - 1), [entries.length, virtualizer]);
  return (
    <div ref={scroller} className="ui-panel-body" tabIndex={0} role="log" aria-label="Entries">
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
  const { severity, message, remedy, entity, frame, action, at } = entry;
  const Icon = icons[severity];
  return (
    <>
      <span className="mono log-time">{formatClock(at)}</span>
      <Icon className="log-icon" data-severity={severity} aria-label={severity} />
      <span className="log-message">
        {message} {remedy !== undefined && <span className="log-remedy">{remedy}</span>}
      </span>
      {action !== undefined && (
        <Button size="small" variant="ghost" onClick={() => runCommand(session, action.command)}>
          {action.label}
        </Button>
      )}
      {(entity !== undefined || frame !== undefined) && (
        <IconButton icon={Crosshair} size="small" label="Go to" onClick={() => goTo(session, entry)} />
      )}
    </>
  );
}

/** Minutes and seconds since the start: `02:07`. */
function formatClock(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}
