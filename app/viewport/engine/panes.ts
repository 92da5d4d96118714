import type { ViewState } from '../../state/viewStore.ts';

/** Part of the picture, CSS pixels from the left; the whole height. */
export interface Pane {
  /** Left edge of the camera's picture. */
  readonly left: number;
  /** Width of the camera's picture. */
  readonly width: number;
  /** What of it is shown. */
  readonly from: number;
  readonly to: number;
}

/** One pane; two where takes are compared: that which is worked on first, the other one on the right. */
export function panesOf(compare: ViewState['compare'], width: number): readonly [Pane, ...Pane[]] {
  if (compare === undefined) return [{ left: 0, width, from: 0, to: width }];
  if (compare.how === 'side-by-side') {
    const half = Math.round(width / 2);
    return [
      { left: 0, width: half, from: 0, to: half },
      { left: half, width: width - half, from: half, to: width },
    ];
  }
  const edge = Math.round(width * Math.min(1, Math.max(0, compare.wipe)));
  return [
    { left: 0, width, from: 0, to: edge },
    { left: 0, width, from: edge, to: width },
  ];
}
