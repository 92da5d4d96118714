import { Color } from 'three';

const names = { low: '--paint-low', middle: '--paint-middle', high: '--paint-high', line: '--paint-line' } as const;

/** The colours of painted fields, from 0 over 0.5 to 1, mixed in linear light; of the lines on them, and of the brush. */
export type PaintColours = Readonly<Record<keyof typeof names | 'light', Color>>;

/** The design tokens of painting, as they apply to an element. */
export function readPaintColours(element: Element): PaintColours {
  const style = getComputedStyle(element);
  const read = (property: string): Color => {
    const text = style.getPropertyValue(property).trim();
    return new Color(text === '' ? undefined : text);
  };
  return {
    low: read(names.low),
    middle: read(names.middle),
    high: read(names.high),
    line: read(names.line),
    light: read('--text'),
  };
}
