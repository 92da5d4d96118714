import { FlipHorizontal2 } from 'lucide-react';
import { useStore } from 'zustand';
import { useSession, useView } from '../../session/Session.ts';
import type { ViewState } from '../../state/viewStore.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { restMeshes } from '../../client/frames/shownMeshes.ts';
import { gridsOf } from '../engine/gridBoxes.ts';
import { sliceInfo } from '../liquids/sliceInfo.ts';
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

const SLICES: readonly { readonly value: ViewState['slice']; readonly label: string }[] = [
  ...(['pressure', 'speed', 'divergence', 'distance', 'cells'] as const).map((value) => ({
    value,
    label: sliceInfo[value].label,
  })),
  { value: 'none', label: 'No cells' },
];

/** The controls of the cut-away's plane. Ctrl drag in the viewport moves the plane, too. */
export function CutControls() {
  const session = useSession();
  const mode = useView((state) => state.mode);
  const cut = useView((state) => state.cut);
  const cutStyle = useViewport((state) => state.cutStyle);
  const slice = useView((state) => state.slice);
  const statics = useStore(session.frameSource.store, (state) => state.statics);
  if (mode !== 'cut') return null;
  const liquids = gridsOf(statics).length > 0;
  const bodies = restMeshes(statics).length > 0 || !liquids;
  const set = (change: Partial<typeof cut>): void => session.view.setState({ cut: { ...cut, ...change } });
  return (
    <div className="viewport-card viewport-cut" role="group" aria-label="Cut away">
      {bodies && (
        <Segmented
          label="Type of cut"
          size="small"
          value={cutStyle}
          options={STYLES}
          onChange={(value) => viewportStore(session).setState({ cutStyle: value })}
        />
      )}
      {liquids && (
        <Select
          label="Cells of the liquid in the cut"
          value={slice}
          options={SLICES}
          onChange={(value) => session.view.setState({ slice: value })}
        />
      )}
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
        aria-label="Position of the cut"
        aria-valuetext={`${Math.round(100 * cut.offset)} %`}
        style={{ '--value': cut.offset } as React.CSSProperties}
        onChange={(event) => set({ offset: Number(event.target.value) })}
      />
      <span className="mono">{Math.round(100 * cut.offset)} %</span>
      <IconButton
        size="small"
        icon={FlipHorizontal2}
        label="Flip the cut"
        pressed={cut.flipped}
        tooltipSide="top"
        onClick={() => set({ flipped: !cut.flipped })}
      />
    </div>
  );
}
