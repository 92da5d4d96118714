import { Brush, Pin as PinIcon } from 'lucide-react';
import type { BodyEntity } from '../../../src/scene/Scene.ts';
import { paintNewPin } from '../../commands/addEntry.ts';
import { entityName } from '../../document/entityEdits.ts';
import { Section } from '../../inspector/Section.tsx';
import { useSession } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';
import { pinOfSide, type PinnedSide } from '../pin/pinnedRegions.ts';
import { SideButtons, sideLabels } from './SideButtons.tsx';

/** Pins a side of a body with one click, or what is painted. */
export function PinsSection({ body }: { readonly body: BodyEntity }) {
  return (
    <Section title="Pins" icon={PinIcon}>
      <HoldRow solid={body} />
      <NewPaintedPin body={body} />
    </Section>
  );
}

/** Pins a part of the solid by a new pin. */
function HoldRow({ solid }: { readonly solid: BodyEntity }) {
  const session = useSession();
  const hold = (side: PinnedSide, bounds: readonly number[]): void => {
    const { scene } = session.document;
    if (scene === undefined) return;
    const pin = pinOfSide(scene.entities, solid, bounds, side);
    session.document.edit(`pin ${sideLabels[side].toLowerCase()} of ${entityName(solid)}`, (draft) => {
      draft.entities.push(pin);
    });
    session.selection.setState({ ids: [pin.id] });
  };
  return <SideButtons solid={solid.id} label="Pin" onChoose={hold} />;
}

/** Pins what the artist paints. */
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
