import { TriangleAlert } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { formatQuantity } from '../../units/formatNumber.ts';
import { Button } from '../../ui/Button.tsx';
import { bestUnit } from '../../units/displayUnits.ts';
import type { AnimationMotion } from './animationMotion.ts';

/** Size of the graph in its own units; it is as wide as the panel. */
const WIDTH = 300;
const HEIGHT = 44;
/** Share of the height that the largest value takes. */
const PEAK = 0.9;

interface SpeedGraphProps {
  readonly motion: AnimationMotion;
  /** Number of the time that is shown. */
  readonly at: number;
  /** Names the time of a number: a frame, or seconds. */
  nameOf(at: number): string;
  onShow(at: number): void;
}

/** Speed of the fastest vertex over the animation, the limit above which motion is worth a look, and where it is above. */
export function SpeedGraph({ motion, at, nameOf, onShow }: SpeedGraphProps) {
  const { speeds, limit, fast, fastestAt } = motion;
  const last = speeds.length - 1;
  const most = speeds[fastestAt];
  const top = Math.max(most, fast.length > 0 ? limit : 0, 1e-9);
  const x = (k: number) => (WIDTH * k) / last;
  const y = (value: number) => HEIGHT * (1 - (PEAK * value) / top);
  const line = speeds.map((value, k) => `${x(k).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  const show = ({ currentTarget, clientX, buttons }: PointerEvent<SVGSVGElement>): void => {
    if (buttons === 0) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    onShow(Math.round(last * Math.min(1, Math.max(0, (clientX - left) / width))));
  };
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onShow(Math.min(last, Math.max(0, at + by)));
  };
  const speedText = (value: number) => formatQuantity(value, bestUnit('m/s', value));
  return (
    <div className="animation-speed">
      <div className="animation-speed-head">
        <span>Fastest vertex</span>
        <output className="mono">{speedText(speeds[at])}</output>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="slider"
        tabIndex={0}
        aria-label="Speed of the fastest vertex"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${nameOf(at)}, ${speedText(speeds[at])}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          show(event);
        }}
        onPointerMove={show}
        onKeyDown={step}
      >
        {fast.map(([from, to]) => (
          <rect
            key={from}
            className="animation-speed-fast"
            x={x(Math.max(0, from - 0.5))}
            width={x(Math.min(last, to + 0.5)) - x(Math.max(0, from - 0.5))}
            y={0}
            height={HEIGHT}
          />
        ))}
        <polygon className="animation-speed-area" points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
        <polyline className="animation-speed-line" points={line} />
        {fast.length > 0 && <line className="animation-speed-limit" x1={0} x2={WIDTH} y1={y(limit)} y2={y(limit)} />}
        <line className="animation-speed-now" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
      </svg>
      <div className="animation-speed-head">
        {fast.length === 0 ? (
          <span>
            Peak <b className="mono">{speedText(most)}</b> at {nameOf(fastestAt)}
          </span>
        ) : (
          <span className="animation-speed-warning" role="status">
            <TriangleAlert aria-hidden />
            {`${fast.length === 1 ? 'Fast motion' : `${fast.length} fast motions`}: ${speedText(most)} at ${nameOf(fastestAt)}, more than a tenth of its size per frame`}
          </span>
        )}
        <Button size="small" variant="ghost" onClick={() => onShow(fastestAt)}>
          Show
        </Button>
      </div>
    </div>
  );
}
