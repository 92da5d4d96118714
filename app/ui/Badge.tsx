import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';

interface BadgeProps {
  readonly tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

/** A word or count on a coloured ground; the word alone must say it. */
export function Badge({ tone = 'neutral', icon: Icon, children }: BadgeProps) {
  return (
    <span className="ui-badge" data-tone={tone}>
      {Icon !== undefined && <Icon aria-hidden />}
      {children}
    </span>
  );
}
