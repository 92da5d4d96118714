import { sequentialMap } from '../../../src/frames/colours/colourMaps.ts';
import { cssColour } from '../../viewport/colour/cssColours.ts';
import { ANGLE_LIMITS, type AngleBin } from './angleBins.ts';

/** CSS pixels around the bars. */
const MARGIN = { left: 6, right: 6, top: 6, bottom: 18 };
const TICKS = [0, 30, 60, 90, 120, 150, 180];

/** Draws the bars with the limits hatched. */
export function drawAngles(canvas: HTMLCanvasElement, bins: readonly AngleBin[]): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(canvas);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const plot = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  const x = (angle: number) => MARGIN.left + (angle / 180) * plot.width;
  const floor = MARGIN.top + plot.height;

  hatch(context, x(0), MARGIN.top, x(ANGLE_LIMITS.least) - x(0), plot.height, colour('--danger'));
  hatch(context, x(ANGLE_LIMITS.most), MARGIN.top, x(180) - x(ANGLE_LIMITS.most), plot.height, colour('--danger'));
  for (const { from, to, count, height: share, quality, bad } of bins) {
    if (count === 0) continue;
    const tall = Math.max(1.5, share * (plot.height - 12));
    context.fillStyle = bad ? colour('--danger') : cssColour(sequentialMap, quality);
    context.fillRect(x(from) + 0.5, floor - tall, x(to) - x(from) - 1, tall);
  }
  context.strokeStyle = colour('--danger');
  context.setLineDash([2, 2]);
  for (const limit of [ANGLE_LIMITS.least, ANGLE_LIMITS.most]) line(context, x(limit), MARGIN.top, x(limit), floor);
  context.setLineDash([]);
  context.strokeStyle = colour('--line');
  line(context, MARGIN.left, floor + 0.5, MARGIN.left + plot.width, floor + 0.5);

  context.font = '10px "JetBrains Mono Variable", monospace';
  context.textBaseline = 'top';
  context.fillStyle = colour('--danger-text');
  context.textAlign = 'left';
  context.fillText(`limit ${ANGLE_LIMITS.least}°`, x(ANGLE_LIMITS.least) + 4, MARGIN.top);
  context.textAlign = 'right';
  context.fillText(`${ANGLE_LIMITS.most}°`, x(ANGLE_LIMITS.most) - 4, MARGIN.top);
  context.fillStyle = colour('--text-tertiary');
  for (const angle of TICKS) {
    context.textAlign = angle === 0 ? 'left' : angle === 180 ? 'right' : 'center';
    context.fillText(`${angle}°`, x(angle), floor + 5);
  }
}

function hatch(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.globalAlpha = 0.12;
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 0.35;
  context.strokeStyle = colour;
  for (let offset = -height; offset < width; offset += 5) line(context, x + offset, y + height, x + offset + height, y);
  context.restore();
}

function line(context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}
