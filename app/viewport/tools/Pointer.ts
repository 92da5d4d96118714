import type { Session } from '../../state/Session.ts';
import { cameraMove, navigationStore, type CameraMove } from '../camera/navigation.ts';
import type { ViewportEngine } from '../engine/ViewportEngine.ts';
import { viewportStore } from '../viewportState.ts';

/** Turns pointer and wheel events of the canvas into moves of the camera and work of the tools. */
export class Pointer {
  private readonly session: Session;
  private readonly engine: ViewportEngine;
  private readonly element: HTMLElement;
  private readonly abort = new AbortController();
  private move: CameraMove | undefined;

  constructor(session: Session, engine: ViewportEngine, element: HTMLElement) {
    this.session = session;
    this.engine = engine;
    this.element = element;
    const { signal } = this.abort;
    element.addEventListener('pointerdown', (event) => this.press(event), { signal });
    element.addEventListener('pointermove', (event) => this.drag(event), { signal });
    element.addEventListener('pointerup', (event) => this.release(event), { signal });
    element.addEventListener('pointercancel', (event) => this.release(event), { signal });
    element.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  }

  dispose(): void {
    this.abort.abort();
  }

  private press(event: PointerEvent): void {
    this.move = cameraMove(navigationStore.getState().preset, event);
    if (this.move === undefined) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.leaveCamera();
  }

  private drag(event: PointerEvent): void {
    if (this.move === undefined) return;
    const { rig } = this.engine;
    if (this.move === 'orbit') rig.orbit(event.movementX, event.movementY);
    else if (this.move === 'pan') rig.pan(event.movementX, event.movementY);
    else rig.zoom(event.movementX - event.movementY);
  }

  private release(event: PointerEvent): void {
    if (this.move === undefined) return;
    this.move = undefined;
    if (this.element.hasPointerCapture(event.pointerId)) this.element.releasePointerCapture(event.pointerId);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const x = (2 * (event.clientX - left)) / width - 1;
    const y = 1 - (2 * (event.clientY - top)) / height;
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    this.leaveCamera();
    this.engine.rig.zoom(-event.deltaY * lines * (event.ctrlKey ? 3 : 0.5), x, y);
  }

  /** Moving the view leaves the camera that is looked through. */
  private leaveCamera(): void {
    const store = viewportStore(this.session);
    if (store.getState().lookThrough !== undefined) store.setState({ lookThrough: undefined });
  }
}
