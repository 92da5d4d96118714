import { useState } from 'react';
import { Atom } from 'lucide-react';
import type { MaterialPreset } from '../../src/protocol/requests/program.ts';
import { solid as solidSchema, type Material, type Solid } from '../../src/scene/entities/solid.ts';
import { useProgram } from '../state/Session.ts';
import { bestUnit } from '../units/displayUnits.ts';
import { formatQuantity } from '../units/formatNumber.ts';
import { Button } from '../ui/Button.tsx';
import { FieldRow } from '../ui/FieldRow.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Select } from '../ui/Select.tsx';
import {
  derivedConstants,
  elasticPairs,
  fromLame,
  fromShearBulk,
  type ElasticPair,
  type YoungPoisson,
} from './elasticConstants.ts';
import { formFields, type FormField, type JsonSchema, type QuantityFormField } from './formFields.ts';
import { common, type FormTarget } from './FormTarget.ts';
import { materialMenu } from './materialClipboard.ts';
import { MaterialCards } from './MaterialCards.tsx';
import { PropertyForm } from './PropertyForm.tsx';
import { QuantityRow } from './QuantityRow.tsx';
import { Section } from './Section.tsx';
import { StressPlot } from './StressPlot.tsx';
import { withVolumeKept } from './VolumeSection.tsx';

/** What a new solid is made of. */
const initial = solidSchema.shape.material.parse({});
/** Poisson's ratio from which linear tetrahedra lock noticeably. */
const LOCKING = 0.45;
/** What it is lowered to where the volume is kept otherwise. */
const SOFT_POISSON = 0.3;
const POISSON = { min: -0.95, max: 0.495 };
const STIFFNESS = { min: 1e-3, max: 1e13 };

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
  const catalogue = useProgram((state) => state.catalogue);
  const models = catalogue?.definitions.filter(({ kind }) => kind === 'constitutive model') ?? [];
  const model = models.find(({ type }) => type === material.model);
  const number = (name: string) => fields.find(({ path }) => path.join('.') === name) as QuantityFormField | undefined;
  const params =
    model === undefined ? [] : formFields(model.params as JsonSchema, material.params, ['material', 'params']);
  const rows = ['material.density', 'material.dampingTime', 'strength'].map(number);
  return (
    <Section
      title="Material"
      icon={Atom}
      summary={summaryOf(material, catalogue?.materialPresets)}
      menu={() => materialMenu(target)}
    >
      <FieldRow
        label="Model"
        tooltip={{ text: 'How stress follows from stretch.', reference: model?.reference }}
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
      <StiffnessRows target={target} material={material} />
      {rows.map((row) => row !== undefined && <QuantityRow key={row.label} target={target} field={row} />)}
      <PropertyForm target={target} fields={params} />
      <StressPlot material={material} />
    </Section>
  );
}

