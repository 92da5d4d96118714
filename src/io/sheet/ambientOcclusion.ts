import type { SheetCamera } from './SheetCamera.ts';
import { NOTHING, type SurfaceBuffer } from './SurfaceBuffer.ts';

const SAMPLES = 14;
/** Pixels of the pattern that neighbouring pixels share out, and of the blur that merges it again. */
const PATTERN = 4;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * How much of the sky each picture pixel sees, 0 .. 1: points spread over the hemisphere above the surface, within `radius`
 * metres, are compared with the depth buffer (screen-space ambient occlusion, Mittring 2007). `step`: buffer samples per
 * picture pixel.
 */
export function ambientOcclusion(
  buffer: SurfaceBuffer,
  camera: SheetCamera,
  radius: number,
  step: number,
): Float32Array {
  const width = buffer.width / step;
  const height = buffer.height / step;
  const raw = new Float32Array(width * height).fill(1);
  const samples = hemisphere();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = (y * step + (step >> 1)) * buffer.width + x * step + (step >> 1);
      if (buffer.bodies[pixel] === NOTHING) continue;
      const pattern = (x % PATTERN) + PATTERN * (y % PATTERN);
      raw[y * width + x] = openness(buffer, camera, radius, pixel, samples, pattern);
    }
  }
  return blurred(raw, buffer, width, height, step);
}

/** Directions over the upper half sphere, cosine-weighted, at growing distance. */
function hemisphere(): Float64Array {
  return Float64Array.from({ length: 3 * SAMPLES }, (_, i) => {
    const k = Math.floor(i / 3);
    const t = (k + 0.5) / SAMPLES;
    const sine = Math.sqrt(t);
    const distance = 0.15 + 0.85 * (((k * 5) % SAMPLES) / SAMPLES);
    if (i % 3 === 0) return distance * sine * Math.cos(k * GOLDEN_ANGLE);
    return distance * (i % 3 === 1 ? sine * Math.sin(k * GOLDEN_ANGLE) : Math.sqrt(1 - t));
  });
}

function openness(
  buffer: SurfaceBuffer,
  camera: SheetCamera,
  radius: number,
  pixel: number,
  samples: Float64Array,
  pattern: number,
): number {
  const { width, height, depth, normals } = buffer;
  const { right, up, forward, tanX, tanY } = camera;
  const z = depth[pixel];
  const px = tanX * ((2 * ((pixel % width) + 0.5)) / width - 1) * z;
  const py = tanY * (1 - (2 * (Math.floor(pixel / width) + 0.5)) / height) * z;
  const n = 3 * pixel;
  // The normal in camera axes, towards the camera.
  let nx = right[0] * normals[n] + right[1] * normals[n + 1] + right[2] * normals[n + 2];
  let ny = up[0] * normals[n] + up[1] * normals[n + 1] + up[2] * normals[n + 2];
  let nz = forward[0] * normals[n] + forward[1] * normals[n + 1] + forward[2] * normals[n + 2];
  if (nx * px + ny * py + nz * z > 0) {
    nx = -nx;
    ny = -ny;
    nz = -nz;
  }
  const angle = (pattern * 2 * Math.PI) / (PATTERN * PATTERN);
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  // Tangents (Frisvad 2012).
  const sign = nz >= 0 ? 1 : -1;
  const a = -1 / (sign + nz);
  const b = nx * ny * a;
  let blocked = 0;
  for (let i = 0; i < samples.length; i += 3) {
    const u = radius * (c * samples[i] - s * samples[i + 1]);
    const v = radius * (s * samples[i] + c * samples[i + 1]);
    const w = radius * (samples[i + 2] + 0.02);
    const sx = px + u * (1 + sign * nx * nx * a) + v * b + w * nx;
    const sy = py + u * sign * b + v * (sign + ny * ny * a) + w * ny;
    const sz = z - u * sign * nx - v * ny + w * nz;
    const column = Math.floor((width / 2) * (1 + sx / (tanX * sz)));
    const row = Math.floor((height / 2) * (1 - sy / (tanY * sz)));
    if (column < 0 || row < 0 || column >= width || row >= height) continue;
    const gap = sz - depth[row * width + column];
    if (gap > 0.01 * radius) blocked += Math.min(1, radius / Math.max(gap, 1e-9)) ** 2;
  }
  return Math.max(0, 1 - blocked / (samples.length / 3));
}

/** Mean over the pattern's square, over pixels at about the same depth. */
function blurred(raw: Float32Array, buffer: SurfaceBuffer, width: number, height: number, step: number): Float32Array {
  const out = new Float32Array(raw.length);
  const half = PATTERN / 2;
  const depthAt = (x: number, y: number) =>
    buffer.depth[(y * step + (step >> 1)) * buffer.width + x * step + (step >> 1)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const centre = depthAt(x, y);
      let sum = raw[y * width + x];
      let weight = 1;
      for (let v = Math.max(0, y - half); v < Math.min(height, y + half); v++) {
        for (let u = Math.max(0, x - half); u < Math.min(width, x + half); u++) {
          if (!(Math.abs(depthAt(u, v) - centre) < 0.02 * centre)) continue;
          sum += raw[v * width + u];
          weight++;
        }
      }
      out[y * width + x] = sum / weight;
    }
  }
  return out;
}
