import type { LucideIcon } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';

export interface SegmentedOption<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Shows the picture alone; the label becomes its accessible name. */
  readonly icon?: LucideIcon;
  /** Small text behind the label: a cost, a count. */
  readonly detail?: string;
  /** Tooltip; left out, the label and its detail. */
  readonly title?: string;
  readonly disabled?: boolean;
}

interface SegmentedProps<T extends string> {
  /** Accessible name of the whole. */
  readonly label: string;
  readonly value: T;
  readonly options: readonly SegmentedOption<NoInfer<T>>[];
  onChange(value: NoInfer<T>): void;
  readonly size?: 'normal' | 'small';
  /** Whether choices that have no room beside each other go on in lines below: for those that definitions bring, of which there may be more tomorrow. */
  readonly wraps?: boolean;
  readonly disabled?: boolean;
}

/** One of a few choices, all in sight. Arrow keys move between them. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  size = 'normal',
  wraps = false,
  disabled,
}: SegmentedProps<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      className="ui-segmented"
      data-size={size}
      data-wraps={wraps || undefined}
      aria-label={label}
      value={value}
      disabled={disabled}
      onValueChange={(chosen) => {
        if (chosen !== '') onChange(chosen as T);
      }}
    >
      {options.map(({ value: option, label: text, icon: Icon, detail, title, disabled: off }) => (
        <ToggleGroup.Item
          key={option}
          value={option}
          disabled={off}
          aria-label={Icon === undefined ? undefined : text}
          title={title ?? (Icon !== undefined ? text : detail === undefined ? undefined : `${text}: ${detail}`)}
        >
          {Icon === undefined ? text : <Icon aria-hidden />}
          {detail !== undefined && <span className="ui-segmented-detail">{detail}</span>}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
