import { Layers } from 'lucide-react';
import { bodyContact } from '../../../src/scene/properties/bodyContact.ts';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { BodyPairs } from '../parts/BodyPairs.tsx';
import type { FormField } from '../../forms/formFields.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';
import { Section } from '../../inspector/Section.tsx';

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

/** Edits members of a part that the document may leave out: the first change puts it there with its defaults. */
export function partTarget(target: FormTarget, part: string, defaults: object): FormTarget {
  return {
    ...target,
    write: (path, label, next, gesture) => {
      const [, member] = path;
      target.write(
        [part],
        label,
        (present) => {
          const values = { ...defaults, ...(present as object | undefined) } as Record<string | number, unknown>;
          return { ...values, [member]: next(values[member]) };
        },
        gesture,
      );
    },
  };
}
