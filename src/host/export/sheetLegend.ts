import { colourLimits, type Limits } from '../../frames/colours/colourLimits.ts';
import { colourMapOf } from '../../frames/colours/colourMaps.ts';
import { TypicalRange } from '../../frames/colours/TypicalRange.ts';
import type { ShownAttribute } from '../../frames/derived/derivedAttributes.ts';
import type { SheetFrame, SheetLegend } from '../../io/sheet/SheetScene.ts';

/** What the colours of a sheet stand for: map and limits are those of the viewport after it has shown all pictures. */
export function sheetLegend({ display, unit }: ShownAttribute, frames: readonly SheetFrame[]): SheetLegend {
  const { label, percent = false } = display;
  const [shownUnit, factor] = percent ? ['%', 100] : [unit, 1];
  const typical = new TypicalRange();
  let limits: Limits | undefined;
  for (const { bodies } of frames) {
    let range: Limits | undefined;
    for (const { scalars } of bodies) {
      if (scalars === undefined) continue;
      const [low, high] = typical.of(scalars);
      range = range === undefined ? [low, high] : [Math.min(range[0], low), Math.max(range[1], high)];
    }
    if (range !== undefined) limits = colourLimits(display, range, limits);
  }
  limits ??= colourLimits(display);
  return {
    label: shownUnit === '' ? label : `${label}, ${shownUnit}`,
    limits,
    ends: [written(factor * limits[0]), written(factor * limits[1])],
    colours: colourMapOf(display),
  };
}

function written(value: number): string {
  return String(Number(value.toPrecision(3)));
}
