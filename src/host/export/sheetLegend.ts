import type { ShownAttribute } from '../../frames/derived/derivedAttributes.ts';
import type { Sheet, SheetFrame } from '../../io/sheet/SheetScene.ts';

/** What the colours of a sheet stand for: limits as the attribute declares them, found over all pictures. */
export function sheetLegend(
  { display, unit }: ShownAttribute,
  frames: readonly SheetFrame[],
): NonNullable<Sheet['legend']> {
  const { label, range, least = 0, most = Infinity } = display;
  const title = unit === '' ? label : `${label}, ${unit}`;
  if (typeof range !== 'string') return { label: title, min: range[0], max: range[1] };
  let low = Infinity;
  let high = -Infinity;
  for (const { bodies } of frames) {
    for (const { scalars } of bodies) {
      for (const value of scalars ?? []) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
  }
  if (low > high) return { label: title };
  if (range === 'values') return { label: title, min: low, max: high };
  const reach = Math.max(Math.min(Math.max(range === 'symmetric' ? -low : 0, high), most), least);
  return { label: title, min: range === 'symmetric' ? -reach : 0, max: reach };
}
