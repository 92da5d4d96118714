import { Brush, Pin as PinIcon } from 'lucide-react';
import { useStore } from 'zustand';
import type { Pin } from '../../src/scene/kinds/pin.ts';
import type { BodyEntity } from '../../src/scene/Scene.ts';
import type { FrameSourceState } from '../client/FrameSource.ts';
import { paintNewPin } from '../commands/addEntry.ts';
import { entityName } from '../document/entityEdits.ts';
import { useDocument, useSession } from '../state/Session.ts';
import { Button } from '../ui/Button.tsx';
import { boundsOfSolid, heldRegion, heldSides, pinOfSide, type HeldSide } from '../commands/heldRegions.ts';
import { PaintedRow } from './PaintedRows.tsx';
import { Section } from './Section.tsx';
import { PinFollowRow, PinTargetRow } from './TargetRows.tsx';

const labels: Readonly<Record<HeldSide, string>> = {
  top: 'Top',
  bottom: 'Bottom',
  left: 'Left',
  right: 'Right',
  front: 'Front',
  back: 'Back',
  all: 'All',
};

/** Holds a side of a body by a new pin with one click, or what is painted. */
export function PinsSection({ body }: { readonly body: BodyEntity }) {
  return (
    <Section title="Pins" icon={PinIcon}>
      <HoldRow solid={body} />
      <NewPaintedPin body={body} />
    </Section>
  );
}

/** What a pin holds, what carries it along, and which part it is. */
export function HeldRegionSection({ pin }: { readonly pin: Pin }) {
  return (
    <Section title="Held region" icon={PinIcon}>
      <PinTargetRow pin={pin} />
      <PinFollowRow pin={pin} />
      {pin.selection.kind === 'painted' ? (
        <PaintedRow
          label="Painted"
          text="What is held: hard pins hold from 0.5 up, soft ones pull with the value."
          target={{ kind: 'pin', entity: pin.id }}
        />
      ) : (
        <PinRegionRow pin={pin} />
      )}
    </Section>
  );
}

/** Holds a part of the solid by a new pin. */
function HoldRow({ solid }: { readonly solid: BodyEntity }) {
  const session = useSession();
  const hold = (side: HeldSide, bounds: readonly number[]): void => {
    const { scene } = session.document;
    if (scene === undefined) return;
    const pin = pinOfSide(scene.entities, solid, bounds, side);
    session.document.edit(`hold ${labels[side].toLowerCase()} of ${entityName(solid)}`, (draft) => {
      draft.entities.push(pin);
    });
    session.selection.setState({ ids: [pin.id] });
  };
  return <SideButtons solid={solid.id} label="Hold" onChoose={hold} />;
}

/** Holds what the artist paints. */
function NewPaintedPin({ body }: { readonly body: BodyEntity }) {
  const session = useSession();
  return (
    <div className="hold-row">
      <span>Or</span>
      <span className="hold-sides">
        <Button size="small" icon={Brush} onClick={() => paintNewPin(session, body)}>
          New painted pin
        </Button>
      </span>
    </div>
  );
}

/** Puts the region of a pin at a side of the solid that it holds. */
function PinRegionRow({ pin }: { readonly pin: Pin }) {
  const { document } = useSession();
  const move = (side: HeldSide, bounds: readonly number[]): void =>
    document.edit(`hold ${labels[side].toLowerCase()} by ${entityName(pin)}`, (draft) => {
      const entity = draft.entities.find(({ id }) => id === pin.id);
      if (entity?.kind === 'pin') Object.assign(entity, heldRegion(bounds, side));
    });
  return <SideButtons solid={pin.target} label="Fit to" onChoose={move} />;
}

interface SideButtonsProps {
  readonly solid: string;
  readonly label: string;
  onChoose(side: HeldSide, bounds: readonly number[]): void;
}

function SideButtons({ solid, label, onChoose }: SideButtonsProps) {
  const { frameSource } = useSession();
  const scene = useDocument((state) => state.open?.scene);
  const statics = useStore(frameSource.store, (state: FrameSourceState) => state.statics);
  const bounds = boundsOfSolid(statics, frameSource.store.getState().staticsOf, scene, solid);
  const reason = bounds === undefined && 'The shape of the solid is being brought up to date.';
  return (
    <div className="hold-row" role="group" aria-label={label === 'Hold' ? 'Hold by a new pin' : 'Fit the region to'}>
      <span>{label}</span>
      <span className="hold-sides">
        {heldSides.map((side) => (
          <Button
            key={side}
            size="small"
            disabled={reason}
            onClick={() => {
              if (bounds !== undefined) onChoose(side, bounds);
            }}
          >
            {labels[side]}
          </Button>
        ))}
      </span>
    </div>
  );
}
