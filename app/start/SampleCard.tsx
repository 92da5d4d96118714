import { useState } from 'react';
import { FilePlus2, GraduationCap, Play, Timer } from 'lucide-react';
import type { DefinitionInfo, TemplateSubject } from '../../src/protocol/requests/program.ts';
import type { SampleState } from '../../src/protocol/requests/samples.ts';
import { formatAbout } from '../units/formatTime.ts';
import { useSamples, useSession } from '../session/Session.ts';
import { Badge } from '../ui/Badge.tsx';
import { openSample, playSample } from './openSample.ts';
import { sampleNotes } from './sampleNotes.ts';
import { SamplePicture } from './SamplePicture.tsx';
import { isReady, subjectLabels } from './samples.ts';
import figures from './sampleFigures.json';

interface Figures {
  /** Frames of the sample. */
  readonly frames: number;
  /** What it holds: elements, triangles, cells. */
  readonly size: string;
  /** Processor time of its draft, s, of one thread. */
  readonly seconds: number;
}

const measured: Readonly<Record<string, Figures | undefined>> = figures.samples;

/** What is known of a sample before it was ever opened: measured by `node tools/sampleFrames.mjs --figures`. */
function sampleFigures(type: string): Figures | undefined {
  return measured[type];
}

/** Seconds of simulating the draft whole, and what is missing of it: by what frames took here, else by what they took where the figures come from. */
function sampleSeconds(type: string, state: SampleState | undefined): { whole: number; missing: number } | undefined {
  const known = measured[type];
  const frames = state?.frames ?? known?.frames;
  if (frames === undefined) return undefined;
  const here = state !== undefined && state.made >= ENOUGH ? state.seconds / state.made : undefined;
  const perFrame = here ?? (known === undefined ? undefined : known.seconds / known.frames);
  if (perFrame === undefined) return undefined;
  return { whole: perFrame * frames, missing: perFrame * (frames - (state?.cached ?? 0)) };
}

/** Frames after which their time says what the others will take. */
const ENOUGH = 6;

/** Grounds of the words that say what a shot is about: solids warm, liquids cool. */
const TONES: Readonly<Record<TemplateSubject, 'warning' | 'danger' | 'success' | 'info'>> = {
  soft: 'warning',
  rigid: 'info',
  plastic: 'warning',
  tearing: 'danger',
  muscle: 'danger',
  cloth: 'success',
  liquid: 'info',
  coupled: 'info',
};

interface SampleCardProps {
  readonly sample: DefinitionInfo;
  /** The pointer or the focus is on it. */
  onLook(): void;
}

/** A sample shot: what one sees and learns, and whether its frames are there. */
export function SampleCard({ sample, onLook }: SampleCardProps) {
  const session = useSession();
  const [opening, setOpening] = useState(false);
  const { type, label, takesMesh, subject = 'soft', reference } = sample;
  const state = useSamples(({ states }) => states.get(type));
  const figures = sampleFigures(type);
  const frames = state?.frames ?? figures?.frames;
  const [sees, learns] = sampleNotes[type] ?? [label, subjectLabels[subject]];
  const open = async (plays: boolean) => {
    setOpening(true);
    try {
      await (plays ? playSample : openSample)(session, sample);
    } catch (error) {
      session.log.error(`could not open ${label}`, error);
    } finally {
      setOpening(false);
    }
  };
  const withMesh = () => session.shell.setState({ overlay: { kind: 'new-shot', settings: { template: type } } });
  return (
    <li className="sample-item" data-sample={type} onPointerEnter={onLook} onFocus={onLook}>
      <button
        type="button"
        className="sample-card"
        data-autofocus
        aria-busy={opening}
        title={reference.startsWith('none: ') ? undefined : reference}
        onClick={(event) => void open(!event.shiftKey)}
      >
        <SamplePicture template={type} />
        <span className="sample-badge">
          <Badge tone={TONES[subject]}>{subject}</Badge>
          {takesMesh && <Badge>takes your mesh</Badge>}
        </span>
        <span className="sample-state">
          <StateBadge type={type} state={state} />
        </span>
        {state?.working === true && (
          <span className="sample-progress" aria-hidden>
            <span style={{ inlineSize: `${(100 * state.cached) / state.frames}%` }} />
          </span>
        )}
        <span className="sample-action">
          <Play aria-hidden />
          {opening ? 'Opening' : 'Open and play'}
        </span>
        <span className="sample-text">
          <span className="sample-title">
            <strong>{label}</strong>
            <span className="mono">{frames !== undefined && `${frames} frames`}</span>
          </span>
          <span className="sample-sees">{sees}</span>
          <span className="sample-learns">
            <GraduationCap aria-hidden />
            {learns}
          </span>
          <span className="sample-size mono">
            <span>{figures?.size}</span>
            <Cost type={type} state={state} />
          </span>
        </span>
      </button>
      {takesMesh && (
        <button
          type="button"
          className="sample-mesh"
          onClick={withMesh}
          title={`New shot from ${label} with your mesh`}
        >
          <FilePlus2 aria-hidden />
          With your mesh
        </button>
      )}
    </li>
  );
}

interface StateProps {
  readonly type: string;
  readonly state: SampleState | undefined;
}

function StateBadge({ type, state }: StateProps) {
  if (isReady(state)) {
    return (
      <Badge tone="success" icon={Play}>
        ready to play
      </Badge>
    );
  }
  if (state?.working === true) return <Badge icon={Timer}>{`frame ${state.cached} of ${state.frames}`}</Badge>;
  const seconds = sampleSeconds(type, state);
  return (
    <Badge icon={Timer}>
      {seconds === undefined ? 'not simulated' : `simulates in ${formatAbout(seconds.missing)}`}
    </Badge>
  );
}

/** What simulating it takes: again, where its frames are there. */
function Cost({ type, state }: StateProps) {
  const seconds = sampleSeconds(type, state);
  if (seconds === undefined) return <span />;
  return <span>{`${isReady(state) ? 'Draft again' : 'Draft'} ${formatAbout(seconds.whole)}`}</span>;
}
