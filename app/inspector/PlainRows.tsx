import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';
import { TextField } from '../ui/TextField.tsx';
import { inSentence } from '../ui/inSentence.ts';
import { common, type FormTarget } from '../forms/FormTarget.ts';
import { areSeveral, isModified } from './modified.ts';
import { useRefusal } from './useRefusal.ts';
import type { ChoiceFormField, ColourFormField, TextFormField, ToggleFormField } from '../forms/formFields.ts';

interface RowProps<F> {
  readonly target: FormTarget;
  readonly field: F;
}

/** One of several; where the choice brings fields of its own, choosing puts their defaults in place. */
export function ChoiceRow({ target, field }: RowProps<ChoiceFormField>) {
  const id = useId();
  const { path, label, help, options, replacements } = field;
  const values = target.read(path);
  const value = common(values) as string | undefined;
  const problem = useRefusal(target, path);
  const choose = (chosen: string): void => {
    const text = `Change ${inSentence(label)} of ${target.name}`;
    if (replacements === undefined) target.write(path, text, () => chosen);
    else target.write(path.slice(0, -1), text, () => structuredClone(replacements.get(chosen)));
  };
  // The kind of the edited thing itself is not a choice.
  if (replacements !== undefined && path.length === 1) return null;
  return (
    <FieldRow
      label={label}
      htmlFor={id}
      tooltip={help === '' ? undefined : { text: help }}
      modified={isModified(field, (at) => target.read(at))}
      problem={problem}
    >
      <Select
        id={id}
        label={label}
        value={areSeveral(values) ? undefined : (value ?? field.default)}
        placeholder={areSeveral(values) ? 'Several' : 'Not set'}
        options={options}
        onChange={choose}
      />
    </FieldRow>
  );
}

export function ToggleRow({ target, field }: RowProps<ToggleFormField>) {
  const id = useId();
  const { path, label, help } = field;
  const values = target.read(path);
  const several = areSeveral(values);
  const checked = (common(values) ?? field.default) === true;
  return (
    <FieldRow
      label={label}
      htmlFor={id}
      tooltip={help === '' ? undefined : { text: help }}
      modified={isModified(field, (at) => target.read(at))}
      problem={useRefusal(target, path)}
    >
      <Switch
        id={id}
        label={several ? `${label}: several` : label}
        checked={several ? undefined : checked}
        onChange={(next) =>
          target.write(path, `${next ? 'Turn on' : 'Turn off'} ${inSentence(label)} of ${target.name}`, () => next)
        }
      />
    </FieldRow>
  );
}

export function TextRow({ target, field }: RowProps<TextFormField>) {
  const id = useId();
  const { path, label } = field;
  const values = target.read(path);
  const value = common(values);
  return (
    <FieldRow
      label={label}
      htmlFor={id}
      modified={isModified(field, (at) => target.read(at))}
      problem={useRefusal(target, path)}
    >
      <TextField
        id={id}
        label={label}
        value={typeof value === 'string' ? value : ''}
        placeholder={areSeveral(values) ? 'Several' : undefined}
        onCommit={(next) => target.write(path, `Change ${inSentence(label)} of ${target.name}`, () => next)}
      />
    </FieldRow>
  );
}

export function ColourRow({ target, field }: RowProps<ColourFormField>) {
  const id = useId();
  const { path, label } = field;
  const values = target.read(path);
  const value = common(values);
  const shown = typeof value === 'string' ? value : field.default;
  const text = `Change ${inSentence(label)} of ${target.name}`;
  const input = useRef<HTMLInputElement>(null);
  const end = useEffectEvent(() => target.endGesture());
  useEffect(() => {
    // The browser's own event: a colour was chosen. React calls every colour on the way a change.
    const element = input.current!;
    const chosen = (): void => end();
    element.addEventListener('change', chosen);
    return () => element.removeEventListener('change', chosen);
  }, []);
  return (
    <FieldRow label={label} htmlFor={id} modified={isModified(field, (at) => target.read(at))}>
      <span className="colour-field">
        <input
          ref={input}
          id={id}
          type="color"
          aria-label={label}
          value={shown}
          onChange={(event) => target.write(path, text, () => event.target.value, text)}
        />
        <span className="mono">{areSeveral(values) ? 'Several' : shown}</span>
      </span>
    </FieldRow>
  );
}
