import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Small text behind the label: a unit, a paper. */
  readonly detail?: string;
}

interface SelectProps<T extends string> {
  /** Accessible name. */
  readonly label: string;
  /** Undefined where several things with different values are edited, or nothing is chosen. */
  readonly value: T | undefined;
  /** What is shown for undefined. */
  readonly placeholder?: string;
  readonly options: readonly SelectOption<NoInfer<T>>[];
  onChange(value: NoInfer<T>): void;
  readonly disabled?: boolean;
  readonly size?: 'small' | 'normal';
  readonly id?: string;
}

/** One of many choices. */
export function Select<T extends string>({
  label,
  value,
  placeholder = 'Several',
  options,
  onChange,
  disabled,
  size = 'small',
  id,
}: SelectProps<T>) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root value={value ?? ''} onValueChange={(next) => onChange(next as T)} disabled={disabled}>
      <Radix.Trigger
        id={id}
        className="ui-field ui-select"
        data-size={size}
        data-disabled={disabled}
        aria-label={label}
      >
        <span className="ui-select-value">
          <Radix.Value placeholder={placeholder}>{chosen?.label ?? value}</Radix.Value>
        </span>
        {chosen?.detail !== undefined && <span className="ui-field-unit">{chosen.detail}</span>}
        <ChevronDown aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="ui-surface ui-menu" position="popper" sideOffset={4} collisionPadding={8}>
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item key={option.value} className="ui-menu-item" value={option.value}>
                <span className="ui-menu-mark">
                  <Radix.ItemIndicator>
                    <Check aria-hidden />
                  </Radix.ItemIndicator>
                </span>
                <span className="ui-menu-label">
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                </span>
                {option.detail !== undefined && <span className="ui-menu-detail">{option.detail}</span>}
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
