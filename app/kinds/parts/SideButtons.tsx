import { useStore } from 'zustand';
import type { FrameSourceState } from '../../client/FrameSource.ts';
import { boundsOfSolid } from '../../commands/boundsOfSolid.ts';
import { pinnedSides, type PinnedSide } from '../pin/pinnedRegions.ts';
import { useDocument, useSession } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';

export const sideLabels: Readonly<Record<PinnedSide, string>> = {
  top: 'Top',
  bottom: 'Bottom',
  left: 'Left',
  right: 'Right',
  front: 'Front',
  back: 'Back',
  all: 'All',
};

interface SideButtonsProps {
  readonly solid: string;
  readonly label: string;
  onChoose(side: PinnedSide, bounds: readonly number[]): void;
}

/** A button for each side of a body, with the box of the body for what is done there. */
export function SideButtons({ solid, label, onChoose }: SideButtonsProps) {
  const { frameSource } = useSession();
  const scene = useDocument((state) => state.open?.scene);
  const statics = useStore(frameSource.store, (state: FrameSourceState) => state.statics);
  const bounds = boundsOfSolid(statics, frameSource.store.getState().staticsOf, scene, solid);
  const reason = bounds === undefined && 'The shape of the body is being updated.';
  return (
    <div className="hold-row" role="group" aria-label={label === 'Pin' ? 'Pin a side' : 'Fit the region to'}>
      <span>{label}</span>
      <span className="hold-sides">
        {pinnedSides.map((side) => (
          <Button
            key={side}
            size="small"
            disabled={reason}
            onClick={() => {
              if (bounds !== undefined) onChoose(side, bounds);
            }}
          >
            {sideLabels[side]}
          </Button>
        ))}
      </span>
    </div>
  );
}
