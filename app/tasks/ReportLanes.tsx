import type { MouseEvent } from 'react';
import type { CheckMeasure, ExportCheck } from '../../src/base/exportCheck.ts';
import { goTo } from '../commands/goTo.ts';
import { useSession } from '../session/Session.ts';
import { checkName, differenceText } from './reportWords.ts';

/** Lanes are drawn in a box of this size and stretched to the panel. */
const WIDTH = 1000;
const HEIGHT = 36;

interface ReportLanesProps {
  readonly checks: readonly ExportCheck[];
  readonly metresPerUnit: number;
}

/** The frames in which the file and the shot differ, a lane for each kind of difference; a press goes to the frame. */
export function ReportLanes({ checks, metresPerUnit }: ReportLanesProps) {
  const drawn = checks.flatMap(({ name, measured }) =>
    measured?.byFrame !== undefined && measured.byFrame.length > 1 ? [{ name, measured }] : [],
  );
  if (drawn.length === 0) return null;
  return (
    <section className="report-lanes" aria-label="Largest differences of each frame">
      {drawn.map(({ name, measured }) => (
        <Lane key={name} name={name} measured={measured} metresPerUnit={metresPerUnit} />
      ))}
    </section>
  );
}

interface LaneProps {
  readonly name: string;
  readonly measured: CheckMeasure;
  readonly metresPerUnit: number;
}

function Lane({ name, measured, metresPerUnit }: LaneProps) {
  const session = useSession();
  const { byFrame = [], limit, unit } = measured;
  const first = byFrame[0][0];
  const last = byFrame[byFrame.length - 1][0];
  const [worst, largest] = byFrame.reduce((one, other) => (other[1] > one[1] ? other : one));
  const top = Math.max(largest, limit) * 1.1;
  const x = (frame: number) => (WIDTH * (frame - first)) / (last - first);
  const y = (difference: number) => HEIGHT * (1 - difference / top);
  const path = byFrame.map(([frame, one], i) => `${i === 0 ? 'M' : 'L'}${x(frame)} ${y(one)}`).join('');
  const text = (difference: number) => differenceText(difference, unit, metresPerUnit);
  // Where more is allowed in single frames, the limit is no line to stay below.
  const bounded = largest <= limit;
  const most = `${text(largest)} in frame ${worst}`;
  const found =
    largest === 0 ? `${text(0)} in frames ${first}–${last}` : bounded ? `${most}, limit ${text(limit)}` : most;
  const go = (event: MouseEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.querySelector('svg')?.getBoundingClientRect();
    // By keyboard there is no place: it goes to the worst.
    const place = event.detail === 0 || box === undefined ? x(worst) : (WIDTH * (event.clientX - box.left)) / box.width;
    const [frame] = byFrame.reduce((near, one) =>
      Math.abs(x(one[0]) - place) < Math.abs(x(near[0]) - place) ? one : near,
    );
    goTo(session, { entity: undefined, frame });
  };
  return (
    <button type="button" className="report-lane" onClick={go} title="Go to the frame that is pressed">
      <span>{checkName(name)}</span>
      <span className="mono">{found}</span>
      {largest > 0 && (
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {bounded && <line x1={0} x2={WIDTH} y1={y(limit)} y2={y(limit)} />}
          <path d={path} />
        </svg>
      )}
    </button>
  );
}
