import { bestUnit } from '../../../units/displayUnits.ts';
import { formatNumber } from '../../../units/formatNumber.ts';

interface Curve {
  readonly stretch: readonly number[];
  /** Pa. */
  readonly stress: readonly number[];
  /** Stresses of fully active fibres, Pa; left out, there are none. */
  readonly active?: readonly number[] | undefined;
}

export interface StressCurves {
  readonly shown: Curve;
  /** Dashed; undefined where the shown one is the reference itself. */
  readonly reference: Curve | undefined;
}

/** Stretches at the ends of the axis. */
export const PLOT_STRETCHES = [-0.5, 2] as const;

/** CSS pixels around the plot. */
const MARGIN = { left: 40, right: 6, top: 8, bottom: 17 };

/** Draws the curves into a canvas of any size; nothing is kept. */
export function drawStressPlot(canvas: HTMLCanvasElement, curves: StressCurves, model: string): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(canvas);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const limit = stressLimit(curves.shown);
  const [from, to] = PLOT_STRETCHES;
  const plot = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  const x = (stretch: number) => MARGIN.left + ((stretch - from) / (to - from)) * plot.width;
  const y = (stress: number) => MARGIN.top + (0.5 - stress / (2 * limit)) * plot.height;

  context.globalAlpha = 0.12;
  context.fillStyle = colour('--danger');
  context.fillRect(x(from), MARGIN.top, x(0) - x(from), plot.height);
  context.globalAlpha = 1;
  drawAxes(context, { x, y, limit, plot, line: colour('--line'), text: colour('--text-tertiary') });
  context.save();
  context.beginPath();
  context.rect(MARGIN.left, MARGIN.top, plot.width, plot.height);
  context.clip();
  if (curves.reference !== undefined) {
    context.setLineDash([4, 3]);
    drawCurve(context, curves.reference, x, y, colour('--text-tertiary'), 1);
    context.setLineDash([]);
  }
  const { stretch, active } = curves.shown;
  if (active !== undefined) drawCurve(context, { stretch, stress: active }, x, y, colour('--link'), 1.5);
  drawCurve(context, curves.shown, x, y, colour('--accent-line'), 1.75);
  context.restore();
  context.font = `10.5px ${colour('--font')}`;
  context.textAlign = 'left';
  context.textBaseline = 'top';
  context.fillStyle = colour('--danger-text');
  context.fillText('inverted', x(from) + 4, MARGIN.top + 3);
  context.fillStyle = colour('--accent-line');
  context.textAlign = 'right';
  const name = model.replaceAll('-', ' ');
  if (active === undefined) {
    context.fillText(name, width - MARGIN.right - 4, MARGIN.top + 3);
    return;
  }
  // Below the curves, which end at the upper right.
  context.fillText('relaxed', width - MARGIN.right - 4, height - MARGIN.bottom - 14);
  context.fillStyle = colour('--link');
  context.fillText('active', width - MARGIN.right - 4, height - MARGIN.bottom - 28);
}

/** A round limit of the stress axis: the curve between stretches 0 and 2 fits, steep parts of the inverted side may leave it. */
function stressLimit({ stretch, stress, active }: Curve): number {
  let greatest = 0;
  for (let k = 0; k < stress.length; k++) {
    if (stretch[k] >= 0.4 && Number.isFinite(stress[k]))
      greatest = Math.max(greatest, Math.abs(stress[k]), Math.abs(active?.[k] ?? 0));
  }
  if (greatest === 0) return 1;
  const decade = 10 ** Math.floor(Math.log10(greatest));
  return decade * ([1, 2, 4, 6, 10].find((step) => step * decade >= greatest) ?? 10);
}

interface Axes {
  readonly x: (stretch: number) => number;
  readonly y: (stress: number) => number;
  readonly limit: number;
  readonly plot: { readonly width: number; readonly height: number };
  readonly line: string;
  readonly text: string;
}

function drawAxes(context: CanvasRenderingContext2D, { x, y, limit, plot, line, text }: Axes): void {
  const unit = bestUnit('Pa', limit);
  context.strokeStyle = line;
  context.fillStyle = text;
  context.lineWidth = 1;
  context.font = '10px "JetBrains Mono Variable", monospace';
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const share of [-1, -0.5, 0, 0.5, 1]) {
    const at = Math.round(y(share * limit)) + 0.5;
    context.globalAlpha = share === 0 ? 1 : 0.45;
    context.beginPath();
    context.moveTo(MARGIN.left, at);
    context.lineTo(MARGIN.left + plot.width, at);
    context.stroke();
    context.globalAlpha = 1;
    const label = Math.abs(share) === 1 ? '' : formatNumber((share * limit) / unit.factor, 3);
    context.fillText(label, MARGIN.left - 5, at);
  }
  context.textAlign = 'left';
  context.fillText(unit.symbol, 4, MARGIN.top + 4);
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const stretch of [0, 0.5, 1]) {
    const at = Math.round(x(stretch)) + 0.5;
    context.globalAlpha = stretch === 1 || stretch === 0 ? 1 : 0.45;
    context.beginPath();
    context.moveTo(at, MARGIN.top);
    context.lineTo(at, MARGIN.top + plot.height);
    context.stroke();
    context.globalAlpha = 1;
    context.fillText(formatNumber(stretch), at, MARGIN.top + plot.height + 4);
  }
  context.textAlign = 'right';
  context.fillText('stretch 2', MARGIN.left + plot.width, MARGIN.top + plot.height + 4);
}

function drawCurve(
  context: CanvasRenderingContext2D,
  { stretch, stress }: Curve,
  x: (stretch: number) => number,
  y: (stress: number) => number,
  colour: string,
  width: number,
): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  let drawing = false;
  for (let k = 0; k < stretch.length; k++) {
    if (!Number.isFinite(stress[k])) {
      drawing = false;
      continue;
    }
    if (drawing) context.lineTo(x(stretch[k]), y(stress[k]));
    else context.moveTo(x(stretch[k]), y(stress[k]));
    drawing = true;
  }
  context.stroke();
}
