/** Pairs that there is room for at first. */
const ROOM = 64;

/** Pairs of boxes that overlap, by sorting along x (Cohen et al. 1995). The pairs are in the order of their numbers, whatever the order before was. */
export class SweepAndPrune {
  /** Box of each body, min xyz and max xyz. */
  readonly boxes: Float64Array;
  /** The pairs found: the smaller number first. */
  count = 0;
  first = new Int32Array(ROOM);
  second = new Int32Array(ROOM);
  private readonly order: Int32Array;
  private readonly starts: Int32Array;
  private foundFirst = new Int32Array(ROOM);
  private foundSecond = new Int32Array(ROOM);

  constructor(count: number) {
    this.boxes = new Float64Array(6 * count);
    this.order = Int32Array.from({ length: count }, (_, body) => body);
    this.starts = new Int32Array(count + 1);
  }

  /** Finds the pairs of which at least one can move: `fixed` is not 0 for what cannot. */
  find(fixed: Uint8Array): void {
    const { boxes, order } = this;
    this.sortAlongX();
    this.count = 0;
    for (let k = 0; k < order.length; k++) {
      const a = order[k];
      const high = boxes[6 * a + 3];
      for (let m = k + 1; m < order.length && boxes[6 * order[m]] <= high; m++) {
        const b = order[m];
        if ((fixed[a] === 0 || fixed[b] === 0) && this.overlap(a, b)) this.add(Math.min(a, b), Math.max(a, b));
      }
    }
    this.sortPairs();
  }

  private overlap(a: number, b: number): boolean {
    const { boxes: x } = this;
    for (let axis = 1; axis < 3; axis++) {
      if (x[6 * a + axis] > x[6 * b + 3 + axis] || x[6 * b + axis] > x[6 * a + 3 + axis]) return false;
    }
    return true;
  }

  /** Insertion sort: little changes from substep to substep. */
  private sortAlongX(): void {
    const { boxes, order } = this;
    for (let k = 1; k < order.length; k++) {
      const body = order[k];
      const low = boxes[6 * body];
      let at = k;
      for (; at > 0; at--) {
        const other = order[at - 1];
        const otherLow = boxes[6 * other];
        if (otherLow < low || (otherLow === low && other < body)) break;
        order[at] = other;
      }
      order[at] = body;
    }
  }

  private add(a: number, b: number): void {
    if (this.count === this.first.length) this.grow();
    this.foundFirst[this.count] = a;
    this.foundSecond[this.count++] = b;
  }

  /** Sorts the pairs by counting their first numbers; the few of each then by their second. */
  private sortPairs(): void {
    const { starts, foundFirst, foundSecond, first, second, count } = this;
    // What an earlier search left there must not count as a part of a group.
    first.fill(-1, 0, count);
    starts.fill(0);
    for (let k = 0; k < count; k++) starts[foundFirst[k] + 1]++;
    for (let body = 0; body + 1 < starts.length; body++) starts[body + 1] += starts[body];
    for (let k = 0; k < count; k++) {
      const a = foundFirst[k];
      const b = foundSecond[k];
      let at = starts[a]++;
      for (; at > 0 && first[at - 1] === a && second[at - 1] > b; at--) second[at] = second[at - 1];
      first[at] = a;
      first[starts[a] - 1] = a;
      second[at] = b;
    }
  }

  private grow(): void {
    const room = 2 * this.first.length;
    const [a, b] = [this.foundFirst, this.foundSecond];
    this.foundFirst = new Int32Array(room);
    this.foundSecond = new Int32Array(room);
    this.foundFirst.set(a);
    this.foundSecond.set(b);
    this.first = new Int32Array(room);
    this.second = new Int32Array(room);
  }
}
