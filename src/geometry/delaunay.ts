/** Side of the triangle that encloses all points, in sizes of their bounding box. */
const ENCLOSURE = 1e4;
/** Points are moved by up to this fraction of the size of their bounding box, so that none are collinear or cocircular. */
const JITTER = 1e-8;
/** Largest number of flips for one edge, as a multiple of the edges that it crosses. */
const PATIENCE = 40;

/** A constrained triangulation of points in the plane. */
export interface PlaneTriangulation {
  /** Three point numbers per triangle, counter-clockwise. */
  readonly triangles: Uint32Array;
  /** The triangle across the edge opposite corner k, or -1: three per triangle. */
  readonly neighbours: Int32Array;
  /** The points as they were triangulated, xy pairs: moved by rounding-sized amounts. */
  readonly points: Float64Array;
}

/**
 * Constrained Delaunay triangulation of the convex hull of `points` (xy pairs): incremental insertion with flips (Lawson 1977), then insertion of the constrained
 * `edges` (pairs of point numbers) by flipping the edges that cross them (Sloan 1993). Edges that cross earlier ones are left out. Between linear and n^1.5 for
 * evenly distributed points; equal input gives equal output. Every point is used, and points may coincide.
 */
export function delaunay(points: Float64Array, edges: Uint32Array): PlaneTriangulation {
  const mesh = new FlipMesh(points);
  mesh.insertAll();
  for (let k = 0; k < edges.length; k += 2) mesh.insertEdge(edges[k], edges[k + 1]);
  return mesh.result();
}

/** Returns a number in [-1, 1) that depends on `k` alone. */
function scatter(k: number): number {
  let word = Math.imul(k + 1, 0x9e3779b1) >>> 0;
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b) >>> 0;
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35) >>> 0;
  return ((word ^ (word >>> 16)) >>> 0) / 2 ** 31 - 1;
}

class FlipMesh {
  private readonly count: number;
  /** xy pairs: the points, then the three corners of the enclosure. */
  private readonly xy: Float64Array;
  private readonly corners: number[] = [];
  private readonly across: number[] = [];
  /** Some triangle at each point. */
  private readonly triangleAt: Int32Array;
  /** Constrained edges, as `smaller * total + larger`. */
  private readonly fixed = new Set<number>();
  private readonly total: number;
  private readonly size: number;
  private last = 0;

  constructor(points: Float64Array) {
    this.count = points.length / 2;
    this.total = this.count + 3;
    this.xy = new Float64Array(2 * this.total);
    let [lowX, lowY, highX, highY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let k = 0; k < this.count; k++) {
      lowX = Math.min(lowX, points[2 * k]);
      lowY = Math.min(lowY, points[2 * k + 1]);
      highX = Math.max(highX, points[2 * k]);
      highY = Math.max(highY, points[2 * k + 1]);
    }
    this.size = this.count === 0 ? 1 : Math.max(highX - lowX, highY - lowY, Number.MIN_VALUE);
    const [x, y] = this.count === 0 ? [0, 0] : [(lowX + highX) / 2, (lowY + highY) / 2];
    for (let k = 0; k < 2 * this.count; k++) this.xy[k] = points[k] + JITTER * this.size * scatter(k);
    const far = ENCLOSURE * this.size;
    this.xy.set([x - far, y - far, x + far, y - far, x, y + far], 2 * this.count);
    this.triangleAt = new Int32Array(this.total).fill(-1);
    this.addTriangle(this.count, this.count + 1, this.count + 2, -1, -1, -1);
  }

  /** Inserts the points so that successive ones are near each other: rows of a grid in alternating direction. */
  insertAll(): void {
    const { xy, count, size } = this;
    const rows = Math.max(1, Math.round(Math.sqrt(count / 2)));
    const row = (p: number) => Math.floor((rows * xy[2 * p + 1]) / size);
    const order = Array.from({ length: count }, (_, p) => p);
    order.sort((p, q) => row(p) - row(q) || (row(p) % 2 === 0 ? 1 : -1) * (xy[2 * p] - xy[2 * q]) || p - q);
    for (const point of order) this.insert(point);
  }

  private addTriangle(a: number, b: number, c: number, na: number, nb: number, nc: number): number {
    const t = this.corners.length / 3;
    this.corners.push(a, b, c);
    this.across.push(na, nb, nc);
    this.triangleAt[a] = this.triangleAt[b] = this.triangleAt[c] = t;
    return t;
  }

  private setTriangle(t: number, a: number, b: number, c: number, na: number, nb: number, nc: number): void {
    const { corners, across, triangleAt } = this;
    corners[3 * t] = a;
    corners[3 * t + 1] = b;
    corners[3 * t + 2] = c;
    across[3 * t] = na;
    across[3 * t + 1] = nb;
    across[3 * t + 2] = nc;
    triangleAt[a] = triangleAt[b] = triangleAt[c] = t;
  }

