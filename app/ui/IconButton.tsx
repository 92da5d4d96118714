import type { ComponentProps } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Tooltip } from './Tooltip.tsx';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'children'> {
  readonly icon: LucideIcon;
  /** Its accessible name and its tooltip. */
  readonly label: string;
  readonly keys?: string;
  /** A sentence more for the tooltip. */
  readonly text?: string;
  /** 26 px, small 22 px. */
  readonly size?: 'normal' | 'small';
  /** Whether a switch is on, which is shown in amber; left out for buttons that are no switches. */
  readonly pressed?: boolean;
  /** Why it cannot be used now. */
  readonly disabled?: boolean | string;
  readonly tooltipSide?: 'top' | 'right' | 'bottom' | 'left';
}

/** A button with a picture; its name is told by a tooltip. */
export function IconButton({
  icon: Icon,
  label,
  keys,
  text,
  size = 'normal',
  pressed,
  disabled = false,
  tooltipSide,
  className = '',
  onClick,
  ...rest
}: IconButtonProps) {
  const off = disabled !== false;
  return (
    <Tooltip label={label} keys={keys} text={typeof disabled === 'string' ? disabled : text} side={tooltipSide}>
      <button
        type="button"
        {...rest}
        className={`ui-icon-button ${className}`}
        data-size={size}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={off || undefined}
        onClick={(event) => {
          if (off) event.preventDefault();
          else onClick?.(event);
        }}
      >
        <Icon aria-hidden />
      </button>
    </Tooltip>
  );
}
