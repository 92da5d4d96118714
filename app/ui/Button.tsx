import type { ComponentProps } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Kbd } from './Kbd.tsx';
import { Tooltip } from './Tooltip.tsx';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** Primary: the one action of a place; never more than one in sight. */
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  /** 26 px in bars, small 22 px in panels, large 32 px on the start page. */
  readonly size?: 'normal' | 'small' | 'large';
  readonly icon?: LucideIcon;
  /** A chord that does the same, as `keyLabel` writes it. */
  readonly keys?: string;
  /** Why it cannot be used now: greys it out, and stays readable by keyboard and screen reader. */
  readonly disabled?: boolean | string;
}

/** A button with a word on it. */
export function Button({
  variant = 'secondary',
  size = 'normal',
  icon: Icon,
  keys,
  disabled = false,
  children,
  className = '',
  onClick,
  ...rest
}: ButtonProps) {
  const off = disabled !== false;
  const button = (
    <button
      type="button"
      {...rest}
      className={`ui-button ${className}`}
      data-variant={variant}
      data-size={size}
      aria-disabled={off || undefined}
      onClick={(event) => {
        if (off) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {Icon !== undefined && <Icon aria-hidden />}
      {children}
      {keys !== undefined && keys !== '' && <Kbd>{keys}</Kbd>}
    </button>
  );
  return typeof disabled === 'string' ? <Tooltip label={disabled}>{button}</Tooltip> : button;
}
