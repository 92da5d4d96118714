import { useRef, type ReactNode } from 'react';
import { Check, CircleAlert, Pause, Play, Square, TriangleAlert } from 'lucide-react';
import { runCommand } from '../commands/Command.ts';
import { useKeyLabel } from '../commands/useKeymap.ts';
import { isRunning } from '../client/JobTracker.ts';
import { estimateSeconds } from '../state/costStore.ts';
import { describePlace } from '../state/describePlace.ts';
import type { JobInfo } from '../state/jobsStore.ts';
import type { Refusal } from '../state/programStore.ts';
import {
  useCosts,
  useDocument,
  useFrames,
  useJobs,
  useProgram,
  useSession,
  useView,
  type Session,
} from '../state/Session.ts';
import { firstToSimulate, framesToSimulate } from '../state/simulationPlan.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { formatDurationRange } from './formatTime.ts';
import { goTo } from './goTo.ts';

/** Starts, shows and stops the simulation: one place of a fixed width, whatever happens. */
export function SimulateControl() {
  const job = useJobs(({ jobs, simulation }) => (simulation === undefined ? undefined : jobs.get(simulation)));
  const stopped = useStopped(job);
  const complete = useFrames(({ cells }) => cells.length > 0 && firstToSimulate(cells) === undefined);
  const refusal = useProgram((state) => state.refusal);
  if (job !== undefined && isRunning(job)) return <Running job={job} />;
  if (refusal !== undefined) return <Refused refusal={refusal} />;
  if (complete) return <Complete />;
  if (stopped !== undefined) return <Stopped job={stopped} />;
  return <Idle />;
}

/** The simulation that was stopped before its end, until the document changes. */
function useStopped(job: JobInfo | undefined): JobInfo | undefined {
  const scene = useDocument((state) => state.open?.scene);
  const seen = useRef<{ jobId: string; scene: unknown }>(undefined);
  if (job === undefined || job.state === 'done' || isRunning(job)) return undefined;
  if (seen.current?.jobId !== job.jobId) seen.current = { jobId: job.jobId, scene };
  return seen.current.scene === scene ? job : undefined;
}

function Box({ state, children }: { readonly state: string; readonly children: ReactNode }) {
  return (
    <div className="simulate" role="group" aria-label="Simulation" data-state={state}>
      {children}
    </div>
  );
}

function Idle() {
  const session = useSession();
  const keys = useKeyLabel();
  const from = useFrames(({ cells }) => firstToSimulate(cells));
  const count = useFrames(({ cells }) => framesToSimulate(cells));
  const total = useFrames(({ cells }) => cells.length);
  const quality = useView((state) => state.quality);
  const samples = useCosts((state) => state.samples[quality]);
  const connected = useProgram((state) => state.connection.kind === 'connected');
  const cost = estimateSeconds(samples, count);
  const label = from === undefined || count === total ? 'Simulate' : `Simulate from ${from}`;
  const reason = !connected && 'The simulation process is being started.';
  return (
    <Box state="idle">
      <Button
        variant="primary"
        icon={Play}
        disabled={reason}
        title={`${label} (${keys('simulate.run')})`}
        onClick={() => runCommand(session, 'simulate.run')}
      >
        {label}
      </Button>
      <span className="simulate-text">
        <span className="mono">{count}</span> {count === 1 ? 'frame' : 'frames'}
        {cost !== undefined && (
          <>
            {' · '}
            <span className="mono">{formatDurationRange(cost)}</span>
          </>
        )}
      </span>
    </Box>
  );
}

/** The last edit cannot be simulated: what is wrong, and the way back. */
function Refused({ refusal }: { readonly refusal: Refusal }) {
  const session = useSession();
  const undo = useDocument(({ open }) => open?.past.at(-1)?.label);
  const { place, message } = refusal;
  const where = place === undefined ? '' : `${describePlace(place, session.document.scene)}: `;
  return (
    <Box state="stopped">
      <button
        type="button"
        className="simulate-chip"
        title={`${where}${message}\nFrames are those of the last edit that could be used.`}
        onClick={() => showPlace(session, place)}
      >
        <TriangleAlert aria-hidden />
        <span className="simulate-reason">{message.slice(0, 1).toUpperCase() + message.slice(1)}</span>
      </button>
      <Button
        disabled={undo === undefined && 'Nothing to undo: change the value.'}
        title={undo === undefined ? undefined : `Undo: ${undo}`}
        onClick={() => runCommand(session, 'edit.undo')}
      >
        Undo
      </Button>
    </Box>
  );
}

