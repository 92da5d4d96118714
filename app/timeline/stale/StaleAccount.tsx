import { ArrowRight, Check, Crosshair, GitBranch, Play, Undo2 } from 'lucide-react';
import type { RequestResult } from '../../../src/protocol/requests.ts';
import { useKeyLabel } from '../../commands/useKeymap.ts';
import { estimateSeconds } from '../../state/costStore.ts';
import { useCosts, useDocument, useSession, useView, type Session } from '../../session/Session.ts';
import { formatDurationRange } from '../../units/formatTime.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatNumber } from '../../units/formatNumber.ts';
import { Button } from '../../ui/Button.tsx';
import { dockOf } from '../dockStore.ts';
import { modelOf } from '../DockModel.ts';
import { selectOnly } from '../keys/keySelection.ts';
import { EntityIcon } from '../labels/EntityIcon.tsx';
import { jumpTo } from '../playhead.ts';
import { inputValue } from './inputValue.ts';
import { nameIn, nameInput, type NamedInput } from './nameInput.ts';
import { applyPatches } from 'immer';
import type { Scene } from '../../../src/scene/Scene.ts';
import { branchTake, listTakes } from '../../../src/scene/takes.ts';
import { uniqueId } from '../../../src/scene/uniqueNames.ts';
import type { DocumentStore } from '../../document/documentStore.ts';

export type Stale = NonNullable<RequestResult<'whyStale'>['stale']>;

interface StaleAccountProps {
  readonly stale: Stale;
  readonly frame: number;
  onDone(): void;
}

/** The input that differs first, what computing again costs, and the three ways out. */
export function StaleAccount({ stale, onDone }: StaleAccountProps) {
  return (
    <>
      <Difference stale={stale} />
      <Cost stale={stale} />
      <Exits stale={stale} onDone={onDone} />
    </>
  );
}

function Difference({ stale }: { readonly stale: Stale }) {
  const session = useSession();
  const scene = useDocument((state) => state.open?.scene);
  const { first, difference, storedKey, wantedKey } = stale;
  if (difference === undefined || scene === undefined) {
    return (
      <p className="why-stale-plain">
        The inputs of the old frames are no longer stored, so the first difference is unknown.
      </p>
    );
  }
  const input = nameInput(difference.path, scene);
  const [before, after] = [difference.stored, difference.wanted].map((value) =>
    inputValue(value, input.unit, nameIn(scene.entities)),
  );
  const atStart = first === scene.range.first;
  return (
    <div className="why-stale-part">
      <p className="why-stale-lead">
        First input that differs, {atStart ? `at frame ${first}` : `sampled over (${first - 1}, ${first}]`}
      </p>
      <div className="why-stale-input">
        <div className="why-stale-name">
          <EntityIcon entity={input.entity} />
          <strong>{input.steps.join(' › ')}</strong>
          <GoToInput session={session} input={input} first={first} />
        </div>
        <div className="why-stale-values">
          <s className="mono">{before}</s>
          <ArrowRight aria-label="became" />
          <span className="mono why-stale-after">{after}</span>
          <span className="mono why-stale-keys" title="Keys of the old frame and of the required one">
            {storedKey.slice(0, 8)} → {wantedKey.slice(0, 8)}
          </span>
        </div>
        <p className="why-stale-lead">{difference.matching} other inputs match.</p>
      </div>
    </div>
  );
}

interface GoToInputProps {
  readonly session: Session;
  readonly input: NamedInput;
  readonly first: number;
}

/** The button that leads to the key that begins to matter at the first stale frame, or to the entity in the inspector. */
function GoToInput({ session, input, first }: GoToInputProps) {
  const lane = input.lane === undefined ? undefined : modelOf(session).lane(input.lane);
  const key = lane?.curve.keys.find(({ frame }) => frame >= first) ?? lane?.curve.keys.at(-1);
  if (lane !== undefined && key !== undefined) {
    const go = () => {
      dockOf(session).setState(({ shown }) => ({
        activeLane: lane.id,
        keys: selectOnly([{ lane: lane.id, frame: key.frame }]),
        shown: new Set([...shown, 'curves' as const]),
      }));
      jumpTo(session, key.frame);
    };
    return (
      <Button variant="ghost" size="small" icon={Crosshair} onClick={go}>
        Go to key {formatNumber(key.frame, 7)}
      </Button>
    );
  }
  const { entity } = input;
  if (entity === undefined) return null;
  return (
    <Button
      variant="ghost"
      size="small"
      icon={Crosshair}
      onClick={() => {
        session.selection.setState({ ids: [entity] });
        session.panelActions.get('showPanel')?.('inspector');
      }}
    >
      Go to
    </Button>
  );
}

