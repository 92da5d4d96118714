import { BroadPhaseGrid } from './broadPhaseGrid.ts';
import type { PlacedCollider } from './contactCollider.ts';
import type { ContactPoints } from './ContactPoints.ts';
import { DISTANCE } from './distances.ts';

/** Rounds of pushing out points that share vertices. */
const PUSH_ROUNDS = 64;
/** Points are sorted anew once they may have moved by this many cells. */
const STALE_CELLS = 0.5;

/** Signed distances of the contact points of a body, rather than its vertices, against one collider after another. */
export class PointProbe {
  readonly points: ContactPoints;
  /** Vertices that carry a point within the margin of the last `find`, ordered by the first of their points; `touchedCount` entries. */
  readonly touched: Uint32Array;
  touchedCount = 0;
  /** Smallest signed distance, m, of the points that each touched vertex carries; and that point. */
  readonly gaps: Float64Array;
  readonly deepest: Uint32Array;
  private readonly grid: BroadPhaseGrid;
  /** Positions of the points when they were last sorted into the grid, m, xyz; and those of the vertices, of which none is NaN once that has been. */
  private readonly places: Float64Array;
  private readonly sortedAt: Float64Array;
  /** Factor on the way of the vertices that bounds the way of the points; 0 where the grid is never out of date. */
  private readonly reach: number;
  /** The square of the longest way of a vertex since, m2. In an array, where writing allocates nothing. */
  private readonly moved = new Float64Array(1);
  /** Points within the margin of the last `find`; `nearCount` entries. */
  private readonly near: Uint32Array;
  private nearCount = 0;
  /** 1 for near points that leave the collider at the escape speed. */
  private readonly led: Uint8Array;
  private readonly place = new Float64Array(3);
  private readonly surface = new Float64Array(4);
  private readonly before = new Float64Array(4);
  private readonly body = new Float64Array(3);
  private readonly way = new Float64Array(1);

  /**
   * `even`: no shape that will be asked about is uneven. The grid then serves while points move by less than half a cell, with its cells extended by their way: which points are nearer than a margin is still
   * decided by their distances alone, and so does not depend on when they were sorted.
   */
  constructor(points: ContactPoints, vertexCount: number, even = false) {
    const { count } = points;
    this.points = points;
    this.touched = new Uint32Array(vertexCount);
    this.gaps = new Float64Array(vertexCount).fill(Infinity);
    this.deepest = new Uint32Array(vertexCount);
    this.grid = new BroadPhaseGrid(count);
    this.places = new Float64Array(3 * count);
    this.reach = even ? points.reach : 0;
    this.sortedAt = new Float64Array(even ? 3 * vertexCount : 0).fill(NaN);
    this.near = new Uint32Array(count);
    this.led = new Uint8Array(count);
  }

  /** Sorts the points of the body, for vertices at `x` (m), into the broad phase. */
  sort(x: Float64Array): void {
    if (this.serves(x)) return;
    this.points.placeAll(x, this.places);
    this.grid.sortPoints(this.places);
    if (this.reach > 0) this.sortedAt.set(x);
  }

  /** Whether the grid still serves for vertices at `x`. */
  private serves(x: Float64Array): boolean {
    if (this.reach === 0) return false;
    findLongestWay(this.sortedAt, x, this.moved);
    return this.reach * Math.sqrt(this.moved[0]) <= STALE_CELLS * this.grid.cellEdge;
  }

