import { useId } from 'react';
import type { Plasticity } from '../../src/scene/properties/plasticity.ts';
import { isKind } from '../../src/scene/Scene.ts';
import { entityName } from '../document/entityEdits.ts';
import { useDocument } from '../state/Session.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Select } from '../ui/Select.tsx';
import type { FormField } from '../forms/formFields.ts';
import type { FormTarget } from '../forms/FormTarget.ts';
import { QuantityRows } from './QuantityRow.tsx';

type Pressed = Extract<NonNullable<Plasticity['goal']>['shape'], { kind: 'pressed' }>;

const COLLIDER = ['plasticity', 'goal', 'shape', 'collider'] as const;
const NUMBERS = ['frame', 'reach'].map((name) => `plasticity.goal.shape.${name}`);

interface PressRowsProps {
  readonly target: FormTarget;
  readonly shape: Pressed;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
}

/** A goal that a collider presses: which, where it stands at which frame, and how far around it the solid gives way. */
export function PressRows({ target, shape, fields }: PressRowsProps) {
  const id = useId();
  const colliders = (useDocument((state) => state.open?.scene)?.entities ?? []).filter(isKind('collider'));
  const found = colliders.find((collider) => collider.id === shape.collider);
  const options = colliders.map((collider) => ({ value: collider.id, label: entityName(collider) }));
  if (found === undefined) options.unshift({ value: shape.collider, label: `${shape.collider} (not there)` });
  return (
    <>
      <FieldRow
        label="Pressed by"
        htmlFor={id}
        tooltip={{
          text: 'The collider that is pressed into the solid as it stands at the first frame; what is left is the goal.',
        }}
        problem={found?.enabled === true ? undefined : 'This collider is not there, or switched off: choose another.'}
      >
        <Select
          id={id}
          label="Pressed by"
          value={shape.collider}
          options={options}
          onChange={(next) => target.write(COLLIDER, `Change what presses the goal of ${target.name}`, () => next)}
        />
      </FieldRow>
      <QuantityRows target={target} fields={fields} names={NUMBERS} />
    </>
  );
}
