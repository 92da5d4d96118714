import type { FocusEvent, ReactNode } from 'react';
import { Tooltip as Radix } from 'radix-ui';
import { unitText } from '../../src/base/quantityText.ts';
import { Kbd } from './Kbd.tsx';

export interface TooltipText {
  /** What it is or does, in a few words. */
  readonly label: string;
  /** A chord as `keyLabel` writes it. */
  readonly keys?: string;
  /** A sentence more: what changing it does, or why it is greyed out. */
  readonly text?: string;
  /** Symbol of a quantity, as papers write it. */
  readonly symbol?: string;
  readonly unit?: string;
  /** Paper and equation. */
  readonly reference?: string;
}

interface TooltipProps extends TooltipText {
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that takes a ref and handlers. */
  readonly children: ReactNode;
}

/** What an element is, after resting on it or focusing it. */
export function Tooltip({ label, keys, text, symbol, unit, reference, side = 'bottom', children }: TooltipProps) {
  const quantity = [symbol, unit === undefined || unit === '' ? undefined : `in ${unitText(unit)}`]
    .filter(Boolean)
    .join(', ');
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={onlyByKeys}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="ui-surface ui-tooltip" side={side} sideOffset={6} collisionPadding={8}>
          <span className="ui-tooltip-head">
            {label}
            {keys !== undefined && keys !== '' && <Kbd>{keys}</Kbd>}
          </span>
          {text !== undefined && <span className="ui-tooltip-text">{text}</span>}
          {quantity !== '' && <span className="ui-tooltip-text mono">{quantity}</span>}
          {reference !== undefined && <span className="ui-tooltip-reference">{reference}</span>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A menu that closes gives the focus back to its button, from nowhere: what that is was read before, and what was chosen is to be seen. */
function onlyByKeys(event: FocusEvent<HTMLElement>): void {
  if (event.relatedTarget === null || !event.currentTarget.matches(':focus-visible')) event.preventDefault();
}

/** The provider around the whole window: tooltips follow each other without delay. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={300} disableHoverableContent>
      {children}
    </Radix.Provider>
  );
}
