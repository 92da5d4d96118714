import type { ReactNode } from 'react';
import { CircleCheck, CircleStop, CircleX, Play, TriangleAlert } from 'lucide-react';
import { runCommand } from '../../commands/Command.ts';
import { useKeyLabel } from '../../commands/useKeymap.ts';
import { describePlace } from '../../document/describePlace.ts';
import type { Refusal } from '../../state/programStore.ts';
import { qualityTitles } from '../../state/qualityTitles.ts';
import type { RunState } from '../../state/runState.ts';
import { useDocument, useFrames, useProgram, useSession, useView, type Session } from '../../session/Session.ts';
import { firstToSimulate, framesToSimulate } from '../../state/simulationPlan.ts';
import { Button } from '../../ui/Button.tsx';
import { goTo } from '../../commands/goTo.ts';
import { RunCost } from './RunCost.tsx';
import { RunProgress } from './RunProgress.tsx';

/** The left part of the control: what can be started, how far it is, or how it ended. */
export function RunSlot({ state }: { readonly state: RunState }) {
  switch (state.kind) {
    case 'running':
    case 'held':
      return <RunProgress job={state.job} />;
    case 'refused':
      return <Refused refusal={state.refusal} />;
    case 'failed':
      return (
        <Chip kind="failed" icon={<CircleX aria-hidden />} detail={<Kept />}>
          Frame {state.failure.frame} failed
        </Chip>
      );
    case 'broken':
      return (
        <Chip kind="failed" icon={<CircleX aria-hidden />} title={state.job.error?.message} detail={<Kept />}>
          {sentence(state.job.error?.message ?? 'The simulation stopped early')}
        </Chip>
      );
    case 'stopped':
      return (
        <Chip kind="stopped" icon={<CircleStop aria-hidden />} detail={<Kept />}>
          {state.interrupted ? 'Interrupted' : 'Stopped'} at {state.at}
        </Chip>
      );
    case 'complete':
      return <Complete />;
    case 'idle':
      return <Idle />;
  }
}

interface ChipProps {
  readonly kind: 'failed' | 'stopped' | 'complete';
  readonly icon: ReactNode;
  readonly title?: string;
  readonly detail: ReactNode;
  readonly children: ReactNode;
}

/** How it ended: words, no button. */
function Chip({ kind, icon, title, detail, children }: ChipProps) {
  return (
    <span className="run-chip" data-kind={kind} role={kind === 'failed' ? 'alert' : 'status'} title={title}>
      {icon}
      <span className="run-chip-text">{children}</span>
      <span className="run-chip-detail">{detail}</span>
    </span>
  );
}

function Kept() {
  const total = useFrames(({ cells }) => cells.length);
  const missing = useFrames(({ cells }) => framesToSimulate(cells));
  return (
    <>
      <span className="mono">
        {total - missing} of {total}
      </span>
      <span className="run-chip-noun"> frames</span> kept
    </>
  );
}

function Complete() {
  const total = useFrames(({ cells }) => cells.length);
  const quality = useView((state) => state.quality);
  return (
    <Chip kind="complete" icon={<CircleCheck aria-hidden />} detail={null}>
      All <span className="mono">{total}</span> frames, {qualityTitles[quality]}
    </Chip>
  );
}

function Idle() {
  const session = useSession();
  const keys = useKeyLabel();
  const from = useFrames(({ cells }) => firstToSimulate(cells));
  const count = useFrames(({ cells }) => framesToSimulate(cells));
  const total = useFrames(({ cells }) => cells.length);
  const connected = useProgram((state) => state.connection.kind === 'connected');
  const label = from === undefined || count === total ? 'Simulate' : `Simulate from ${from}`;
  return (
    <span className="run-idle">
      <Button
        variant="primary"
        icon={Play}
        disabled={!connected && 'The simulation process is being started.'}
        title={`${label} (${keys('simulate.run')})`}
        onClick={() => runCommand(session, 'simulate.run')}
      >
        {label}
      </Button>
      <RunCost frames={count} counted />
    </span>
  );
}

/** The last edit cannot be simulated: what is wrong, and the way to it. */
function Refused({ refusal }: { readonly refusal: Refusal }) {
  const session = useSession();
  const { place, message } = refusal;
  const where = place === undefined ? '' : `${describePlace(place, session.document.scene)}: `;
  return (
    <button
      type="button"
      className="run-chip"
      data-kind="refused"
      title={`${where}${message}\nFrames are those of the last valid edit.`}
      onClick={() => showPlace(session, place)}
    >
      <TriangleAlert aria-hidden />
      <span className="run-chip-text">{sentence(message)}</span>
    </button>
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

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What undo would take back, for the action beside a refused edit. */
export function useUndoLabel(): string | undefined {
  return useDocument(({ open }) => open?.past.at(-1)?.label);
}
