import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';

interface PanelHeadProps {
  readonly title: string;
  /** Small text behind the title. */
  readonly detail?: ReactNode;
  /** Icon buttons at the end. */
  readonly children?: ReactNode;
}

/** The 30 px head of a panel or of a part of one. */
export function PanelHead({ title, detail, children }: PanelHeadProps) {
  return (
    <header className="ui-panel-head">
      <h2 className="ui-panel-title">{title}</h2>
      {detail}
      <div className="ui-panel-actions">{children}</div>
    </header>
  );
}

interface EmptyStateProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
}

/** What a panel shows while there is nothing to show. */
export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="ui-empty">
      {Icon !== undefined && <Icon aria-hidden />}
      <span className="ui-empty-title">{title}</span>
      {children !== undefined && <span className="ui-empty-text">{children}</span>}
      {actions !== undefined && <span className="ui-empty-actions">{actions}</span>}
    </div>
  );
}
