import type { WebGLRenderer } from 'three';
import type { Session } from '../state/Session.ts';
import type { AxisView } from './camera/CameraRig.ts';
import type { ViewportEngine } from './engine/ViewportEngine.ts';

/** What commands and other panels can do with the viewport. */
export interface ViewportHandle {
  /** Flies to the selection; to everything where nothing (that can be seen) is selected. */
  frame(): void;
  lookAlong(view: AxisView): void;
  readonly engine: ViewportEngine;
  readonly gl: WebGLRenderer;
}

const handles = new WeakMap<Session, ViewportHandle>();

/** The viewport of a session, while it is there. */
export function viewportOf(session: Session): ViewportHandle | undefined {
  return handles.get(session);
}

/** Makes the viewport known; gives what takes it back. */
export function publishViewport(session: Session, engine: ViewportEngine, gl: WebGLRenderer): () => void {
  const handle: ViewportHandle = {
    engine,
    gl,
    frame() {
      const { ids } = session.selection.getState();
      const chosen = engine.objects.box(ids);
      engine.rig.frame(chosen.isEmpty() ? engine.objects.box() : chosen, performance.now());
    },
    lookAlong: (view) => engine.rig.lookAlong(view, performance.now()),
  };
  handles.set(session, handle);
  return () => {
    if (handles.get(session) === handle) handles.delete(session);
  };
}
