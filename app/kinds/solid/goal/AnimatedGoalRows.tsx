import type { Plasticity } from '../../../../src/scene/properties/plasticity.ts';
import type { Solid } from '../../../../src/scene/kinds/solid.ts';
import { referable } from '../../../entities/references.ts';
import { useDocument } from '../../../session/Session.ts';
import { PropertyForm } from '../../../inspector/PropertyForm.tsx';
import { ReferenceRow } from '../../../inspector/ReferenceRow.tsx';
import type { FormField } from '../../../forms/formFields.ts';
import type { FormTarget } from '../../../forms/FormTarget.ts';

type Animated = Extract<NonNullable<Plasticity['goal']>['shape'], { kind: 'animation' }>;

const ANIMATION = ['plasticity', 'goal', 'shape', 'animation'] as const;
const MATCHING = 'plasticity.goal.shape.matching';

interface AnimatedGoalRowsProps {
  readonly target: FormTarget;
  /** The first of the edited solids. */
  readonly solid: Solid;
  readonly shape: Animated;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
}

/** A goal that is what an animation is at each frame: which animation, and how the solid lies on it. */
export function AnimatedGoalRows({ target, solid, shape, fields }: AnimatedGoalRowsProps) {
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  const animations = referable(entities, solid, ANIMATION);
  const found = animations.find(({ id }) => id === shape.animation);
  return (
    <>
      <ReferenceRow
        label="Animation"
        name="Animation of the goal"
        tooltip={{
          text: 'Animation whose shape at each frame is the goal of that frame. Plastic flow follows its deformation, not where it is: an animated target takes the solid there.',
        }}
        value={shape.animation}
        among={animations}
        problem="This animation is missing or disabled: choose another."
        useless={found?.enabled === false}
        onChange={(next) => target.write(ANIMATION, `Change the animation of the goal of ${target.name}`, () => next)}
      />
      <PropertyForm target={target} fields={fields.filter(({ path }) => path.join('.') === MATCHING)} />
    </>
  );
}
