import { Box3, type WebGLRenderer } from 'three';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Session } from '../session/Session.ts';
import type { AxisView } from './camera/CameraRig.ts';
import { captureThumbnail } from './capture.ts';
import type { ViewportEngine } from './engine/ViewportEngine.ts';

/** What commands and other panels can do with the viewport. */
export interface ViewportHandle {
  /** Flies to entities; to everything where none of them can be seen. */
  frame(ids?: readonly string[]): void;
  lookAlong(view: AxisView): void;
  readonly engine: ViewportEngine;
  readonly gl: WebGLRenderer;
}

const VIEWS = { x: ['right', 'left'], y: ['top', 'bottom'], z: ['front', 'back'] } as const;
const handles = new WeakMap<Session, StoreApi<ViewportHandle | undefined>>();

/** The viewport of a session, while it is there: what lies over the picture follows it, since one shot's viewport goes before the next one's comes. */
export function viewportHandle(session: Session): StoreApi<ViewportHandle | undefined> {
  const present = handles.get(session);
  if (present !== undefined) return present;
  const store = createStore<ViewportHandle | undefined>(() => undefined);
  handles.set(session, store);
  return store;
}

export function viewportOf(session: Session): ViewportHandle | undefined {
  return viewportHandle(session).getState();
}

/** Makes the viewport known, also to commands; gives what takes it back. */
export function publishViewport(session: Session, engine: ViewportEngine, gl: WebGLRenderer): () => void {
  const { rig, objects } = engine;
  const handle: ViewportHandle = {
    engine,
    gl,
    frame(ids = []) {
      const chosen = engine.isolation.box() ?? engine.preview.box() ?? objects.boxes.box(ids);
      rig.frame(chosen.isEmpty() ? objects.boxes.box() : chosen, performance.now());
    },
    lookAlong: (view) => rig.lookAlong(view, performance.now()),
  };
  const store = viewportHandle(session);
  store.setState(handle, true);
  const withdraw = session.panelActions.provide({
    frameSelected: () => handle.frame(session.selection.getState().ids),
    frameAll: () => rig.frame(objects.boxes.sweptBox().union(engine.preview.box() ?? new Box3()), performance.now()),
    lookAlong: (axis, reversed) => handle.lookAlong(VIEWS[axis][reversed ? 1 : 0]),
    thumbnail: (width, height) => captureThumbnail(handle, width, height),
  });
  return () => {
    withdraw();
    if (store.getState() === handle) store.setState(undefined, true);
  };
}
