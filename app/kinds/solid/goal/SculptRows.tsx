import { ChevronDown, ChevronUp, Plus, Trash2 } from 'lucide-react';
import type { DefinitionInfo } from '../../../../src/protocol/requests/program.ts';
import { Button } from '../../../ui/Button.tsx';
import { FieldRow } from '../../../ui/FieldRow.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { Select } from '../../../ui/Select.tsx';
import { formFields, type JsonSchema } from '../../../forms/formFields.ts';
import type { FormTarget } from '../../../forms/FormTarget.ts';
import { PropertyForm } from '../../../inspector/PropertyForm.tsx';
import { SculptPartRow, SculptToggle } from './SculptHandles.tsx';

const STEPS = ['plasticity', 'goal', 'shape', 'steps'] as const;
/** Number of steps that a document may have at most. */
const MOST_STEPS = 32;

interface Step {
  readonly type: string;
  readonly params: Record<string, unknown>;
}

interface SculptRowsProps {
  readonly target: FormTarget;
  readonly steps: readonly Step[];
  readonly shapes: readonly DefinitionInfo[];
  /** The solid that is edited, where it is one: its steps have handles in the viewport. */
  readonly entity: string | undefined;
}

/** The steps that a goal is sculpted in, from the first: what each does, its order, and another one. */
export function SculptRows({ target, steps, shapes, entity }: SculptRowsProps) {
  const edit = (label: string, next: (steps: readonly Step[]) => readonly Step[]): void =>
    target.write(STEPS, `${label} of the goal of ${target.name}`, (present) => next(present as readonly Step[]));
  return (
    <div className="sculpt-steps">
      {steps.map((step, index) => (
        <SculptStep key={index} {...{ target, step, index, shapes, entity, edit }} count={steps.length} />
      ))}
      <Menu
        entries={() =>
          shapes.map(({ type, label }) => ({
            kind: 'item' as const,
            label,
            onSelect: () => edit('Add a step', (present) => [...present, { type, params: {} }]),
          }))
        }
      >
        <Button size="small" icon={Plus} disabled={steps.length >= MOST_STEPS && 'No more steps fit in a goal'}>
          Add step
        </Button>
      </Menu>
    </div>
  );
}

interface SculptStepProps extends Omit<SculptRowsProps, 'steps'> {
  readonly step: Step;
  readonly index: number;
  readonly count: number;
  edit(label: string, next: (steps: readonly Step[]) => readonly Step[]): void;
}

function SculptStep({ target, step, index, count, shapes, entity, edit }: SculptStepProps) {
  const shape = shapes.find(({ type }) => type === step.type);
  const name = `step ${index + 1}`;
  return (
    <fieldset className="form-group">
      <legend className="sculpt-legend">
        {`${index + 1}. ${shape?.label ?? step.type}`}
        <span className="sculpt-order">
          {entity !== undefined && <SculptToggle entity={entity} step={index} type={step.type} />}
          <IconButton
            size="small"
            icon={ChevronUp}
            label={`Move ${name} up`}
            disabled={index === 0}
            onClick={() => edit('Move a step', (steps) => swapped(steps, index - 1))}
          />
          <IconButton
            size="small"
            icon={ChevronDown}
            label={`Move ${name} down`}
            disabled={index === count - 1}
            onClick={() => edit('Move a step', (steps) => swapped(steps, index))}
          />
          <IconButton
            size="small"
            icon={Trash2}
            label={`Remove ${name}`}
            disabled={count === 1 && 'A sculpted goal needs a step'}
            onClick={() => edit('Remove a step', (steps) => steps.filter((_, k) => k !== index))}
          />
        </span>
      </legend>
      <FieldRow
        label="Deformer"
        tooltip={{
          text: 'Deformation that this step applies to the result of the steps before it.',
          reference: shape?.reference,
        }}
      >
        <Select
          label={`Deformer of ${name}`}
          value={step.type}
          options={shapes.map(({ type, label }) => ({ value: type, label }))}
          onChange={(type) =>
            edit('Change a step', (steps) => steps.map((one, k) => (k === index ? { type, params: {} } : one)))
          }
        />
      </FieldRow>
      {entity !== undefined && <SculptPartRow entity={entity} step={index} type={step.type} />}
      {shape !== undefined && (
        <PropertyForm
          target={target}
          fields={formFields(shape.params as JsonSchema, step.params, [...STEPS, index, 'params'])}
        />
      )}
    </fieldset>
  );
}

/** The list with two neighbours, the first at `index`, in the other order. */
function swapped<T>(list: readonly T[], index: number): T[] {
  const next = [...list];
  [next[index], next[index + 1]] = [list[index + 1], list[index]];
  return next;
}