function Cost({ stale: { first, last, resumeFrom } }: { readonly stale: Stale }) {
  const quality = useView((state) => state.quality);
  const samples = useCosts((state) => state.samples[quality]);
  const rangeFirst = useDocument((state) => state.open?.scene.range.first ?? first);
  const stale = last - first + 1;
  // A simulation from a checkpoint makes the frames between it and the first stale one again.
  const lead = Math.max(0, first - 1 - (resumeFrom ?? rangeFirst));
  const each = estimateSeconds(samples, 1);
  const whole = estimateSeconds(samples, stale + lead);
  return (
    <dl className="why-stale-cost">
      <dt>To recompute</dt>
      <dd className="mono">
        {stale} {stale === 1 ? 'frame' : 'frames'}
        {each !== undefined && ` × ${rangeOf(each)}`}, {quality}
      </dd>
      <dt>Resume from</dt>
      <dd>
        {resumeFrom === undefined ? (
          <span>the first frame, {rangeFirst}</span>
        ) : (
          <>
            <Check className="dock-check" aria-hidden /> <span className="mono">checkpoint {resumeFrom}</span>
          </>
        )}
        {lead > 0 && (
          <span className="dock-secondary">
            {' '}
            + {lead} {lead === 1 ? 'frame' : 'frames'} to reach {first - 1}
          </span>
        )}
      </dd>
      <dt>Time</dt>
      <dd className="why-stale-time">
        {whole === undefined ? 'not measured yet at this quality' : formatDurationRange(whole)}
      </dd>
    </dl>
  );
}

/** `0.42–0.56 s`, `1.2–3 ms`. */
function rangeOf({ low, high }: { readonly low: number; readonly high: number }): string {
  const unit = bestUnit('s', high);
  const [from, to] = [low, high].map((seconds) => formatNumber(seconds / unit.factor, 2));
  return `${from === to ? to : `${from}–${to}`} ${unit.symbol}`;
}

function Exits({ stale, onDone }: { readonly stale: Stale; onDone(): void }) {
  const session = useSession();
  const keys = useKeyLabel();
  const { shot, document, log } = session;
  const undone = useDocument((state) => state.open?.past.at(-1)?.label);
  const simulate = () => {
    onDone();
    const range = { first: stale.first, last: stale.last, priorityFrame: stale.first };
    shot.simulate(range).catch((error: unknown) => log.error('could not simulate', error));
  };
  const branch = () => {
    onDone();
    const { scene, name } = branchEdit(document, stale.first);
    document.replace(`Branch ${name} at frame ${stale.first}`, scene);
  };
  const undo = () => {
    onDone();
    document.undo();
  };
  return (
    <footer className="why-stale-exits">
      <Button variant="primary" icon={Play} onClick={simulate}>
        Simulate from {stale.first}
      </Button>
      <Button icon={GitBranch} title="Moves the edit into a new take; this one keeps its frames" onClick={branch}>
        Branch as take
      </Button>
      <span className="dock-spacer" />
      <Button
        variant="ghost"
        icon={Undo2}
        keys={keys('edit.undo')}
        title={undone}
        disabled={undone === undefined && 'There is nothing to undo.'}
        onClick={undo}
      >
        Undo edit
      </Button>
    </footer>
  );
}

/**
 * The document with its last edit in a take of its own: the take that was edited goes back to how it was, so that its frames hold again. Where
 * the last step was none of contents, the take is branched as it is.
 */
export function branchEdit(document: DocumentStore, frame: number): { readonly scene: Scene; readonly name: string } {
  const { scene, past } = document.store.getState().open!;
  const last = past.at(-1);
  const before = last === undefined ? scene : applyPatches(scene, last.backwards);
  const base = before.take.id === scene.take.id && before.takes === scene.takes ? before : scene;
  const takes = listTakes(scene);
  const id = uniqueId(`take-${takes.length + 1}`, takes);
  const name = `Take ${takes.length + 1}`;
  const branched = branchTake(base, { id, name, frame });
  const { frameRate, range, physics, quality, entities } = scene;
  return { scene: { ...branched, frameRate, range, physics, quality, entities }, name };
}
