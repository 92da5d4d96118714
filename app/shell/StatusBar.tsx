import { useEffect, useState } from 'react';
import { Cpu, PlugZap, TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { isRunning } from '../client/JobTracker.ts';
import { runCommand } from '../commands/Command.ts';
import { useKeyLabel } from '../commands/useKeymap.ts';
import { generalHints, panels, type PanelHint } from '../panels/panelRegistry.ts';
import { useCosts, useDocument, useJobs, useProgram, useSession, useShell, useView } from '../session/Session.ts';
import { Kbd } from '../ui/Kbd.tsx';
import { formatDuration } from '../units/formatTime.ts';
import '../ui/statusBar.css';

/** The 22 px under the panels: keys of the panel that has the focus, and how the program is. */
export function StatusBar() {
  const focused = useShell((state) => state.focusedPanel);
  const hints = (focused === undefined ? undefined : panels[focused]?.hints) ?? generalHints;
  return (
    <footer className="status-bar" aria-label="Status">
      <span className="status-hints">
        {hints.map((hint) => (
          <Hint key={hint.text} hint={hint} />
        ))}
      </span>
      <SolverState />
      <Problems />
      <JournalState />
      <HostState />
    </footer>
  );
}

function Hint({ hint }: { readonly hint: PanelHint }) {
  const keyLabel = useKeyLabel();
  const keys = 'keys' in hint ? hint.keys : keyLabel(hint.command);
  if (keys === '') return null;
  return (
    <span className="status-hint">
      <Kbd>{keys}</Kbd> {hint.text}
    </span>
  );
}

function SolverState() {
  const machine = useProgram((state) => state.catalogue?.machine);
  const running = useJobs(({ jobs }) => [...jobs.values()].some((job) => job.kind === 'simulate' && isRunning(job)));
  const quality = useView((state) => state.quality);
  const samples = useCosts((state) => state.samples[quality]);
  if (machine === undefined) return null;
  const mean = samples === undefined ? undefined : samples.reduce((sum, value) => sum + value, 0) / samples.length;
  return (
    <span className="status-item" title={`Simulated with ${machine.backend} on ${machine.cores} cores`}>
      <Cpu aria-hidden />
      <span>
        <span className="mono">{machine.threads}</span> threads ·{' '}
        {running && mean !== undefined ? (
          <>
            <span className="mono">{formatDuration(mean)}</span>/frame (last {samples!.length})
          </>
        ) : running ? (
          'starting'
        ) : (
          'idle'
        )}
      </span>
    </span>
  );
}

function Problems() {
  const session = useSession();
  const count = useStore(session.log.store, (state) => state.unread);
  if (count === 0) return null;
  return (
    <button type="button" className="status-item status-button" onClick={() => runCommand(session, 'help.log')}>
      <TriangleAlert className="status-warning" aria-hidden />
      {count} {count === 1 ? 'warning' : 'warnings'}
    </button>
  );
}

/** Seconds until an edit that the host took is certainly in its journal. */
const JOURNAL_DELAY = 1;

function JournalState() {
  const dirty = useDocument(({ open }) => open !== undefined && open.scene !== open.saved);
  const journaledAt = useProgram((state) => state.journaledAt);
  const refused = useProgram((state) => state.refusal !== undefined);
  const now = useClock();
  const age = journaledAt === undefined ? undefined : now - journaledAt;
  return <span className="status-item">{journalText(dirty, refused, age)}</span>;
}

function journalText(dirty: boolean, refused: boolean, age: number | undefined): string {
  if (!dirty) return 'Saved';
  if (refused) return 'Last edit is invalid, kept in the document';
  if (age === undefined || age < JOURNAL_DELAY) return 'Writing journal…';
  return age < 60 ? `Journal saved ${Math.floor(age)} s ago` : `Journal saved ${Math.floor(age / 60)} min ago`;
}

/** Seconds since the editor started, once a second. */
function useClock(): number {
  const [now, setNow] = useState(() => performance.now() / 1000);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now() / 1000), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function HostState() {
  const { kind } = useProgram((state) => state.connection);
  if (kind === 'connected') return null;
  return (
    <span className="status-item status-warning" role="status">
      <PlugZap aria-hidden /> {kind === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
    </span>
  );
}
