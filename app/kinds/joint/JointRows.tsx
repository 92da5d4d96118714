import type { Joint } from '../../../src/scene/kinds/joint.ts';
import { referable } from '../../entities/references.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { ReferenceRow } from '../../inspector/ReferenceRow.tsx';
import { useDocument } from '../../session/Session.ts';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { Segmented } from '../../ui/Segmented.tsx';

interface JointRowProps {
  readonly target: FormTarget;
  readonly joint: Joint;
}

const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const;
type AxisName = keyof typeof AXES;
/** The choice where the axis is along none of the world. */
const OTHER = '';

/** The body of a joint, and what it is joined to. */
export function JointEndRows({ target, joint }: JointRowProps) {
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  return (
    <>
      <ReferenceRow
        label="Body"
        tooltip={{ text: 'Rigid body that hangs on the joint.' }}
        value={joint.body}
        among={referable(entities, joint, ['body']).filter(({ id }) => id !== joint.to)}
        problem="This rigid body is not in the shot: choose another."
        onChange={(body) => target.write(['body'], `Change the body of ${target.name}`, () => body)}
      />
      <ReferenceRow
        label="Joined to"
        tooltip={{
          text: 'Rigid body or collider that the body is joined to, or the world. Angles and displacements are those of the body against it.',
        }}
        value={joint.to}
        among={referable(entities, joint, ['to']).filter(({ id }) => id !== joint.body)}
        none="World"
        problem="This object is not in the shot: choose another."
        onChange={(to) => target.write(['to'], `Change what ${target.name} is joined to`, () => to)}
      />
    </>
  );
}

/** Puts the axis along one of the world. */
export function AxisRow({ target, joint }: JointRowProps) {
  if (joint.type.kind === 'weld') return null;
  const names = Object.keys(AXES) as AxisName[];
  const along = names.find((name) => AXES[name].every((part, k) => part === joint.axis[k]));
  return (
    <FieldRow label="Along" tooltip={{ text: 'Sets the axis to one of the world axes.' }}>
      <Segmented
        label="Axis along"
        size="small"
        value={along ?? OTHER}
        options={names.map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={(name) => {
          if (name !== OTHER) target.write(['axis'], `Change the axis of ${target.name}`, () => [...AXES[name]]);
        }}
      />
    </FieldRow>
  );
}
