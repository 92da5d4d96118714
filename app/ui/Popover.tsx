import type { ReactNode } from 'react';
import { Popover as Radix } from 'radix-ui';

interface PopoverProps {
  /** Accessible name of the surface. */
  readonly label: string;
  /** What opens it: one element that takes a ref. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly open?: boolean;
  onOpenChange?(open: boolean): void;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly align?: 'start' | 'center' | 'end';
  /** Pixels between it and what opens it. */
  readonly sideOffset?: number;
  readonly className?: string;
}

/** A small surface beside what it is about; closes with Escape and by a click elsewhere. */
export function Popover({
  label,
  trigger,
  children,
  open,
  onOpenChange,
  side,
  align = 'start',
  sideOffset = 6,
  className = '',
}: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={`ui-surface ui-popover ${className}`}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={sideOffset}
          collisionPadding={8}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
