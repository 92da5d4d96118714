import { Atom } from 'lucide-react';
import type { MaterialPreset } from '../../../../src/protocol/requests/program.ts';
import {
  keyedNumbers,
  materialAt,
  type Material,
  type SteadyMaterial,
} from '../../../../src/scene/properties/material.ts';
import { solid as solidSchema, type Solid } from '../../../../src/scene/kinds/solid.ts';
import { useProgram } from '../../../session/Session.ts';
import { bestUnit } from '../../../units/displayUnits.ts';
import { formatQuantity } from '../../../units/formatNumber.ts';
import { FieldRow } from '../../../ui/FieldRow.tsx';
import { Select } from '../../../ui/Select.tsx';
import { formFields, type FormField, type JsonSchema, type QuantityFormField } from '../../../forms/formFields.ts';
import { common, type FormTarget } from '../../../forms/FormTarget.ts';
import { materialMenu } from './materialClipboard.ts';
import { MaterialCards } from './MaterialCards.tsx';
import { PropertyForm } from '../../../inspector/PropertyForm.tsx';
import { QuantityRow } from '../../../inspector/QuantityRow.tsx';
import { Section } from '../../../inspector/Section.tsx';
import { DampingRatios } from './DampingRatios.tsx';
import { StiffnessRows } from './StiffnessRows.tsx';
import { StressPlot } from './StressPlot.tsx';
import { usePlayhead } from '../../../inspector/usePlayhead.ts';

/** What a new solid is made of. */
const initial = solidSchema.shape.material.parse({});
interface MaterialSectionProps {
  readonly target: FormTarget;
  /** The first of the edited solids: its material is the one plotted. */
  readonly solid: Solid;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
}

/** Model, preset, stiffness in the pair of one's choice, and the stress that follows from them. */
export function MaterialSection({ target, solid, fields }: MaterialSectionProps) {
  const { material } = solid;
  const frame = usePlayhead(keyedNumbers(material).length > 0);
  const steady = materialAt(material, frame);
  const catalogue = useProgram((state) => state.catalogue);
  const models = catalogue?.definitions.filter(({ kind }) => kind === 'constitutive model') ?? [];
  const model = models.find(({ type }) => type === material.model);
  const number = (name: string) => fields.find(({ path }) => path.join('.') === name) as QuantityFormField | undefined;
  const params =
    model === undefined ? [] : formFields(model.params as JsonSchema, material.params, ['material', 'params']);
  const row = (name: string) => {
    const field = number(name);
    return field && <QuantityRow target={target} field={field} />;
  };
  return (
    <Section
      title="Material"
      icon={Atom}
      summary={summaryOf(steady, catalogue?.materialPresets)}
      menu={() => materialMenu(target)}
    >
      <FieldRow
        label="Model"
        tooltip={{ text: 'Law by which stress follows from stretch.', reference: model?.reference }}
        modified={material.model !== initial.model}
      >
        <Select
          label="Constitutive model"
          value={common(target.read(['material', 'model'])) as string | undefined}
          options={models.map(({ type, label }) => ({ value: type, label }))}
          onChange={(type) =>
            target.write(['material'], `Change model of ${target.name}`, (present) => ({
              ...(present as Material),
              model: type,
              params: {},
            }))
          }
        />
      </FieldRow>
      <MaterialCards target={target} material={material} presets={catalogue?.materialPresets ?? []} />
      <StiffnessRows target={target} material={steady} fields={fields} />
      {row('material.density')}
      {row('material.dampingTime')}
      {row('material.massDamping')}
      <DampingRatios material={steady} />
      {row('strength')}
      <PropertyForm target={target} fields={params} />
      <StressPlot material={steady} />
    </Section>
  );
}

function summaryOf({ preset, youngsModulus }: SteadyMaterial, presets: readonly MaterialPreset[] = []): string {
  const label = presets.find(({ type }) => type === preset)?.label;
  return [label, `E ${formatQuantity(youngsModulus, bestUnit('Pa', youngsModulus), 3)}`].filter(Boolean).join(' · ');
}
