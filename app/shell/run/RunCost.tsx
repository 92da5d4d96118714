import { estimateSeconds, guessSeconds } from '../../state/costStore.ts';
import { useCosts, useDocument, useView } from '../../session/Session.ts';
import type { QualityName } from '../../../src/scene/Scene.ts';
import { formatAbout, formatDurationRange } from '../../units/formatTime.ts';

interface RunCostProps {
  readonly frames: number;
  /** Quality of the cost; left out, the chosen one. */
  readonly quality?: QualityName;
  /** Says how many frames, too. */
  readonly counted?: boolean;
}

/** What so many frames take, beside the button that makes them. */
export function RunCost({ frames, quality, counted = false }: RunCostProps) {
  const chosen = useView((state) => state.quality);
  const samples = useCosts((state) => state.samples[quality ?? chosen]);
  const samplesOfAll = useCosts((state) => state.samples);
  const settings = useDocument(({ open }) => open?.scene.quality);
  const cost = estimateSeconds(samples, frames);
  const guess = settings === undefined ? undefined : guessSeconds(samplesOfAll, settings, quality ?? chosen, frames);
  return (
    <span className="run-text">
      {counted && (
        <>
          <span className="mono">{frames}</span> {frames === 1 ? 'frame' : 'frames'}
        </>
      )}
      {guess !== undefined && (
        <span className={counted ? 'run-estimate' : undefined}>
          {counted && ' · '}
          <span className="mono">{cost === undefined ? formatAbout(guess) : formatDurationRange(cost)}</span>
        </span>
      )}
    </span>
  );
}
