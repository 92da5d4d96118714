import { useContext, useState, type ReactNode } from 'react';
import { ChevronRight, Ellipsis, type LucideIcon } from 'lucide-react';
import { IconButton } from '../ui/IconButton.tsx';
import { ContextMenu, Menu } from '../ui/Menu.tsx';
import type { MenuEntry } from '../ui/MenuItems.tsx';
import { RowFilterContext } from '../ui/rowFilter.ts';

interface SectionProps {
  readonly title: string;
  readonly icon?: LucideIcon;
  /** What it holds, in short: shown beside the title while it is closed. */
  readonly summary?: string;
  /** Element at the end of the head. */
  readonly action?: ReactNode;
  /** Lines of a menu of the whole: behind a button, and by the right mouse button on the head. */
  readonly menu?: () => readonly MenuEntry[];
  readonly initiallyOpen?: boolean;
  readonly children: ReactNode;
}

/** Which sections were closed or opened by hand, for as long as the window lives. */
const opened = new Map<string, boolean>();

/** A part of the inspector under a head that stays in sight and folds it. While rows are searched it is open, and a title that is found shows all of its rows. */
export function Section({ title, icon, summary, action, menu, initiallyOpen = true, children }: SectionProps) {
  const filter = useContext(RowFilterContext);
  const [unfolded, setUnfolded] = useState(opened.get(title) ?? initiallyOpen);
  const open = unfolded || filter.search !== '' || filter.modifiedOnly;
  const found = filter.search !== '' && title.toLowerCase().includes(filter.search);
  const toggle = (): void => {
    opened.set(title, !unfolded);
    setUnfolded(!unfolded);
  };
  const head = (
    <header className="section-head">
      <Toggle title={title} icon={icon} summary={summary} open={open} onToggle={toggle} />
      {action}
      {menu !== undefined && (
        <Menu entries={menu} align="end">
          <IconButton icon={Ellipsis} label={`${title}: more`} size="small" />
        </Menu>
      )}
    </header>
  );
  return (
    <section className="section">
      {menu === undefined ? head : <ContextMenu entries={menu}>{head}</ContextMenu>}
      {open && (
        <div className="section-body">
          {found ? <RowFilterContext value={{ ...filter, search: '' }}>{children}</RowFilterContext> : children}
        </div>
      )}
    </section>
  );
}

interface ToggleProps extends Pick<SectionProps, 'title' | 'icon' | 'summary'> {
  readonly open: boolean;
  onToggle(): void;
}

function Toggle({ title, icon: Icon, summary, open, onToggle }: ToggleProps) {
  return (
    <button type="button" className="section-toggle" aria-expanded={open} onClick={onToggle}>
      <ChevronRight aria-hidden className="section-chevron" />
      {Icon !== undefined && <Icon aria-hidden />}
      <span>{title}</span>
      {!open && summary !== undefined && <span className="section-summary mono">{summary}</span>}
    </button>
  );
}
