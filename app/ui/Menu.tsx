import type { ReactNode } from 'react';
import { ContextMenu as RadixContextMenu, DropdownMenu } from 'radix-ui';
import { MenuItems, type MenuEntry } from './MenuItems.tsx';

interface MenuProps {
  /** Called when it opens, so that its lines are those of that moment. */
  readonly entries: () => readonly MenuEntry[];
  /** The button that opens it: one element that takes a ref. */
  readonly children: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
}

/** A menu under a button. */
export function Menu({ entries, children, align = 'start', side = 'bottom' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="ui-surface ui-menu"
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
        >
          <Lines parts={DropdownMenu} entries={entries} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** A menu by the right mouse button, or the menu key, over what it wraps. */
export function ContextMenu({ entries, children }: Pick<MenuProps, 'entries' | 'children'>) {
  return (
    <RadixContextMenu.Root modal={false}>
      <RadixContextMenu.Trigger asChild>{children}</RadixContextMenu.Trigger>
      <RadixContextMenu.Portal>
        <RadixContextMenu.Content className="ui-surface ui-menu" collisionPadding={8}>
          <Lines parts={RadixContextMenu} entries={entries} />
        </RadixContextMenu.Content>
      </RadixContextMenu.Portal>
    </RadixContextMenu.Root>
  );
}

/** Rendered only while the menu is open. */
function Lines({
  parts,
  entries,
}: {
  readonly parts: Parameters<typeof MenuItems>[0]['parts'];
  entries(): readonly MenuEntry[];
}) {
  return <MenuItems parts={parts} entries={entries()} />;
}
