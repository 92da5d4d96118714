import { useEffect, useState } from 'react';
import { Pause, Play, Square } from 'lucide-react';
import { runCommand } from '../../commands/Command.ts';
import { useKeyLabel } from '../../commands/useKeymap.ts';
import type { JobInfo } from '../../state/jobsStore.ts';
import { useSession } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { formatDuration, formatDurationRange } from '../../units/formatTime.ts';

/** How far a simulation is: the number of frames, per cent and remaining time stand still. */
export function RunProgress({ job }: { readonly job: JobInfo }) {
  const session = useSession();
  const keys = useKeyLabel();
  const total = job.first === undefined || job.last === undefined ? 0 : job.last - job.first + 1;
  const share = total === 0 ? job.fraction : job.framesDone / total;
  const percent = Math.floor(100 * share);
  const held = job.state === 'paused' || job.state === 'pausing';
  return (
    <div className="run-progress" data-held={held || undefined}>
      {held ? (
        <Button icon={Play} onClick={() => runCommand(session, 'simulate.resume')}>
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
        className="run-progress-text"
        role="progressbar"
        aria-label="Simulated frames"
        aria-valuenow={percent}
        aria-valuetext={`${job.framesDone} of ${total} frames`}
      >
        <div className="run-bar" style={{ width: `${100 * share}%` }} />
        <span className="run-stage" data-frame={/^frame /.test(job.stage) || undefined}>
          {stageOf(job)}
        </span>
        <span className="mono run-count">
          {job.framesDone} / {total}
        </span>
        <span className="mono run-share">{percent} %</span>
        <span className="run-eta">
          {job.state === 'paused' ? <Paused /> : job.state === 'pausing' ? 'pausing…' : <Eta job={job} />}
        </span>
      </div>
      <IconButton
        icon={Square}
        label="Cancel"
        text="Stops within one substep. Finished frames are kept."
        keys={keys('simulate.cancel')}
        className="run-cancel"
        onClick={() => runCommand(session, 'simulate.cancel')}
      />
    </div>
  );
}

function Eta({ job }: { readonly job: JobInfo }) {
  if (job.state === 'cancelling') return 'stopping…';
  if (job.etaSeconds === undefined) return null;
  return (
    <>
      <span className="mono">{formatDurationRange(job.etaSeconds)}</span>
      <span className="run-left"> left</span>
    </>
  );
}

/** The time for which the run has been paused. */
function Paused() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - began) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return <>paused{seconds > 0 && <span className="mono"> {formatDuration(seconds)}</span>}</>;
}

/** The frame that is worked on, or what comes before frames. */
function stageOf(job: JobInfo): string {
  if (job.state === 'queued') return 'Waiting';
  const frame = /^frame (-?\d+)$/.exec(job.stage)?.[1];
  if (frame !== undefined) return `Frame ${frame}`;
  return job.stage === '' ? 'Starting' : job.stage.slice(0, 1).toUpperCase() + job.stage.slice(1);
}
