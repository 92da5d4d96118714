import { bestUnit } from '../../units/displayUnits.ts';
import { formatNumber, formatQuantity } from '../../units/formatNumber.ts';
import { bandColour, type Band } from './elementBands.ts';

/** The sizes of elements from the surface to the core, in the colours of the viewport. */
export function BandTable({ bands, coloured }: { readonly bands: readonly Band[]; readonly coloured: boolean }) {
  return (
    <table className="band-table">
      <caption className="visually-hidden">Elements by size, those at the surface first</caption>
      <thead>
        <tr>
          <th scope="col">Band</th>
          <th scope="col">Edge</th>
          <th scope="col">Elements</th>
        </tr>
      </thead>
      <tbody>
        {bands.map(({ level, edge, elements, place }) => (
          <tr key={level}>
            <th scope="row">
              <span
                className="band-swatch"
                data-plain={!coloured || undefined}
                style={{ background: bandColour(place) }}
                aria-hidden
              />
              {level < 0 ? 'Detail' : level === 0 ? 'Surface' : place === 1 ? 'Core' : 'Between'}
            </th>
            <td className="mono">{formatQuantity(edge, bestUnit('m', edge), 3)}</td>
            <td className="mono">{formatNumber(elements)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
