import { Switch as Radix } from 'radix-ui';

interface SwitchProps {
  /** Accessible name. */
  readonly label: string;
  /** Undefined where several things that differ are edited. */
  readonly checked: boolean | undefined;
  onChange(checked: boolean): void;
  readonly disabled?: boolean;
  readonly id?: string;
}

/** A switch that acts at once. */
export function Switch({ label, checked, onChange, disabled, id }: SwitchProps) {
  return (
    <Radix.Root
      id={id}
      className="ui-switch"
      aria-label={label}
      checked={checked === true}
      data-several={checked === undefined || undefined}
      onCheckedChange={onChange}
      disabled={disabled}
    >
      <Radix.Thumb />
    </Radix.Root>
  );
}
