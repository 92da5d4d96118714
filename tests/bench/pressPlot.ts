import { PAPER_PRESS, type PressCurve, type PressPoint } from './pressCurve.ts';

/** Width of the picture, px. */
const WIDTH = 720;
/** Height of the picture, px. */
const HEIGHT = 420;
/** Box of the axes in the picture, px. */
const BOX = { left: 70, right: 690, top: 40, bottom: 350 };
/** Ends of the logarithmic axes, %. */
const THICK = [100, 1] as const;
const ERROR = [1e-4, 100] as const;

function place(value: number, [from, to]: readonly [number, number], start: number, end: number): number {
  const share = Math.log(value / from) / Math.log(to / from);
  return start + Math.min(Math.max(share, 0), 1) * (end - start);
}

const across = (thickness: number) => place(100 * thickness, THICK, BOX.left, BOX.right).toFixed(1);
const up = (percent: number) => place(Math.max(percent, ERROR[0]), ERROR, BOX.bottom, BOX.top).toFixed(1);

function line(points: readonly PressPoint[], percent: (point: PressPoint) => number, style: string): string {
  const path = points.map((point) => `${across(point.thickness)},${up(percent(point))}`).join(' ');
  return `<polyline points="${path}" fill="none" ${style}/>`;
}

function label(x: number, y: number, text: string, anchor = 'start'): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-family="sans-serif" font-size="12" fill="#222">${text}</text>`;
}

function axes(): string[] {
  const parts: string[] = [];
  for (const percent of [100, 50, 20, 10, 5, 2, 1]) {
    const x = Number(across(percent / 100));
    parts.push(`<line x1="${x}" x2="${x}" y1="${BOX.top}" y2="${BOX.bottom}" stroke="#ddd"/>`);
    parts.push(label(x, BOX.bottom + 16, `${percent}`, 'middle'));
  }
  for (let percent = 1e-4; percent < 101; percent *= 10) {
    const y = Number(up(percent));
    parts.push(`<line x1="${BOX.left}" x2="${BOX.right}" y1="${y}" y2="${y}" stroke="#ddd"/>`);
    parts.push(label(BOX.left - 6, y + 4, `${Number(percent.toPrecision(1))}`, 'end'));
  }
  parts.push(label((BOX.left + BOX.right) / 2, BOX.bottom + 36, 'thickness left, %', 'middle'));
  parts.push(label(BOX.left, BOX.top - 12, 'error of the volume, %'));
  return parts;
}

/** An SVG picture of the whole volume's error and the worst one-ring's over the thickness, and the paper's bounds (Irving 2007, 4.6). */
export function pressPlot({ elements, points }: PressCurve): string {
  const bounds = PAPER_PRESS.map(
    ({ thickness, error }) => `<circle cx="${across(thickness)}" cy="${up(error)}" r="5" fill="#c2410c"/>`,
  );
  const key = [
    label(BOX.left + 14, BOX.top + 18, `whole volume, ${elements} tetrahedra (blue)`),
    label(BOX.left + 14, BOX.top + 36, 'worst single one-ring (grey)'),
    label(BOX.left + 14, BOX.top + 54, 'bounds of the whole volume in Irving 2007, 22k (dots)'),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...axes(),
    line(points, ({ worstRing }) => 100 * worstRing, 'stroke="#9ca3af" stroke-width="1.5"'),
    line(points, ({ error }) => 100 * Math.abs(error), 'stroke="#1d4ed8" stroke-width="2"'),
    ...bounds,
    ...key,
    '</svg>',
    '',
  ].join('\n');
}
