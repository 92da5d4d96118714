import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { IconButton } from './IconButton.tsx';

interface SheetProps {
  readonly title: string;
  /** A sentence under the title. */
  readonly text?: string;
  onClose(): void;
  readonly children: ReactNode;
  /** Buttons, pinned at the bottom. */
  readonly actions?: ReactNode;
  /** CSS width; 480 px by default. */
  readonly width?: number;
}

/** A panel that slides over the right side of the window: the rest stays in sight and usable; Escape closes it. */
export function Sheet({ title, text, onClose, children, actions, width = 480 }: SheetProps) {
  return (
    <Dialog.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          className="ui-surface ui-sheet"
          style={{ width }}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={focusBody}
          {...(text === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className="ui-sheet-head">
            <Dialog.Title className="ui-sheet-title">{title}</Dialog.Title>
            {text !== undefined && <Dialog.Description className="ui-sheet-text">{text}</Dialog.Description>}
            <Dialog.Close asChild>
              <IconButton icon={X} label="Close" keys="Esc" className="ui-sheet-close" />
            </Dialog.Close>
          </div>
          <div className="ui-sheet-body">{children}</div>
          {actions !== undefined && actions !== false && <div className="ui-sheet-actions">{actions}</div>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The first field of the body, else the sheet itself: not its close button. */
function focusBody(event: Event): void {
  event.preventDefault();
  const sheet = event.currentTarget instanceof HTMLElement ? event.currentTarget : undefined;
  const field = sheet?.querySelector<HTMLElement>(
    '.ui-sheet-body input:not([type=radio]), .ui-sheet-body [data-autofocus]',
  );
  (field ?? sheet)?.focus();
}
