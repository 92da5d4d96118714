import { UnionFind } from '../../geometry/UnionFind.ts';
import { nextInTriangle, triangleEdges } from '../../geometry/surfaceQuery/triangleEdges.ts';
import type { BodyPairs } from './ContactSurface.ts';
import type { ContactTopology } from './ContactTopology.ts';
import { IntList } from './IntList.ts';
import type { SurfaceTrees } from './SurfaceTrees.ts';

/** A star is flat while the squared cosine between its axis and its triangles' normals is above this: 78 degrees. */
const FLAT = 0.04;
/** Normals at the start, the middle (Bernstein coefficient) and the end of the step. */
const NORMALS = 9;

/**
 * The star of an inner vertex, its incident triangles, cannot intersect itself while all normals stay on one side of a plane: seen along
 * the axis, the triangles are the sectors of one turn side by side (the normal cones of Provot 1997, for the smallest patch; two turns would
 * already intersect, and at a border a fan may wind like a spiral stair). Most pairs with overlapping boxes share such a vertex.
 */
export class FlatStars {
  /** Vertices whose triangles form one closed fan, consistently oriented. */
  private readonly isFan: Uint8Array;
  /** Non-zero for vertices whose stars stay flat. */
  readonly isFlat: Uint8Array;
  /** The slots around vertex v are `slots[begin[v] .. begin[v + 1]]`. */
  readonly begin: Int32Array;
  readonly slots: Int32Array;
  private readonly lost = new IntList();
  private readonly normals: Float64Array;
  /** Sums of the normals at the start and at the end around each vertex, m2. */
  readonly axes: Float64Array;

  constructor(
    private readonly topology: ContactTopology,
    private readonly trees: SurfaceTrees,
    private readonly bodies: Int32Array,
  ) {
    const vertexCount = bodies.length;
    this.isFan = fanVertices(topology.corners, vertexCount);
    this.isFlat = new Uint8Array(vertexCount);
    const { corners } = topology;
    this.begin = new Int32Array(vertexCount + 1);
    this.slots = new Int32Array(corners.length);
    for (const vertex of corners) this.begin[vertex + 1]++;
    for (let v = 0; v < vertexCount; v++) this.begin[v + 1] += this.begin[v];
    const next = this.begin.slice();
    corners.forEach((vertex, corner) => {
      this.slots[next[vertex]++] = Math.trunc(corner / 3);
    });
    this.normals = new Float64Array(NORMALS * (topology.corners.length / 3));
    this.axes = new Float64Array(3 * vertexCount);
  }

  /** Flags that are not 0 for vertices whose stars can be flat, of bodies that touch themselves. */
  fansOf({ bodyCount, enabled }: BodyPairs): Uint8Array {
    const { isFan, bodies } = this;
    return isFan.map((fan, v) => (enabled[bodies[v] * bodyCount + bodies[v]] === 0 ? 0 : fan));
  }

  /** Finds the stars that stay flat while the vertices move from `x` to `x + u`, of bodies that touch themselves. */
  start(x: Float64Array, u: Float64Array, { bodyCount, enabled }: BodyPairs): void {
    const { roots, first, count, vertexBegin } = this.trees;
    for (let body = 0; body < bodyCount; body++) {
      const root = roots[body];
      if (root < 0 || enabled[body * bodyCount + body] === 0) continue;
      const begin = vertexBegin[body];
      const end = vertexBegin[body + 1];
      for (let v = begin; v < end; v++) this.isFlat[v] = this.isFan[v];
      this.axes.fill(0, 3 * begin, 3 * end);
      this.findFlat(x, u, 3 * first[root], 3 * (first[root] + count[root]));
    }
  }

  /** Finds the flat stars among the vertices from `begin` to `end`. */
  private findFlat(x: Float64Array, u: Float64Array, begin: number, end: number): void {
    const { axes, normals, isFlat } = this;
    const { corners } = this.topology;
    for (let s = begin; s < end; s += 3) {
      const a = 3 * corners[s];
      const b = 3 * corners[s + 1];
      const c = 3 * corners[s + 2];
      const at = 3 * s;
      sweptNormals(x, u, a, b, c, normals, at);
      for (let axis = 0; axis < 3; axis++) {
        const sum = normals[at + axis] + normals[at + 6 + axis];
        axes[a + axis] += sum;
        axes[b + axis] += sum;
        axes[c + axis] += sum;
      }
    }
    for (let s = begin; s < end; s++) {
      const v = corners[s];
      if (isFlat[v] !== 0 && !alongAxis(axes, 3 * v, normals, 3 * (s - (s % 3)))) isFlat[v] = 0;
    }
  }

