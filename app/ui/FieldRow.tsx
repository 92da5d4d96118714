import { useContext, type ReactNode } from 'react';
import { passesFilter, RowFilterContext } from './rowFilter.ts';
import { Tooltip, type TooltipText } from './Tooltip.tsx';

interface FieldRowProps {
  readonly label: string;
  /** Small text behind the label: the unit of several fields in one row. */
  readonly detail?: string;
  /** Id of the control that it names. */
  readonly htmlFor?: string;
  readonly tooltip?: Omit<TooltipText, 'label'>;
  /** The control. */
  readonly children: ReactNode;
  /** 18 px: the key diamond. */
  readonly end?: ReactNode;
  /** Its value is not the one that it begins with. */
  readonly modified?: boolean;
  /** Why its value cannot be used: a sentence under the row. */
  readonly problem?: string;
  onLabelDoubleClick?(): void;
}

/** One property: label 96 px, or as wide as `--row-label` says, control, 18 px for a mark. */
export function FieldRow(props: FieldRowProps) {
  const { label, detail, htmlFor, tooltip, children, end, modified = false, problem, onLabelDoubleClick } = props;
  const filter = useContext(RowFilterContext);
  if (!passesFilter(filter, label, modified)) return null;
  const text = (
    <label
      className="ui-row-label"
      htmlFor={htmlFor}
      data-modified={modified || undefined}
      onDoubleClick={onLabelDoubleClick}
    >
      {label}
      {detail !== undefined && detail !== '' && <span className="ui-row-detail mono"> {detail}</span>}
    </label>
  );
  return (
    <div className="ui-row" data-problem={problem !== undefined || undefined}>
      {tooltip === undefined ? (
        text
      ) : (
        <Tooltip label={label} {...tooltip} side="left">
          {text}
        </Tooltip>
      )}
      {children}
      <span>{end}</span>
      {problem !== undefined && (
        <p className="ui-row-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
