import { FlipHorizontal2 } from 'lucide-react';
import { useSession, useView } from '../../state/Session.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { viewportStore } from '../viewportState.ts';
import { useViewport } from './useDrawn.ts';

const AXES = [
  { value: 'x', label: 'X' },
  { value: 'y', label: 'Y' },
  { value: 'z', label: 'Z' },
] as const;
const STYLES = [
  { value: 'elements', label: 'Elements' },
  { value: 'planar', label: 'Plane' },
] as const;

/** Where the cut-away cuts. Ctrl drag in the viewport moves the plane, too. */
export function CutControls() {
  const session = useSession();
  const mode = useView((state) => state.mode);
  const cut = useView((state) => state.cut);
  const cutStyle = useViewport((state) => state.cutStyle);
  if (mode !== 'cut') return null;
  const set = (change: Partial<typeof cut>): void => session.view.setState({ cut: { ...cut, ...change } });
  return (
    <div className="viewport-card viewport-cut" role="group" aria-label="Cut away">
      <Segmented
        label="What is cut"
        size="small"
        value={cutStyle}
        options={STYLES}
        onChange={(value) => viewportStore(session).setState({ cutStyle: value })}
      />
      <Segmented
        label="Axis of the cut"
        size="small"
        value={cut.axis}
        options={AXES}
        onChange={(axis) => set({ axis })}
      />
      <input
        type="range"
        min={0}
        max={1}
        step={0.002}
        value={cut.offset}
        aria-label="Place of the cut"
        aria-valuetext={`${Math.round(100 * cut.offset)} %`}
        style={{ '--value': cut.offset } as React.CSSProperties}
        onChange={(event) => set({ offset: Number(event.target.value) })}
      />
      <span className="mono">{Math.round(100 * cut.offset)} %</span>
      <IconButton
        size="small"
        icon={FlipHorizontal2}
        label="Cut the other side away"
        pressed={cut.flipped}
        tooltipSide="top"
        onClick={() => set({ flipped: !cut.flipped })}
      />
    </div>
  );
}
