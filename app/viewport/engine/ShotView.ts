import { Vector3, type Box3 } from 'three';
import type { Scene } from '../../../src/scene/Scene.ts';
import { viewportKind } from '../../entities/entityFacts.ts';
import type { EntityView } from '../../entities/ViewportKind.ts';
import type { Session } from '../../session/Session.ts';
import type { CameraRig, CameraView } from '../camera/CameraRig.ts';
import type { ViewportStore } from '../viewportState.ts';
import { entityOf } from './placements.ts';
import type { ShotObjects } from './ShotObjects.ts';

export interface ShotViewHost {
  readonly rig: CameraRig;
  readonly store: ViewportStore;
  readonly objects: ShotObjects;
  /** A shot is seen for the first time. */
  opened(): void;
}

/** Share of the picture below which a shot's own camera is too far off to work from, and from which on what moves is leaving the picture. */
const LEAST_SHARE = 0.5;
const MOST_SHARE = 0.97;

/** Chooses the view of a shot: when it is opened, and through its cameras. */
export class ShotView {
  private readonly session: Session;
  private readonly host: ShotViewHost;
  /** The shot that was framed when it was opened. */
  framedProject: string | undefined;
  /** The view that was chosen for the shot. */
  private chosen: CameraView | undefined;

  constructor(session: Session, host: ShotViewHost) {
    this.session = session;
    this.host = host;
  }

  update(): void {
    this.lookThrough();
    this.frameFirst();
    this.followMotion();
  }

  /** A camera of the shot that is looked through moves the viewport's. */
  private lookThrough(): void {
    const { lookThrough } = this.host.store.getState();
    const entity = entityOf(this.session.document.scene, lookThrough);
    const view = entity && viewportKind(entity).view?.(entity, this.session.timeline.getState().frame);
    if (view !== undefined) this.lookFrom(view);
  }

  /** A shot that is opened is looked at from its camera's place, farther back where that leaves something out; without a camera, it is framed. */
  private frameFirst(): void {
    const { scene } = this.session.document;
    const { rig, store, objects } = this.host;
    const isEmpty = objects.views.all.length === 0;
    if (scene === undefined || scene.project === this.framedProject || isEmpty) return;
    this.framedProject = scene.project;
    this.host.opened();
    store.setState({ chosenLimits: {}, roundedLimits: {}, probe: undefined, measure: undefined });
    const view = firstView(scene);
    if (view !== undefined) {
      this.lookFrom(view);
      const main = objects.boxes.sweptBox();
      const hero = objects.boxes.heroBox();
      if (!rig.holds(hero.isEmpty() ? main : hero) || rig.share(main) < LEAST_SHARE) this.frameAtOnce(main);
    } else this.frameAtOnce(objects.boxes.sweptBox());
    this.chosen = rig.view;
  }

  /** Moves the view back as frames come in whose motion leaves the view that was chosen for it, until the artist takes the camera. */
  private followMotion(): void {
    const { rig, objects } = this.host;
    if (this.chosen === undefined) return;
    if (!sameView(this.chosen, rig.view)) {
      this.chosen = undefined;
      return;
    }
    const box = objects.boxes.sweptBox();
    const hero = objects.boxes.heroBox();
    const leaves = !hero.isEmpty() && rig.reach(hero) > MOST_SHARE;
    if (box.isEmpty() || (!leaves && rig.share(box) < MOST_SHARE)) return;
    this.frameAtOnce(box);
    this.chosen = rig.view;
  }

  private frameAtOnce(box: Box3): void {
    const { rig } = this.host;
    const { instant } = rig;
    rig.instant = true;
    rig.frame(box, 0);
    rig.instant = instant;
  }

  private lookFrom({ from, to, verticalFieldOfView }: EntityView): void {
    this.host.rig.fieldOfView = verticalFieldOfView;
    this.host.rig.lookFrom(new Vector3(...from), new Vector3(...to));
  }
}

/** Returns the view of the first camera at the start of the shot. */
function firstView({ entities, range }: Scene): EntityView | undefined {
  for (const entity of entities) {
    const view = viewportKind(entity).view?.(entity, range.first);
    if (view !== undefined) return view;
  }
  return undefined;
}

function sameView(a: CameraView, b: CameraView): boolean {
  const same = a.azimuth === b.azimuth && a.elevation === b.elevation && a.distance === b.distance;
  return same && a.target.every((value, axis) => value === b.target[axis]);
}
