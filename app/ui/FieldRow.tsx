import type { ReactNode } from 'react';
import { Tooltip, type TooltipText } from './Tooltip.tsx';

interface FieldRowProps {
  readonly label: string;
  /** Of the control that it names. */
  readonly htmlFor?: string;
  readonly tooltip?: Omit<TooltipText, 'label'>;
  /** The control. */
  readonly children: ReactNode;
  /** 18 px: the key diamond. */
  readonly end?: ReactNode;
  onLabelDoubleClick?(): void;
}

/** One property: label 96 px, control, 18 px for a mark. */
export function FieldRow({ label, htmlFor, tooltip, children, end, onLabelDoubleClick }: FieldRowProps) {
  const text = (
    <label className="ui-row-label" htmlFor={htmlFor} onDoubleClick={onLabelDoubleClick}>
      {label}
    </label>
  );
  return (
    <div className="ui-row">
      {tooltip === undefined ? (
        text
      ) : (
        <Tooltip label={label} {...tooltip} side="left">
          {text}
        </Tooltip>
      )}
      {children}
      <span>{end}</span>
    </div>
  );
}
