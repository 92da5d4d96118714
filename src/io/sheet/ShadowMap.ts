import { cross, normalised, type SheetBox } from './SheetCamera.ts';
import type { SheetBody } from './SheetScene.ts';

const RESOLUTION = 1024;
/** Tangent of the light's half angle as seen from the scene: how fast shadows soften with distance. */
const LIGHT_TANGENT = 0.16;
/** Largest softening, as a share of the map's width. */
const MAX_BLUR = 0.05;
/** Texels along the side of a block of the coarse map that tells where nothing can cast a shadow. */
const BLOCK = 32;
const BLOCKS = RESOLUTION / BLOCK;
const SEARCH_SAMPLES = 10;
const SHADOW_SAMPLES = 16;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Points of a disc, evenly spread (Vogel's spiral). */
function spiral(count: number): Float64Array {
  return Float64Array.from({ length: 2 * count }, (_, i) => {
    const k = i >> 1;
    const radius = Math.sqrt((k + 0.5) / count);
    return radius * (i % 2 === 0 ? Math.cos(k * GOLDEN_ANGLE) : Math.sin(k * GOLDEN_ANGLE));
  });
}

const SEARCH = spiral(SEARCH_SAMPLES);
/** Distance of each search sample from the centre, texels. */
const SEARCH_RADII = Float64Array.from({ length: SEARCH_SAMPLES }, (_, i) => {
  return MAX_BLUR * RESOLUTION * Math.hypot(SEARCH[2 * i], SEARCH[2 * i + 1]);
});
const SHADOW = spiral(SHADOW_SAMPLES);

/** Depth seen from a distant light, with shadows that are sharp at contact and soften with distance (Fernando 2005). */
export class ShadowMap {
  private readonly depth = new Float32Array(RESOLUTION * RESOLUTION);
  /** Highest depth within reach of each block. */
  private readonly reach = new Float32Array(BLOCKS * BLOCKS);
  private readonly axisX: Float64Array;
  private readonly axisY: Float64Array;
  private readonly axisZ: Float64Array;
  private readonly centre: Float64Array;
  /** World width of the map. */
  private readonly extent: number;

  /** `direction`: towards the light. */
  constructor(box: SheetBox, direction: readonly number[]) {
    this.axisZ = normalised(direction);
    this.axisX = normalised(cross([0, 1, 0], this.axisZ));
    this.axisY = cross(this.axisZ, this.axisX);
    this.centre = Float64Array.from([0, 1, 2], (k) => (box.min[k] + box.max[k]) / 2);
    const diagonal = Math.hypot(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]);
    this.extent = 1.6 * Math.max(diagonal, 1e-3);
  }

  clear(): void {
    this.depth.fill(-Infinity);
  }

  draw({ positions, triangles }: SheetBody): void {
    const { axisX, axisY, axisZ, centre, extent } = this;
    const scale = RESOLUTION / extent;
    const p = new Float32Array(positions.length);
    for (let i = 0; i + 2 < positions.length; i += 3) {
      const x = positions[i] - centre[0];
      const y = positions[i + 1] - centre[1];
      const z = positions[i + 2] - centre[2];
      p[i] = RESOLUTION / 2 + scale * (axisX[0] * x + axisX[1] * y + axisX[2] * z);
      p[i + 1] = RESOLUTION / 2 + scale * (axisY[0] * x + axisY[1] * y + axisY[2] * z);
      p[i + 2] = axisZ[0] * x + axisZ[1] * y + axisZ[2] * z;
    }
    for (let t = 0; t < triangles.length; t += 3) {
      this.fill(p, 3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]);
    }
  }

  private fill(p: Float32Array, a: number, b: number, c: number): void {
    const area = (p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a]);
    if (!(Math.abs(area) > 1e-9)) return;
    const x0 = Math.max(0, Math.ceil(Math.min(p[a], p[b], p[c]) - 0.5));
    const x1 = Math.min(RESOLUTION - 1, Math.floor(Math.max(p[a], p[b], p[c]) - 0.5));
    const y0 = Math.max(0, Math.ceil(Math.min(p[a + 1], p[b + 1], p[c + 1]) - 0.5));
    const y1 = Math.min(RESOLUTION - 1, Math.floor(Math.max(p[a + 1], p[b + 1], p[c + 1]) - 0.5));
    for (let y = y0; y <= y1; y++) {
      const dy = y + 0.5 - p[a + 1];
      for (let x = x0; x <= x1; x++) {
        const dx = x + 0.5 - p[a];
        const wb = (dx * (p[c + 1] - p[a + 1]) - (p[c] - p[a]) * dy) / area;
        const wc = ((p[b] - p[a]) * dy - dx * (p[b + 1] - p[a + 1])) / area;
        if (wb < 0 || wc < 0 || wb + wc > 1) continue;
        const z = p[a + 2] + wb * (p[b + 2] - p[a + 2]) + wc * (p[c + 2] - p[a + 2]);
        const texel = y * RESOLUTION + x;
        if (z > this.depth[texel]) this.depth[texel] = z;
      }
    }
  }

  /** Prepares the coarse map after the last body. */
  finish(): void {
    const highest = new Float32Array(BLOCKS * BLOCKS).fill(-Infinity);
    for (let y = 0; y < RESOLUTION; y++) {
      for (let x = 0; x < RESOLUTION; x++) {
        const block = ((y / BLOCK) | 0) * BLOCKS + ((x / BLOCK) | 0);
        const depth = this.depth[y * RESOLUTION + x];
        if (depth > highest[block]) highest[block] = depth;
      }
    }
    const reach = Math.ceil((MAX_BLUR * RESOLUTION) / BLOCK);
    for (let y = 0; y < BLOCKS; y++) {
      for (let x = 0; x < BLOCKS; x++) {
        let most = -Infinity;
        for (let v = Math.max(0, y - reach); v <= Math.min(BLOCKS - 1, y + reach); v++) {
          for (let u = Math.max(0, x - reach); u <= Math.min(BLOCKS - 1, x + reach); u++) {
            most = Math.max(most, highest[v * BLOCKS + u]);
          }
        }
        this.reach[y * BLOCKS + x] = most;
      }
    }
  }

  /** Share of the light that reaches a point, 0 .. 1. `turn`: radians, varies from pixel to pixel. */
  visibility(x: number, y: number, z: number, normal: Float64Array, turn: number): number {
    const { axisX, axisY, axisZ, centre, extent } = this;
    const texel = extent / RESOLUTION;
    // Off the surface along its normal, so that it does not shadow itself.
    const lift = 2.5 * texel;
    const px = x + lift * normal[0] - centre[0];
    const py = y + lift * normal[1] - centre[1];
    const pz = z + lift * normal[2] - centre[2];
    const u = RESOLUTION / 2 + (axisX[0] * px + axisX[1] * py + axisX[2] * pz) / texel;
    const v = RESOLUTION / 2 + (axisY[0] * px + axisY[1] * py + axisY[2] * pz) / texel;
    const w = axisZ[0] * px + axisZ[1] * py + axisZ[2] * pz + texel;
    if (!(u >= 0 && v >= 0 && u < RESOLUTION && v < RESOLUTION)) return 1;
    if (this.reach[((v / BLOCK) | 0) * BLOCKS + ((u / BLOCK) | 0)] <= w) return 1;
    const c = Math.cos(turn);
    const s = Math.sin(turn);
    const blockers = this.meanBlocker(u, v, w, c, s);
    if (blockers === undefined) return 1;
    const blur = Math.min(MAX_BLUR * RESOLUTION, Math.max(1.5, ((blockers - w) * LIGHT_TANGENT) / texel));
    let lit = 0;
    for (let i = 0; i < 2 * SHADOW_SAMPLES; i += 2) {
      const du = blur * (c * SHADOW[i] - s * SHADOW[i + 1]);
      const dv = blur * (s * SHADOW[i] + c * SHADOW[i + 1]);
      if (!(this.at(u + du, v + dv) > w + 0.25 * blur * texel)) lit++;
    }
    return lit / SHADOW_SAMPLES;
  }

  /** Mean depth of what stands between a point and the light; undefined where there is nothing. */
  private meanBlocker(u: number, v: number, w: number, c: number, s: number): number | undefined {
    const radius = MAX_BLUR * RESOLUTION;
    const slope = (0.5 * LIGHT_TANGENT * this.extent) / RESOLUTION;
    let sum = 0;
    let count = 0;
    for (let i = 0; i < 2 * SEARCH_SAMPLES; i += 2) {
      const du = radius * (c * SEARCH[i] - s * SEARCH[i + 1]);
      const dv = radius * (s * SEARCH[i] + c * SEARCH[i + 1]);
      const depth = this.at(u + du, v + dv);
      // Along the slope of the surface itself is no blocker.
      if (!(depth > w + slope * SEARCH_RADII[i >> 1])) continue;
      sum += depth;
      count++;
    }
    const own = this.at(u, v);
    if (own > w) {
      sum += own;
      count++;
    }
    return count === 0 ? undefined : sum / count;
  }

  private at(u: number, v: number): number {
    if (!(u >= 0 && v >= 0 && u < RESOLUTION && v < RESOLUTION)) return -Infinity;
    return this.depth[(v | 0) * RESOLUTION + (u | 0)];
  }
}
