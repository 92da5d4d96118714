import { Droplets } from 'lucide-react';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { volumeConservation as schema } from '../../../src/scene/properties/volumeConservation.ts';
import { EnabledRow } from '../../inspector/EnabledRow.tsx';
import type { FormField, ToggleFormField } from '../../forms/formFields.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';
import { Section } from '../../inspector/Section.tsx';

/** What keeps the volume, in the order in which it matters; the switch is apart. */
const NUMBERS = ['recoveryTime', 'tolerance', 'maxIterations'];

type VolumeConservation = Solid['volumeConservation'];

/** Turned on or off, with the numbers that it has, or begins with. */
export function withVolumeConserved(present: unknown, enabled: boolean): VolumeConservation {
  return { ...((present as VolumeConservation) ?? schema.parse({})), enabled };
}

interface VolumeSectionProps {
  readonly target: FormTarget;
  /** The first of the edited solids. */
  readonly solid: Solid;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
}

/** Whether every part of the solid keeps its volume, and how exactly. */
export function VolumeSection({ target, solid, fields }: VolumeSectionProps) {
  const named = (name: string) => fields.find(({ path }) => path.join('.') === `volumeConservation.${name}`);
  const toggle = named('enabled') as ToggleFormField;
  const numbers = NUMBERS.map(named).filter((field) => field !== undefined);
  const keeps = solid.volumeConservation?.enabled === true;
  const change = (next: boolean): void =>
    target.write(
      ['volumeConservation'],
      `Turn ${next ? 'on' : 'off'} volume conservation of ${target.name}`,
      (present) => withVolumeConserved(present, next),
    );
  return (
    <Section title="Volume" icon={Droplets} initiallyOpen={keeps} summary={keeps ? 'conserved' : 'not conserved'}>
      <EnabledRow target={target} field={toggle} reference="Irving 2007, 4" onChange={change} />
      {keeps && <PropertyForm target={target} fields={numbers} />}
    </Section>
  );
}
