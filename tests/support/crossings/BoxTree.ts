/** Boxes of a leaf, at most. */
const LEAF = 4;

/** A tree over boxes (min xyz, max xyz each, m), halved at the middle box along its longest side; found anew for every frame. */
export class BoxTree {
  private readonly boxes: Float64Array;
  /** Numbers of the boxes; each node has a run of them. */
  private readonly order: Uint32Array;
  /** Bounds of the nodes, depth first: the left child of node `n` follows it. */
  private readonly bounds: Float64Array;
  /** First box of each node, the box after its last, and its right child, 0 for leaves. */
  private readonly nodes: Uint32Array;
  private nodeCount = 0;

  constructor(boxes: Float64Array) {
    const count = boxes.length / 6;
    this.boxes = boxes;
    this.order = Uint32Array.from({ length: count }, (_, k) => k);
    this.bounds = new Float64Array(6 * 2 * Math.max(1, count));
    this.nodes = new Uint32Array(3 * 2 * Math.max(1, count));
    if (count > 0) this.build(0, count);
  }

  /** Calls `visit` with the number of every box that overlaps the one at `at` of `others`. */
  forOverlapping(others: Float64Array, at: number, visit: (box: number) => void): void {
    if (this.nodeCount === 0) return;
    const stack = [0];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (!overlap(this.bounds, 6 * node, others, at)) continue;
      const [first, end, right] = this.nodes.subarray(3 * node, 3 * node + 3);
      if (right > 0) {
        stack.push(right, node + 1);
        continue;
      }
      for (let k = first; k < end; k++) {
        if (overlap(this.boxes, 6 * this.order[k], others, at)) visit(this.order[k]);
      }
    }
  }

  /** Builds the node of a run of boxes; returns its number. */
  private build(first: number, end: number): number {
    const node = this.nodeCount++;
    this.findBounds(node, first, end);
    this.nodes.set([first, end, 0], 3 * node);
    if (end - first <= LEAF) return node;
    const axis = this.longestAxis(node);
    const middle = (box: number) => this.boxes[6 * box + axis] + this.boxes[6 * box + 3 + axis];
    this.order.subarray(first, end).sort((a, b) => middle(a) - middle(b) || a - b);
    const half = (first + end) >>> 1;
    this.build(first, half);
    this.nodes[3 * node + 2] = this.build(half, end);
    return node;
  }

  private findBounds(node: number, first: number, end: number): void {
    const { bounds, boxes, order } = this;
    bounds.fill(Infinity, 6 * node, 6 * node + 3);
    bounds.fill(-Infinity, 6 * node + 3, 6 * node + 6);
    for (let k = first; k < end; k++) {
      for (let axis = 0; axis < 3; axis++) {
        const [low, high] = [6 * order[k] + axis, 6 * order[k] + 3 + axis];
        bounds[6 * node + axis] = Math.min(bounds[6 * node + axis], boxes[low]);
        bounds[6 * node + 3 + axis] = Math.max(bounds[6 * node + 3 + axis], boxes[high]);
      }
    }
  }

  private longestAxis(node: number): number {
    const sides = [0, 1, 2].map((axis) => this.bounds[6 * node + 3 + axis] - this.bounds[6 * node + axis]);
    return sides.indexOf(Math.max(...sides));
  }
}

function overlap(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (a[i + axis] > b[j + 3 + axis] || b[j + axis] > a[i + 3 + axis]) return false;
  }
  return true;
}
