import { Mesh, Object3D, Vector3 } from 'three';
import { TransformControls } from 'three/examples/jsm/controls/TransformControls.js';
import type { Session } from '../../session/Session.ts';
import type { ViewportEngine } from '../engine/ViewportEngine.ts';
import { viewportStore } from '../viewportState.ts';
import { gizmoTarget, type GizmoTarget } from './gizmoTargets.ts';

const CONTROL_MODES = { move: 'translate', rotate: 'rotate', scale: 'scale' } as const;
/** Step of rotations and scales with snapping. */
const ROTATION_STEP = (5 * Math.PI) / 180;
const SCALE_STEP = 0.05;
const SIZE = 1;

/** Handles on the active entity that move, turn and scale it, or on a step of a goal that shape it; one drag is one step of undo. */
export class Gizmo {
  private readonly session: Session;
  private readonly engine: ViewportEngine;
  private readonly abort = new AbortController();
  private readonly controls: TransformControls;
  private readonly helper: Object3D;
  private readonly proxy = new Object3D();
  private readonly unsubscribe: (() => void)[];
  private target: GizmoTarget | undefined;
  private drags = 0;
  private dragging = false;
  /** Ctrl is held: steps where there are none, none where there are. */
  private otherSnapping = false;

  constructor(session: Session, engine: ViewportEngine, element: HTMLElement) {
    this.session = session;
    this.engine = engine;
    this.controls = new TransformControls(engine.rig.camera, element);
    this.controls.setSize(SIZE);
    const { axisX, axisY, axisZ, accent } = engine.shared.colours;
    this.controls.setColors(axisX, axisY, axisZ, accent);
    this.helper = this.controls.getHelper();
    removeBackArrows(this.helper);
    engine.overlay.add(this.proxy, this.helper);
    const { signal } = this.abort;
    // Before the controls' own listener.
    element.addEventListener('pointermove', ({ ctrlKey }) => this.snapOtherwise(ctrlKey), { signal, capture: true });
    this.controls.addEventListener('change', () => engine.redraw());
    this.controls.addEventListener('objectChange', () => this.apply());
    this.controls.addEventListener('dragging-changed', ({ value }) => this.drag(value === true));
    const follow = (): void => this.follow();
    this.unsubscribe = [
      session.selection.subscribe(follow),
      session.view.subscribe((state, before) => {
        // Who takes up another tool has done with the goal.
        if (state.tool !== before.tool && state.sculpting !== undefined)
          session.view.setState({ sculpting: undefined });
        follow();
      }),
      session.document.store.subscribe(follow),
      session.timeline.subscribe(follow),
      viewportStore(session).subscribe(follow),
      engine.rig.onChange(() => {
        this.controls.camera = engine.rig.camera;
      }),
    ];
    this.follow();
  }

  /** True where a press would take a handle. */
  get hot(): boolean {
    return this.dragging || (this.controls.object !== undefined && this.controls.axis !== null);
  }

  dispose(): void {
    for (const end of this.unsubscribe) end();
    this.abort.abort();
    this.controls.detach();
    this.controls.dispose();
    this.engine.overlay.remove(this.proxy, this.helper);
  }

  /** Sits on what is to be moved, if anything is. */
  private follow(): void {
    if (this.dragging) return;
    this.target = gizmoTarget(this.session);
    if (this.target === undefined) {
      this.controls.detach();
      return;
    }
    const { mode, space, axes } = this.target;
    this.target.place(this.proxy);
    this.proxy.updateMatrixWorld();
    this.controls.setMode(CONTROL_MODES[mode]);
    this.controls.setSpace(space);
    this.controls.showX = axes.includes('x');
    this.controls.showY = axes.includes('y');
    this.controls.showZ = axes.includes('z');
    this.snap();
    this.controls.attach(this.proxy);
  }

  private snapOtherwise(other: boolean): void {
    if (other === this.otherSnapping) return;
    this.otherSnapping = other;
    this.snap();
  }

  private snap(): void {
    const { snapping, snapStep } = this.session.view.getState();
    const steps = snapping !== this.otherSnapping;
    this.controls.setTranslationSnap(steps ? snapStep : null);
    this.controls.setRotationSnap(steps ? ROTATION_STEP : null);
    this.controls.setScaleSnap(steps ? SCALE_STEP : null);
  }

  private drag(dragging: boolean): void {
    this.dragging = dragging;
    if (dragging) this.drags++;
    else this.session.document.endGesture();
    this.engine.readsPlaces = dragging;
    this.engine.objects.moved = dragging ? this.target?.moves : undefined;
    this.engine.change();
    if (!dragging) this.follow();
  }

  private apply(): void {
    this.target?.apply(this.proxy, `viewport-gizmo-${this.drags}`);
  }
}

/** One arrow per axis: those that point back add nothing but clutter. */
function removeBackArrows(helper: Object3D): void {
  const back: Mesh[] = [];
  helper.traverse((part) => {
    if (!(part instanceof Mesh) || !/^[XYZ]$/.test(part.name)) return;
    part.geometry.computeBoundingBox();
    const centre = part.geometry.boundingBox!.getCenter(new Vector3());
    const axis = part.name.toLowerCase() as 'x' | 'y' | 'z';
    if (centre[axis] < -0.2) back.push(part);
  });
  for (const part of back) {
    part.removeFromParent();
    part.geometry.dispose();
  }
}
