import { Hammer } from 'lucide-react';
import { plasticity as plasticitySchema, type Plasticity } from '../../../../src/scene/properties/plasticity.ts';
import type { Solid } from '../../../../src/scene/kinds/solid.ts';
import { useProgram } from '../../../session/Session.ts';
import { FieldRow } from '../../../ui/FieldRow.tsx';
import { Select } from '../../../ui/Select.tsx';
import { formFields, type FormField, type JsonSchema } from '../../../forms/formFields.ts';
import { common, type FormTarget } from '../../../forms/FormTarget.ts';
import { GoalRows } from './GoalRows.tsx';
import { PropertyForm } from '../../../inspector/PropertyForm.tsx';
import { QuantityRows } from '../../../inspector/QuantityRow.tsx';
import { Section } from '../../../inspector/Section.tsx';

/** The choice that stands for leaving plasticity out. */
const ELASTIC = 'elastic';

interface PlasticitySectionProps {
  readonly target: FormTarget;
  /** The first of the edited solids. */
  readonly solid: Solid;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
  /** Whether only one solid is edited. */
  readonly single: boolean;
}

/** Whether and how the solid stays deformed, and the shape that it is led to. */
export function PlasticitySection({ target, solid, fields, single }: PlasticitySectionProps) {
  const catalogue = useProgram((state) => state.catalogue);
  const laws = catalogue?.definitions.filter(({ kind }) => kind === 'yield law') ?? [];
  const { plasticity } = solid;
  const law = laws.find(({ type }) => type === plasticity?.law);
  const chosen = common(target.read(['plasticity', 'law']).map((type) => type ?? ELASTIC)) as string | undefined;
  const choose = (type: string): void =>
    target.write(['plasticity'], `Change plasticity of ${target.name}`, (present) =>
      type === ELASTIC
        ? undefined
        : { ...((present as Plasticity | undefined) ?? plasticitySchema.parse({})), law: type, params: {} },
    );
  const params =
    law === undefined ? [] : formFields(law.params as JsonSchema, plasticity?.params, ['plasticity', 'params']);
  return (
    <Section
      title="Plasticity and goal"
      icon={Hammer}
      initiallyOpen={plasticity !== undefined}
      summary={plasticity === undefined ? 'elastic' : (law?.label ?? plasticity.law)}
    >
      <FieldRow
        label="Yield law"
        tooltip={{ text: 'Law for when and how fast deformation becomes permanent.', reference: law?.reference }}
        modified={plasticity !== undefined}
      >
        <Select
          label="Yield law"
          value={chosen}
          options={[
            { value: ELASTIC, label: 'None (elastic)' },
            ...laws.map(({ type, label }) => ({ value: type, label })),
          ]}
          onChange={choose}
        />
      </FieldRow>
      <PropertyForm target={target} fields={params} />
      {plasticity !== undefined && <QuantityRows target={target} fields={fields} names={['plasticity.stretchLimit']} />}
      <GoalRows target={target} solid={solid} fields={fields} single={single} />
    </Section>
  );
}
