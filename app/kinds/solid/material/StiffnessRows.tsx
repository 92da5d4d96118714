import { useState } from 'react';
import { evaluate } from '../../../../src/scene/curves.ts';
import {
  material as materialSchema,
  type Material,
  type SteadyMaterial,
} from '../../../../src/scene/properties/material.ts';
import type { Keyable } from '../../../../src/scene/keyable.ts';
import { withValueAt } from '../../../document/keyEdits.ts';
import { useSession } from '../../../session/Session.ts';
import { bestUnit } from '../../../units/displayUnits.ts';
import { formatQuantity } from '../../../units/formatNumber.ts';
import { Button } from '../../../ui/Button.tsx';
import { FieldRow } from '../../../ui/FieldRow.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import {
  derivedConstants,
  elasticPairs,
  fromLame,
  fromShearBulk,
  type ElasticPair,
  type YoungPoisson,
} from './elasticConstants.ts';
import type { FormField, QuantityFormField } from '../../../forms/formFields.ts';
import type { FormTarget } from '../../../forms/FormTarget.ts';
import { QuantityRow } from '../../../inspector/QuantityRow.tsx';
import { withVolumeConserved } from '../VolumeSection.tsx';

/** What a new solid is made of. */
const initial = materialSchema.parse({});
/** Poisson's ratio from which linear tetrahedra lock noticeably. */
const LOCKING = 0.45;
/** What it is lowered to where the volume is kept otherwise. */
const SOFT_POISSON = 0.3;
const POISSON = { min: -0.95, max: 0.495 };
const STIFFNESS = { min: 1e-3, max: 1e13 };

interface StiffnessRowsProps {
  readonly target: FormTarget;
  /** The material at the playhead. */
  readonly material: SteadyMaterial;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
}

/** The stiffness as the chosen pair; the other constants stay in sight as linked values. */
export function StiffnessRows({ target, material, fields }: StiffnessRowsProps) {
  const { timeline } = useSession();
  const [pair, setPair] = useState<ElasticPair>('E, ν');
  const { mu, lambda, bulk } = derivedConstants(material);
  const { youngsModulus: E, poissonRatio: nu } = material;
  const write = (what: string, constants: YoungPoisson, during: boolean | string): void => {
    if (!inRange(constants)) return;
    const text = typeof during === 'string' ? during : `Change ${what} of ${target.name}`;
    const gesture = during === false ? undefined : text;
    const { frame, autoKey } = timeline.getState();
    const put = (value: Keyable, amount: number) =>
      evaluate(value, frame) === amount ? value : withValueAt(value, frame, amount, autoKey);
    const changed = (present: Material): Material => ({
      ...present,
      youngsModulus: put(present.youngsModulus, constants.youngsModulus),
      poissonRatio: put(present.poissonRatio, constants.poissonRatio),
    });
    target.write(['material'], text, (present) => changed(present as Material), gesture);
  };
  const number = (name: string) => fields.find(({ path }) => path.join('.') === name) as QuantityFormField | undefined;
  const young = number('material.youngsModulus');
  const poisson = number('material.poissonRatio');
  const keepsVolume = target.read(['volumeConservation', 'enabled']).every((value) => value === true);
  const keepVolume = (): void => {
    const text = `Turn on volume conservation of ${target.name}`;
    write("Poisson's ratio", { youngsModulus: E, poissonRatio: SOFT_POISSON }, text);
    target.write(['volumeConservation'], text, (present) => withVolumeConserved(present, true), text);
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
          {young !== undefined && <QuantityRow target={target} field={{ ...young, label: "Young's E" }} />}
          {poisson !== undefined && <QuantityRow target={target} field={poisson} doubtfulFrom={LOCKING} />}
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
            ? 'Volume conservation is on: a lower ν keeps the solid soft.'
            : 'Lower it and use volume conservation instead, or use smaller elements.'}{' '}
          <Button size="small" onClick={keepVolume}>
            {keepsVolume ? `Use ν ${SOFT_POISSON}` : 'Conserve the volume instead'}
          </Button>
        </p>
      )}
    </>
  );
}

function LinkedConstants({ pair, material }: { readonly pair: ElasticPair; readonly material: SteadyMaterial }) {
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
