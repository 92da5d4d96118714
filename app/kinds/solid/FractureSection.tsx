import { Scissors } from 'lucide-react';
import { fracture as schema } from '../../../src/scene/properties/fracture.ts';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { EnabledRow } from '../../inspector/EnabledRow.tsx';
import type { FormField, ToggleFormField } from '../../forms/formFields.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';
import { Section } from '../../inspector/Section.tsx';

/** What tears it, then how it tears, in the order in which it matters; the switch is apart. */
const REST = [
  'toughness',
  'tipWeakness',
  'variation',
  'seed',
  'roughness',
  'spacing',
  'smallestPiece',
  'maxCracks',
] as const;

type Fracture = Solid['fracture'];

/** Turned on or off, with the numbers that it has, or begins with. */
function withTearing(present: unknown, enabled: boolean): Fracture {
  return { ...((present as Fracture) ?? schema.parse({})), enabled };
}

interface FractureSectionProps {
  readonly target: FormTarget;
  /** The first of the edited solids. */
  readonly solid: Solid;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
}

/** Whether the solid tears, at what, and how. */
export function FractureSection({ target, solid, fields }: FractureSectionProps) {
  const { fracture } = solid;
  const tears = fracture?.enabled === true;
  const named = (name: string) => fields.find(({ path }) => path.join('.') === `fracture.${name}`);
  const toggle = named('enabled') as ToggleFormField;
  const threshold = fracture?.measure === 'stress' ? 'stress' : 'strain';
  const shown = ['measure', threshold, ...REST].map(named).filter((field) => field !== undefined);
  const change = (next: boolean): void =>
    target.write(['fracture'], `Turn ${next ? 'on' : 'off'} tearing of ${target.name}`, (present) =>
      withTearing(present, next),
    );
  return (
    <Section title="Tearing" icon={Scissors} initiallyOpen={tears} summary={tears ? `by ${fracture.measure}` : 'off'}>
      <EnabledRow target={target} field={toggle} reference="Molino, Bao and Fedkiw 2004" onChange={change} />
      {tears && <PropertyForm target={target} fields={shown} />}
    </Section>
  );
}
