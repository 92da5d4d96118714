import { Switch as Radix } from 'radix-ui';

interface SwitchProps {
  /** Accessible name. */
  readonly label: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
  readonly disabled?: boolean;
  readonly id?: string;
}

/** On or off, at once. */
export function Switch({ label, checked, onChange, disabled, id }: SwitchProps) {
  return (
    <Radix.Root
      id={id}
      className="ui-switch"
      aria-label={label}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
    >
      <Radix.Thumb />
    </Radix.Root>
  );
}
