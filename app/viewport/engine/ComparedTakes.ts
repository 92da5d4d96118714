import type { Scene } from 'three';
import type { Session } from '../../session/Session.ts';
import type { ViewportStore } from '../viewportState.ts';
import { Comparison } from './Comparison.ts';
import { panesOf, type Pane } from './panes.ts';
import type { SharedLook } from './SharedLook.ts';
import type { ShotObjects } from './ShotObjects.ts';

interface ComparedTakesInput {
  readonly session: Session;
  readonly store: ViewportStore;
  /** What objects of the other take are added to. */
  readonly scene: Scene;
  readonly shared: SharedLook;
  readonly objects: ShotObjects;
  /** Called when something of the other take is another. */
  change(): void;
}

/** The take that is worked on, and beside it another one while two are compared. */
export class ComparedTakes {
  private readonly input: ComparedTakesInput;
  private comparison: Comparison | undefined;

  constructor(input: ComparedTakesInput) {
    this.input = input;
  }

  /** The other take; undefined while none is compared. */
  get other(): Comparison | undefined {
    return this.comparison;
  }

  /** Objects of the takes that are drawn, the take that is worked on first. */
  get all(): readonly ShotObjects[] {
    const { objects } = this.input;
    return this.comparison === undefined ? [objects] : [objects, this.comparison.objects];
  }

  /** Returns the parts of a picture of so many CSS pixels: one, or two where takes are compared. */
  panes(width: number): readonly [Pane, ...Pane[]] {
    return panesOf(this.comparison === undefined ? undefined : this.input.session.view.getState().compare, width);
  }

  /** Returns what is drawn in a part of the picture. */
  objectsIn(pane: number): ShotObjects {
    return pane > 0 && this.comparison !== undefined ? this.comparison.objects : this.input.objects;
  }

  /** Starts and ends the comparison as the session asks for, and updates the other take. Returns whether another take is compared than before. */
  update(): boolean {
    const { session, store } = this.input;
    const { compare } = session.view.getState();
    const isTake = session.document.scene?.takes.some(({ id }) => id === compare?.take) === true;
    const take = isTake ? compare?.take : undefined;
    const isAnother = take !== this.comparison?.take;
    if (isAnother) this.replace(take);
    this.comparison?.objects.update();
    const otherTake = this.comparison?.hindrance(session.timeline.getState().frame);
    if (otherTake !== store.getState().otherTake) store.setState({ otherTake });
    return isAnother;
  }

  dispose(): void {
    this.comparison?.dispose();
  }

  private replace(take: string | undefined): void {
    const { session, scene, shared, objects, change } = this.input;
    if (this.comparison !== undefined) scene.remove(this.comparison.objects.object);
    this.comparison?.dispose();
    this.comparison = undefined;
    objects.object.visible = true;
    if (take === undefined) return;
    this.comparison = new Comparison(session, shared, take, change);
    scene.add(this.comparison.objects.object);
  }
}
