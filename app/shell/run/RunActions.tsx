import { useEffect, useState } from 'react';
import { Check, CircleQuestionMark, Play, RefreshCw, RotateCw, Undo2, X } from 'lucide-react';
import { runCommand } from '../../commands/Command.ts';
import { useKeyLabel } from '../../commands/useKeymap.ts';
import type { JobInfo } from '../../state/jobsStore.ts';
import { restartFrame, type RunState } from '../../state/runState.ts';
import { useDocument, useFrames, useProgram, useSession, useView } from '../../session/Session.ts';
import { framesToSimulate } from '../../state/simulationPlan.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { qualityNames } from '../../../src/scene/Scene.ts';
import { qualityTitles } from '../../state/qualityTitles.ts';
import { RunCost } from './RunCost.tsx';
import { useUndoLabel } from './RunSlot.tsx';
import { useExplainedFailure } from './useRunState.ts';

/** The right part of the control: what can be done next. */
export function RunActions({ state }: { readonly state: RunState }) {
  return (
    <span className="run-actions">
      <Next state={state} />
      {state.kind !== 'refused' && <Failure retry={state.kind === 'failed'} />}
    </span>
  );
}

function Next({ state }: { readonly state: RunState }) {
  const session = useSession();
  const missing = useFrames(({ cells }) => framesToSimulate(cells));
  switch (state.kind) {
    case 'running':
    case 'held':
      return <WhileRunning job={state.job} held={state.kind === 'held'} />;
    case 'refused':
      return <Undo />;
    case 'stopped':
      return (
        <>
          <Button variant="primary" icon={Play} onClick={() => runCommand(session, 'simulate.resume')}>
            Resume at {state.at}
          </Button>
          <RunCost frames={missing} />
        </>
      );
    case 'broken':
      return (
        <>
          <Button variant="primary" icon={Play} onClick={() => runCommand(session, 'simulate.resume')}>
            Resume
          </Button>
          <Button onClick={() => runCommand(session, 'help.log')}>Log</Button>
          <Button variant="ghost" onClick={() => session.shot.simulation.dismiss(state.job.jobId)}>
            Dismiss
          </Button>
        </>
      );
    case 'complete':
      return <NextQuality />;
    case 'failed':
    case 'idle':
      return null;
  }
}

/** The button that simulates the shot at the next better quality, after the last frame. */
function NextQuality() {
  const session = useSession();
  const quality = useView((state) => state.quality);
  const range = useDocument(({ open }) => open?.scene.range);
  const connected = useProgram((state) => state.connection.kind === 'connected');
  const next = qualityNames[qualityNames.indexOf(quality) + 1];
  if (next === undefined || range === undefined) return null;
  const simulate = (): void => {
    session.view.setState({ quality: next });
    void session.shot.simulate().catch((error: unknown) => session.log.error('could not simulate', error));
  };
  return (
    <>
      <Button icon={Play} disabled={!connected && 'The simulation process is being started.'} onClick={simulate}>
        Simulate {qualityTitles[next]}
      </Button>
      <RunCost frames={range.last - range.first + (range.preRoll ?? 0)} quality={next} />
    </>
  );
}

/** Milliseconds for which it is said from where a simulation went on. */
const TOLD = 4000;

function WhileRunning({ job, held }: { readonly job: JobInfo; readonly held: boolean }) {
  const session = useSession();
  const keys = useKeyLabel();
  const take = useDocument(({ open }) => open?.scene.take.id);
  const quality = useView((state) => state.quality);
  const cells = useFrames((state) => state.cells);
  const last = useUndoLabel();
  const news = useFor(TOLD, job.resumedFrom);
  const restart = restartFrame(job, cells, { take, quality });
  if (restart !== undefined) {
    const stale = cells.find(({ frame, state }) => frame >= restart && state === 'stale')?.frame;
    return (
      <>
        <Button
          className="run-restart"
          icon={RefreshCw}
          title={`The simulation continues with its own settings. ${last ?? 'An edit'} applies from frame ${restart} (${keys('simulate.restart')}).`}
          onClick={() => runCommand(session, 'simulate.restart')}
        >
          Restart from {restart}
        </Button>
        <span className="run-changed" title={last}>
          {last}
        </span>
        {stale !== undefined && (
          <button type="button" className="run-why" onClick={() => whyStale(stale)}>
            Why?
          </button>
        )}
      </>
    );
  }
  if (job.take !== undefined && job.take !== take) return <span className="run-text">of another take</span>;
  if (job.quality !== undefined && job.quality !== quality) return <span className="run-text">at {job.quality}</span>;
  if (held) return <span className="run-text">keeps its memory until stopped</span>;
  if (job.resumedFrom === undefined) return null;
  if (!news) return <span className="run-text">from checkpoint {job.resumedFrom}</span>;
  return (
    <span className="run-news" role="status">
      <Check aria-hidden /> Resumed from checkpoint {job.resumedFrom}, with the same result as without the pause
    </span>
  );

  function whyStale(frame: number): void {
    session.timeline.setState({ frame, playing: false });
    runCommand(session, 'simulate.whyStale');
  }
}

/** True for so many milliseconds after a value came. */
function useFor(milliseconds: number, value: unknown): boolean {
  const [over, setOver] = useState<unknown>();
  useEffect(() => {
    const timer = setTimeout(() => setOver(value), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, value]);
  return over !== value;
}

function Undo() {
  const session = useSession();
  const label = useUndoLabel();
  return (
    <Button
      icon={Undo2}
      disabled={label === undefined && 'Nothing to undo: change the value.'}
      title={label === undefined ? undefined : `Undo: ${label}`}
      onClick={() => runCommand(session, 'edit.undo')}
    >
      Undo
    </Button>
  );
}

/** Stays until the failed frame is there or the artist wants no more of it. */
function Failure({ retry }: { readonly retry: boolean }) {
  const session = useSession();
  const explained = useExplainedFailure();
  const open = useView((state) => state.task === 'failure');
  const connected = useProgram((state) => state.connection.kind === 'connected');
  if (explained === undefined) return null;
  const { failure, key } = explained;
  return (
    <>
      <Button
        className="run-failure"
        icon={CircleQuestionMark}
        aria-pressed={open}
        onClick={() => {
          if (open) session.view.setState({ task: 'none', isolated: undefined });
          else runCommand(session, 'simulate.showFailure');
        }}
      >
        Why it failed
      </Button>
      {retry && (
        <Button
          icon={RotateCw}
          disabled={!connected && 'The simulation process is being started.'}
          onClick={() => runCommand(session, 'simulate.run')}
        >
          Retry {failure.frame}
        </Button>
      )}
      <IconButton icon={X} size="small" label="Dismiss" onClick={() => session.shot.simulation.dismiss(key)} />
    </>
  );
}
