import { useId } from 'react';
import { Scissors } from 'lucide-react';
import { fracture as schema } from '../../src/scene/entities/fracture.ts';
import type { Solid } from '../../src/scene/entities/solid.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Switch } from '../ui/Switch.tsx';
import type { FormField, ToggleFormField } from './formFields.ts';
import { common, type FormTarget } from './FormTarget.ts';
import { areSeveral } from './modified.ts';
import { PropertyForm } from './PropertyForm.tsx';
import { Section } from './Section.tsx';
import { useRefusal } from './useRefusal.ts';

const ENABLED = ['fracture', 'enabled'] as const;
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
  const id = useId();
  const { fracture } = solid;
  const tears = fracture?.enabled === true;
  const named = (name: string) => fields.find(({ path }) => path.join('.') === `fracture.${name}`);
  const toggle = named('enabled') as ToggleFormField;
  const threshold = fracture?.measure === 'stress' ? 'stress' : 'strain';
  const shown = ['measure', threshold, ...REST].map(named).filter((field) => field !== undefined);
  const values = target.read(ENABLED).map((value) => value === true);
  const checked = common(values);
  const change = (next: boolean): void =>
    target.write(['fracture'], `${next ? 'Let' : 'Keep'} ${target.name} ${next ? 'tear' : 'whole'}`, (present) =>
      withTearing(present, next),
    );
  return (
    <Section
      title="Tearing"
      icon={Scissors}
      initiallyOpen={tears}
      summary={tears ? `at ${fracture.measure}` : 'stays whole'}
    >
      <FieldRow
        label={toggle.label}
        htmlFor={id}
        tooltip={{ text: toggle.help, reference: 'Molino, Bao and Fedkiw 2004' }}
        modified={checked !== false}
        problem={useRefusal(target, ENABLED)}
      >
        <Switch
          id={id}
          label={areSeveral(values) ? `${toggle.label}: several` : toggle.label}
          checked={checked}
          onChange={change}
        />
      </FieldRow>
      {tears && <PropertyForm target={target} fields={shown} />}
    </Section>
  );
}
