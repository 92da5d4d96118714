import type { PanelRoom } from '../state/preferences.ts';

/** Sizes of windows that each remember how much room their panels have. */
export type WindowClass = 'tiny' | 'narrow' | 'small' | 'medium' | 'large' | 'huge';

/** Returns the class of a window by its inner size, CSS pixels. */
export function windowClass(width: number, height: number): WindowClass {
  if (width < 1024) return 'tiny';
  if (width < 1100) return 'narrow';
  if (width < 1440 || height < 800) return 'small';
  if (width < 1760) return 'medium';
  return width < 2240 ? 'large' : 'huge';
}

/**
 * What panels have before anybody has moved their edges. The viewport keeps at least 640 px: a narrow window shows the left column as icons, and a
 * tiny one the inspector as a drawer, which folds itself away when the focus goes elsewhere.
 */
export const defaultRooms: Readonly<Record<WindowClass, PanelRoom>> = {
  tiny: { left: 208, right: 288, bottom: 178, takes: 160, hidden: ['left', 'right'] },
  narrow: { left: 208, right: 300, bottom: 196, takes: 160, hidden: ['left'] },
  small: { left: 208, right: 300, bottom: 248, takes: 160, hidden: [] },
  medium: { left: 248, right: 320, bottom: 272, takes: 190, hidden: [] },
  large: { left: 264, right: 344, bottom: 332, takes: 210, hidden: [] },
  huge: { left: 304, right: 384, bottom: 456, takes: 250, hidden: [] },
};

/** How much one press of a key changes, px. */
const STEP = 32;
const LARGEST = 4000;

/** The room after the edge of one of the panels was moved by so many steps. */
export function resizeRoom(room: PanelRoom, which: 'left' | 'right' | 'bottom' | 'takes', steps: number): PanelRoom {
  return { ...room, [which]: Math.min(Math.max(room[which] + steps * STEP, 0), LARGEST) };
}
