import { Check, Minus } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';

interface CheckboxProps {
  /** Accessible name. */
  readonly label: string;
  /** Undefined: some of several are. */
  readonly checked: boolean | undefined;
  onChange(checked: boolean): void;
  readonly disabled?: boolean;
  readonly id?: string;
}

/** A mark in a list or form. */
export function Checkbox({ label, checked, onChange, disabled, id }: CheckboxProps) {
  return (
    <Radix.Root
      id={id}
      className="ui-checkbox"
      aria-label={label}
      checked={checked ?? 'indeterminate'}
      onCheckedChange={(state) => onChange(state === true)}
      disabled={disabled}
    >
      <Radix.Indicator>{checked === undefined ? <Minus aria-hidden /> : <Check aria-hidden />}</Radix.Indicator>
    </Radix.Root>
  );
}
