import type { Pin } from '../../../src/scene/kinds/pin.ts';
import { newPin } from '../../../src/scene/kinds/pin.ts';
import type { Entity } from '../../../src/scene/Scene.ts';

/** Parts of a body that can be pinned with one click. */
export const pinnedSides = ['top', 'bottom', 'left', 'right', 'front', 'back', 'all'] as const;
export type PinnedSide = (typeof pinnedSides)[number];

/** Share of the body's extent that is pinned, from its end. */
const SHARE = 0.2;
/** How far the box reaches beyond the body, in its diagonals, so that rounding leaves no vertex out. */
const MARGIN = 0.01;

export interface PinnedRegion {
  readonly selection: Extract<Pin['selection'], { kind: 'box' }>;
  readonly pivot: [number, number, number];
}

/** The box at one side of a body's box (min xyz, max xyz, world axes at the first frame, m), and the middle of that side. */
export function pinnedRegion(bounds: readonly number[], side: PinnedSide): PinnedRegion {
  const low = bounds.slice(0, 3);
  const high = bounds.slice(3, 6);
  const margin = MARGIN * Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  const min = low.map((value) => value - margin);
  const max = high.map((value) => value + margin);
  const pivot = low.map((value, axis) => (value + high[axis]) / 2);
  const place = places[side];
  if (place !== undefined) {
    const { axis, end } = place;
    const depth = SHARE * (high[axis] - low[axis]);
    if (end === 'high') min[axis] = high[axis] - depth;
    else max[axis] = low[axis] + depth;
    pivot[axis] = end === 'high' ? high[axis] : low[axis];
  }
  return { selection: { kind: 'box', min: triple(min), max: triple(max) }, pivot: triple(pivot) };
}

const places: Readonly<Record<PinnedSide, { readonly axis: number; readonly end: 'low' | 'high' } | undefined>> = {
  top: { axis: 1, end: 'high' },
  bottom: { axis: 1, end: 'low' },
  left: { axis: 0, end: 'low' },
  right: { axis: 0, end: 'high' },
  front: { axis: 2, end: 'high' },
  back: { axis: 2, end: 'low' },
  all: undefined,
};

/** A pin of one side of a solid. */
export function pinOfSide(
  entities: readonly Entity[],
  solid: { readonly id: string; readonly name: string },
  bounds: readonly number[],
  side: PinnedSide,
): Pin {
  return { ...newPin(entities, solid, bounds), ...pinnedRegion(bounds, side) };
}

function triple([x, y, z]: readonly number[]): [number, number, number] {
  return [x, y, z];
}
