import type { ShadowMap } from './ShadowMap.ts';
import { normalised, type SheetBox, type SheetCamera } from './SheetCamera.ts';
import { linearColour, type Colour } from './SheetScene.ts';
import { GROUND, NOTHING, type SurfaceBuffer } from './SurfaceBuffer.ts';

interface Light {
  /** Towards the light. */
  readonly direction: Float64Array;
  /** Linear, times intensity. */
  readonly colour: Colour;
}

/** Towards the key light: high, in front, to the left of the default view. */
export const KEY_DIRECTION: readonly number[] = [-0.35, 0.8, 0.62];

const KEY: Light = { direction: normalised(KEY_DIRECTION), colour: [2.5, 2.34, 2.1] };
const FILL: Light = { direction: normalised([0.9, 0.25, 0.35]), colour: [0.3, 0.36, 0.46] };
const RIM: Light = { direction: normalised([0.35, 0.45, -1]), colour: [0.75, 0.8, 0.9] };
const SKY: Colour = [0.42, 0.46, 0.54];
const BOUNCE: Colour = [0.26, 0.23, 0.2];

/** Background of the pictures and of the sheet: #1e2024 and #17181b. */
export const TILE_BACKGROUND: Colour = [0x1e / 255, 0x20 / 255, 0x24 / 255];
const GROUND_ALBEDO: Colour = [0.062, 0.065, 0.072];
const GRID_ALBEDO: Colour = [0.115, 0.12, 0.13];
/** Brings a fully lit white to about 1. */
const EXPOSURE = 0.44;
/** Sheen of clay: strength and tightness of the highlight. */
const SHEEN = 0.07;
const SHEEN_POWER = 18;
/** Width of a grid line, picture pixels. */
const LINE_PIXELS = 1.2;

export interface TileLook {
  readonly camera: SheetCamera;
  readonly shadow: ShadowMap;
  /** Openness per picture pixel. */
  readonly openness: Float32Array;
  /** Buffer samples per picture pixel. */
  readonly step: number;
  readonly box: SheetBox;
  /** Distance of the grid lines, metres. */
  readonly gridSpacing: number;
  /** Linear colour of a body, given its number and scalar; written to `out`. */
  albedo(body: number, scalar: number, out: Float64Array): void;
}

/** Lights what the buffer holds; gives linear RGB per picture pixel, tone-mapped to 0 .. 1. */
export function shadeTile(buffer: SurfaceBuffer, look: TileLook): Float32Array {
  const { step, openness } = look;
  const width = buffer.width / step;
  const height = buffer.height / step;
  const out = new Float32Array(3 * width * height);
  const background = linearColour(TILE_BACKGROUND);
  const shader = new PixelShader(buffer, look, background);
  const colour = new Float64Array(3);
  const share = 1 / (step * step);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x);
      for (let v = 0; v < step; v++) {
        for (let u = 0; u < step; u++) {
          shader.shade(x * step + u, y * step + v, openness[y * width + x], colour);
          for (let k = 0; k < 3; k++) out[at + k] += share * colour[k];
        }
      }
    }
  }
  return out;
}

class PixelShader {
  private readonly buffer: SurfaceBuffer;
  private readonly look: TileLook;
  private readonly background: Colour;
  private readonly centre: Float64Array;
  private readonly groundRadius: number;
  private readonly ray = new Float64Array(3);
  private readonly normal = new Float64Array(3);

  constructor(buffer: SurfaceBuffer, look: TileLook, background: Colour) {
    this.buffer = buffer;
    this.look = look;
    this.background = background;
    const { min, max } = look.box;
    this.centre = Float64Array.from([0, 1, 2], (k) => (min[k] + max[k]) / 2);
    const { position, forward, tanX } = look.camera;
    const depth = this.centre.reduce((sum, value, k) => sum + (value - position[k]) * forward[k], 0);
    const subject = Math.hypot(max[0] - min[0], max[2] - min[2], 0.5 * (max[1] - min[1])) / 2;
    this.groundRadius = Math.max(subject, 0.6 * tanX * depth);
  }

  shade(x: number, y: number, openness: number, out: Float64Array): void {
    const { buffer, look, ray, normal } = this;
    const pixel = y * buffer.width + x;
    const body = buffer.bodies[pixel];
    if (body === NOTHING) {
      for (let k = 0; k < 3; k++) out[k] = this.background[k];
      return;
    }
    const { position, right, up, forward, tanX, tanY } = look.camera;
    const u = tanX * ((2 * (x + 0.5)) / buffer.width - 1);
    const v = tanY * (1 - (2 * (y + 0.5)) / buffer.height);
    const z = buffer.depth[pixel];
    for (let k = 0; k < 3; k++) ray[k] = forward[k] + u * right[k] + v * up[k];
    const px = position[0] + z * ray[0];
    const py = position[1] + z * ray[1];
    const pz = position[2] + z * ray[2];
    const rayLength = Math.sqrt(ray[0] * ray[0] + ray[1] * ray[1] + ray[2] * ray[2]);
    const keep = body === GROUND ? this.groundShare(px, pz) : 1;
    if (keep <= 0) {
      for (let k = 0; k < 3; k++) out[k] = this.background[k];
      return;
    }
    this.facingNormal(pixel);
    const lit = lambert(normal, KEY) > 0 ? this.keyVisibility(x, y, px, py, pz) : 0;
    if (body === GROUND) this.groundColour(px, pz, z, out);
    else look.albedo(body, buffer.scalars[pixel], out);
    this.light(out, lit, openness, rayLength, body !== GROUND);
    if (keep < 1) for (let k = 0; k < 3; k++) out[k] = this.background[k] + keep * (out[k] - this.background[k]);
  }

