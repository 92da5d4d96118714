import { Group } from 'three';
import type { StreamType } from '../../../src/frames/Stream.ts';
import type { DisplayStatics, StreamStatics } from '../../state/DisplayStatics.ts';
import { createView, type AnyStreamView } from '../streams/createView.ts';
import type { SharedLook } from './SharedLook.ts';

/** The views of a shot's streams, in their order. */
export class ShotViews {
  readonly object = new Group();
  private readonly shared: SharedLook;
  private list: AnyStreamView[] = [];

  constructor(shared: SharedLook) {
    this.shared = shared;
  }

  get all(): readonly AnyStreamView[] {
    return this.list;
  }

  /** The first view of an entity's streams of a type. */
  find<T extends StreamType>(entity: string | undefined, type: T): Extract<AnyStreamView, { type: T }> | undefined {
    return this.list.find((view): view is Extract<AnyStreamView, { type: T }> => {
      return view.type === type && view.statics.entity === entity;
    });
  }

  /** Whether an entity has any. */
  has(entity: string): boolean {
    return this.list.some(({ statics }) => statics.entity === entity);
  }

  /** All views of a type. */
  of<T extends StreamType>(type: T): Extract<AnyStreamView, { type: T }>[] {
    return this.list.filter((view): view is Extract<AnyStreamView, { type: T }> => view.type === type);
  }

  /** Makes the views of other streams. */
  rebuild(statics: DisplayStatics | undefined): void {
    for (const view of this.list) this.remove(view);
    this.list = (statics?.streams ?? []).map((stream) => this.create(stream));
  }

  /** A view of other statics in the place of one. */
  replace(view: AnyStreamView, statics: StreamStatics): AnyStreamView {
    this.remove(view);
    const made = this.create(statics);
    this.list[this.list.indexOf(view)] = made;
    return made;
  }

  private create(statics: StreamStatics): AnyStreamView {
    const view = createView(statics, this.shared);
    this.object.add(view.object);
    return view;
  }

  private remove(view: AnyStreamView): void {
    this.object.remove(view.object);
    view.dispose();
  }
}
