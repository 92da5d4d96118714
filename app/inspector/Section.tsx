import { useState, type ReactNode } from 'react';
import { ChevronRight, type LucideIcon } from 'lucide-react';

interface SectionProps {
  readonly title: string;
  readonly icon?: LucideIcon;
  /** What it holds, in short: shown beside the title while it is closed. */
  readonly summary?: string;
  /** At the end of the head. */
  readonly action?: ReactNode;
  readonly initiallyOpen?: boolean;
  readonly children: ReactNode;
}

/** Which sections were closed or opened by hand, for as long as the window lives. */
const opened = new Map<string, boolean>();

/** A part of the inspector under a head that stays in sight and folds it. */
export function Section({ title, icon: Icon, summary, action, initiallyOpen = true, children }: SectionProps) {
  const [open, setOpen] = useState(opened.get(title) ?? initiallyOpen);
  const toggle = (): void => {
    opened.set(title, !open);
    setOpen(!open);
  };
  return (
    <section className="section">
      <header className="section-head">
        <button type="button" className="section-toggle" aria-expanded={open} onClick={toggle}>
          <ChevronRight aria-hidden className="section-chevron" />
          {Icon !== undefined && <Icon aria-hidden />}
          <span>{title}</span>
          {!open && summary !== undefined && <span className="section-summary mono">{summary}</span>}
        </button>
        {action}
      </header>
      {open && <div className="section-body">{children}</div>}
    </section>
  );
}
