import { useState } from 'react';
import { Film } from 'lucide-react';
import { framesPerSecond } from '../../../src/scene/Scene.ts';
import { useDocument } from '../../session/Session.ts';
import { Popover } from '../../ui/Popover.tsx';
import { useCellCounts } from '../strip/useCellCounts.ts';
import { RangeFields } from './RangeFields.tsx';

/** First and last frame of the shot and its length; opens their fields. */
export function RangeLabel() {
  const range = useDocument((state) => state.open?.scene.range);
  const rate = useDocument((state) => (state.open === undefined ? 24 : framesPerSecond(state.open.scene)));
  const [open, setOpen] = useState(false);
  if (range === undefined) return <div className="dock-range" />;
  const { preRoll = 0 } = range;
  const seconds = (range.last - range.first + 1) / rate;
  return (
    <div className="dock-range">
      <span className="dock-tertiary">{preRoll > 0 ? `Pre-roll ${preRoll}, then` : 'Range'}</span>
      <Popover
        label="Range of the shot"
        open={open}
        onOpenChange={setOpen}
        side="top"
        trigger={
          <button type="button" className="mono dock-range-value" title="Change the range of the shot">
            {range.first} – {range.last} · {Number(seconds.toPrecision(3))} s
          </button>
        }
      >
        <RangeFields />
      </Popover>
    </div>
  );
}

/** How many frames are there, or what most needs attention. */
export function FramesLabel() {
  const { counts, total, firsts } = useCellCounts();
  const there = counts.memory + counts.disk;
  const [text, tone] =
    counts.failed > 0
      ? [`stopped at ${firsts.failed}`, 'danger']
      : counts.stale > 0
        ? [`${counts.stale} stale`, 'warning']
        : total === 0
          ? ['none yet', 'plain']
          : [`${there} of ${total}`, 'plain'];
  return (
    <div className="dock-frames">
      <Film className="dock-label-icon" aria-hidden />
      <span className="dock-label-name">Frames</span>
      <span className="mono dock-label-value" data-tone={tone}>
        {text}
      </span>
    </div>
  );
}