/** Selects the object that a place lies in, and shows the inspector; the log where it lies in none. */
function showPlace(session: Session, place: string | undefined): void {
  const index = /^entities\[(\d+)\]/.exec(place ?? '')?.[1];
  const entity = index === undefined ? undefined : session.document.scene?.entities[Number(index)];
  if (entity === undefined) runCommand(session, 'help.log');
  else {
    goTo(session, { entity: entity.id, frame: undefined });
    session.view.setState({ task: 'none' });
    session.panelActions.get('showPanel')?.('inspector');
  }
}

function Running({ job }: { readonly job: JobInfo }) {
  const session = useSession();
  const keys = useKeyLabel();
  const total = job.first === undefined || job.last === undefined ? 0 : job.last - job.first + 1;
  const share = total === 0 ? job.fraction : job.framesDone / total;
  const percent = Math.floor(100 * share);
  const held = job.state === 'paused' || job.state === 'pausing';
  return (
    <Box state={held ? 'held' : 'running'}>
      {held ? (
        <Button variant="primary" icon={Play} onClick={() => runCommand(session, 'simulate.resume')}>
          Resume
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={Pause}
          title={`Pause after this frame (${keys('simulate.pause')})`}
          onClick={() => runCommand(session, 'simulate.pause')}
        >
          Pause
        </Button>
      )}
      <div
        className="simulate-progress"
        role="progressbar"
        aria-label="Simulated frames"
        aria-valuenow={percent}
        aria-valuetext={`${job.framesDone} of ${total} frames`}
      >
        <div className="simulate-bar" style={{ width: `${100 * share}%` }} />
        <span className="simulate-stage" data-frame={/^frame /.test(job.stage) || undefined}>
          {stageOf(job)}
        </span>
        <span className="mono simulate-count">
          {job.framesDone} / {total}
        </span>
        <span className="mono simulate-share">{percent} %</span>
        <span className="simulate-eta">
          {held ? job.state === 'paused' ? 'paused' : 'pausing…' : <Eta job={job} />}
        </span>
      </div>
      <IconButton
        icon={Square}
        label="Cancel"
        text="Stops within a substep; finished frames are kept."
        keys={keys('simulate.cancel')}
        className="simulate-cancel"
        onClick={() => runCommand(session, 'simulate.cancel')}
      />
    </Box>
  );
}

function Eta({ job }: { readonly job: JobInfo }) {
  if (job.state === 'cancelling') return 'stopping…';
  if (job.etaSeconds === undefined) return null;
  return (
    <>
      <span className="mono">{formatDurationRange(job.etaSeconds)}</span> left
    </>
  );
}

/** The frame that is worked on, or what comes before frames. */
function stageOf(job: JobInfo): string {
  if (job.state === 'queued') return 'Waiting';
  const frame = /^frame (-?\d+)$/.exec(job.stage)?.[1];
  if (frame !== undefined) return `Frame ${frame}`;
  return job.stage === '' ? 'Starting' : job.stage.slice(0, 1).toUpperCase() + job.stage.slice(1);
}

function Stopped({ job }: { readonly job: JobInfo }) {
  const session = useSession();
  const total = useFrames(({ cells }) => cells.length);
  const missing = useFrames(({ cells }) => framesToSimulate(cells));
  const failure = job.error?.failure;
  const failed = job.state === 'failed';
  const what = failure !== undefined ? `Frame ${failure.frame} failed` : failed ? 'Interrupted' : 'Cancelled';
  return (
    <Box state="stopped">
      <button
        type="button"
        className="simulate-chip"
        title={job.error?.message}
        onClick={() => runCommand(session, failure === undefined ? 'help.log' : 'simulate.showFailure')}
      >
        {failed ? <TriangleAlert aria-hidden /> : <CircleAlert aria-hidden />}
        <span>{what}</span>
        <span className="simulate-kept">
          <span className="mono">
            {total - missing} of {total}
          </span>{' '}
          kept
        </span>
      </button>
      <Button variant="primary" icon={Play} onClick={() => runCommand(session, 'simulate.resume')}>
        Resume
      </Button>
    </Box>
  );
}

function Complete() {
  const total = useFrames(({ cells }) => cells.length);
  const quality = useView((state) => state.quality);
  return (
    <Box state="complete">
      <span className="simulate-chip" role="status">
        <Check aria-hidden />
        <span>
          All <span className="mono">{total}</span> frames are there
        </span>
        <span className="simulate-kept">{quality}</span>
      </span>
    </Box>
  );
}
