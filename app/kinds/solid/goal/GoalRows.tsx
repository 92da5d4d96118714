import { FileBox } from 'lucide-react';
import { plasticity as plasticitySchema, type Plasticity } from '../../../../src/scene/properties/plasticity.ts';
import type { Solid } from '../../../../src/scene/kinds/solid.ts';
import { fileNameOf } from '../../../document/meshFiles.ts';
import { isKind } from '../../../../src/scene/Scene.ts';
import { useDocument, useProgram } from '../../../session/Session.ts';
import { Button } from '../../../ui/Button.tsx';
import { FieldRow } from '../../../ui/FieldRow.tsx';
import { Select } from '../../../ui/Select.tsx';
import { formFields, type FormField, type JsonSchema } from '../../../forms/formFields.ts';
import type { FormTarget } from '../../../forms/FormTarget.ts';
import { AnimatedGoalRows } from './AnimatedGoalRows.tsx';
import { GoalReport, PullOffer } from './GoalReport.tsx';
import { PressRows } from './PressRows.tsx';
import { PropertyForm } from '../../../inspector/PropertyForm.tsx';
import { QuantityRows } from '../../../inspector/QuantityRow.tsx';
import { SculptPartRow, SculptToggle } from './SculptHandles.tsx';
import { SculptRows } from './SculptRows.tsx';
import { useGoalMesh } from './useGoalMesh.ts';

/** Choices of a goal that are no registered shape. */
const NO_GOAL = 'none';
const SCULPTED = 'sculpted';
const PRESSED = 'pressed';
const MESH_GOAL = 'file';
const ANIMATED = 'animation';
const SHAPE = ['plasticity', 'goal', 'shape'] as const;

type Goal = NonNullable<Plasticity['goal']>;
type GoalShape = Goal['shape'];

interface GoalRowsProps {
  readonly target: FormTarget;
  readonly solid: Solid;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
  /** Whether only one solid is edited: its goal can be shown, and be a mesh. */
  readonly single: boolean;
}

/** The goal of the flow: what shape, how strongly it leads, and what is wrong with it. */
export function GoalRows({ target, solid, fields, single }: GoalRowsProps) {
  const goal = solid.plasticity?.goal;
  const catalogue = useProgram((state) => state.catalogue);
  const shapes = catalogue?.definitions.filter(({ kind }) => kind === 'goal shape') ?? [];
  const mesh = useGoalMesh(target, solid);
  const entities = useDocument((state) => state.open?.scene)?.entities ?? [];
  const presser = entities.filter(isKind('collider')).find(({ enabled }) => enabled)?.id;
  const animation = entities.filter(isKind('importedAnimation')).find(({ enabled }) => enabled)?.id;
  const type = choiceOf(goal?.shape);
  const shape = shapes.find((definition) => definition.type === type);
  const choose = (next: string): void => {
    if (next === MESH_GOAL) mesh.choose();
    else {
      // Only what stays deformed has a goal: a solid that springs back begins to yield with it.
      target.write(['plasticity'], `Change goal of ${target.name}`, (present) => {
        if (present === undefined && next === NO_GOAL) return undefined;
        const before = (present as Plasticity | undefined) ?? plasticitySchema.parse({});
        return { ...before, goal: withShape(before.goal, next, { type: shapes[0]?.type, presser, animation }) };
      });
    }
  };
  const params =
    shape === undefined || goal?.shape.kind !== 'registered'
      ? []
      : formFields(shape.params as JsonSchema, goal.shape.params, [...SHAPE, 'params']);
  return (
    <>
      <FieldRow
        label="Goal"
        tooltip={{ text: 'Shape that plastic flow is directed to.', reference: shape?.reference }}
        modified={goal !== undefined}
        problem={mesh.problem}
      >
        <span className="goal-shape">
          <Select
            label="Goal shape"
            value={type}
            options={[
              { value: NO_GOAL, label: 'None' },
              ...shapes.map((definition) => ({ value: definition.type, label: definition.label })),
              { value: SCULPTED, label: 'Sculpted: several steps' },
              ...(presser !== undefined || type === PRESSED
                ? [{ value: PRESSED, label: 'Imprint of a collider' }]
                : []),
              ...(animation !== undefined || type === ANIMATED
                ? [{ value: ANIMATED, label: 'Animation, frame by frame' }]
                : []),
              ...(single || type === MESH_GOAL ? [{ value: MESH_GOAL, label: 'Mesh…' }] : []),
            ]}
            onChange={choose}
          />
          {single && shape !== undefined && <SculptToggle entity={solid.id} step={0} type={shape.type} />}
        </span>
      </FieldRow>
      {single && shape !== undefined && <SculptPartRow entity={solid.id} step={0} type={shape.type} />}
      <PropertyForm target={target} fields={params} />
      {goal?.shape.kind === 'sculpted' && (
        <SculptRows target={target} steps={goal.shape.steps} shapes={shapes} entity={single ? solid.id : undefined} />
      )}
      {goal?.shape.kind === 'pressed' && <PressRows target={target} solid={solid} shape={goal.shape} fields={fields} />}
      {goal?.shape.kind === 'animation' && (
        <AnimatedGoalRows target={target} solid={solid} shape={goal.shape} fields={fields} />
      )}
      {goal?.shape.kind === 'file' && (
        <FieldRow
          label="Goal mesh"
          tooltip={{ text: 'Deformed copy of the solid’s mesh, with the same number and order of vertices.' }}
        >
          <span className="painted-row">
            <span className="mono goal-file" title={goal.shape.path}>
              {fileNameOf(goal.shape.path)}
            </span>
            <Button size="small" icon={FileBox} disabled={!single} onClick={mesh.choose}>
              Choose…
            </Button>
          </span>
        </FieldRow>
      )}
      {goal !== undefined && (
        <>
          <QuantityRows target={target} fields={fields} names={GOAL_FIELDS} />
          {single && goal.shape.kind !== 'animation' && <GoalReport target={target} solid={solid} />}
          {goal.shape.kind === 'animation' && goal.pull === 0 && <PullOffer target={target} />}
        </>
      )}
    </>
  );
}

const GOAL_FIELDS = ['strength', 'guidance', 'pull', 'smoothing'].map((name) => `plasticity.goal.${name}`);

function choiceOf(shape: GoalShape | undefined): string {
  if (shape === undefined) return NO_GOAL;
  return shape.kind === 'registered' ? shape.type : shape.kind;
}

/** What other shapes begin with: a registered type, and the ids of a collider and of an animation. */
interface First {
  readonly type: string | undefined;
  readonly presser: string | undefined;
  readonly animation: string | undefined;
}

/** The goal with another shape; sculpting goes on from the shape that is there. */
function withShape(present: Goal | undefined, next: string, first: First): Goal | undefined {
  if (next === NO_GOAL) return undefined;
  const before = present ?? plasticitySchema.parse({ goal: {} }).goal;
  if (before === undefined) return undefined;
  if (next === PRESSED) {
    const shape = { kind: PRESSED, collider: first.presser };
    return plasticitySchema.parse({ goal: { ...before, shape } }).goal;
  }
  if (next === ANIMATED) {
    const shape = { kind: ANIMATED, animation: first.animation };
    return plasticitySchema.parse({ goal: { ...before, shape } }).goal;
  }
  if (next !== SCULPTED) return { ...before, shape: { kind: 'registered', type: next, params: {} } };
  const { shape } = before;
  const step =
    shape.kind === 'registered' ? { type: shape.type, params: shape.params } : { type: first.type ?? '', params: {} };
  return { ...before, shape: { kind: 'sculpted', steps: [step] } };
}
