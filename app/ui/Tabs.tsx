import type { ReactNode } from 'react';
import { Tabs as Radix } from 'radix-ui';

export interface Tab<T extends string> {
  readonly value: T;
  readonly label: string;
  /** A count or mark behind the label. */
  readonly badge?: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  onChange(value: NoInfer<T>): void;
  readonly tabs: readonly Tab<NoInfer<T>>[];
  /** Small controls at the end of the bar. */
  readonly end?: ReactNode;
}

/** Panels of which one is shown. */
export function Tabs<T extends string>({ label, value, onChange, tabs, end }: TabsProps<T>) {
  return (
    <Radix.Root className="ui-tabs" value={value} onValueChange={(chosen) => onChange(chosen as T)}>
      <div className="ui-tab-bar">
        <Radix.List className="ui-tab-list" aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.value} className="ui-tab" value={tab.value}>
              {tab.label} {tab.badge}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} className="ui-tab-panel" value={tab.value} tabIndex={-1}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
