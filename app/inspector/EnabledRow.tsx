import { useId } from 'react';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Switch } from '../ui/Switch.tsx';
import type { ToggleFormField } from '../forms/formFields.ts';
import { common, type FormTarget } from '../forms/FormTarget.ts';
import { areSeveral } from './modified.ts';
import { useRefusal } from './useRefusal.ts';

interface EnabledRowProps {
  readonly target: FormTarget;
  readonly field: ToggleFormField;
  readonly reference: string;
  /** Turns on or off what may be missing from the document as a whole. */
  readonly onChange: (enabled: boolean) => void;
}

/** The switch of a part of a solid that is off where the document leaves it out. */
export function EnabledRow({ target, field, reference, onChange }: EnabledRowProps) {
  const id = useId();
  const { path, label, help } = field;
  const values = target.read(path).map((value) => value === true);
  const checked = common(values);
  return (
    <FieldRow
      label={label}
      htmlFor={id}
      tooltip={{ text: help, reference }}
      modified={checked !== false}
      problem={useRefusal(target, path)}
    >
      <Switch id={id} label={areSeveral(values) ? `${label}: several` : label} checked={checked} onChange={onChange} />
    </FieldRow>
  );
}
