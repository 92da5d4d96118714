import { CoreError } from '../../base/errors.ts';
import { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';
import { PatchTurns } from './PatchTurns.ts';

/** A surface that points are attached to, where the shot begins. */
export interface AttachmentSurface {
  readonly id: string;
  /** Vertices of the surface, three per triangle, outward. */
  readonly triangles: Uint32Array;
  /** Positions at the first frame in world axes, m. */
  readonly positions: Float64Array;
}

/** A deformable body to whose surface others are attached. */
export interface AttachmentParent extends AttachmentSurface {
  /** State and target of the body in the running substep. It moves before what is attached to it. */
  readonly stepped: SteppedBody;
}

/** What the offsets of attached points rotate with: the triangle under each, or the patch of the surface that `PatchTurns` takes. */
export type TurnsWith = 'triangle' | 'patch';

/**
 * Points that are attached to a surface: x = sum w_i x_i + o, with the barycentric weights w of the nearest point on the triangle that is nearest at the
 * first frame, and the offset o (m) kept in a frame that turns along: o_1 t + o_2 n + o_3 (n x t), n the triangle's normal and t along its first edge,
 * or R o with the turn R of the patch around it. One way: nothing acts on the surface.
 */
export class AttachedPoints {
  /** Three vertices, weights and offsets per point. */
  private readonly corners: Uint32Array;
  private readonly weights: Float64Array;
  private readonly offsets: Float64Array;
  /** The corners of one triangle, m, and its frame: t, n, n x t. */
  private readonly triangle = new Float64Array(9);
  private readonly frame = new Float64Array(9);
  private readonly turns: PatchTurns | undefined;

  /** `points` in world axes at the first frame, m. */
  constructor(surface: AttachmentSurface, points: Float64Array, turnsWith: TurnsWith) {
    const count = points.length / 3;
    this.corners = new Uint32Array(3 * count);
    this.weights = new Float64Array(3 * count);
    this.offsets = new Float64Array(3 * count);
    const surfaceTriangles = withArea(surface);
    const query = new SurfaceQuery({ positions: surface.positions, triangles: surfaceTriangles });
    const nearest = new Float64Array(4);
    const anchors = new Float64Array(points.length);
    const triangles = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const [x, y, z] = points.subarray(3 * i, 3 * i + 3);
      const found = query.closestPoint(x, y, z, nearest);
      if (found < 0) throw noTriangle(surface.id);
      this.corners.set(surfaceTriangles.subarray(3 * found, 3 * found + 3), 3 * i);
      this.load(i, surface.positions, undefined, 0);
      this.weights.set(barycentric(this.triangle, nearest), 3 * i);
      triangles[i] = found;
      anchors.set(nearest.subarray(0, 3), 3 * i);
      const away = [x - nearest[0], y - nearest[1], z - nearest[2]];
      this.offsets.set(turnsWith === 'patch' ? away : this.inFrame(away), 3 * i);
    }
    if (turnsWith === 'patch')
      this.turns = new PatchTurns(surface.positions, surfaceTriangles, anchors, triangles, points);
  }

  /** out = where the points are with the vertices of the surface at `x` + dt `velocity` (m, m/s, s); without a velocity, at `x`. */
  place(x: Float64Array, velocity: Float64Array | undefined, dt: number, out: Float64Array): void {
    for (let i = 0; 3 * i < out.length; i++) this.placeOne(i, x, velocity, dt, out);
  }

  /** out = where the points are with the vertices of the surface at `x`, m; normals = unit normals of the triangles that carry them. */
  placeWithNormals(x: Float64Array, out: Float64Array, normals: Float64Array): void {
    for (let i = 0; 3 * i < out.length; i++) {
      this.placeOne(i, x, undefined, 0, out);
      for (let axis = 0; axis < 3; axis++) normals[3 * i + axis] = this.frame[3 + axis];
    }
  }

  private placeOne(
    i: number,
    x: Float64Array,
    velocity: Float64Array | undefined,
    dt: number,
    out: Float64Array,
  ): void {
    this.load(i, x, velocity, dt);
    this.placeOnTriangle(i, out);
    this.turns?.addTurned(i, x, velocity, dt, this.offsets, out);
  }

  private load(i: number, positions: Float64Array, velocity: Float64Array | undefined, dt: number): void {
    const { corners, triangle } = this;
    for (let corner = 0; corner < 3; corner++) {
      const from = 3 * corners[3 * i + corner];
      for (let axis = 0; axis < 3; axis++) {
        const step = velocity === undefined ? 0 : dt * velocity[from + axis];
        triangle[3 * corner + axis] = positions[from + axis] + step;
      }
    }
  }

  /** The point of the loaded triangle, and the offset where it turns with that. */
  private placeOnTriangle(i: number, out: Float64Array): void {
    const { triangle, weights, offsets, frame } = this;
    this.turnFrame();
    const share = this.turns === undefined ? 1 : 0;
    for (let axis = 0; axis < 3; axis++) {
      let value = 0;
      for (let k = 0; k < 3; k++) {
        value += weights[3 * i + k] * triangle[3 * k + axis] + share * offsets[3 * i + k] * frame[3 * k + axis];
      }
      out[3 * i + axis] = value;
    }
  }

  private inFrame([x, y, z]: readonly number[]): number[] {
    this.turnFrame();
    const { frame } = this;
    return [0, 3, 6].map((k) => frame[k] * x + frame[k + 1] * y + frame[k + 2] * z);
  }

  /** t, n and n x t of the loaded triangle; one without area leaves the frame as it was. */
  private turnFrame(): void {
    const { triangle: x, frame } = this;
    const ex = x[3] - x[0];
    const ey = x[4] - x[1];
    const ez = x[5] - x[2];
    const gx = x[6] - x[0];
    const gy = x[7] - x[1];
    const gz = x[8] - x[2];
    const nx = ey * gz - ez * gy;
    const ny = ez * gx - ex * gz;
    const nz = ex * gy - ey * gx;
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0 && area > 0)) return;
    frame[0] = ex / length;
    frame[1] = ey / length;
    frame[2] = ez / length;
    frame[3] = nx / area;
    frame[4] = ny / area;
    frame[5] = nz / area;
    frame[6] = frame[4] * frame[2] - frame[5] * frame[1];
    frame[7] = frame[5] * frame[0] - frame[3] * frame[2];
    frame[8] = frame[3] * frame[1] - frame[4] * frame[0];
  }
}

