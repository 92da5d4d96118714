import { estimateSeconds } from '../../state/costStore.ts';
import { useCosts, useView } from '../../state/Session.ts';
import type { QualityName } from '../../../src/scene/Scene.ts';
import { formatDurationRange } from '../formatTime.ts';

interface RunCostProps {
  readonly frames: number;
  /** Left out, the chosen one. */
  readonly quality?: QualityName;
  /** Says how many frames, too. */
  readonly counted?: boolean;
}

/** What so many frames take, beside the button that makes them. */
export function RunCost({ frames, quality, counted = false }: RunCostProps) {
  const chosen = useView((state) => state.quality);
  const samples = useCosts((state) => state.samples[quality ?? chosen]);
  const cost = estimateSeconds(samples, frames);
  return (
    <span className="run-text">
      {counted && (
        <>
          <span className="mono">{frames}</span> {frames === 1 ? 'frame' : 'frames'}
        </>
      )}
      {cost !== undefined && (
        <>
          {counted && ' · '}
          <span className="mono">{formatDurationRange(cost)}</span>
        </>
      )}
    </span>
  );
}