  /**
   * Tests the flat stars again, along the same axis, whose vertices are in `changed`; appends the pairs of slots that no star separates any more
   * to `out`. `suspects`: flags of the only ones that may be flat no longer; left out, all may.
   */
  refresh(
    x: Float64Array,
    u: Float64Array,
    changed: IntList,
    { bodyCount, enabled }: BodyPairs,
    out: IntList,
    suspects?: Uint8Array,
  ): void {
    const { isFlat, axes, normals, begin, slots, lost, bodies } = this;
    const { corners } = this.topology;
    lost.clear();
    for (let i = 0; i < changed.length; i++) {
      const vertex = changed.values[i];
      const body = bodies[vertex];
      if (enabled[body * bodyCount + body] === 0) continue;
      for (let k = begin[vertex]; k < begin[vertex + 1]; k++) {
        const s = 3 * slots[k];
        if (
          suspects !== undefined &&
          (suspects[corners[s]] | suspects[corners[s + 1]] | suspects[corners[s + 2]]) === 0
        )
          continue;
        sweptNormals(x, u, 3 * corners[s], 3 * corners[s + 1], 3 * corners[s + 2], normals, 3 * s);
        for (let corner = s; corner < s + 3; corner++) {
          const v = corners[corner];
          if (isFlat[v] === 0 || alongAxis(axes, 3 * v, normals, 3 * s)) continue;
          isFlat[v] = 0;
          lost.push(v);
        }
      }
    }
    for (let i = 0; i < lost.length; i++) this.addStar(lost.values[i], out);
  }

  /** Appends the pairs of slots around vertex `v` that no flat star separates. */
  private addStar(v: number, out: IntList): void {
    const { begin, slots } = this;
    for (let i = begin[v]; i < begin[v + 1]; i++) {
      for (let j = i + 1; j < begin[v + 1]; j++) {
        if (!this.part(slots[i], slots[j])) out.pushPair(slots[i], slots[j]);
      }
    }
  }

  /** Returns whether the triangles of two slots share a vertex whose star stays flat. */
  part(s: number, t: number): boolean {
    const { corners } = this.topology;
    const a = corners[3 * t];
    const b = corners[3 * t + 1];
    const c = corners[3 * t + 2];
    for (let k = 3 * s; k < 3 * s + 3; k++) {
      const v = corners[k];
      if ((v === a || v === b || v === c) && this.isFlat[v] !== 0) return true;
    }
    return false;
  }
}

/** Computes N0, N1/2, N1 of the normal N(t) = (1-t)^2 N0 + 2 t (1-t) N1/2 + t^2 N1 of a moving triangle (offsets of its corners), m2. */
function sweptNormals(
  x: Float64Array,
  u: Float64Array,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
  at: number,
): void {
  const bx = x[b] - x[a];
  const by = x[b + 1] - x[a + 1];
  const bz = x[b + 2] - x[a + 2];
  const cx = x[c] - x[a];
  const cy = x[c + 1] - x[a + 1];
  const cz = x[c + 2] - x[a + 2];
  const ex = bx + u[b] - u[a];
  const ey = by + u[b + 1] - u[a + 1];
  const ez = bz + u[b + 2] - u[a + 2];
  const fx = cx + u[c] - u[a];
  const fy = cy + u[c + 1] - u[a + 1];
  const fz = cz + u[c + 2] - u[a + 2];
  out[at] = by * cz - bz * cy;
  out[at + 1] = bz * cx - bx * cz;
  out[at + 2] = bx * cy - by * cx;
  out[at + 3] = 0.5 * (by * fz - bz * fy + ey * cz - ez * cy);
  out[at + 4] = 0.5 * (bz * fx - bx * fz + ez * cx - ex * cz);
  out[at + 5] = 0.5 * (bx * fy - by * fx + ex * cy - ey * cx);
  out[at + 6] = ey * fz - ez * fy;
  out[at + 7] = ez * fx - ex * fz;
  out[at + 8] = ex * fy - ey * fx;
}

function alongAxis(axes: Float64Array, axis: number, normals: Float64Array, at: number): boolean {
  const x = axes[axis];
  const y = axes[axis + 1];
  const z = axes[axis + 2];
  const least = FLAT * (x * x + y * y + z * z);
  for (let k = at; k < at + NORMALS; k += 3) {
    const along = x * normals[k] + y * normals[k + 1] + z * normals[k + 2];
    const length2 = normals[k] * normals[k] + normals[k + 1] * normals[k + 1] + normals[k + 2] * normals[k + 2];
    if (!(along > 0 && along * along > least * length2)) return false;
  }
  return true;
}

function fanVertices(corners: Int32Array, vertexCount: number): Uint8Array {
  const { edgeOf, count, balance, halfEdges } = triangleEdges(Uint32Array.from(corners), vertexCount);
  const isFan = new Uint8Array(vertexCount).fill(1);
  // Corners at a vertex are connected where their triangles share an edge there.
  const fans = new UnionFind(corners.length);
  for (let h = 0; h < corners.length; h++) {
    const edge = edgeOf[h];
    const next = nextInTriangle(h);
    if (count[edge] !== 2 || balance[edge] !== 0) {
      isFan[corners[h]] = 0;
      isFan[corners[next]] = 0;
      continue;
    }
    const other = halfEdges[2 * edge] === h ? halfEdges[2 * edge + 1] : halfEdges[2 * edge];
    fans.join(h, nextInTriangle(other));
    fans.join(next, other);
  }
  const fanOf = new Int32Array(vertexCount).fill(-1);
  for (let h = 0; h < corners.length; h++) {
    const vertex = corners[h];
    const fan = fans.root(h);
    if (fanOf[vertex] >= 0 && fanOf[vertex] !== fan) isFan[vertex] = 0;
    fanOf[vertex] = fan;
  }
  return isFan;
}
