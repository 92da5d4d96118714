import { Pin as PinIcon } from 'lucide-react';
import type { Pin } from '../../../src/scene/kinds/pin.ts';
import { pinnedRegion, type PinnedSide } from './pinnedRegions.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { PaintedRow } from '../../inspector/PaintedRows.tsx';
import { Section } from '../../inspector/Section.tsx';
import { SideButtons, sideLabels } from '../parts/SideButtons.tsx';
import { PinFollowRow, PinTargetRow } from './PinRows.tsx';

interface HeldRegionProps {
  readonly target: FormTarget;
  readonly pin: Pin;
}

/** What a pin constrains, what it is attached to, and which part it is. */
export function PinnedRegionSection({ target, pin }: HeldRegionProps) {
  return (
    <Section title="Pinned region" icon={PinIcon}>
      <PinTargetRow target={target} pin={pin} />
      <PinFollowRow target={target} pin={pin} />
      {pin.selection.kind === 'painted' && (
        <PaintedRow
          label="Painted"
          text="Painted weight of the pin. Hard constraints pin vertices from 0.5 up; soft ones multiply their stiffness by it."
          target={{ kind: 'pin', entity: pin.id }}
        />
      )}
      {isPlaced(pin) && <PinRegionRow target={target} pin={pin} />}
    </Section>
  );
}

/** Whether a pin holds what lies at a place, and not what is painted or near its attachment parent. */
function isPlaced({ selection }: Pin): boolean {
  return selection.kind !== 'painted' && selection.kind !== 'near';
}

/** Puts the region of a pin at a side of the solid that it constrains. */
function PinRegionRow({ target, pin }: HeldRegionProps) {
  const move = (side: PinnedSide, bounds: readonly number[]): void => {
    const label = `fit ${target.name} to ${sideLabels[side].toLowerCase()}`;
    const { selection, pivot } = pinnedRegion(bounds, side);
    target.write(['selection'], label, () => selection, label);
    target.write(['pivot'], label, () => pivot, label);
    target.endGesture();
  };
  return <SideButtons solid={pin.target} label="Fit to" onChoose={move} />;
}
