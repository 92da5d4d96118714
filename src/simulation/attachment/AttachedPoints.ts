import { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { SteppedBody } from '../../solids/SteppedBody.ts';
import { PatchTurns } from './PatchTurns.ts';

/** A deformable body to whose surface others are attached. */
export interface AttachmentParent {
  readonly id: string;
  /** Vertices of the body, three per triangle, outward. */
  readonly triangles: Uint32Array;
  /** Positions at the first frame in world axes, m. */
  readonly positions: Float64Array;
  /** State and target of the body in the running substep. It moves before what is attached to it. */
  readonly stepped: SteppedBody;
}

/** What the offsets of attached points rotate with: the triangle under each, or the patch of the surface that `PatchTurns` takes. */
export type TurnsWith = 'triangle' | 'patch';

/**
 * Points that are attached to the surface of a body: x = sum w_i x_i + o, with the barycentric weights w of the nearest point on the triangle that is nearest at the
 * first frame, and the offset o (m) kept in a frame that turns along: o_1 t + o_2 n + o_3 (n x t), n the triangle's normal and t along its first edge,
 * or R o with the turn R of the patch around it. One way: the body does not feel them.
 */
export class AttachedPoints {
  private readonly body: AttachmentParent;
  /** Three vertices, weights and offsets per point. */
  private readonly corners: Uint32Array;
  private readonly weights: Float64Array;
  private readonly offsets: Float64Array;
  /** The corners of one triangle, m, and its frame: t, n, n x t. */
  private readonly triangle = new Float64Array(9);
  private readonly frame = new Float64Array(9);
  private readonly turns: PatchTurns | undefined;

  /** `points` in world axes at the first frame, m. */
  constructor(body: AttachmentParent, points: Float64Array, turnsWith: TurnsWith) {
    const count = points.length / 3;
    this.body = body;
    this.corners = new Uint32Array(3 * count);
    this.weights = new Float64Array(3 * count);
    this.offsets = new Float64Array(3 * count);
    const query = surfaceQuery(body);
    const nearest = new Float64Array(4);
    const anchors = new Float64Array(points.length);
    const triangles = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const [x, y, z] = points.subarray(3 * i, 3 * i + 3);
      const found = query.closestPoint(x, y, z, nearest);
      if (found < 0) throw new Error(`the surface of '${body.id}' has no triangle`);
      this.corners.set(body.triangles.subarray(3 * found, 3 * found + 3), 3 * i);
      this.load(i, body.positions, undefined, 0);
      this.weights.set(barycentric(this.triangle, nearest), 3 * i);
      triangles[i] = found;
      anchors.set(nearest.subarray(0, 3), 3 * i);
      const away = [x - nearest[0], y - nearest[1], z - nearest[2]];
      this.offsets.set(turnsWith === 'patch' ? away : this.inFrame(away), 3 * i);
    }
    if (turnsWith === 'patch') this.turns = new PatchTurns(body.positions, body.triangles, anchors, triangles, points);
  }

  /** out = where the points are with the state of the body, moved on for `dt` (s) by the velocity that moves it. */
  foreseen(dt: number, out: Float64Array): void {
    const { positions, moveVelocity } = this.body.stepped;
    for (let i = 0; 3 * i < out.length; i++) {
      this.load(i, positions, moveVelocity, dt);
      this.place(i, out);
      this.turns?.addTurned(i, positions, moveVelocity, dt, this.offsets, out);
    }
  }

  /** out = where the points are after the move of the running substep. */
  moved(out: Float64Array): void {
    const { nextPositions } = this.body.stepped;
    for (let i = 0; 3 * i < out.length; i++) {
      this.load(i, nextPositions, undefined, 0);
      this.place(i, out);
      this.turns?.addTurned(i, nextPositions, undefined, 0, this.offsets, out);
    }
  }

  /** out = where the points are with the state of the body, and the unit normals of the triangles that carry them. */
  present(out: Float64Array, normals: Float64Array): void {
    const { positions } = this.body.stepped;
    for (let i = 0; 3 * i < out.length; i++) {
      this.load(i, positions, undefined, 0);
      this.place(i, out);
      this.turns?.addTurned(i, positions, undefined, 0, this.offsets, out);
      for (let axis = 0; axis < 3; axis++) normals[3 * i + axis] = this.frame[3 + axis];
    }
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
  private place(i: number, out: Float64Array): void {
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

/** Numbers of the points that lie at most `distance` (m) outside a body at the first frame, or inside it. */
export function nearBody(body: AttachmentParent, distance: number, positions: Float64Array): Uint32Array {
  const query = surfaceQuery(body);
  const found: number[] = [];
  for (let v = 0; v < positions.length / 3; v++) {
    const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
    if (query.signedDistance(x, y, z) <= distance) found.push(v);
  }
  return Uint32Array.from(found);
}

function surfaceQuery({ positions, triangles }: AttachmentParent): SurfaceQuery {
  return new SurfaceQuery({ positions, triangles });
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
