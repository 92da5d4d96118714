import type { FrameCell } from '../../state/framesStore.ts';

/** The cell of a frame; cells are in the order of frames, without gaps. */
export function cellOf(cells: readonly FrameCell[], frame: number): FrameCell | undefined {
  return cells.length === 0 ? undefined : cells[frame - cells[0].frame];
}

/** The last cell at or before a frame that something can be shown of. */
export function cellAtOrBefore(
  cells: readonly FrameCell[],
  frame: number,
  usable: (key: string) => boolean,
): (FrameCell & { readonly storedKey: string }) | undefined {
  if (cells.length === 0) return undefined;
  for (let at = Math.min(frame - cells[0].frame, cells.length - 1); at >= 0; at--) {
    const { storedKey } = cells[at];
    if (storedKey !== undefined && usable(storedKey)) return { ...cells[at], storedKey };
  }
  return undefined;
}
