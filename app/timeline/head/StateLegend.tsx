import { Check, TriangleAlert } from 'lucide-react';
import { useSession } from '../../session/Session.ts';
import { jumpTo } from '../playhead.ts';
import { showFailure } from '../showFailure.ts';
import { useCellCounts } from '../strip/useCellCounts.ts';
import { kindLabels, legendKinds, type FrameKind } from '../strip/frameKinds.ts';

/** What the strip shows and how much of it; a click jumps to the first such frame. */
export function StateLegend() {
  const session = useSession();
  const { counts, firsts, total, checkpoints, firstCheckpoint, judged, firstJudged } = useCellCounts();
  const go = (kind: FrameKind) => {
    const frame = firsts[kind];
    if (frame === undefined) return;
    if (kind === 'failed') showFailure(session, frame);
    else jumpTo(session, frame);
  };
  const present = legendKinds.filter((kind) => counts[kind] > 0);
  const long = total >= 1000 || present.length === legendKinds.length;
  return (
    <div className="dock-legend" data-long={long || undefined} role="group" aria-label="States of frames">
      {present.map((kind) => (
        <button
          key={kind}
          type="button"
          className="dock-state"
          title={`${kindLabels[kind]}: go to frame ${firsts[kind]}`}
          aria-label={`${kindLabels[kind]} ${counts[kind]}: go to the first`}
          onClick={() => go(kind)}
        >
          <span className="dock-swatch" data-kind={kind} aria-hidden />
          <span className="dock-state-name">{kindLabels[kind]}</span> <span className="mono">{counts[kind]}</span>
        </button>
      ))}
      {firstJudged !== undefined && (
        <button
          type="button"
          className="dock-state"
          title={`Frames with problems: go to frame ${firstJudged}`}
          aria-label={`Problems ${judged}: go to the first`}
          onClick={() => jumpTo(session, firstJudged)}
        >
          <TriangleAlert className="dock-judged" aria-hidden />
          <span className="dock-state-name">Problems</span> <span className="mono">{judged}</span>
        </button>
      )}
      {firstCheckpoint !== undefined && (
        <button
          type="button"
          className="dock-state"
          title={`Checkpoints, from which a simulation can resume: go to frame ${firstCheckpoint}`}
          aria-label={`Checkpoints ${checkpoints}: go to the first`}
          onClick={() => jumpTo(session, firstCheckpoint)}
        >
          <Check className="dock-check" aria-hidden />
          <span className="dock-state-name">Checkpoints</span> <span className="mono">{checkpoints}</span>
        </button>
      )}
    </div>
  );
}
