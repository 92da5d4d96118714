import type { LucideIcon } from 'lucide-react';
import { Check, ChevronRight } from 'lucide-react';
import type { ContextMenu, DropdownMenu } from 'radix-ui';
import { Kbd } from './Kbd.tsx';

/** One line of a menu. */
export type MenuEntry =
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly icon?: LucideIcon;
      readonly keys?: string;
      /** Small text at the end. */
      readonly detail?: string;
      readonly checked?: boolean;
      readonly danger?: boolean;
      /** Why it cannot be chosen now. */
      readonly disabled?: boolean | string;
      onSelect(): void;
    }
  | {
      readonly kind: 'sub';
      readonly label: string;
      readonly icon?: LucideIcon;
      readonly entries: readonly MenuEntry[];
    }
  | { readonly kind: 'heading'; readonly label: string }
  | { readonly kind: 'separator' };

/** The parts that Radix' dropdown and context menus have in common. */
type Parts = Pick<
  typeof DropdownMenu | typeof ContextMenu,
  'Item' | 'Sub' | 'SubTrigger' | 'SubContent' | 'Label' | 'Separator' | 'Portal'
>;

interface MenuItemsProps {
  readonly parts: Parts;
  readonly entries: readonly MenuEntry[];
}

/** The lines of a dropdown or context menu. */
export function MenuItems({ parts, entries }: MenuItemsProps) {
  return entries.map((entry, index) => <MenuLine key={index} parts={parts} entry={entry} />);
}

function MenuLine({ parts, entry }: { readonly parts: Parts; readonly entry: MenuEntry }) {
  if (entry.kind === 'separator') return <parts.Separator className="ui-menu-separator" />;
  if (entry.kind === 'heading') return <parts.Label className="ui-menu-heading">{entry.label}</parts.Label>;
  if (entry.kind === 'sub') return <SubMenu parts={parts} entry={entry} />;
  const { label, icon: Icon, keys, detail, checked, danger, disabled = false, onSelect } = entry;
  return (
    <parts.Item
      className="ui-menu-item"
      data-danger={danger}
      disabled={disabled !== false}
      title={typeof disabled === 'string' ? disabled : undefined}
      {...(checked === undefined ? {} : { role: 'menuitemcheckbox', 'aria-checked': checked })}
      onSelect={onSelect}
    >
      <span className="ui-menu-mark">
        {checked === true ? <Check aria-hidden /> : Icon !== undefined && <Icon aria-hidden />}
      </span>
      <span className="ui-menu-label">{label}</span>
      {detail !== undefined && <span className="ui-menu-detail">{detail}</span>}
      {keys !== undefined && keys !== '' && <Kbd>{keys}</Kbd>}
    </parts.Item>
  );
}

function SubMenu({ parts, entry }: { readonly parts: Parts; readonly entry: Extract<MenuEntry, { kind: 'sub' }> }) {
  const { icon: Icon } = entry;
  return (
    <parts.Sub>
      <parts.SubTrigger className="ui-menu-item">
        <span className="ui-menu-mark">{Icon !== undefined && <Icon aria-hidden />}</span>
        <span className="ui-menu-label">{entry.label}</span>
        <ChevronRight aria-hidden />
      </parts.SubTrigger>
      <parts.Portal>
        <parts.SubContent className="ui-surface ui-menu" collisionPadding={8}>
          <MenuItems parts={parts} entries={entry.entries} />
        </parts.SubContent>
      </parts.Portal>
    </parts.Sub>
  );
}
