import type { Box3, Scene } from 'three';
import type { MeshStatics } from '../../state/DisplayStatics.ts';
import type { Session } from '../../session/Session.ts';
import { IsolatedView } from '../meshes/IsolatedView.ts';
import { viewportStore } from '../viewportState.ts';
import type { SharedLook } from './SharedLook.ts';
import type { ShotObjects } from './ShotObjects.ts';

export interface IsolationHost {
  readonly scene: Scene;
  readonly objects: ShotObjects;
  readonly shared: SharedLook;
  /** Brings a world box into view. */
  frame(box: Box3): void;
}

/** The element that the failure panel names, with its neighbours, shown on top of the rest. */
export class Isolation {
  private readonly session: Session;
  private readonly host: IsolationHost;
  private view: IsolatedView | undefined;
  private key: string | undefined;
  private statics: MeshStatics | undefined;
  private version = -1;

  constructor(session: Session, host: IsolationHost) {
    this.session = session;
    this.host = host;
  }

  /** Box to look at, with room around it; undefined while nothing is isolated. */
  box(): Box3 | undefined {
    return this.view?.box().expandByScalar(this.view.reach());
  }

  /** Follows the view's choice and the shown frame; flies to an element that is isolated anew. */
  update(): void {
    const { isolated } = this.session.view.getState();
    const solid = this.host.objects.views.find(isolated?.entity, 'mesh');
    const isThere =
      isolated !== undefined &&
      solid !== undefined &&
      isolated.element * solid.statics.elementSize < solid.statics.elements.length;
    const key = isThere ? `${isolated.entity} ${isolated.element}` : undefined;
    if (key !== this.key || this.statics !== solid?.statics) {
      this.clear();
      this.key = key;
      this.statics = solid?.statics;
      if (isThere) this.show(solid.statics, isolated.element, solid.volumePositions);
      viewportStore(this.session).setState({ isolatedCount: this.view?.count ?? 0 });
    }
    if (solid === undefined || solid.version === this.version) return;
    this.version = solid.version;
    this.view?.setPositions(solid.volumePositions);
  }

  clear(): void {
    if (this.view === undefined) return;
    this.host.scene.remove(this.view.object);
    this.view.dispose();
    this.view = undefined;
    this.version = -1;
  }

  private show(statics: MeshStatics, element: number, positions: Float32Array): void {
    const { danger, hover } = this.host.shared.colours;
    this.view = new IsolatedView(statics, element, danger, hover);
    this.host.scene.add(this.view.object);
    this.view.setPositions(positions);
    this.host.frame(this.box()!);
  }
}
