import { Box3, Sphere, Vector3 } from 'three';
import type { AnyStreamView } from '../streams/createView.ts';
import type { ShotViews } from './ShotViews.ts';

/** Height above the ground, in heights of what is shown, up to which the ground below is a part of the view. */
const FALL = 2.5;
/** Surroundings are a part of what a shot is about while they are smaller than this, in sizes of the results. */
const MUCH_LARGER = 4;

/** Least x, y, z and greatest x, y, z of the entities that are wanted, over all frames that are known. */
type SweptOver = (isWanted: (entity: string) => boolean) => Float64Array;

/** World boxes of what is drawn of a shot: for views that show all of it, the light and the grid. */
export class ShotBoxes {
  /** Height of the ground, m; undefined where there is none. */
  groundHeight: number | undefined;
  private readonly views: ShotViews;
  private readonly swept: SweptOver;

  constructor(views: ShotViews, swept: SweptOver) {
    this.views = views;
    this.swept = swept;
  }

  /** Box of the entities with these ids; where none are given, of everything but the ground, and but what has no end where there is more than that. */
  box(ids?: readonly string[]): Box3 {
    const box = new Box3();
    const unbounded = new Box3();
    for (const view of this.views.all) {
      if (!view.isSeen || ids?.includes(view.statics.entity) === false) continue;
      (view.unbounded && ids === undefined ? unbounded : box).union(view.box());
    }
    return box.isEmpty() ? unbounded : box;
  }

  /** What the light and the grid should cover: the main objects, or a metre where there are none. */
  bounds(): Sphere {
    const box = this.mainBox();
    if (box.isEmpty()) box.set(new Vector3(-0.5, 0, -0.5), new Vector3(0.5, 1, 0.5));
    return box.getBoundingSphere(new Sphere());
  }

  /** Box of what the shot is about: results, and surroundings that are not much larger; nothing without an end. */
  mainBox(): Box3 {
    const box = this.resultBox();
    const size = box.isEmpty() ? Infinity : box.getSize(new Vector3()).length();
    for (const view of this.views.all) {
      if (isResult(view) || !view.isSeen || view.unbounded) continue;
      const other = view.box();
      if (other.getSize(new Vector3()).length() < MUCH_LARGER * size) box.union(other);
    }
    return box;
  }

  /** Box of what moves by itself, over all of the motion that is known, and down to the ground where it may fall. */
  heroBox(): Box3 {
    const box = this.resultBox();
    const seen = new Set(
      this.views.all.filter((view) => isResult(view) && view.isSeen).map((view) => view.statics.entity),
    );
    const [minX, minY, minZ, maxX, maxY, maxZ] = this.swept((entity) => seen.has(entity));
    if (minX <= maxX) box.union(new Box3(new Vector3(minX, minY, minZ), new Vector3(maxX, maxY, maxZ)));
    const { groundHeight } = this;
    if (groundHeight === undefined) return box;
    const { min, max } = box;
    const above = min.y - groundHeight;
    if (above > 0 && above < FALL * (max.y - min.y)) min.y = groundHeight;
    return box;
  }

  /** Box of what moves by itself (`heroBox`) and of the surroundings that the shot is about (`mainBox`). */
  sweptBox(): Box3 {
    return this.mainBox().union(this.heroBox());
  }

  private resultBox(): Box3 {
    const box = new Box3();
    for (const view of this.views.all) if (isResult(view) && view.isSeen) box.union(view.box());
    return box;
  }
}

function isResult({ statics }: AnyStreamView): boolean {
  return statics.purpose === 'result';
}
