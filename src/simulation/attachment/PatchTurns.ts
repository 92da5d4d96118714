import { signedSvd } from '../../math/signedSvd.ts';

/** Ratio of a patch's reach to the distance of the point that is attached to it. */
const REACH = 2;
/** Its radius is at least this many times the distance of the farthest corner of the triangle under the point. */
const LEAST_REACH = 1.5;
/** Most vertices of a patch: of larger ones evenly many. */
const MOST = 64;

/**
 * How patches of a surface have turned since the first frame: the rotation nearest to sum_j s_j x_j y_j^T, with y_j their vertices from the patch's centre at the first
 * frame, x_j where they are and s_j = (1 - d_j^2 / r^2)^2 (Mueller et al. 2005). A point far off the surface is attached to a patch as wide as it is far: the
 * triangle under it alone turns with every ripple, and would throw it about.
 */
export class PatchTurns {
  /** First vertex of each patch in the lists. */
  private readonly starts: number[] = [0];
  private readonly vertices: Uint32Array;
  /** s_j y_j, m. */
  private readonly arms: Float64Array;
  private readonly moment = new Float64Array(9);
  private readonly left = new Float64Array(9);
  private readonly right = new Float64Array(9);
  private readonly stretches = new Float64Array(3);

  /**
   * @param positions of the body at the first frame, m.
   * @param surface its triangles.
   * @param anchors the points of the surface under the attached ones, m.
   * @param triangles numbers of the triangles on which they lie.
   * @param points that are attached, m.
   */
  constructor(
    private readonly positions: Float64Array,
    surface: Uint32Array,
    anchors: Float64Array,
    triangles: Uint32Array,
    points: Float64Array,
  ) {
    const onSurface = Uint32Array.from(new Set(surface)).sort();
    const vertices: number[] = [];
    const arms: number[] = [];
    for (let i = 0; i < triangles.length; i++) {
      const corners = surface.subarray(3 * triangles[i], 3 * triangles[i] + 3);
      const away = Math.sqrt(squareBetween(points, i, anchors, i));
      let radius = REACH * away;
      for (const v of corners)
        radius = Math.max(radius, LEAST_REACH * Math.sqrt(squareBetween(positions, v, anchors, i)));
      const patch = thinned(onSurface.filter((v) => squareBetween(positions, v, anchors, i) < radius * radius));
      const shares = Float64Array.from(
        patch,
        (v) => (1 - squareBetween(positions, v, anchors, i) / (radius * radius)) ** 2,
      );
      const centre = this.centreOf(patch, shares);
      patch.forEach((v, j) => {
        vertices.push(v);
        for (let axis = 0; axis < 3; axis++) arms.push(shares[j] * (positions[3 * v + axis] - centre[axis]));
      });
      this.starts.push(vertices.length);
    }
    this.vertices = Uint32Array.from(vertices);
    this.arms = Float64Array.from(arms);
  }

  /** out += R offset for patch `i` where the body's vertices are at `x` + dt `velocity` (m, m/s); `offset` stands at 3 i. */
  addTurned(
    i: number,
    x: Float64Array,
    velocity: Float64Array | undefined,
    dt: number,
    offsets: Float64Array,
    out: Float64Array,
  ): void {
    const { starts, vertices, arms, moment, left, right } = this;
    moment.fill(0);
    for (let j = starts[i]; j < starts[i + 1]; j++) {
      const v = 3 * vertices[j];
      for (let row = 0; row < 3; row++) {
        const place = velocity === undefined ? x[v + row] : x[v + row] + dt * velocity[v + row];
        for (let column = 0; column < 3; column++) moment[3 * row + column] += place * arms[3 * j + column];
      }
    }
    signedSvd(moment, left, this.stretches, right);
    for (let k = 0; k < 3; k++) {
      let along = 0;
      for (let axis = 0; axis < 3; axis++) along += right[3 * axis + k] * offsets[3 * i + axis];
      for (let axis = 0; axis < 3; axis++) out[3 * i + axis] += left[3 * axis + k] * along;
    }
  }

  private centreOf(patch: Uint32Array, shares: Float64Array): number[] {
    const centre = [0, 0, 0];
    let sum = 0;
    patch.forEach((v, j) => {
      sum += shares[j];
      for (let axis = 0; axis < 3; axis++) centre[axis] += shares[j] * this.positions[3 * v + axis];
    });
    return centre.map((value) => value / sum);
  }
}

function squareBetween(a: Float64Array, i: number, b: Float64Array, j: number): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) square += (a[3 * i + axis] - b[3 * j + axis]) ** 2;
  return square;
}

/** Evenly many of a longer list. */
function thinned(list: Uint32Array): Uint32Array {
  const step = Math.ceil(list.length / MOST);
  return list.filter((_, k) => k % step === 0);
}
