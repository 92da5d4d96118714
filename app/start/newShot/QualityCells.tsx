import { qualityNames, type QualityName, sceneSchema } from '../../../src/scene/Scene.ts';
import { qualityTitles } from '../../state/qualityTitles.ts';
import { useView } from '../../session/Session.ts';
import { plainLength } from '../../tasks/import/fileUnits.ts';
import { formatNumber } from '../../units/formatNumber.ts';
import type { PricedMesher } from './usePricedMeshers.ts';
import { guessSeconds } from '../../state/costStore.ts';

/** Quality settings of a shot that sets none. */
const settings = sceneSchema.shape.quality.parse(undefined);

/** A quality of a new shot: what its elements come to, and its time as a multiple of that of Draft. */
interface QualityFigures {
  /** m. */
  readonly edge: number | undefined;
  readonly elements: number | undefined;
  readonly times: number;
}

/** What a quality makes of a mesh that was filled at Draft: elements grow with the inverse cube of the edge. */
export function qualityFigures(quality: QualityName, priced: PricedMesher | undefined): QualityFigures {
  const scale = settings[quality].edgeScale / settings.draft.edgeScale;
  const { edgeLength, tets } = priced?.kind === 'priced' ? priced.preview : {};
  return {
    edge: edgeLength === undefined ? undefined : edgeLength * scale,
    elements: tets === undefined ? undefined : tets / scale ** 3,
    times: guessSeconds({ draft: [1] }, settings, quality, 1)!,
  };
}

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
