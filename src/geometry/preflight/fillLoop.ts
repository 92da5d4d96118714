/** Largest loop that gets the triangulation of least area, which takes cubic time; longer loops are closed from their sharpest corners. */
const MOST_FOR_LEAST_AREA = 160;

/**
 * Triangulates a closed loop of points in space and returns indices into the loop, three per triangle, oriented like the loop. Short loops get the
 * triangulation of least area (Barequet and Sharir 1995); long ones lose their sharpest corner until nothing is left, as in an advancing
 * front. `points`: xyz of each corner; `isTaken`: two corners are already connected by an edge of the surface, where a third face would not be manifold. Returns undefined
 * where every triangulation needs such an edge.
 */
export function fillLoop(points: Float64Array, isTaken: (a: number, b: number) => boolean): number[] | undefined {
  const count = points.length / 3;
  const triangles =
    count <= MOST_FOR_LEAST_AREA ? leastArea(points, count, isTaken) : fromSharpest(points, count, isTaken);
  return inside(triangles, count).some(([a, b]) => isTaken(a, b)) ? undefined : triangles;
}

/** Returns the edges of triangles that are not edges of the loop. */
function inside(triangles: readonly number[], count: number): [number, number][] {
  const edges: [number, number][] = [];
  for (let corner = 0; corner < triangles.length; corner++) {
    const [a, b] = [triangles[corner], triangles[corner % 3 === 2 ? corner - 2 : corner + 1]];
    if ((a + 1) % count !== b && (b + 1) % count !== a) edges.push([a, b]);
  }
  return edges;
}

type IsTaken = (a: number, b: number) => boolean;

function leastArea(points: Float64Array, count: number, isTaken: IsTaken): number[] {
  // cost[i * count + j]: least area over the corners i..j, whose middle corner is `middle`.
  const cost = new Float64Array(count * count);
  const middle = new Int32Array(count * count).fill(-1);
  const penalty = count * spread(points) ** 2;
  for (let span = 2; span < count; span++) {
    for (let i = 0; i + span < count; i++) {
      const j = i + span;
      let [least, at] = [Infinity, i + 1];
      for (let k = i + 1; k < j; k++) {
        const area = cost[i * count + k] + cost[k * count + j] + triangleArea(points, i, k, j);
        if (area < least) [least, at] = [area, k];
      }
      // A taken edge costs more than any area.
      cost[i * count + j] = span < count - 1 && isTaken(i, j) ? least + penalty : least;
      middle[i * count + j] = at;
    }
  }
  const triangles: number[] = [];
  const stack = [0, count - 1];
  while (stack.length > 0) {
    const j = stack.pop()!;
    const i = stack.pop()!;
    if (j - i < 2) continue;
    const k = middle[i * count + j];
    triangles.push(i, k, j);
    stack.push(i, k, k, j);
  }
  return triangles;
}

/** Clips the sharpest corners in n log n time and linear memory; a corner is re-evaluated when a neighbour is removed. */
function fromSharpest(points: Float64Array, count: number, isTaken: IsTaken): number[] {
  const bluntness = (a: number, k: number, b: number): number => shortening(points, a, k, b) + (isTaken(a, b) ? 1 : 0);
  const before = Int32Array.from({ length: count }, (_, k) => (k + count - 1) % count);
  const after = Int32Array.from({ length: count }, (_, k) => (k + 1) % count);
  const heap = new CornerHeap(count);
  for (let k = 0; k < count; k++) heap.set(k, bluntness(before[k], k, after[k]));
  const triangles: number[] = [];
  for (let left = count; left > 2; left--) {
    const k = heap.pop();
    const [a, b] = [before[k], after[k]];
    triangles.push(a, k, b);
    after[a] = b;
    before[b] = a;
    if (left <= 3) break;
    heap.set(a, bluntness(before[a], a, b));
    heap.set(b, bluntness(a, b, after[b]));
  }
  return triangles;
}

/** Returns the length of the edge that closes a corner over that of its sides: small where it is sharp. */
function shortening(points: Float64Array, a: number, k: number, b: number): number {
  return distance(points, a, b) / (distance(points, a, k) + distance(points, k, b) || 1);
}

/** Heap of corners by value; outdated entries of a corner are skipped. */
class CornerHeap {
  private readonly values: Float64Array;
  private readonly heap: { readonly corner: number; readonly value: number }[] = [];

  constructor(count: number) {
    this.values = new Float64Array(count);
  }

  set(corner: number, value: number): void {
    this.values[corner] = value;
    const { heap } = this;
    heap.push({ corner, value });
    let at = heap.length - 1;
    while (at > 0 && isBefore(heap[at], heap[(at - 1) >> 1])) at = this.swap(at, (at - 1) >> 1);
  }

  pop(): number {
    for (;;) {
      const [{ corner, value }] = this.heap;
      this.dropFirst();
      if (this.values[corner] !== value) continue;
      this.values[corner] = NaN;
      return corner;
    }
  }

  private dropFirst(): void {
    const { heap } = this;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < heap.length && isBefore(heap[left], heap[least])) least = left;
      if (right < heap.length && isBefore(heap[right], heap[least])) least = right;
      if (least === at) return;
      at = this.swap(at, least);
    }
  }

  private swap(from: number, to: number): number {
    const { heap } = this;
    [heap[from], heap[to]] = [heap[to], heap[from]];
    return to;
  }
}

interface Entry {
  readonly corner: number;
  readonly value: number;
}

/** Compares by value, then by corner: equal loops are closed equally. */
function isBefore(a: Entry, b: Entry): boolean {
  return a.value < b.value || (a.value === b.value && a.corner < b.corner);
}

function distance(points: Float64Array, a: number, b: number): number {
  return Math.hypot(
    points[3 * a] - points[3 * b],
    points[3 * a + 1] - points[3 * b + 1],
    points[3 * a + 2] - points[3 * b + 2],
  );
}

/** Returns the largest distance between the first corner and another. */
function spread(points: Float64Array): number {
  let most = 0;
  for (let k = 1; k < points.length / 3; k++) most = Math.max(most, distance(points, 0, k));
  return 2 * most;
}

/** Returns half of |(b - a) x (c - a)|. */
function triangleArea(points: Float64Array, a: number, b: number, c: number): number {
  const ux = points[3 * b] - points[3 * a];
  const uy = points[3 * b + 1] - points[3 * a + 1];
  const uz = points[3 * b + 2] - points[3 * a + 2];
  const vx = points[3 * c] - points[3 * a];
  const vy = points[3 * c + 1] - points[3 * a + 1];
  const vz = points[3 * c + 2] - points[3 * a + 2];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
}
