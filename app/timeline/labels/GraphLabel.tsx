import { useCallback } from 'react';
import { formatShort } from '../../units/formatNumber.ts';
import type { GraphDefinition } from '../graphs/graphs.ts';
import { modelOf } from '../DockModel.ts';
import { PlayheadText } from '../PlayheadText.tsx';
import { useDocument, useSession, useView, type Session } from '../../session/Session.ts';

/** Share of a graph's reach below which a number is the rounding of zero. */
const NOISE = 1e-9;

/** A graph: its unit, and its numbers at the playhead. */
export function GraphLabel({ graph }: { readonly graph: GraphDefinition }) {
  return (
    <div className="dock-graph-label" data-single={graph.series.length === 1 || undefined}>
      <span className="dock-graph-name">
        {graph.label} <span className="dock-tertiary">{graph.unit}</span>
        <ComparedName />
      </span>
      <span className="dock-graph-values">
        {graph.series.map((series, index) => (
          <SeriesValue key={series.label} graph={graph} index={index} />
        ))}
      </span>
    </div>
  );
}

/** The take whose numbers are dashed. */
function ComparedName() {
  const session = useSession();
  const compare = useView((state) => state.compare?.take);
  useDocument((state) => state.open?.scene.takes);
  const take = modelOf(session).takes.find(({ id }) => id === compare);
  return take === undefined ? null : <span className="dock-tertiary"> · dashed: {take.name || take.id}</span>;
}

function SeriesValue({ graph, index }: { readonly graph: GraphDefinition; readonly index: number }) {
  const { label, colour } = graph.series[index];
  const text = useCallback(
    (frame: number, session: Session) => {
      const model = modelOf(session);
      const { first, values } = model.graphs;
      const value = values.get(graph.id)?.[index]?.[Math.round(frame) - first] ?? NaN;
      if (Number.isNaN(value)) return '–';
      const { low, high } = model.graphRange(graph);
      return formatShort(Math.abs(value) < NOISE * (high - low) ? 0 : value);
    },
    [graph, index],
  );
  return (
    <span className="dock-series">
      {graph.series.length > 1 && (
        <>
          <span className="dock-series-key" style={{ background: `var(--${colour})` }} aria-hidden />
          <span className="dock-tertiary">{label}</span>
        </>
      )}
      <PlayheadText className="mono" text={text} />
    </span>
  );
}