  /** Returns twice the signed area of a, b, c: positive counter-clockwise. */
  private turn(a: number, b: number, c: number): number {
    const { xy } = this;
    const ux = xy[2 * b] - xy[2 * a];
    const uy = xy[2 * b + 1] - xy[2 * a + 1];
    return ux * (xy[2 * c + 1] - xy[2 * a + 1]) - uy * (xy[2 * c] - xy[2 * a]);
  }

  private insert(point: number): void {
    const { corners, across } = this;
    const t = this.locate(point);
    const [a, b, c] = corners.slice(3 * t, 3 * t + 3);
    const [na, nb, nc] = across.slice(3 * t, 3 * t + 3);
    const second = corners.length / 3;
    const third = second + 1;
    this.setTriangle(t, a, b, point, second, third, nc);
    this.addTriangle(b, c, point, third, t, na);
    this.addTriangle(c, a, point, t, second, nb);
    this.relink(na, t, second);
    this.relink(nb, t, third);
    this.last = t;
    this.legalise([t, second, third], point);
  }

  private relink(t: number, from: number, to: number): void {
    if (t < 0) return;
    for (let k = 3 * t; k < 3 * t + 3; k++) if (this.across[k] === from) this.across[k] = to;
  }

  /** Returns a triangle that contains the point: by a walk towards it, or by a full search where rounding misleads the walk. */
  private locate(point: number): number {
    const { corners, across } = this;
    let t = this.last;
    for (let step = 0; step < corners.length; step++) {
      let next = -1;
      for (let k = 0; k < 3 && next < 0; k++) {
        if (this.turn(corners[3 * t + ((k + 1) % 3)], corners[3 * t + ((k + 2) % 3)], point) < 0)
          next = across[3 * t + k];
      }
      if (next < 0) return t;
      t = next;
    }
    let [best, least] = [0, -Infinity];
    for (let s = 0; s < corners.length / 3; s++) {
      const [a, b, c] = corners.slice(3 * s, 3 * s + 3);
      const worst = Math.min(this.turn(a, b, point), this.turn(b, c, point), this.turn(c, a, point));
      if (worst > least) [best, least] = [s, worst];
    }
    return best;
  }

  /** Flips edges opposite `point` until none of these triangles has another point in its circumcircle. */
  private legalise(stack: number[], point: number): void {
    const { corners, across } = this;
    for (let budget = 100 * this.total; stack.length > 0 && budget > 0; budget--) {
      const t = stack.pop()!;
      const k = corners.indexOf(point, 3 * t) - 3 * t;
      const other = across[3 * t + k];
      if (other < 0) continue;
      const far = this.cornerAcross(other, t);
      const [a, b] = [corners[3 * t + ((k + 1) % 3)], corners[3 * t + ((k + 2) % 3)]];
      if (!this.inCircle(point, a, b, corners[3 * other + far])) continue;
      this.flip(t, k);
      stack.push(t, other);
    }
  }

  private cornerAcross(t: number, neighbour: number): number {
    for (let k = 0; k < 3; k++) if (this.across[3 * t + k] === neighbour) return k;
    throw new Error('adjacent triangles are inconsistent');
  }

  /** Returns whether d is inside the circumcircle of a, b, c (counter-clockwise). */
  private inCircle(a: number, b: number, c: number, d: number): boolean {
    const { xy } = this;
    const ax = xy[2 * a] - xy[2 * d];
    const ay = xy[2 * a + 1] - xy[2 * d + 1];
    const bx = xy[2 * b] - xy[2 * d];
    const by = xy[2 * b + 1] - xy[2 * d + 1];
    const cx = xy[2 * c] - xy[2 * d];
    const cy = xy[2 * c + 1] - xy[2 * d + 1];
    const a2 = ax * ax + ay * ay;
    const b2 = bx * bx + by * by;
    const c2 = cx * cx + cy * cy;
    return a2 * (bx * cy - by * cx) - b2 * (ax * cy - ay * cx) + c2 * (ax * by - ay * bx) > 0;
  }

  /** Replaces the edge opposite corner k of t by the other diagonal; both triangles keep their numbers, t keeps that corner. */
  private flip(t: number, k: number): void {
    const { corners, across } = this;
    const other = across[3 * t + k];
    const j = this.cornerAcross(other, t);
    const apex = corners[3 * t + k];
    const a = corners[3 * t + ((k + 1) % 3)];
    const b = corners[3 * t + ((k + 2) % 3)];
    const far = corners[3 * other + j];
    // t = (apex, a, b), other = (far, b, a): now t = (apex, a, far), other = (apex, far, b).
    const acrossA = across[3 * t + ((k + 1) % 3)];
    const acrossB = across[3 * t + ((k + 2) % 3)];
    const farAcrossB = across[3 * other + ((j + 1) % 3)];
    const farAcrossA = across[3 * other + ((j + 2) % 3)];
    this.setTriangle(t, apex, a, far, farAcrossB, other, acrossB);
    this.setTriangle(other, apex, far, b, farAcrossA, acrossA, t);
    this.relink(farAcrossB, other, t);
    this.relink(acrossA, t, other);
  }

