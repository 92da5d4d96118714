import { MOST_PRE_ROLL } from '../../../src/scene/Scene.ts';
import { useSession, useDocument } from '../../session/Session.ts';
import { NumberField } from '../../ui/NumberField.tsx';

type RangeNumber = 'first' | 'last' | 'preRoll';
const names: Readonly<Record<RangeNumber, string>> = { first: 'First frame', last: 'Last frame', preRoll: 'Pre-roll' };

/** Fields for the first and the last frame of the shot, and the frames before it in which things settle. */
export function RangeFields() {
  const { document } = useSession();
  const range = useDocument((state) => state.open?.scene.range);
  if (range === undefined) return null;
  const present = { ...range, preRoll: range.preRoll ?? 0 };
  const limits = {
    first: [-1_000_000, range.last - 1],
    last: [range.first + 1, 10_000_000],
    preRoll: [0, MOST_PRE_ROLL],
  };
  const change = (which: RangeNumber, value: number, dragging: boolean) => {
    const [min, max] = limits[which];
    const limited = Math.min(Math.max(value, min), max);
    document.edit(
      `Change ${names[which].toLowerCase()} to ${limited}`,
      (scene) => {
        scene.range[which] = limited;
      },
      { gesture: dragging ? `range ${which}` : undefined },
    );
  };
  return (
    <div className="dock-fields">
      {(['first', 'last', 'preRoll'] as const).map((which) => (
        <label key={which} className="dock-field">
          <span>{names[which]}</span>
          <NumberField
            label={names[which]}
            value={present[which]}
            unit={which === 'preRoll' ? 'frames' : ''}
            whole
            min={which === 'preRoll' ? 0 : -1_000_000}
            max={which === 'preRoll' ? MOST_PRE_ROLL : 10_000_000}
            onChange={(value, dragging) => change(which, value, dragging)}
            onGestureEnd={() => document.endGesture()}
          />
        </label>
      ))}
      <p className="dock-note">
        The initial state is that of the first frame, or of the start of the pre-roll, in which the shot settles.
        Changing either makes all frames stale.
      </p>
    </div>
  );
}
