import { createStore, type StoreApi } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { useSession, type Session } from '../session/Session.ts';
import { noKeys, type KeySelection } from './keys/keySelection.ts';

/** Groups of lanes that the dock shows below the strip. */
export const laneGroups = ['keys', 'graphs', 'curves', 'takes'] as const;
export type LaneGroup = (typeof laneGroups)[number];

/** Values between which a curve editor's axis runs, in the SI unit of its curves. */
export interface ValueWindow {
  readonly low: number;
  readonly high: number;
}

export interface DockState {
  readonly shown: ReadonlySet<LaneGroup>;
  /** The group that was switched on last: it is scrolled into view. */
  readonly revealed: LaneGroup | undefined;
  /** Keys that are selected, by lane. */
  readonly keys: KeySelection;
  /** Lane whose key the fields show and whose unit the value axis has. */
  readonly activeLane: string | undefined;
  /** Lanes whose curves the editor shows beside the active one's. */
  readonly curveLanes: readonly string[];
  /** Value axes that were zoomed or panned, by unit; the others fit their curves. */
  readonly valueWindows: ReadonlyMap<string, ValueWindow>;
  /** The frame that the panel about stale frames explains. */
  readonly explained: number | undefined;
  /** The frame at which a new take would begin, while it is offered. */
  readonly branchPreview: number | undefined;
  /** Height of the lanes below the strip, CSS pixels. */
  readonly lanesHeight: number;
}

export type DockStore = StoreApi<DockState>;

/** What belongs to one shot. */
const ofNoShot = {
  keys: noKeys,
  activeLane: undefined,
  curveLanes: [],
  valueWindows: new Map<string, ValueWindow>(),
  explained: undefined,
  branchPreview: undefined,
};

function createDockStore(): DockStore {
  return createStore<DockState>(() => ({
    ...ofNoShot,
    shown: new Set(['keys', 'graphs']),
    revealed: undefined,
    lanesHeight: 0,
  }));
}

/** Another shot is shown, or none. */
export function forgetShot(dock: DockStore): void {
  dock.setState(ofNoShot);
}

const stores = new WeakMap<Session, DockStore>();

/** What the dock of a window shows; never undone and never saved with the shot. */
export function dockOf(session: Session): DockStore {
  const known = stores.get(session);
  if (known !== undefined) return known;
  const store = createDockStore();
  stores.set(session, store);
  return store;
}

export const useDock = <T>(select: (state: DockState) => T): T => useStore(dockOf(useSession()), select);