  /**
   * Finds the points nearer to the collider than `margin` (m) for vertices at `x`, and the smallest distance per vertex that carries them. `x` must be near the positions of
   * the last `sort`. Vertices with a non-zero `constrained` entry are left out.
   */
  find(collider: PlacedCollider, margin: number, x: Float64Array, constrained: Uint8Array): void {
    const { points, grid, near, place, surface, touched, gaps } = this;
    for (let i = 0; i < this.touchedCount; i++) gaps[touched[i]] = Infinity;
    this.touchedCount = 0;
    this.nearCount = 0;
    // What colliders asked about before have moved since `sort` counts, too.
    if (this.reach > 0) findLongestWay(this.sortedAt, x, this.moved);
    const count = grid.findCandidates(collider, margin + this.reach * Math.sqrt(this.moved[0]));
    for (let i = 0; i < count; i++) {
      const point = grid.candidates[i];
      points.place(point, x, place, 0);
      collider.signedDistance(place, 0, surface);
      if (!(surface[DISTANCE] < margin)) continue;
      near[this.nearCount++] = point;
      this.led[point] = 0;
      this.recordDistance(point, constrained);
    }
  }

  /** Records the distance of a point, in `surface`, for the vertex that carries it. */
  private recordDistance(point: number, constrained: Uint8Array): void {
    const { points, surface, touched, gaps, deepest } = this;
    const k = points.carrier(point, constrained);
    if (k < 0) return;
    const v = points.vertices[k];
    if (gaps[v] <= surface[DISTANCE]) return;
    if (gaps[v] === Infinity) touched[this.touchedCount++] = v;
    gaps[v] = surface[DISTANCE];
    deepest[v] = point;
  }

  /**
   * Excludes near points that were deeper than `wayOut[0]`, m, at the start of the substep of `dt` s (vertices at `from`) from `pushOut` until
   * the next `find`; where `go` is true, moves them outwards by that distance, in `x`.
   */
  leadOut(
    collider: PlacedCollider,
    from: Float64Array,
    x: Float64Array,
    constrained: Uint8Array,
    dt: number,
    wayOut: Float64Array,
    keepDistance: number,
    go: boolean,
  ): void {
    const { points, near, place, surface, body, before, led } = this;
    for (let i = 0; i < this.nearCount; i++) {
      const point = near[i];
      points.place(point, x, place, 0);
      collider.signedDistance(place, 0, surface);
      if (surface[DISTANCE] >= -keepDistance) continue;
      collider.signedDistanceAndNormal(place, 0, surface);
      collider.velocityAt(place, 0, body);
      const advance = dt * (body[0] * surface[0] + body[1] * surface[1] + body[2] * surface[2]);
      points.place(point, from, place, 0);
      collider.signedDistance(place, 0, before);
      if (before[DISTANCE] + advance >= -wayOut[0]) continue;
      led[point] = 1;
      if (go) points.push(point, x, constrained, surface, wayOut);
    }
  }

  /** Pushes near points out of the collider, in `x` (m), until none is deeper than `slack`, m. Returns whether any was. */
  pushOut(collider: PlacedCollider, x: Float64Array, constrained: Uint8Array, slack: number): boolean {
    const { points, near, place, surface, way, led } = this;
    let pushed = false;
    for (let round = 0; round < PUSH_ROUNDS; round++) {
      let any = false;
      for (let i = 0; i < this.nearCount; i++) {
        const point = near[i];
        if (led[point] !== 0) continue;
        points.place(point, x, place, 0);
        collider.signedDistance(place, 0, surface);
        if (surface[DISTANCE] >= -slack) continue;
        collider.signedDistanceAndNormal(place, 0, surface);
        way[0] = -surface[DISTANCE];
        points.push(point, x, constrained, surface, way);
        any = true;
      }
      if (!any) break;
      pushed = true;
    }
    return pushed;
  }
}

/** square[0] = the square of the longest way between `from` and `to` (xyz interleaved, m), NaN where a number is. It ends with its loop for the reason given in solids/vectorSums. */
function findLongestWay(from: Float64Array, to: Float64Array, square: Float64Array): void {
  square[0] = 0;
  for (let k = 0; k < to.length; k += 3) {
    const x = to[k] - from[k];
    const y = to[k + 1] - from[k + 1];
    const z = to[k + 2] - from[k + 2];
    const own = x * x + y * y + z * z;
    if (own > square[0] || Number.isNaN(own)) square[0] = own;
  }
}