/** The stiffness as the chosen pair; the other constants stay in sight as linked values. */
function StiffnessRows({ target, material }: { readonly target: FormTarget; readonly material: Material }) {
  const [pair, setPair] = useState<ElasticPair>('E, ν');
  const { mu, lambda, bulk } = derivedConstants(material);
  const { youngsModulus: E, poissonRatio: nu } = material;
  const write = (what: string, constants: YoungPoisson, during: boolean | string): void => {
    if (!inRange(constants)) return;
    const text = typeof during === 'string' ? during : `Change ${what} of ${target.name}`;
    const gesture = during === false ? undefined : text;
    target.write(['material'], text, (present) => ({ ...(present as Material), ...constants }), gesture);
  };
  const keepsVolume = target.read(['volumeConservation', 'enabled']).every((value) => value === true);
  const keepVolume = (): void => {
    const text = `Keep the volume of ${target.name}`;
    write("Poisson's ratio", { youngsModulus: E, poissonRatio: SOFT_POISSON }, text);
    target.write(['volumeConservation'], text, (present) => withVolumeKept(present, true), text);
    target.endGesture();
  };
  const modulus = (
    label: string,
    symbol: string,
    help: string,
    value: number,
    next: (value: number) => YoungPoisson,
  ) => (
    <FieldRow
      label={label}
      tooltip={{ text: help, symbol, unit: 'Pa' }}
      modified={E !== initial.youngsModulus || nu !== initial.poissonRatio}
    >
      <NumberField
        label={label}
        unit="Pa"
        value={value}
        min={STIFFNESS.min}
        max={STIFFNESS.max}
        onChange={(amount, dragging) => write(label, next(amount), dragging)}
        onGestureEnd={() => target.endGesture()}
      />
    </FieldRow>
  );
  return (
    <>
      <FieldRow label="Edit as">
        <Segmented
          label="Elastic constants to edit"
          size="small"
          value={pair}
          options={elasticPairs.map((value) => ({ value, label: value }))}
          onChange={(value) => setPair(value)}
        />
      </FieldRow>
      {pair === 'E, ν' && (
        <>
          {modulus("Young's E", 'E', 'Stiffness against stretching.', E, (youngsModulus) => ({
            youngsModulus,
            poissonRatio: nu,
          }))}
          <FieldRow
            label="Poisson ν"
            tooltip={{ text: 'How much it thins when stretched.', symbol: 'ν' }}
            modified={nu !== initial.poissonRatio}
          >
            <NumberField
              label="Poisson's ratio"
              unit=""
              value={nu}
              {...POISSON}
              softMin={0}
              softMax={0.5}
              doubtfulFrom={LOCKING}
              onChange={(poissonRatio, dragging) =>
                write("Poisson's ratio", { youngsModulus: E, poissonRatio }, dragging)
              }
              onGestureEnd={() => target.endGesture()}
            />
          </FieldRow>
        </>
      )}
      {pair === 'μ, λ' && (
        <>
          {modulus('Shear μ', 'μ', 'Stiffness against shearing.', mu, (value) => fromLame(value, lambda))}
          {modulus('Lamé λ', 'λ', 'First Lamé constant.', lambda, (value) => fromLame(mu, value))}
        </>
      )}
      {pair === 'G, K' && (
        <>
          {modulus('Shear G', 'G', 'Stiffness against shearing.', mu, (value) => fromShearBulk(value, bulk))}
          {modulus('Bulk K', 'K', 'Stiffness against a change of volume.', bulk, (value) => fromShearBulk(mu, value))}
        </>
      )}
      <LinkedConstants pair={pair} material={material} />
      {nu > LOCKING && (
        <p className="form-note" role="note">
          Above ν = 0.45 the elements resist bending too (locking).{' '}
          {keepsVolume
            ? 'The volume is kept already: a lower ν keeps it soft.'
            : 'Lower it and let every part keep its volume instead, or use smaller elements.'}{' '}
          <Button size="small" onClick={keepVolume}>
            {keepsVolume ? `Use ν ${SOFT_POISSON}` : 'Keep the volume instead'}
          </Button>
        </p>
      )}
    </>
  );
}

function LinkedConstants({ pair, material }: { readonly pair: ElasticPair; readonly material: Material }) {
  const { mu, lambda, bulk } = derivedConstants(material);
  const shown: [string, string][] = [];
  const pressure = (symbol: string, value: number) =>
    shown.push([symbol, formatQuantity(value, bestUnit('Pa', value), 3)]);
  if (pair !== 'E, ν') {
    pressure('E', material.youngsModulus);
    shown.push(['ν', material.poissonRatio.toFixed(3)]);
  }
  if (pair === 'E, ν') pressure('μ', mu);
  if (pair !== 'μ, λ') pressure('λ', lambda);
  if (pair !== 'G, K') pressure('K', bulk);
  return (
    <p className="linked-constants mono" aria-label="Linked constants">
      {shown.map(([symbol, text]) => (
        <span key={symbol}>
          <i>{symbol}</i> {text}
        </span>
      ))}
    </p>
  );
}

function inRange({ youngsModulus, poissonRatio }: YoungPoisson): boolean {
  return (
    youngsModulus >= STIFFNESS.min &&
    youngsModulus <= STIFFNESS.max &&
    poissonRatio >= POISSON.min &&
    poissonRatio <= POISSON.max
  );
}

function summaryOf({ preset, youngsModulus }: Material, presets: readonly MaterialPreset[] = []): string {
  const label = presets.find(({ type }) => type === preset)?.label;
  return [label, `E ${formatQuantity(youngsModulus, bestUnit('Pa', youngsModulus), 3)}`].filter(Boolean).join(' · ');
}
