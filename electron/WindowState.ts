import type { BrowserWindow, Rectangle } from 'electron';
import { z } from 'zod';
import type { JsonFile } from './JsonFile.ts';

const pixel = z.int().min(-100_000).max(100_000);
export const windowStateSchema = z.strictObject({
  x: pixel,
  y: pixel,
  width: z.int().min(100).max(100_000),
  height: z.int().min(100).max(100_000),
  maximized: z.boolean(),
});
export type WindowState = z.output<typeof windowStateSchema>;

/** Position and size of a window. Without a corner the system centres it. */
export interface WindowPlacement {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

/** Size of the first window, limited to the screen. */
const DEFAULT_SIZE = { width: 1600, height: 960 };
/** Width of the title bar that must be on a screen for the window to be draggable. Logical pixels. */
const REACHABLE_WIDTH = 120;
const TITLE_HEIGHT = 32;
/** Idle time after a move before it is written. Milliseconds. */
const SAVE_DELAY = 500;

/**
 * Returns the last window position if its title bar is still on one of the `workAreas` (a screen may have been unplugged); else the default size in the
 * centre of the first.
 */
export function placeWindow(saved: WindowState | undefined, workAreas: readonly Rectangle[]): WindowPlacement {
  if (saved !== undefined && workAreas.some((area) => titleIsReachable(saved, area))) return saved;
  const [area] = workAreas;
  const width = Math.min(DEFAULT_SIZE.width, area?.width ?? DEFAULT_SIZE.width);
  const height = Math.min(DEFAULT_SIZE.height, area?.height ?? DEFAULT_SIZE.height);
  return { width, height, maximized: saved?.maximized ?? false };
}

function titleIsReachable({ x, y, width }: WindowState, area: Rectangle): boolean {
  const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  const down = Math.min(y + TITLE_HEIGHT, area.y + area.height) - Math.max(y, area.y);
  return across >= Math.min(REACHABLE_WIDTH, width) && down >= TITLE_HEIGHT / 2;
}

/** Writes the window's position: shortly after each change, and when it closes. */
export function trackWindow(window: BrowserWindow, file: JsonFile<WindowState>): void {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    if (window.isDestroyed() || window.isMinimized()) return;
    file.write({ ...window.getNormalBounds(), maximized: window.isMaximized() });
  };
  const saveLater = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY);
  };
  window.on('resize', saveLater);
  window.on('move', saveLater);
  window.on('maximize', saveLater);
  window.on('unmaximize', saveLater);
  window.on('close', save);
}
