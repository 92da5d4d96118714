import { useEffect, useRef } from 'react';
import type { PaintKind, PaintState } from '../../state/paintStore.ts';
import { useDocument, usePaint, useSession } from '../../session/Session.ts';
import { constrainedFrom } from './constrainedFrom.ts';

const TITLES: Readonly<Record<PaintKind, string>> = {
  pin: 'Pinned',
  material: 'Material region',
  strength: 'Strength',
  detail: 'Detail',
  goal: 'Goal strength',
  target: 'Target strength',
  toughness: 'Toughness',
  fibres: 'Fibres',
};
const TICKS = [1, 0.75, 0.5, 0.25, 0];

/** What the colours of a painted field mean, and the number under the brush; written straight into the page. */
export function PaintLegend() {
  const session = useSession();
  const target = usePaint((state) => state.target);
  const from = useDocument((state) => (target === undefined ? undefined : constrainedFrom(state.open?.scene, target)));
  const notch = useRef<HTMLSpanElement>(null);
  const number = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = ({ hovered }: PaintState): void => {
      if (notch.current !== null) {
        notch.current.hidden = hovered === undefined;
        notch.current.style.bottom = `${(100 * (hovered ?? 0)).toFixed(1)}%`;
      }
      if (number.current !== null) number.current.textContent = hovered === undefined ? '–' : hovered.toFixed(2);
    };
    write(session.paint.getState());
    return session.paint.subscribe((state, before) => {
      if (state.hovered !== before.hovered) write(state);
    });
  }, [session, target]);
  if (target === undefined) return null;
  return (
    <aside className="viewport-card viewport-legend" aria-label={`Colours: painted ${TITLES[target.kind]}`}>
      <header>
        <h3>{TITLES[target.kind]}</h3>
      </header>
      <p className="viewport-legend-detail">{details(target.kind, from)}</p>
      <div className="viewport-legend-map">
        <span className="viewport-legend-bar paint-map" />
        <span ref={notch} className="viewport-legend-notch" hidden />
        {TICKS.map((place) => (
          <span key={place} className="viewport-legend-tick mono" style={{ bottom: `${100 * place}%` }}>
            {place}
          </span>
        ))}
      </div>
      {from !== undefined && (
        <p className="viewport-legend-swatch">
          <span className="paint-hatch" /> <Held />
        </p>
      )}
      <p className="viewport-legend-extremes mono">
        brush <span ref={number} />
      </p>
    </aside>
  );
}

/** How many vertices a pin constrains. */
function Held() {
  const count = usePaint((state) => state.held?.count);
  const of = usePaint((state) => state.held?.of);
  if (count === undefined || of === undefined) return 'pinned';
  const text =
    count === 0 ? 'nothing pinned yet' : `pinned: ${count.toLocaleString('en')} of ${of.toLocaleString('en')}`;
  return <strong role="status">{text}</strong>;
}

function details(kind: PaintKind, from: number | undefined): string {
  if (kind === 'strength') return '× the material';
  if (kind === 'goal') return '× the goal strength';
  if (kind === 'target') return '× the target strength';
  if (kind === 'toughness') return '× the breaking value';
  if (kind === 'fibres') return 'along the strokes';
  if (kind === 'material') return 'in the region from 0.5';
  if (kind === 'detail') return '1: a quarter of the edge length';
  return from === 0.5 ? 'pinned from 0.5' : '× the stiffness';
}