  private keyVisibility(x: number, y: number, px: number, py: number, pz: number): number {
    const turn = interleavedNoise(x, y) * 2 * Math.PI;
    return this.look.shadow.visibility(px, py, pz, this.normal, turn);
  }

  /** The unit normal on the camera's side. */
  private facingNormal(pixel: number): void {
    const { normal, ray } = this;
    const { normals } = this.buffer;
    for (let k = 0; k < 3; k++) normal[k] = normals[3 * pixel + k];
    const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]) || 1;
    const towards = normal[0] * ray[0] + normal[1] * ray[1] + normal[2] * ray[2] > 0 ? -1 : 1;
    for (let k = 0; k < 3; k++) normal[k] *= towards / length;
  }

  /** `out`: albedo in, tone-mapped light out. */
  private light(out: Float64Array, lit: number, openness: number, rayLength: number, glossy: boolean): void {
    const { normal, ray } = this;
    const key = lambert(normal, KEY) * lit;
    const fill = lambert(normal, FILL) * openness;
    const rim = lambert(normal, RIM) * openness;
    const sky = 0.5 + 0.5 * normal[1];
    const sheen = glossy ? highlight(normal, ray, rayLength) * lit : 0;
    const facing = -(normal[0] * ray[0] + normal[1] * ray[1] + normal[2] * ray[2]) / rayLength;
    const edge = glossy ? 0.35 * (1 - facing) ** 3 * openness : 0;
    for (let k = 0; k < 3; k++) {
      const ambient = (SKY[k] * sky + BOUNCE[k] * (1 - sky)) * openness * openness;
      const light = KEY.colour[k] * key + FILL.colour[k] * fill + RIM.colour[k] * rim + ambient + SKY[k] * edge;
      out[k] = toneMapped(out[k] * light * EXPOSURE + SHEEN * KEY.colour[k] * sheen);
    }
  }

  /** Albedo of the ground with its grid at (x, z0). `z`: depth along the view axis. */
  private groundColour(x: number, z0: number, z: number, out: Float64Array): void {
    const { gridSpacing } = this.look;
    const alongX = lineCover(x, gridSpacing, this.footprint(0, z));
    const alongZ = lineCover(z0, gridSpacing, this.footprint(2, z));
    const cover = Math.max(alongX, alongZ);
    for (let k = 0; k < 3; k++) out[k] = GROUND_ALBEDO[k] + cover * (GRID_ALBEDO[k] - GROUND_ALBEDO[k]);
  }

  /**
   * How far a world axis runs across one picture pixel on the ground: with P = C + t ray, dP/du = t right and
   * dP/dv = t (up - ray up_y / ray_y).
   */
  private footprint(axis: 0 | 2, t: number): number {
    const { ray, look, buffer } = this;
    const { right, up, tanX, tanY } = look.camera;
    const du = (2 * tanX * look.step) / buffer.width;
    const dv = (2 * tanY * look.step) / buffer.height;
    const across = right[axis] * du;
    const away = (up[axis] - (ray[axis] * up[1]) / ray[1]) * dv;
    return t * Math.sqrt(across * across + away * away);
  }

  /** Away from the subject the ground sinks into the background: what remains of it, 0 .. 1. */
  private groundShare(x: number, z: number): number {
    const dx = x - this.centre[0];
    const dz = z - this.centre[2];
    const distance = Math.sqrt(dx * dx + dz * dz) / this.groundRadius;
    const t = Math.min(1, Math.max(0, (distance - 0.7) / 1.9));
    return (1 - t) * (1 - t) * (1 + 2 * t);
  }
}

/** Diffuse reflection with a little wrap, so that the terminator is soft. */
function lambert(normal: Float64Array, { direction }: Light): number {
  const cosine = normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
  return Math.max(0, (cosine + 0.08) / 1.08);
}

/** Blinn's highlight of the key light. `ray`: from the camera. */
function highlight(normal: Float64Array, ray: Float64Array, rayLength: number): number {
  const { direction } = KEY;
  const hx = direction[0] - ray[0] / rayLength;
  const hy = direction[1] - ray[1] / rayLength;
  const hz = direction[2] - ray[2] / rayLength;
  const length = Math.sqrt(hx * hx + hy * hy + hz * hz) || 1;
  const cosine = (normal[0] * hx + normal[1] * hy + normal[2] * hz) / length;
  return cosine > 0 ? cosine ** SHEEN_POWER : 0;
}

/** Smooth shoulder: linear in the dark, never above 1. */
function toneMapped(value: number): number {
  const shoulder = 0.6;
  if (value <= shoulder) return Math.max(0, value);
  const rest = 1 - shoulder;
  return shoulder + rest * (1 - Math.exp(-(value - shoulder) / rest));
}

/** Share of a pixel that grid lines cover; they fade where they come closer than a few pixels. `footprint`: metres per pixel. */
function lineCover(x: number, spacing: number, footprint: number): number {
  const distance = Math.abs(x - Math.round(x / spacing) * spacing) / footprint;
  const density = Math.min(1, Math.max(0, spacing / (6 * footprint) - 0.4));
  return density * Math.min(1, Math.max(0, 0.5 + LINE_PIXELS / 2 - distance));
}

/** A value in 0 .. 1 that differs between neighbours and averages out over them (Jimenez 2014). */
function interleavedNoise(x: number, y: number): number {
  const value = 52.9829189 * ((0.06711056 * x + 0.00583715 * y) % 1);
  return value - Math.floor(value);
}
