import { useCallback, useEffect, useRef } from 'react';
import { Slider } from 'radix-ui';
import type { Joint } from '../../../src/scene/kinds/joint.ts';
import type { AxialJoint } from '../../../src/scene/properties/jointParts.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { usePacedNumbers } from '../../session/paceNumbers.ts';
import { useSession } from '../../session/Session.ts';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { writeText } from '../../ui/writeText.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatQuantity } from '../../units/formatNumber.ts';
import './joint.css';

interface LimitsTrackProps {
  readonly target: FormTarget;
  readonly joint: Joint;
  readonly type: AxialJoint;
}

/** What a track of limits shows at least: half a turn either way, or a metre. */
const HALF = { hinge: Math.PI, slider: 1 } as const;
const STEPS = 360;

/** The limits of a hinge or slider on a track, on which they are dragged, and where the joint is between them in the shown frame. */
export function LimitsTrack({ target, joint, type }: LimitsTrackProps) {
  const { kind, limits } = type;
  const { frameSource } = useSession();
  const half = Math.max(HALF[kind], Math.abs(limits.from), Math.abs(limits.to));
  const mark = useRef<HTMLSpanElement>(null);
  const now = useRef<HTMLSpanElement>(null);
  const update = useCallback(() => {
    const section = frameSource.store.getState().shown?.stats.entities[joint.id]?.sections?.joint;
    const value = kind === 'hinge' ? section?.angle : section?.displacement;
    const unit = kind === 'hinge' ? 'rad' : 'm';
    if (now.current !== null) {
      writeText(now.current, value === undefined ? '' : `now ${formatQuantity(value, bestUnit(unit, value))}`);
    }
    if (mark.current === null) return;
    mark.current.hidden = value === undefined;
    mark.current.style.left = `${50 + (50 * Math.min(half, Math.max(-half, value ?? 0))) / half}%`;
  }, [frameSource, joint.id, kind, half]);
  const paced = usePacedNumbers(useSession(), update);
  useEffect(() => {
    update();
    return frameSource.store.subscribe(paced);
  }, [frameSource, update, paced]);
  const write = (values: number[]) => {
    const label = `Change the limits of ${target.name}`;
    const [from, to] = values;
    if (from !== limits.from) target.write(['type', 'limits', 'from'], label, () => from, label);
    if (to !== limits.to) target.write(['type', 'limits', 'to'], label, () => to, label);
  };
  return (
    <FieldRow label="Range" tooltip={{ text: 'Limits of the joint, and where it is in the shown frame.' }}>
      <div className="joint-limits">
        <Slider.Root
          className="joint-track"
          min={-half}
          max={half}
          step={half / STEPS}
          value={[limits.from, limits.to]}
          onValueChange={write}
          onValueCommit={() => target.endGesture()}
        >
          <Slider.Track className="joint-track-line">
            <Slider.Range className="joint-track-range" />
          </Slider.Track>
          <span ref={mark} className="joint-track-now" hidden />
          <Slider.Thumb className="joint-track-thumb" aria-label="Least value" />
          <Slider.Thumb className="joint-track-thumb" aria-label="Largest value" />
        </Slider.Root>
        <span ref={now} className="joint-now mono" />
      </div>
    </FieldRow>
  );
}
