import { useId } from 'react';
import type { Entity } from '../../src/scene/Scene.ts';
import { entityName } from '../document/entityEdits.ts';
import type { ReferenceFormField } from '../forms/formFields.ts';
import { common, type FormTarget } from '../forms/FormTarget.ts';
import { useDocument } from '../session/Session.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Select } from '../ui/Select.tsx';
import { inSentence } from '../ui/inSentence.ts';
import type { TooltipText } from '../ui/Tooltip.tsx';

/** What stands for no entity: no id has a dot. */
const NOTHING = '.none';

interface ReferenceRowProps {
  readonly label: string;
  readonly tooltip: Omit<TooltipText, 'label'>;
  /** Id of the entity that is referred to; undefined where none is. */
  readonly value: string | undefined;
  readonly among: readonly Pick<Entity, 'id' | 'name'>[];
  /** What referring to none is called; left out, one has to be chosen. */
  readonly none?: string;
  /** Name of the control where the label of the row is not enough. */
  readonly name?: string;
  /** What is wrong where the one that is referred to is not among them, or of no use. */
  readonly problem: string;
  readonly useless?: boolean;
  onChange(id: string | undefined): void;
}

/** A property that names another entity, by the names of those that it may be. */
export function ReferenceRow(props: ReferenceRowProps) {
  const { label, tooltip, value, among, none, name = label, problem, useless = false, onChange } = props;
  const id = useId();
  const known = value === undefined || among.some((entity) => entity.id === value);
  const options = among.map((entity) => ({ value: entity.id, label: entityName(entity) }));
  if (!known) options.unshift({ value, label: `${value} (missing)` });
  if (none !== undefined) options.unshift({ value: NOTHING, label: none });
  return (
    <FieldRow
      label={label}
      htmlFor={id}
      tooltip={tooltip}
      modified={none !== undefined && value !== undefined}
      problem={known && !useless ? undefined : problem}
    >
      <Select
        id={id}
        label={name}
        value={value ?? NOTHING}
        options={options}
        onChange={(chosen) => onChange(chosen === NOTHING ? undefined : chosen)}
      />
    </FieldRow>
  );
}

interface ReferenceFieldRowProps {
  readonly target: FormTarget;
  readonly field: ReferenceFormField;
}

/** The row of a reference in a form that follows from a schema. */
export function ReferenceFieldRow({ target, field: { path, label, help, kinds } }: ReferenceFieldRowProps) {
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  return (
    <ReferenceRow
      label={label}
      tooltip={{ text: help }}
      value={common(target.read(path)) as string | undefined}
      among={entities.filter(({ kind }) => kinds.includes(kind))}
      problem="This object is not in the shot: choose another."
      onChange={(id) => target.write(path, `Change ${inSentence(label)} of ${target.name}`, () => id)}
    />
  );
}
