import { cellKinds, type CellKind } from '../../../src/frames/LiquidCells.ts';
import { useDocument, useView } from '../../session/Session.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatQuantity } from '../../units/formatNumber.ts';
import { cssGradient } from '../colour/cssColours.ts';
import { sliceInfo, sliceMap } from '../liquids/sliceInfo.ts';
import type { ShownSlice } from '../liquids/ShownSlice.ts';
import { useViewport } from './useDrawn.ts';

/** Names that are told one by one. */
const MOST_NAMES = 2;

const KIND_NAMES: Readonly<Record<CellKind, string>> = {
  air: 'air',
  liquid: 'liquid',
  solid: 'solid',
  cut: 'liquid beside a solid',
};
const TICKS = [1, 0.75, 0.5, 0.25, 0];

/** What the colours of the layer of cells in the cut-away mean, and the cell under the pointer. */
export function SliceLegend() {
  const mode = useView((state) => state.mode);
  const field = useView((state) => state.slice);
  const slice = useViewport((state) => state.slice);
  const hindrance = useViewport((state) => state.sliceHindrance);
  if (mode !== 'cut' || field === 'none' || (slice === undefined && hindrance === undefined)) return null;
  const { label, detail } = sliceInfo[field];
  return (
    <aside className="viewport-card viewport-legend" data-cells aria-label={`Cells of the cut: ${label}`}>
      <header>
        <h3>{label}</h3>
      </header>
      <p className="viewport-legend-detail">{detail}</p>
      {hindrance !== undefined || slice?.field !== field ? (
        <p className="viewport-legend-extremes" role="status">
          {hindrance}
        </p>
      ) : (
        <SliceNumbers slice={slice} />
      )}
    </aside>
  );
}

function SliceNumbers({ slice }: { readonly slice: ShownSlice }) {
  const { field, axis, layer, limits, range, frame } = slice;
  const text = quantityText(slice);
  const probe = useViewport((state) => state.sliceProbe);
  const inside = probe !== undefined && (cellKinds[probe.kind] !== 'solid' || field === 'cells');
  const share = probe === undefined ? 0 : (probe.value - limits[0]) / (limits[1] - limits[0]);
  return (
    <>
      {field === 'cells' ? (
        cellKinds.map((kind) => (
          <p key={kind} className="viewport-legend-swatch">
            <span data-swatch={`cell-${kind}`} /> {KIND_NAMES[kind]}
          </p>
        ))
      ) : (
        <div className="viewport-legend-map">
          <span className="viewport-legend-bar" style={{ background: cssGradient(sliceMap(field)) }} />
          <span
            className="viewport-legend-notch"
            style={{ bottom: `${(100 * Math.min(1, Math.max(0, share))).toFixed(2)}%` }}
            hidden={!inside}
          />
          {TICKS.map((place) => (
            <span key={place} className="viewport-legend-tick mono" style={{ bottom: `${100 * place}%` }}>
              {text(limits[0] + place * (limits[1] - limits[0]))}
            </span>
          ))}
        </div>
      )}
      <p className="viewport-legend-extremes mono">
        {field !== 'cells' && (
          <>
            min {text(range[0])} <br /> max {text(range[1])} <br />
          </>
        )}
        layer {axis} {layer + 1}, frame {frame}
      </p>
      <SolidBodies ids={slice.bodies} />
      <p className="viewport-legend-cell mono" role="status" aria-label="Cell under the pointer">
        {probe === undefined ? (
          'point at a cell'
        ) : (
          <>
            {probe.cell.map((place) => place + 1).join(' ')} <br />
            <strong>{inside && field !== 'cells' ? text(probe.value) : KIND_NAMES[cellKinds[probe.kind]]}</strong>
          </>
        )}
      </p>
    </>
  );
}

/** Which bodies stand in the liquid as colliders do. */
function SolidBodies({ ids }: { readonly ids: readonly string[] }) {
  const entities = useDocument((state) => state.open?.scene.entities);
  if (ids.length === 0) return null;
  const names = ids.map((id) => entities?.find((entity) => entity.id === id)?.name ?? id);
  const text = names.length > MOST_NAMES ? `${names.length} bodies` : names.join(', ');
  return (
    <p className="viewport-legend-bodies" title={names.join(', ')}>
      solid: {text}
    </p>
  );
}

/** Writes the numbers of a slice, all in one unit. */
function quantityText({ field, limits }: ShownSlice): (value: number) => string {
  const unit = bestUnit(sliceInfo[field].unit, Math.max(-limits[0], limits[1]));
  return (value) => formatQuantity(value, unit, 3);
}
