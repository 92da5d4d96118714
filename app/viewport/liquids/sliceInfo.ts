import type { SliceField } from '../../../src/frames/sliceCells.ts';
import { sequentialMap, divergingMap, type ColourMap } from '../../../src/frames/colours/colourMaps.ts';
import { roundedUp, type Limits } from '../../../src/frames/colours/colourLimits.ts';

export interface SliceInfo {
  readonly label: string;
  /** What the number is, for the legend. */
  readonly detail: string;
  /** SI unit. */
  readonly unit: string;
  readonly limits: 'symmetric' | 'from-zero';
  /** The least upper limit: below it the map would show noise. */
  readonly least: number;
}

/** What a slice shows, in the order of menus. */
export const sliceInfo: Readonly<Record<SliceField, SliceInfo>> = {
  pressure: { label: 'Pressure', detail: 'relative to air pressure', unit: 'Pa', limits: 'from-zero', least: 1 },
  speed: { label: 'Speed', detail: '|u| at cell centres', unit: 'm/s', limits: 'from-zero', least: 0.01 },
  divergence: {
    label: 'Divergence',
    detail: 'left by the pressure solve',
    unit: '1/s',
    limits: 'symmetric',
    least: 1e-9,
  },
  distance: {
    label: 'Distance φ',
    detail: 'to the surface, − inside',
    unit: 'm',
    limits: 'symmetric',
    least: 1e-6,
  },
  cells: { label: 'Cells', detail: 'content of each cell', unit: '', limits: 'from-zero', least: 3 },
};

/** Colours of a slice. */
export function sliceMap(field: SliceField): ColourMap {
  return sliceInfo[field].limits === 'symmetric' ? divergingMap : sequentialMap;
}

/** Rounded limits of the colours for numbers in `range`; they never narrow: `before` is what was shown so far. */
export function sliceLimits(field: SliceField, range: Limits, before: Limits | undefined): Limits {
  const { limits, least } = sliceInfo[field];
  const reach = limits === 'symmetric' ? Math.max(-range[0], range[1]) : range[1];
  const high = roundedUp(Math.max(reach, least, before?.[1] ?? 0));
  return limits === 'symmetric' ? [-high, high] : [0, high];
}
