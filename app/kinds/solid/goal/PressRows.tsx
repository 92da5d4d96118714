import type { Plasticity } from '../../../../src/scene/properties/plasticity.ts';
import type { Solid } from '../../../../src/scene/kinds/solid.ts';
import { referable } from '../../../entities/references.ts';
import { useDocument } from '../../../session/Session.ts';
import { ReferenceRow } from '../../../inspector/ReferenceRow.tsx';
import type { FormField } from '../../../forms/formFields.ts';
import type { FormTarget } from '../../../forms/FormTarget.ts';
import { QuantityRows } from '../../../inspector/QuantityRow.tsx';

type Pressed = Extract<NonNullable<Plasticity['goal']>['shape'], { kind: 'pressed' }>;

const COLLIDER = ['plasticity', 'goal', 'shape', 'collider'] as const;
const NUMBERS = ['frame', 'reach'].map((name) => `plasticity.goal.shape.${name}`);

interface PressRowsProps {
  readonly target: FormTarget;
  /** The first of the edited solids. */
  readonly solid: Solid;
  readonly shape: Pressed;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
}

/** A goal that a collider presses: which, where it stands at which frame, and how far around it the solid gives way. */
export function PressRows({ target, solid, shape, fields }: PressRowsProps) {
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  const colliders = referable(entities, solid, COLLIDER);
  const found = colliders.find((collider) => collider.id === shape.collider);
  return (
    <>
      <ReferenceRow
        label="Collider"
        tooltip={{
          text: 'Collider that moves into the solid up to the imprint frame. The deformed solid is the goal.',
        }}
        value={shape.collider}
        among={colliders}
        problem="This collider is missing or disabled: choose another."
        useless={found?.enabled === false}
        onChange={(next) => target.write(COLLIDER, `Change the collider of the goal of ${target.name}`, () => next)}
      />
      <QuantityRows target={target} fields={fields} names={NUMBERS} />
    </>
  );
}