function noTriangle(id: string): CoreError {
  return new CoreError('document-invalid', `nothing can follow the surface of '${id}', which has no triangle`, {
    remedy: 'Choose another object of its file, or follow another surface.',
  });
}

/** Distances of points from a surface, m: negative inside where it is closed. */
export function distancesFrom(surface: AttachmentSurface, isClosed: boolean, points: Float64Array): Float64Array {
  const query = new SurfaceQuery(surface);
  return Float64Array.from({ length: points.length / 3 }, (_, i) => {
    const [x, y, z] = points.subarray(3 * i, 3 * i + 3);
    return isClosed ? query.signedDistance(x, y, z) : query.distanceWithin(x, y, z, Infinity);
  });
}

/** The triangles of a surface that have an area and so a frame, or all of them where none has. */
function withArea({ positions, triangles }: AttachmentSurface): Uint32Array {
  const corner = (k: number) => positions.subarray(3 * triangles[k], 3 * triangles[k] + 3);
  const wide: number[] = [];
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [corner(k), corner(k + 1), corner(k + 2)];
    const [e, g] = [b, c].map((to) => [to[0] - a[0], to[1] - a[1], to[2] - a[2]]);
    const square =
      (e[1] * g[2] - e[2] * g[1]) ** 2 + (e[2] * g[0] - e[0] * g[2]) ** 2 + (e[0] * g[1] - e[1] * g[0]) ** 2;
    if (square > 0) wide.push(triangles[k], triangles[k + 1], triangles[k + 2]);
  }
  return wide.length === 0 || wide.length === triangles.length ? triangles : Uint32Array.from(wide);
}

/** Weights of the corners at a point of the triangle (xyz per corner, m). */
function barycentric(x: Float64Array, [px, py, pz]: Float64Array): [number, number, number] {
  const e = [x[3] - x[0], x[4] - x[1], x[5] - x[2]];
  const g = [x[6] - x[0], x[7] - x[1], x[8] - x[2]];
  const p = [px - x[0], py - x[1], pz - x[2]];
  const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const [ee, eg, gg, pe, pg] = [dot(e, e), dot(e, g), dot(g, g), dot(p, e), dot(p, g)];
  const area = ee * gg - eg * eg;
  if (!(area > 0)) return [1, 0, 0];
  const v = (gg * pe - eg * pg) / area;
  const w = (ee * pg - eg * pe) / area;
  return [1 - v - w, v, w];
}
