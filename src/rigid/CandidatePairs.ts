import { SweepAndPrune } from './SweepAndPrune.ts';

/** Room around the box of a body, over its thickness, and over how far its box is from its shape: more keeps pairs longer, and makes them more. */
const ROOM_SHARE = 0.1;
const ROOM_MARGINS = 6;
/** Relative rounding of distances. */
const ROUNDING = 1e-6;

/**
 * Pairs of bodies that may touch: those whose boxes with some room around them overlap. They are found again when a box leaves its room; which of them touch does not depend on when that was. A pair that was apart is looked
 * at again when its bodies have moved far enough to touch.
 */
export class CandidatePairs {
  /** Box of each body with its margin, min xyz and max xyz, m. */
  readonly boxes: Float64Array;
  /** How far any point of each body has moved so far, at most, m. */
  readonly paths: Float64Array;
  /** Gap up to which points of each body are contacts, with that of the other, m. */
  readonly margins: Float64Array;
  private readonly thicknesses: Float64Array;
  private readonly pairs: SweepAndPrune;
  private readonly fixed: Uint8Array;
  /** What the paths of both bodies of each pair must not reach: its gap, above those when it was found. */
  private apart = new Float64Array(0);
  /** The axis that kept the polyhedra of each pair apart, as `HullContact` numbers them. */
  axes = new Int32Array(0);
  private isFound = false;

  /** `thicknesses`: shortest sides of bodies, m, Infinity for what has no end. */
  constructor(thicknesses: Float64Array) {
    const count = thicknesses.length;
    this.boxes = new Float64Array(6 * count);
    this.paths = new Float64Array(count);
    this.margins = new Float64Array(count);
    this.thicknesses = thicknesses;
    this.pairs = new SweepAndPrune(count);
    this.fixed = new Uint8Array(count);
  }

  get count(): number {
    return this.pairs.count;
  }

  get first(): Int32Array {
    return this.pairs.first;
  }

  get second(): Int32Array {
    return this.pairs.second;
  }

  /** Finds pairs of which at least one can move: `fixed` is not 0 for what cannot. */
  find(fixed: Uint8Array): void {
    if (this.isFound && this.fits(fixed)) return;
    const { pairs, boxes, margins, paths, thicknesses } = this;
    for (let body = 0; body < fixed.length; body++) {
      this.fixed[body] = fixed[body];
      paths[body] = 0;
      const finite = thicknesses[body] < Infinity ? thicknesses[body] : 0;
      const room = ROOM_MARGINS * margins[body] + (fixed[body] === 0 ? ROOM_SHARE * finite : 0);
      for (let axis = 0; axis < 3; axis++) {
        pairs.boxes[6 * body + axis] = boxes[6 * body + axis] - room;
        pairs.boxes[6 * body + 3 + axis] = boxes[6 * body + 3 + axis] + room;
      }
    }
    pairs.find(fixed);
    if (this.apart.length < pairs.count) {
      this.apart = new Float64Array(pairs.first.length);
      this.axes = new Int32Array(pairs.first.length);
    }
    this.apart.fill(-Infinity, 0, pairs.count);
    this.axes.fill(0, 0, pairs.count);
    this.isFound = true;
  }

  /** Whether a pair may touch in the running substep. */
  mayTouch(pair: number): boolean {
    const { boxes: x, margins, paths } = this;
    const first = this.pairs.first[pair];
    const second = this.pairs.second[pair];
    const a = 6 * first;
    const b = 6 * second;
    for (let axis = 0; axis < 3; axis++) {
      if (x[a + axis] > x[b + 3 + axis] || x[b + axis] > x[a + 3 + axis]) return false;
    }
    const gap = this.apart[pair] - (paths[first] + paths[second]);
    return !(gap > (1 + ROUNDING) * (margins[first] + margins[second]));
  }

  /** Notes that a pair is gap[at], m, apart. */
  noteGap(pair: number, gap: Float64Array, at: number): void {
    const { paths } = this;
    this.apart[pair] = gap[at] + (paths[this.pairs.first[pair]] + paths[this.pairs.second[pair]]);
  }

  /** Whether all boxes are still in their rooms, and what can move is the same. */
  private fits(fixed: Uint8Array): boolean {
    const { boxes } = this;
    const rooms = this.pairs.boxes;
    for (let body = 0; body < fixed.length; body++) {
      if (fixed[body] !== this.fixed[body]) return false;
      for (let k = 6 * body; k < 6 * body + 3; k++) {
        if (boxes[k] < rooms[k] || boxes[k + 3] > rooms[k + 3]) return false;
      }
    }
    return true;
  }
}
