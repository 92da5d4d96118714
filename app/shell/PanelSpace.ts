import type { DockviewApi } from 'dockview-react';
import type { PanelPart, PanelRoom, PreferencesStore } from '../state/preferences.ts';
import type { ShellStore } from '../state/shellStore.ts';

/** Sizes of windows that each remember how much room their panels have. */
type WindowClass = 'tiny' | 'narrow' | 'small' | 'medium' | 'large' | 'huge';

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

/** The panels of each part, the first of which gives its size. */
const parts: Readonly<Record<PanelPart, readonly string[]>> = {
  left: ['outliner', 'takes'],
  right: ['inspector'],
  bottom: ['timeline', 'log'],
};
const sides = ['left', 'right', 'bottom', 'takes'] as const;
type PanelSide = (typeof sides)[number];
const partNames: readonly PanelPart[] = ['left', 'right', 'bottom'];

/** The part of the window that a panel stands in; undefined for the viewport, which has what the others leave. */
export function partOf(panel: string): PanelPart | undefined {
  return partNames.find((part) => parts[part].includes(panel));
}

/**
 * Gives the panels around the viewport their room: as the artist left it in windows of this class, else the defaults. The viewport alone grows
 * and shrinks with the window.
 */
export class PanelSpace {
  private readonly api: DockviewApi;
  private readonly preferences: PreferencesStore;
  private readonly shell: ShellStore;
  /** Sizes change because of this class, not by hand. */
  private applying = 0;
  private readonly size = { width: 0, height: 0 };
  /** What the panels measured when they had been given their room. */
  private given: Readonly<Record<PanelSide, number>> = { left: 0, right: 0, bottom: 0, takes: 0 };

  constructor(api: DockviewApi, preferences: PreferencesStore, shell: ShellStore) {
    this.api = api;
    this.preferences = preferences;
    this.shell = shell;
  }

  /** Follows the window, whose panels `element` holds, until the returned function is called. */
  follow(element: HTMLElement): () => void {
    this.apply();
    const observer = new ResizeObserver(() => this.applySoon());
    observer.observe(element);
    const changes = this.api.onDidLayoutChange(() => this.keep());
    return () => {
      observer.disconnect();
      changes.dispose();
      cancelAnimationFrame(this.applying);
    };
  }

  get room(): PanelRoom {
    const name = this.className;
    return this.preferences.store.getState().rooms[name] ?? defaultRooms[name];
  }

  /** Sizes of a fresh start, for windows of this class. */
  reset(): void {
    this.change(defaultRooms[this.className]);
  }

  isShown(part: PanelPart): boolean {
    return !this.room.hidden.includes(part);
  }

  /** The inspector is a drawer: shown while it has the focus. */
  get drawer(): boolean {
    return this.className === 'tiny';
  }

  /** Folds the drawer away when the focus goes to another panel. */
  focusMoved(from: string | undefined, to: string): void {
    if (this.drawer && from === 'inspector' && to !== 'inspector') this.show('right', false);
  }

  show(part: PanelPart, shown: boolean): void {
    if (this.isShown(part) === shown) return;
    const { room } = this;
    const others = room.hidden.filter((other) => other !== part);
    this.change({ ...room, hidden: shown ? others : [...others, part] });
  }

  /** Moves the edge between a panel and the viewport, or between the takes and the outliner. */
  resize(panel: string, steps: number): void {
    const part = panel === 'takes' ? panel : partOf(panel);
    if (part !== undefined) this.change(resizeRoom(this.room, part, steps));
  }

  private get className() {
    return windowClass(window.innerWidth, window.innerHeight);
  }

  private change(room: PanelRoom): void {
    const { rooms } = this.preferences.store.getState();
    this.preferences.change({ rooms: { ...rooms, [this.className]: room } });
    this.applySoon();
  }

  /** Applies the layout after the panels have followed the window, which takes them a frame. */
  private applySoon(): void {
    cancelAnimationFrame(this.applying);
    this.applying = requestAnimationFrame(() => {
      this.apply();
      this.applying = requestAnimationFrame(() => (this.applying = 0));
    });
  }

  private apply(): void {
    const { room } = this;
    this.size.width = this.api.width;
    this.size.height = this.api.height;
    for (const part of partNames) {
      for (const id of parts[part]) {
        const group = this.group(id);
        const shown = !room.hidden.includes(part);
        if (group !== undefined && group.isVisible !== shown) group.setVisible(shown);
      }
    }
    if (this.isShown('bottom')) this.group('timeline')?.setSize({ height: room.bottom });
    if (this.isShown('left')) {
      this.group('outliner')?.setSize({ width: room.left });
      this.group('takes')?.setSize({ height: room.takes });
    }
    if (this.isShown('right')) this.group('inspector')?.setSize({ width: room.right });
    this.given = this.measure();
    this.shell.setState({ hiddenParts: room.hidden });
  }

  /** An edge was moved by hand: windows of this class have it there from now on. */
  private keep(): void {
    const { api, size, room } = this;
    if (this.applying !== 0) return;
    if (api.width !== size.width || api.height !== size.height) return this.applySoon();
    const now = this.measure();
    // What a panel measures is not quite what it was given: gaps belong to nobody.
    const moved = (side: PanelSide) => room[side] + now[side] - this.given[side];
    if (sides.every((side) => Math.abs(moved(side) - room[side]) < 1)) return;
    const kept = {
      ...room,
      left: moved('left'),
      right: moved('right'),
      bottom: moved('bottom'),
      takes: moved('takes'),
    };
    this.given = now;
    const { rooms } = this.preferences.store.getState();
    this.preferences.change({ rooms: { ...rooms, [this.className]: kept } });
  }

  /** What the panels have; for one that is folded away, what it had. */
  private measure(): Record<PanelSide, number> {
    const of = (id: string, side: 'width' | 'height', before: number) => {
      const group = this.group(id);
      return group?.isVisible === true && group[side] > 0 ? group[side] : before;
    };
    return {
      left: of('outliner', 'width', this.given.left),
      right: of('inspector', 'width', this.given.right),
      bottom: of('timeline', 'height', this.given.bottom),
      takes: of('takes', 'height', this.given.takes),
    };
  }

  private group(id: string) {
    return this.api.getPanel(id)?.group.api;
  }
}
