import { qualityNames, type QualityName } from '../../../src/scene/Scene.ts';
import { qualityTitles } from '../../state/qualityTitles.ts';
import { useView } from '../../session/Session.ts';
import { plainLength } from '../../tasks/import/fileUnits.ts';
import { formatNumber } from '../../units/formatNumber.ts';
import { qualityFigures } from './qualityFigures.ts';
import type { PricedMesher } from './usePricedMeshers.ts';

interface QualityCellsProps {
  /** Quality that is marked; undefined: the one that is chosen in the editor. */
  readonly chosen: QualityName | undefined;
  /** What the chosen mesher makes of the mesh at Draft. */
  readonly priced: PricedMesher | undefined;
  onChoose(quality: QualityName): void;
}

/** Two digits: it is a guess. */
const roughly = (count: number): string => formatNumber(Number(count.toPrecision(2)), 6);

/** One cell for each quality, with what it comes to. Seconds are told once frames were made: they go by the material, too. */
export function QualityCells({ chosen, priced, onChoose }: QualityCellsProps) {
  const present = useView((state) => state.quality);
  return (
    <div className="quality-cells" role="radiogroup" aria-label="Quality">
      {qualityNames.map((name) => {
        const { edge, elements, times } = qualityFigures(name, priced);
        const isDraft = name === 'draft';
        return (
          <label key={name} className="quality-cell" data-chosen={name === (chosen ?? present)}>
            <input
              type="radio"
              name="quality"
              className="visually-hidden"
              checked={name === (chosen ?? present)}
              onChange={() => onChoose(name)}
            />
            <strong>{qualityTitles[name]}</strong>
            <span className="mono">{isDraft ? 'fastest' : `~${formatNumber(times, 2)} × the time`}</span>
            <span className="mono quality-cell-mesh">
              {elements === undefined
                ? ' '
                : [
                    ...(edge === undefined ? [] : [plainLength(edge)]),
                    isDraft ? `${formatNumber(elements, 6)} elements` : `~${roughly(elements)} elements`,
                  ].join(' · ')}
            </span>
          </label>
        );
      })}
    </div>
  );
}
