import { useState } from 'react';
import { CircleCheck, CircleX, Crosshair, Play, RotateCcw, Undo2 } from 'lucide-react';
import type { SimulationFailure } from '../../src/base/failure.ts';
import { runCommand } from '../commands/Command.ts';
import { goTo } from '../commands/goTo.ts';
import { isRunning } from '../client/JobTracker.ts';
import { formatDurationRange } from '../units/formatTime.ts';
import { estimateSeconds } from '../state/costStore.ts';
import { explainedFailure } from '../state/runState.ts';
import { useCosts, useDocument, useFrames, useJobs, useSession, useTimeline, useView } from '../session/Session.ts';
import { formatNumber } from '../units/formatNumber.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/Panel.tsx';
import { describeFailure, failureRows } from '../state/describeFailure.ts';
import { setValueAt, valueAt, type ValuePath } from '../document/valueAt.ts';
import type { DocumentStore } from '../document/documentStore.ts';

/** The place and cause of a frame's failure, and what may help: each remedy is one step of undo. */
export function FailureTask() {
  const session = useSession();
  const frame = useTimeline((state) => (state.playing ? undefined : state.frame));
  const cells = useFrames((state) => state.cells);
  const scene = useDocument((state) => state.open?.scene);
  const explained = useJobs((state) => state.failure);
  const [applied, setApplied] = useState<string>();
  const failed = cells.filter(({ failure }) => failure !== undefined);
  const cell = failed.find((candidate) => candidate.frame === frame) ?? failed[0];
  if (cell?.failure === undefined || scene === undefined) {
    const outdated =
      explained === undefined ? undefined : explainedFailure(cells, { failure: explained, dismissed: NONE });
    if (applied !== undefined || outdated !== undefined) {
      const told = outdated?.failure;
      const blamed = scene?.entities.find(({ id }) => id === told?.entity);
      const name = blamed === undefined ? undefined : blamed.name || blamed.id;
      return <Applied title={applied} told={told === undefined ? undefined : describeFailure(told, name)} />;
    }
    return (
      <div className="task-body">
        <EmptyState icon={CircleX} title="No frame failed">
          When a simulation fails, its frame, element and cause are explained here, with remedies that can be applied.
        </EmptyState>
      </div>
    );
  }
  const { failure } = cell;
  const entity = scene.entities.find(({ id }) => id === failure.entity);
  const name = entity === undefined ? undefined : entity.name || entity.id;
  const kept = cells.filter(({ state }) => state === 'cached').length;
  return (
    <>
      <div className="task-body">
        <header className="failure-head" role="alert">
          <CircleX aria-hidden />
          <div>
            <h3>Frame {failure.frame} failed</h3>
            <p>
              {[
                name,
                failure.element === undefined ? undefined : `element ${failure.element}`,
                `${kept} ${kept === 1 ? 'frame' : 'frames'} kept`,
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
          </div>
        </header>
        <p className="failure-text">{describeFailure(failure, name)}</p>
        <dl className="failure-rows">
          {failureRows(failure).map(({ label, value, limit }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="mono">{value}</dd>
              <dd className="mono failure-limit">{limit}</dd>
            </div>
          ))}
        </dl>
        <h3 className="failure-try">
          Try <span>each is one undo step</span>
        </h3>
        {failure.suggestions.map((suggestion, index) => (
          <Remedy
            key={suggestion.title}
            suggestion={suggestion}
            failure={failure}
            first={index === 0}
            onApply={() => {
              applySuggestion(session.document, suggestion);
              session.view.setState({ isolated: undefined });
              setApplied(suggestion.title);
            }}
          />
        ))}
        <RemedyCost />
      </div>
      <footer className="task-actions">
        {failure.entity !== undefined && failure.element !== undefined && (
          <Button icon={Crosshair} onClick={() => isolate(failure)}>
            Isolate element {formatNumber(failure.element)}
          </Button>
        )}
        <Button
          icon={RotateCcw}
          onClick={() =>
            void session.shot.simulate().catch((error: unknown) => session.log.error('could not simulate', error))
          }
        >
          Try again
        </Button>
      </footer>
    </>
  );

  function isolate({ entity: id, element, frame: at }: SimulationFailure): void {
    goTo(session, { entity: id, frame: at });
    if (id !== undefined && element !== undefined) session.view.setState({ isolated: { entity: id, element } });
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The note after a remedy or another edit: what had failed, the way on, and the way back. */
function Applied({ title, told }: { readonly title: string | undefined; readonly told: string | undefined }) {
  const session = useSession();
  const last = useDocument(({ open }) => open?.past.at(-1)?.label);
  const running = useJobs(({ jobs }) => [...jobs.values()].some((job) => job.kind === 'simulate' && isRunning(job)));
  const isLast = title !== undefined && last === title;
  return (
    <div className="task-body">
      <EmptyState
        icon={CircleCheck}
        title={isLast ? `Applied: ${title}` : 'The shot was changed since the failure'}
        actions={
          <>
            <Button
              variant="primary"
              icon={Play}
              disabled={running && 'It is being simulated.'}
              onClick={() => runCommand(session, 'simulate.run')}
            >
              {running ? 'Simulating…' : 'Simulate'}
            </Button>
            {isLast && (
              <Button icon={Undo2} onClick={() => runCommand(session, 'edit.undo')}>
                Undo
              </Button>
            )}
          </>
        }
      >
        {told !== undefined && `${told} `}
        {isLast
          ? 'The frames that the change affects are simulated again; if one fails, it is explained here.'
          : 'The shot was changed since then. Simulate it to see whether it succeeds.'}
      </EmptyState>
    </div>
  );
}

interface RemedyProps {
  readonly suggestion: SimulationFailure['suggestions'][number];
  readonly failure: SimulationFailure;
  readonly first: boolean;
  onApply(): void;
}

function Remedy({ suggestion, failure, first, onApply }: RemedyProps) {
  const session = useSession();
  const { title, detail } = suggestion;
  return (
    <article className="remedy" data-first={first || undefined}>
      <h4>{title}</h4>
      <p>{detail}</p>
      <div className="remedy-actions">
        {first && <span className="remedy-badge">most promising</span>}
        {failure.entity !== undefined && (
          <Button
            size="small"
            variant="ghost"
            onClick={() => goTo(session, { entity: failure.entity, frame: failure.frame })}
          >
            Go to
          </Button>
        )}
        <Button size="small" variant={first ? 'primary' : 'secondary'} onClick={onApply}>
          Apply
        </Button>
      </div>
    </article>
  );
}

/** What is computed again after any remedy: all frames, since each of them holds what it was made with. */
function RemedyCost() {
  const frames = useFrames(({ cells }) => cells.length);
  const quality = useView((state) => state.quality);
  const samples = useCosts((state) => state.samples[quality]);
  const cost = estimateSeconds(samples, frames);
  return (
    <p className="remedy-cost">
      Each of them requires simulating all <span className="mono">{frames}</span> frames again
      {cost !== undefined && (
        <>
          {': about '}
          <span className="mono">{formatDurationRange(cost)}</span> at the present cost of a frame
        </>
      )}
      .
    </p>
  );
}

/** Makes the changes of a remedy as one step of undo. Those whose place is no longer there are left out. */
export function applySuggestion(
  document: DocumentStore,
  { title, changes }: SimulationFailure['suggestions'][number],
): void {
  document.edit(title, (scene) => {
    for (const { path, value } of changes) {
      const place = resolved(path, scene.entities);
      if (place !== undefined && valueAt(scene, place.slice(0, -1)) !== undefined) setValueAt(scene, place, value);
    }
  });
}

/** `entities.torus.material.density` -> the steps to it, with the number of the entity for its id. */
function resolved(path: string, entities: readonly { readonly id: string }[]): ValuePath | undefined {
  const steps = path.split('.');
  if (steps[0] !== 'entities') return steps;
  const index = entities.findIndex(({ id }) => id === steps[1]);
  return index < 0 ? undefined : ['entities', index, ...steps.slice(2)];
}
