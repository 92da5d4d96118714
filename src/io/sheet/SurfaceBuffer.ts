import { cornerNormals } from './bodyNormals.ts';
import type { SheetCamera } from './SheetCamera.ts';
import type { SheetBody } from './SheetScene.ts';

/** Nothing closer than this share of the camera's depth is drawn, metres. */
const NEAR = 1e-4;
/** Numbers per vertex while a triangle is drawn: camera x y z, normal x y z, scalar. */
const STRIDE = 7;

/** Body number of a pixel where there is nothing, and where there is ground. */
export const NOTHING = 65535;
export const GROUND = 65534;

/**
 * What the camera sees: per pixel the depth along the view axis, the world normal, the scalar and the number of the body.
 * Filled with a depth buffer; shading reads it afterwards.
 */
export class SurfaceBuffer {
  readonly width: number;
  readonly height: number;
  readonly depth: Float32Array;
  readonly normals: Float32Array;
  readonly scalars: Float32Array;
  readonly bodies: Uint16Array;
  private readonly polygon = new Float64Array(4 * STRIDE);
  private readonly corners = new Float64Array(3 * STRIDE);

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.depth = new Float32Array(width * height);
    this.normals = new Float32Array(3 * width * height);
    this.scalars = new Float32Array(width * height);
    this.bodies = new Uint16Array(width * height);
  }

  clear(): void {
    this.depth.fill(Infinity);
    this.bodies.fill(NOTHING);
  }

  /** Draws both sides of every triangle. */
  drawBody(camera: SheetCamera, body: SheetBody, number: number): void {
    const { positions, triangles, scalars } = body;
    const normals = cornerNormals(positions, triangles);
    const view = cameraSpace(camera, positions);
    const { corners } = this;
    for (let t = 0; t < triangles.length; t += 3) {
      let nearest = Infinity;
      for (let k = 0; k < 3; k++) {
        const vertex = triangles[t + k];
        const at = STRIDE * k;
        for (let axis = 0; axis < 3; axis++) {
          corners[at + axis] = view[3 * vertex + axis];
          corners[at + 3 + axis] = normals[3 * (t + k) + axis];
        }
        corners[at + 6] = scalars === undefined ? 0 : scalars[vertex];
        nearest = Math.min(nearest, corners[at + 2]);
      }
      if (nearest >= NEAR) this.fill(camera, corners, 0, STRIDE, 2 * STRIDE, number);
      else this.drawClipped(camera, number);
    }
  }

  /** A triangle that crosses the plane just before the camera (or has a vertex that is not a number: left out). */
  private drawClipped(camera: SheetCamera, number: number): void {
    const { corners, polygon } = this;
    let count = 0;
    for (let k = 0; k < 3; k++) {
      const a = STRIDE * k;
      const b = STRIDE * ((k + 1) % 3);
      const insideA = corners[a + 2] >= NEAR;
      const insideB = corners[b + 2] >= NEAR;
      if (insideA) for (let i = 0; i < STRIDE; i++) polygon[STRIDE * count + i] = corners[a + i];
      if (insideA) count++;
      if (insideA === insideB) continue;
      const share = (NEAR - corners[a + 2]) / (corners[b + 2] - corners[a + 2]);
      for (let i = 0; i < STRIDE; i++)
        polygon[STRIDE * count + i] = corners[a + i] + share * (corners[b + i] - corners[a + i]);
      count++;
    }
    for (let k = 1; k + 1 < count; k++) this.fill(camera, polygon, 0, STRIDE * k, STRIDE * (k + 1), number);
  }

  /** Fills one triangle; attributes are interpolated with perspective. */
  private fill(camera: SheetCamera, v: Float64Array, a: number, b: number, c: number, number: number): void {
    const { width, height } = this;
    const scaleX = width / (2 * camera.tanX);
    const scaleY = height / (2 * camera.tanY);
    const ax = width / 2 + (scaleX * v[a]) / v[a + 2];
    const ay = height / 2 - (scaleY * v[a + 1]) / v[a + 2];
    const bx = width / 2 + (scaleX * v[b]) / v[b + 2];
    const by = height / 2 - (scaleY * v[b + 1]) / v[b + 2];
    const cx = width / 2 + (scaleX * v[c]) / v[c + 2];
    const cy = height / 2 - (scaleY * v[c + 1]) / v[c + 2];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (!(Math.abs(area) > 1e-12)) return;
    const x0 = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const x1 = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const y0 = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const y1 = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    const inverse = 1 / area;
    // Barycentric weights of b and c per step in x and y, divided by depth for perspective.
    const stepB = (cy - ay) * inverse;
    const stepC = -(by - ay) * inverse;
    const iza = 1 / v[a + 2];
    const izb = 1 / v[b + 2];
    const izc = 1 / v[c + 2];
    for (let y = y0; y <= y1; y++) {
      const dy = y + 0.5 - ay;
      let wb = ((x0 + 0.5 - ax) * (cy - ay) - (cx - ax) * dy) * inverse;
      let wc = ((bx - ax) * dy - (x0 + 0.5 - ax) * (by - ay)) * inverse;
      let pixel = y * width + x0;
      for (let x = x0; x <= x1; x++, pixel++, wb += stepB, wc += stepC) {
        const wa = 1 - wb - wc;
        if (wa < 0 || wb < 0 || wc < 0) continue;
        const z = 1 / (wa * iza + wb * izb + wc * izc);
        if (z >= this.depth[pixel]) continue;
        this.depth[pixel] = z;
        this.bodies[pixel] = number;
        const pa = wa * iza * z;
        const pb = wb * izb * z;
        const pc = wc * izc * z;
        for (let k = 0; k < 3; k++) {
          this.normals[3 * pixel + k] = pa * v[a + 3 + k] + pb * v[b + 3 + k] + pc * v[c + 3 + k];
        }
        this.scalars[pixel] = pa * v[a + 6] + pb * v[b + 6] + pc * v[c + 6];
      }
    }
  }

  /** Puts the plane y = `height` behind everything that is drawn. */
  drawGround(camera: SheetCamera, groundHeight: number): void {
    const { width, height, depth, bodies, normals } = this;
    const { position, right, up, forward, tanX, tanY } = camera;
    for (let y = 0; y < height; y++) {
      const v = tanY * (1 - (2 * (y + 0.5)) / height);
      for (let x = 0; x < width; x++) {
        const u = tanX * ((2 * (x + 0.5)) / width - 1);
        const slope = forward[1] + u * right[1] + v * up[1];
        const z = (groundHeight - position[1]) / slope;
        const pixel = y * width + x;
        if (!(z > NEAR) || z >= depth[pixel]) continue;
        depth[pixel] = z;
        bodies[pixel] = GROUND;
        normals[3 * pixel] = 0;
        normals[3 * pixel + 1] = 1;
        normals[3 * pixel + 2] = 0;
      }
    }
  }
}

function cameraSpace(camera: SheetCamera, positions: Float32Array): Float32Array {
  const { position, right, up, forward } = camera;
  const view = new Float32Array(positions.length);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const x = positions[i] - position[0];
    const y = positions[i + 1] - position[1];
    const z = positions[i + 2] - position[2];
    view[i] = right[0] * x + right[1] * y + right[2] * z;
    view[i + 1] = up[0] * x + up[1] * y + up[2] * z;
    view[i + 2] = forward[0] * x + forward[1] * y + forward[2] * z;
  }
  return view;
}
