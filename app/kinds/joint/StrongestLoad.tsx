import { useMemo } from 'react';
import type { FrameStats } from '../../../src/frames/FrameStats.ts';
import type { Joint } from '../../../src/scene/kinds/joint.ts';
import { strongestOf } from '../../inspector/strongestOf.ts';
import { useFrames } from '../../session/Session.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatQuantity } from '../../units/formatNumber.ts';

/** The largest loads of a joint so far, to choose by above which it breaks. */
export function StrongestLoad({ joint: { id } }: { readonly joint: Joint }) {
  const frames = useFrames((state) => state);
  const [force, torque] = useMemo(() => {
    const most = (name: 'force' | 'torque') =>
      strongestOf(frames, ({ entities }: FrameStats) => {
        const amount = entities[id]?.sections?.joint?.[name];
        return amount === undefined ? undefined : { value: name, amount };
      });
    return [most('force'), most('torque')];
  }, [frames, id]);
  const told = [
    force && `${formatQuantity(force.amount, bestUnit('N', force.amount), 3)} in frame ${force.frame}`,
    torque && `${formatQuantity(torque.amount, bestUnit('N m', torque.amount), 3)} in frame ${torque.frame}`,
  ].filter((text) => text !== undefined);
  if (told.length === 0) return null;
  return <p className="form-note">Largest loads so far: {told.join(', ')}.</p>;
}
