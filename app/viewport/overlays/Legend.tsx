import { useCallback, useRef, useState, type FormEvent } from 'react';
import { Lock, LockOpen, Scaling } from 'lucide-react';
import { usePacedNumbers } from '../../session/paceNumbers.ts';
import { useSession, useView } from '../../session/Session.ts';
import { SURFACE } from '../../state/viewStore.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { writeText } from '../../ui/writeText.ts';
import { colourMapOf } from '../../../src/frames/colours/colourMaps.ts';
import { cssGradient } from '../colour/cssColours.ts';
import { useColouring, useColourings } from '../colour/chosenColouring.ts';
import type { ColouringInfo } from '../colour/colourings.ts';
import { coloursOf } from '../../../src/frames/AttributeDisplay.ts';
import { formatField, fieldScale, parseField } from '../colour/fieldText.ts';
import { colourRange } from '../colour/colourRange.ts';
import { probeValues } from '../probe/probeValues.ts';
import { fitLimits, fixLimits, shownLimits, viewportStore } from '../viewportState.ts';
import { useLive, useViewport } from './useDrawn.ts';

/** What the colours mean: the map between its limits, the extremes of the shown frame, and the probed value. */
export function Legend() {
  const colouring = useColouring();
  const isOffered = useColourings().some(({ name }) => name === colouring.name);
  const isolated = useView((state) => state.isolated !== undefined);
  // Bodies are glass around an isolated element: they have no colours.
  if (colouring.name === SURFACE || isolated || !isOffered) return null;
  if (coloursOf(colouring) === 'alarm') return <AlarmLegend colouring={colouring} />;
  return <MapLegend key={colouring.name} colouring={colouring} />;
}

function MapLegend({ colouring }: { readonly colouring: ColouringInfo }) {
  const session = useSession();
  const { name, label, detail, range: limits } = colouring;
  const low = useViewport((state) => shownLimits(state, name)[0]);
  const high = useViewport((state) => shownLimits(state, name)[1]);
  const fixed = useViewport((state) => state.chosenLimits[name] !== undefined);
  const store = viewportStore(session);
  const scale = fieldScale(colouring, Math.max(Math.abs(low), Math.abs(high)));
  const extremes = useRef<HTMLParagraphElement>(null);
  const notch = useRef<HTMLSpanElement>(null);
  const update = useCallback(() => {
    const range = colourRange(session);
    const cells = extremes.current?.querySelectorAll('span');
    if (cells !== undefined) {
      writeText(cells[0], range === undefined ? '–' : formatField(range[0], scale));
      writeText(cells[1], range === undefined ? '–' : formatField(range[1], scale));
    }
    const value = probeValues(session)?.shown;
    if (notch.current === null) return;
    notch.current.hidden = value === undefined;
    const place = value === undefined ? 0 : (value - low) / (high - low);
    notch.current.style.bottom = `${(100 * Math.min(1, Math.max(0, place))).toFixed(2)}%`;
  }, [session, low, high, scale]);
  useLive(session, usePacedNumbers(session, update));
  const ticks = [1, 0.75, 0.5, 0.25, 0];
  return (
    <aside className="viewport-card viewport-legend" aria-label={`Colours: ${label}`}>
      <header>
        <h3>{label}</h3>
        {typeof limits === 'string' && (
          <span className="viewport-legend-buttons">
            <IconButton
              size="small"
              icon={fixed ? Lock : LockOpen}
              label={fixed ? 'Fit the limits to every frame' : 'Fix the limits'}
              pressed={fixed}
              tooltipSide="left"
              onClick={() => fixLimits(store, name, !fixed)}
            />
            <IconButton
              size="small"
              icon={Scaling}
              label="Fit the limits to this frame"
              tooltipSide="left"
              onClick={() => fitLimits(store, name)}
            />
          </span>
        )}
      </header>
      <p className="viewport-legend-detail">{detail}</p>
      <div className="viewport-legend-map">
        <span className="viewport-legend-bar" style={{ background: cssGradient(colourMapOf(colouring)) }} />
        <span ref={notch} className="viewport-legend-notch" hidden />
        {ticks.map((place) => (
          <Tick key={place} place={place} value={low + place * (high - low)} colouring={colouring} scale={scale} />
        ))}
      </div>
      <p ref={extremes} className="viewport-legend-extremes mono">
        min <span /> <br /> max <span /> <br />
        range {typeof limits !== 'string' ? 'given' : fixed ? 'fixed' : 'auto'}
        {limits === 'symmetric' && ', ±'}
      </p>
    </aside>
  );
}

interface TickProps {
  readonly place: number;
  readonly value: number;
  readonly colouring: ColouringInfo;
  readonly scale: ReturnType<typeof fieldScale>;
}

/** A number beside the map; the ends can be typed over. An empty field goes back to the rounded limit. */
function Tick({ place, value, colouring, scale }: TickProps) {
  const session = useSession();
  const [draft, setDraft] = useState<string>();
  const text = formatField(value, scale, place === 0 || place === 1, true);
  const isEnd = place === 0 || place === 1;
  if (!isEnd || typeof colouring.range !== 'string') {
    return (
      <span className="viewport-legend-tick mono" style={{ bottom: `${100 * place}%` }}>
        {text}
      </span>
    );
  }
  const accept = (event?: FormEvent): void => {
    event?.preventDefault();
    if (draft !== undefined)
      setLimit(session, colouring, place === 1 ? 1 : 0, draft.trim() === '' ? undefined : parseField(draft, scale));
    setDraft(undefined);
  };
  return (
    <form className="viewport-legend-tick" style={{ bottom: `${100 * place}%` }} onSubmit={accept}>
      <input
        className="mono"
        aria-label={place === 1 ? 'Upper limit of the colours' : 'Lower limit of the colours'}
        value={draft ?? text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => accept()}
      />
    </form>
  );
}

/** Sets one limit, or both back where `value` is undefined. A lower limit never passes the upper one. */
function setLimit(
  session: ReturnType<typeof useSession>,
  { name, range }: ColouringInfo,
  end: 0 | 1,
  value: number | undefined,
): void {
  const store = viewportStore(session);
  const state = store.getState();
  const [low, high] = shownLimits(state, name);
  let limits: readonly [number, number] | undefined;
  if (value !== undefined && Number.isFinite(value)) {
    // The two sides of a diverging map stay equal, so that its middle stays zero.
    if (range === 'symmetric') limits = [-Math.abs(value), Math.abs(value)];
    else limits = end === 1 ? [low, value] : [value, high];
    if (limits[0] >= limits[1]) return;
  }
  store.setState({ chosenLimits: { ...state.chosenLimits, [name]: limits } });
}

/** The legend of an attribute that is true or false: nothing lies between the two colours. */
function AlarmLegend({ colouring: { label, detail } }: { readonly colouring: ColouringInfo }) {
  return (
    <aside className="viewport-card viewport-legend" aria-label={`Colours: ${label}`}>
      <h3>{label}</h3>
      <p className="viewport-legend-swatch">
        <span data-swatch="alarm" /> {detail}
      </p>
      <p className="viewport-legend-swatch">
        <span data-swatch="plain" /> all others
      </p>
    </aside>
  );
}
