interface ProgressBarProps {
  /** Accessible name. */
  readonly label: string;
  /** 0..1. */
  readonly fraction: number;
}

/** How much is done. */
export function ProgressBar({ label, fraction }: ProgressBarProps) {
  const percent = Math.round(fraction * 100);
  return (
    <div className="ui-progress" role="progressbar" aria-label={label} aria-valuenow={percent}>
      <div style={{ width: `${percent}%` }} />
    </div>
  );
}
