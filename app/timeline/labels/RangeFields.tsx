import { useSession, useDocument } from '../../state/Session.ts';
import { NumberField } from '../../ui/NumberField.tsx';

/** Fields for the first and the last frame of the shot. */
export function RangeFields() {
  const { document } = useSession();
  const range = useDocument((state) => state.open?.scene.range);
  if (range === undefined) return null;
  const change = (which: 'first' | 'last', value: number, dragging: boolean) => {
    const limited = which === 'first' ? Math.min(value, range.last - 1) : Math.max(value, range.first + 1);
    document.edit(
      `Change ${which} frame to ${limited}`,
      (scene) => {
        scene.range[which] = limited;
      },
      { gesture: dragging ? `range ${which}` : undefined },
    );
  };
  return (
    <div className="dock-fields">
      {(['first', 'last'] as const).map((which) => (
        <label key={which} className="dock-field">
          <span>{which === 'first' ? 'First frame' : 'Last frame'}</span>
          <NumberField
            label={which === 'first' ? 'First frame' : 'Last frame'}
            value={range[which]}
            unit=""
            whole
            min={-1_000_000}
            max={10_000_000}
            onChange={(value, dragging) => change(which, value, dragging)}
            onGestureEnd={() => document.endGesture()}
          />
        </label>
      ))}
      <p className="dock-note">
        The shot begins in its rest state at the first frame: moving it makes all frames stale.
      </p>
    </div>
  );
}
