import { sequentialMap } from '../../../src/frames/colours/colourMaps.ts';
import { cssGradient } from '../../viewport/colour/cssColours.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatNumber, formatQuantity } from '../../units/formatNumber.ts';
import { bandColour } from './elementBands.ts';
import type { DeepBand } from './useMeshView.ts';

/** The sizes of elements from the surface to the core, in the colours of the viewport. */
export function BandTable({ bands, coloured }: { readonly bands: readonly DeepBand[]; readonly coloured: boolean }) {
  return (
    <table className="band-table">
      <caption className="visually-hidden">Elements by size, those at the surface first</caption>
      <thead>
        <tr>
          <th scope="col">Band</th>
          <th scope="col">Edge</th>
          <th scope="col" title="How far under the surface most of its elements lie">
            Depth
          </th>
          <th scope="col">Elements</th>
        </tr>
      </thead>
      <tbody>
        {bands.map(({ level, edge, elements, place, depth }) => (
          <tr key={level}>
            <th scope="row">
              <span
                className="band-swatch"
                data-plain={!coloured || undefined}
                style={{ background: bandColour(place) }}
                aria-hidden
              />
              {bandName(level, place, bands.length)}
            </th>
            <td className="mono">{formatQuantity(edge, bestUnit('m', edge), 3)}</td>
            <td className="mono">{depth === undefined ? '–' : depthText(depth)}</td>
            <td className="mono">{formatNumber(elements)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function bandName(level: number, place: number, count: number): string {
  if (count === 1) return 'All';
  if (level < 0) return 'Detail';
  return level === 0 ? 'Surface' : place === 1 ? 'Core' : 'Between';
}

/** What the colours by quality mean. */
export function QualityScale() {
  return (
    <p className="quality-scale">
      <span>flat</span>
      <span className="quality-bar" style={{ background: cssGradient(sequentialMap, 'to right') }} aria-hidden />
      <span>regular</span>
    </p>
  );
}

/** `0–31 mm`, in the unit that fits the deeper end. */
function depthText({ low, high }: { readonly low: number; readonly high: number }): string {
  const unit = bestUnit('m', high);
  const from = formatNumber(low / unit.factor, 2);
  const to = formatQuantity(high, unit, 2);
  return to.startsWith(`${from}\u00a0`) ? to : `${from}–${to}`;
}
