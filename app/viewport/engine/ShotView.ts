import { Vector3, type Box3 } from 'three';
import { evaluate } from '../../../src/scene/curves.ts';
import type { Entity } from '../../../src/scene/Scene.ts';
import type { Session } from '../../state/Session.ts';
import type { CameraRig } from '../camera/CameraRig.ts';
import type { ViewportStore } from '../viewportState.ts';
import { entityOf } from './placements.ts';
import type { ShotObjects } from './ShotObjects.ts';

type Camera = Extract<Entity, { kind: 'camera' }>;

export interface ShotViewHost {
  readonly rig: CameraRig;
  readonly store: ViewportStore;
  readonly objects: ShotObjects;
  /** A shot is seen for the first time. */
  opened(): void;
}

/** From where the shot is looked at: when it is opened, and through its cameras. */
export class ShotView {
  private readonly session: Session;
  private readonly host: ShotViewHost;
  /** The shot that was framed when it was opened. */
  framedProject: string | undefined;

  constructor(session: Session, host: ShotViewHost) {
    this.session = session;
    this.host = host;
  }

  update(): void {
    this.lookThrough();
    this.frameFirst();
  }

  /** A camera of the shot that is looked through moves the viewport's. */
  private lookThrough(): void {
    const { lookThrough } = this.host.store.getState();
    const camera = lookThrough === undefined ? undefined : entityOf(this.session.document.scene, lookThrough, 'camera');
    if (camera !== undefined) this.lookFrom(camera, this.session.timeline.getState().frame);
  }

  /** A shot that is opened is looked at from its camera's place, farther back where that leaves something out; without a camera, it is framed. */
  private frameFirst(): void {
    const { scene } = this.session.document;
    const { rig, store, objects } = this.host;
    const isEmpty = objects.solids.size + objects.liquids.size + objects.colliders.size === 0;
    if (scene === undefined || scene.project === this.framedProject || isEmpty) return;
    this.framedProject = scene.project;
    this.host.opened();
    store.setState({ chosenLimits: {}, roundedLimits: {}, probe: undefined, measure: undefined });
    const camera = scene.entities.find((entity) => entity.kind === 'camera');
    if (camera?.kind === 'camera') {
      this.lookFrom(camera, scene.range.first);
      const main = objects.mainBox();
      if (!rig.holds(main)) this.frameAtOnce(main);
    } else this.frameAtOnce(objects.box());
  }

  private frameAtOnce(box: Box3): void {
    const { rig } = this.host;
    const { instant } = rig;
    rig.instant = true;
    rig.frame(box, 0);
    rig.instant = instant;
  }

  private lookFrom({ position, target, verticalFieldOfView }: Camera, frame: number): void {
    const [from, to] = [position, target].map(
      (vector) => new Vector3(...vector.map((curve) => evaluate(curve, frame))),
    );
    this.host.rig.fieldOfView = evaluate(verticalFieldOfView, frame);
    this.host.rig.lookFrom(from, to);
  }
}
