import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Session } from '../session/Session.ts';
import type { Colouring } from '../state/viewStore.ts';
import type { Limits } from '../../src/frames/colours/colourLimits.ts';
import type { CellProbe, ShownSlice } from './liquids/ShownSlice.ts';

/** A place on a body that is read out. */
export interface Probe {
  readonly entity: string;
  readonly element: number;
  /** World position, m. */
  readonly point: readonly [number, number, number];
  /** Display vertices of the triangle that was hit and how the point lies in it: the probe rides on the surface. Undefined: on an element. */
  readonly triangle: { readonly corners: readonly number[]; readonly weights: readonly number[] } | undefined;
}

export interface Measure {
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
}

/** What only the viewport and its overlays know. */
export interface ViewportState {
  /** Entity under the pointer. */
  readonly hovered: string | undefined;
  readonly probe: Probe | undefined;
  /** A distance that is being or was measured: two points in the world, m. */
  readonly measure: Measure | undefined;
  /** A rectangle that is being drawn to select what lies in it, CSS pixels of the viewport: left, top, right, bottom. */
  readonly rectangle: readonly [number, number, number, number] | undefined;
  /** Limits of colour maps: as chosen by the artist, else as rounded for what was shown so far. */
  readonly chosenLimits: Readonly<Partial<Record<Colouring, Limits>>>;
  readonly roundedLimits: Readonly<Partial<Record<Colouring, Limits>>>;
  /** Whole elements, or a plane through them. */
  readonly cutStyle: 'elements' | 'planar';
  /** Axes of the transform gizmo. */
  readonly space: 'world' | 'local';
  /** The camera entity that is looked through. */
  readonly lookThrough: string | undefined;
  /** Whether the graphics can be used. */
  readonly graphics: 'starting' | 'ready' | 'lost' | 'missing';
  /** Elements that are shown where one is isolated, itself included. */
  readonly isolatedCount: number;
  /** Why the other take of a comparison does not show the frame at the playhead; undefined while it does. */
  readonly otherTake: 'preparing' | 'coming' | 'missing' | 'stale' | undefined;
  /** The layer of a liquid's cells that the host gave last; undefined where none is wanted. */
  readonly slice: ShownSlice | undefined;
  /** Why the wanted layer is not shown (yet). */
  readonly sliceHindrance: string | undefined;
  /** The cell of it under the pointer. */
  readonly sliceProbe: CellProbe | undefined;
  /** Distance of the thin grid lines, m. */
  readonly gridSpacing: number;
}

export type ViewportStore = StoreApi<ViewportState>;

const stores = new WeakMap<Session, ViewportStore>();

/** The viewport's store of a session; made when first asked for. */
export function viewportStore(session: Session): ViewportStore {
  const present = stores.get(session);
  if (present !== undefined) return present;
  const store = createStore<ViewportState>(() => ({
    hovered: undefined,
    probe: undefined,
    measure: undefined,
    rectangle: undefined,
    chosenLimits: {},
    roundedLimits: {},
    cutStyle: 'elements',
    space: 'world',
    lookThrough: undefined,
    graphics: 'starting',
    isolatedCount: 0,
    otherTake: undefined,
    slice: undefined,
    sliceHindrance: undefined,
    sliceProbe: undefined,
    gridSpacing: 0.1,
  }));
  stores.set(session, store);
  return store;
}

/** Limits that a colouring is shown with. */
export function shownLimits(state: ViewportState, colouring: Colouring): Limits {
  return state.chosenLimits[colouring] ?? state.roundedLimits[colouring] ?? [0, 1];
}

/** Keeps the limits of a colouring as they are shown, or lets them grow with what is shown again. */
export function fixLimits(store: ViewportStore, colouring: Colouring, fixed: boolean): void {
  const state = store.getState();
  const limits = fixed ? shownLimits(state, colouring) : undefined;
  store.setState({ chosenLimits: { ...state.chosenLimits, [colouring]: limits } });
}

/** Forgets the limits of a colouring: they are chosen for the frame that is shown, and grow from there. */
export function fitLimits(store: ViewportStore, colouring: Colouring): void {
  const { chosenLimits, roundedLimits } = store.getState();
  store.setState({
    chosenLimits: { ...chosenLimits, [colouring]: undefined },
    roundedLimits: { ...roundedLimits, [colouring]: undefined },
  });
}
