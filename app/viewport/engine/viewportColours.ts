import { Color } from 'three';

const names = {
  backdrop: '--viewport-backdrop',
  backdropEdge: '--viewport-backdrop-edge',
  litGround: '--viewport-ground',
  grid: '--viewport-grid',
  axisX: '--viewport-axis-x',
  axisY: '--viewport-axis-y',
  axisZ: '--viewport-axis-z',
  keyLight: '--viewport-key',
  skyLight: '--viewport-sky-light',
  rimLight: '--viewport-rim',
  cut: '--viewport-cut',
  edge: '--viewport-edge',
  cellLiquid: '--viewport-cell-liquid',
  cellSolid: '--viewport-cell-solid',
  ghost: '--viewport-ghost',
  ghostBefore: '--viewport-ghost-before',
  ghostAfter: '--viewport-ghost-after',
  hover: '--viewport-hover',
  joint: '--viewport-joint',
  pin: '--viewport-pin',
  trajectory: '--viewport-trajectory',
  accent: '--accent-line',
  danger: '--danger',
} as const;

export type ViewportColours = Readonly<Record<keyof typeof names, Color>>;

/** The design tokens that the viewport draws with, as they apply to an element. */
export function readViewportColours(element: Element): ViewportColours {
  const style = getComputedStyle(element);
  const entries = Object.entries(names).map(([name, property]) => {
    const text = style.getPropertyValue(property).trim();
    return [name, new Color(text === '' ? undefined : text)];
  });
  return Object.fromEntries(entries) as ViewportColours;
}