  /** Makes (p, q) a constrained edge. Gives up where it would cross another one or pass through a point. */
  insertEdge(p: number, q: number): void {
    if (p === q) return;
    const crossing = this.crossedEdges(p, q);
    if (crossing === undefined) return;
    for (let budget = PATIENCE * (crossing.length + 1); crossing.length > 0; budget--) {
      if (budget === 0) return;
      const [a, b] = crossing.shift()!;
      const [t, k] = this.findEdge(a, b);
      if (t < 0) continue;
      const other = this.across[3 * t + k];
      const apex = this.corners[3 * t + k];
      const far = this.corners[3 * other + this.cornerAcross(other, t)];
      if (!this.separates(apex, far, a, b)) {
        crossing.push([a, b]);
        continue;
      }
      this.flip(t, k);
      const ends = apex === p || apex === q || far === p || far === q;
      if (!ends && this.separates(p, q, apex, far)) crossing.push([apex, far]);
    }
    this.fixed.add(this.edgeName(p, q));
  }

  private edgeName(p: number, q: number): number {
    return Math.min(p, q) * this.total + Math.max(p, q);
  }

  /** Returns whether the segments (p, q) and (a, b) cross, each in its interior. */
  private separates(p: number, q: number, a: number, b: number): boolean {
    return this.turn(p, q, a) > 0 !== this.turn(p, q, b) > 0 && this.turn(a, b, p) > 0 !== this.turn(a, b, q) > 0;
  }

  /** Returns the edges between p and q, none where they are connected; undefined where one of them is constrained. */
  private crossedEdges(p: number, q: number): [number, number][] | undefined {
    const { corners, across } = this;
    let t = this.triangleTowards(p, q);
    if (t < 0) return this.findEdge(p, q)[0] >= 0 ? this.keep(p, q) : undefined;
    const found: [number, number][] = [];
    let k = corners.indexOf(p, 3 * t) - 3 * t;
    for (let step = 0; step < corners.length; step++) {
      const a = corners[3 * t + ((k + 1) % 3)];
      const b = corners[3 * t + ((k + 2) % 3)];
      if (this.fixed.has(this.edgeName(a, b))) return undefined;
      found.push([a, b]);
      const next = across[3 * t + k];
      if (next < 0) return undefined;
      const j = this.cornerAcross(next, t);
      const far = corners[3 * next + j];
      if (far === q) return found;
      // Leaves through the edge from far to a or to b.
      const left = this.turn(p, q, far) > 0 === this.turn(p, q, a) > 0;
      t = next;
      k = corners.indexOf(left ? a : b, 3 * t) - 3 * t;
    }
    return undefined;
  }

  private keep(p: number, q: number): [number, number][] {
    this.fixed.add(this.edgeName(p, q));
    return [];
  }

  /** Returns the triangle at p whose opposite edge the segment to q crosses; -1 where there is none. */
  private triangleTowards(p: number, q: number): number {
    const { corners } = this;
    for (const t of this.around(p)) {
      const k = corners.indexOf(p, 3 * t) - 3 * t;
      const a = corners[3 * t + ((k + 1) % 3)];
      const b = corners[3 * t + ((k + 2) % 3)];
      if (a === q || b === q) return -1;
      if (this.turn(p, a, q) > 0 && this.turn(p, b, q) < 0 && this.turn(a, b, q) < 0) return t;
    }
    return -1;
  }

  private around(p: number): number[] {
    const { corners, across } = this;
    const found = new Set<number>();
    const stack = [this.triangleAt[p]];
    while (stack.length > 0) {
      const t = stack.pop()!;
      if (t < 0 || found.has(t)) continue;
      found.add(t);
      for (let k = 0; k < 3; k++) if (corners[3 * t + k] !== p) stack.push(across[3 * t + k]);
    }
    return [...found];
  }

  /** Returns a triangle with the edge (a, b) and the corner opposite it; [-1, 0] where there is none. */
  private findEdge(a: number, b: number): [number, number] {
    const { corners } = this;
    for (const t of this.around(a)) {
      for (let k = 0; k < 3; k++) {
        const [u, v] = [corners[3 * t + ((k + 1) % 3)], corners[3 * t + ((k + 2) % 3)]];
        if ((u === a && v === b) || (u === b && v === a)) return [t, k];
      }
    }
    return [-1, 0];
  }

  /** Returns the triangulation without the enclosing triangle. */
  result(): PlaneTriangulation {
    const { corners, across, count } = this;
    const number = new Int32Array(corners.length / 3).fill(-1);
    const kept: number[] = [];
    for (let t = 0; t < number.length; t++) {
      if (corners[3 * t] >= count || corners[3 * t + 1] >= count || corners[3 * t + 2] >= count) continue;
      number[t] = kept.length;
      kept.push(t);
    }
    const triangles = new Uint32Array(3 * kept.length);
    const neighbours = new Int32Array(3 * kept.length);
    kept.forEach((t, n) => {
      for (let k = 0; k < 3; k++) {
        triangles[3 * n + k] = corners[3 * t + k];
        neighbours[3 * n + k] = across[3 * t + k] < 0 ? -1 : number[across[3 * t + k]];
      }
    });
    return { triangles, neighbours, points: this.xy.slice(0, 2 * count) };
  }
}
