/** The tokens that the dock draws with, by name of their CSS variable without the dashes. */
const tokens = [
  'app',
  'panel',
  'field',
  'raised',
  'line',
  'line-inner',
  'line-outer',
  'text',
  'text-secondary',
  'text-tertiary',
  'text-disabled',
  'accent-line',
  'accent-text',
  'warning-text',
  'danger',
  'danger-text',
  'success',
  'frame-memory',
  'frame-disk',
  'frame-stale',
  'frame-stale-ground',
  'frame-computing',
  'frame-computing-ground',
  'graph-kinetic',
  'graph-elastic',
  'graph-gravity',
  'graph-total',
  'graph-volume',
  'graph-count',
] as const;
export type Token = (typeof tokens)[number];

/** Colours, fonts and patterns for one density of pixels. Made again when the theme or the density changes. */
export interface DrawTheme {
  readonly colours: Readonly<Record<Token, string>>;
  /** Frames and values: 10.5 px figures of equal width. */
  readonly figures: string;
  /** Words: 11 px. */
  readonly words: string;
  /** The hatch of stale frames: 45 degrees. */
  readonly hatch: CanvasPattern;
  readonly pixelRatio: number;
}

/** Side of the hatch's tile, CSS pixels. */
const HATCH = 8;

/** Reads the tokens off an element, so that a theme on any of its ancestors counts. */
export function readTheme(element: HTMLElement, pixelRatio: number): DrawTheme {
  const style = getComputedStyle(element);
  const colours = Object.fromEntries(
    tokens.map((token) => [token, style.getPropertyValue(`--${token}`).trim()]),
  ) as Record<Token, string>;
  return {
    colours,
    figures: `10.5px ${style.getPropertyValue('--mono')}`,
    words: `11px ${style.getPropertyValue('--font')}`,
    hatch: makeHatch(colours['frame-stale'], colours['frame-stale-ground'], pixelRatio),
    pixelRatio,
  };
}

function makeHatch(stroke: string, ground: string, pixelRatio: number): CanvasPattern {
  const size = Math.round(HATCH * pixelRatio);
  const tile = document.createElement('canvas');
  tile.width = size;
  tile.height = size;
  const context = tile.getContext('2d')!;
  context.fillStyle = ground;
  context.fillRect(0, 0, size, size);
  context.strokeStyle = stroke;
  context.lineWidth = 0.3 * size;
  context.beginPath();
  for (const offset of [-size, 0, size]) {
    context.moveTo(offset - size / 2, size * 1.5);
    context.lineTo(offset + size * 1.5, -size / 2);
  }
  context.stroke();
  const pattern = context.createPattern(tile, 'repeat')!;
  pattern.setTransform(new DOMMatrix().scale(1 / pixelRatio));
  return pattern;
}
