import { useState } from 'react';
import { Layers } from 'lucide-react';
import { bodyContact } from '../../src/scene/properties/bodyContact.ts';
import type { Solid } from '../../src/scene/kinds/solid.ts';
import { isBody, type BodyEntity } from '../../src/scene/Scene.ts';
import { everyPair, type PairContact } from '../document/contactPairs.ts';
import { useDocument } from '../state/Session.ts';
import { Button } from '../ui/Button.tsx';
import { ContactPairRows } from './ContactPairRows.tsx';
import type { FormField } from '../forms/formFields.ts';
import type { FormTarget } from '../forms/FormTarget.ts';
import { PropertyForm } from './PropertyForm.tsx';
import { Section } from './Section.tsx';
import { partTarget } from './partTarget.ts';

/** Pairs that are listed at once. */
const FEW = 12;

interface ContactSectionProps {
  readonly target: FormTarget;
  /** The edited solids. */
  readonly solids: readonly Solid[];
  /** All fields of a solid. */
  readonly fields: readonly FormField[];
}

/** What the edited solids touch, how strongly they rub, and with whom it is otherwise. */
export function ContactSection({ target, solids, fields }: ContactSectionProps) {
  const shown = fields.filter(({ path }) => path[0] === 'contact');
  const liquids = fields.filter(({ path }) => path[0] === 'liquids');
  const { contact, liquids: inLiquids } = solids[0];
  const meets = [
    contact?.others === true && 'other bodies',
    contact?.self === true && 'itself',
    inLiquids === 'coupled' && 'liquids',
  ];
  return (
    <Section
      title="Contact"
      icon={Layers}
      initiallyOpen={meets.some((text) => text !== false)}
      summary={['colliders', ...meets.filter((text) => text !== false)].join(', ')}
    >
      <PropertyForm target={partTarget(target, 'contact', bodyContact.parse({}))} fields={shown} />
      <PropertyForm target={target} fields={liquids} />
      <BodyPairs bodies={solids} />
    </Section>
  );
}

/** Of one body its pairs with every other, of several the pairs among them. */
export function BodyPairs({ bodies }: { readonly bodies: readonly BodyEntity[] }) {
  const scene = useDocument((state) => state.open?.scene);
  const [all, setAll] = useState(false);
  if (scene === undefined || scene.entities.filter(isBody).length < 2) return null;
  const ids = new Set(bodies.map(({ id }) => id));
  const single = bodies.length === 1 ? bodies[0] : undefined;
  const pairs = everyPair(scene).filter(({ one, other }) =>
    single === undefined ? ids.has(one.id) && ids.has(other.id) : ids.has(one.id) || ids.has(other.id),
  );
  const listed = all ? pairs : unusualFirst(pairs).slice(0, FEW);
  return (
    <>
      <ContactPairRows label="Contact pairs" pairs={listed} of={single} />
      {listed.length < pairs.length && (
        <Button size="small" variant="ghost" onClick={() => setAll(true)}>
          Show all {pairs.length} pairs
        </Button>
      )}
    </>
  );
}

/** Pairs that the document says something of come first. */
function unusualFirst(pairs: readonly PairContact[]): readonly PairContact[] {
  const usual = ({ enabled, friction }: PairContact) => Number(enabled && friction === undefined);
  return pairs.toSorted((a, b) => usual(a) - usual(b));
}
