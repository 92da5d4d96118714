import { Hammer } from 'lucide-react';
import { plasticity as plasticitySchema, type Plasticity } from '../../src/scene/entities/plasticity.ts';
import type { Solid } from '../../src/scene/entities/solid.ts';
import { useProgram } from '../state/Session.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Select } from '../ui/Select.tsx';
import { formFields, type FormField, type JsonSchema, type QuantityFormField } from './formFields.ts';
import { common, type FormTarget } from './FormTarget.ts';
import { PropertyForm } from './PropertyForm.tsx';
import { QuantityRow } from './QuantityRow.tsx';
import { Section } from './Section.tsx';

/** Choices that stand for leaving the member out. */
const ELASTIC = 'elastic';
const NO_GOAL = 'none';
const MESH_GOAL = 'file';

interface PlasticitySectionProps {
  readonly target: FormTarget;
  /** The first of the edited solids. */
  readonly solid: Solid;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
}

/** Whether and how the solid stays deformed, and the shape that it is led to. */
export function PlasticitySection({ target, solid, fields }: PlasticitySectionProps) {
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
      title="Plasticity"
      icon={Hammer}
      initiallyOpen={plasticity !== undefined}
      summary={plasticity === undefined ? 'springs back' : (law?.label ?? plasticity.law)}
    >
      <FieldRow
        label="Yield law"
        tooltip={{ text: 'When and how fast the solid stays deformed.', reference: law?.reference }}
        modified={plasticity !== undefined}
      >
        <Select
          label="Yield law"
          value={chosen}
          options={[
            { value: ELASTIC, label: 'None: springs back' },
            ...laws.map(({ type, label }) => ({ value: type, label })),
          ]}
          onChange={choose}
        />
      </FieldRow>
      <PropertyForm target={target} fields={params} />
      {plasticity !== undefined && (
        <>
          <QuantityRows target={target} fields={fields} names={['plasticity.stretchLimit']} />
          <GoalRows target={target} plasticity={plasticity} fields={fields} />
        </>
      )}
    </Section>
  );
}

/** The goal of the flow: a registered shape, and how strongly it leads. */
function GoalRows({
  target,
  plasticity: { goal },
  fields,
}: {
  readonly target: FormTarget;
  readonly plasticity: Plasticity;
  readonly fields: readonly FormField[];
}) {
  const catalogue = useProgram((state) => state.catalogue);
  const shapes = catalogue?.definitions.filter(({ kind }) => kind === 'goal shape') ?? [];
  const type = goal === undefined ? NO_GOAL : goal.shape.kind === 'file' ? MESH_GOAL : goal.shape.type;
  const shape = shapes.find((definition) => definition.type === type);
  const choose = (next: string): void =>
    target.write(['plasticity', 'goal'], `Change goal of ${target.name}`, (present) => {
      if (next === NO_GOAL) return undefined;
      const before = (present as Plasticity['goal']) ?? plasticitySchema.parse({ goal: {} }).goal;
      return { ...before, shape: { kind: 'registered', type: next, params: {} } };
    });
  const params =
    shape === undefined || goal?.shape.kind !== 'registered'
      ? []
      : formFields(shape.params as JsonSchema, goal.shape.params, ['plasticity', 'goal', 'shape', 'params']);
  return (
    <>
      <FieldRow
        label="Goal"
        tooltip={{ text: 'The shape that the solid is led to while it yields.', reference: shape?.reference }}
        modified={goal !== undefined}
      >
        <Select
          label="Goal shape"
          value={type}
          options={[
            { value: NO_GOAL, label: 'None' },
            ...(type === MESH_GOAL ? [{ value: MESH_GOAL, label: 'Mesh' }] : []),
            ...shapes.map((definition) => ({ value: definition.type, label: definition.label })),
          ]}
          onChange={choose}
        />
      </FieldRow>
      <PropertyForm target={target} fields={params} />
      {goal !== undefined && (
        <QuantityRows
          target={target}
          fields={fields}
          names={['plasticity.goal.strength', 'plasticity.goal.guidance', 'plasticity.goal.pull']}
        />
      )}
    </>
  );
}

function QuantityRows({
  target,
  fields,
  names,
}: {
  readonly target: FormTarget;
  readonly fields: readonly FormField[];
  readonly names: readonly string[];
}) {
  const rows = names.map((name) => fields.find(({ path }) => path.join('.') === name));
  return rows.map(
    (field) =>
      field !== undefined && <QuantityRow key={field.label} target={target} field={field as QuantityFormField} />,
  );
}
