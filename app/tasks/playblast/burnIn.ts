import type { PixelSize } from './playblastSettings.ts';

export interface BurnIn {
  readonly shot: string;
  readonly take: string;
  readonly frame: number;
  readonly last: number;
  readonly framesPerSecond: number;
}

/** Height of the text as a share of the picture's. */
const TEXT_SHARE = 1 / 42;

/** The two lines at the bottom of a picture. */
export function burnInText({ shot, take, frame, last, framesPerSecond }: BurnIn): readonly [string, string] {
  const digits = String(last).length;
  return [
    [shot, take].filter((name) => name !== '').join(' · '),
    `${String(frame).padStart(digits, '0')} / ${last} · ${Number(framesPerSecond.toPrecision(5))} fps`,
  ];
}

/** Writes the shot and the take to the left, the frame to the right, on a dark ground. */
export function drawBurnIn(context: CanvasRenderingContext2D, { width, height }: PixelSize, burnIn: BurnIn): void {
  const size = Math.max(10, Math.round(height * TEXT_SHARE));
  const [left, right] = burnInText(burnIn);
  const pad = Math.round(size * 0.7);
  context.save();
  context.font = `${size}px "JetBrains Mono Variable", monospace`;
  context.textBaseline = 'middle';
  for (const [text, align] of [
    [left, 'left'],
    [right, 'right'],
  ] as const) {
    if (text === '') continue;
    const box = context.measureText(text).width + 2 * pad;
    const x = align === 'left' ? pad : width - pad - box;
    context.fillStyle = 'rgb(0 0 0 / 55%)';
    context.fillRect(x, height - 3 * pad - size / 2, box, 2 * pad + size / 2);
    context.fillStyle = 'rgb(255 255 255)';
    context.textAlign = 'left';
    context.fillText(text, x + pad, height - 2 * pad - size / 4);
  }
  context.restore();
}
