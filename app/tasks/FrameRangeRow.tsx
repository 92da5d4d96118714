import { FieldRow } from '../ui/FieldRow.tsx';
import { NumberField } from '../ui/NumberField.tsx';

interface Frames {
  readonly first: number;
  readonly last: number;
}

interface FrameRangeRowProps extends Frames {
  /** What there is. */
  readonly range: Frames;
  change(part: Partial<Frames>): void;
}

/** The first and the last frame that leave. */
export function FrameRangeRow({ first, last, range, change }: FrameRangeRowProps) {
  return (
    <FieldRow label="Frames">
      <span className="frame-range">
        <NumberField
          label="First frame"
          unit=""
          whole
          value={first}
          min={range.first}
          max={last}
          onChange={(value) => change({ first: value })}
        />
        <span aria-hidden>–</span>
        <NumberField
          label="Last frame"
          unit=""
          whole
          value={last}
          min={first}
          max={range.last}
          onChange={(value) => change({ last: value })}
        />
      </span>
    </FieldRow>
  );
}
