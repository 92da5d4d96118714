import { mul } from './lanes';
import { dot4 } from './products';

// Projections of constraints on a vector of their vertex: P = I, I - n n^T, 0 or n n^T.

export const FREE: u8 = 0;
export const NORMAL: u8 = 1;
export const FIXED: u8 = 2;
export const LINE: u8 = 3;

/** Removes the constrained components of the f64 vector at `at`; `normal` is the address of n, f64. */
export function project64(kind: u8, normal: usize, at: usize): void {
  if (kind == FREE) return;
  let x: f64 = 0.0;
  let y: f64 = 0.0;
  let z: f64 = 0.0;
  if (kind != FIXED) {
    const nx = load<f64>(normal);
    const ny = load<f64>(normal, 8);
    const nz = load<f64>(normal, 16);
    x = load<f64>(at);
    y = load<f64>(at, 8);
    z = load<f64>(at, 16);
    const along = x * nx + y * ny + z * nz;
    x = kind == LINE ? along * nx : x - along * nx;
    y = kind == LINE ? along * ny : y - along * ny;
    z = kind == LINE ? along * nz : z - along * nz;
  }
  store<f64>(at, x);
  store<f64>(at, y, 8);
  store<f64>(at, z, 16);
}

/** Subtracts h w (w . x) from the f64 vector at `at`: the drag of the vertex, whose w is at `drag`, on its velocity at `x`. */
export function subtractDrag(drag: usize, h: f64, x: usize, at: usize): void {
  const wx = load<f64>(drag);
  const wy = load<f64>(drag, 8);
  const wz = load<f64>(drag, 16);
  const along = h * (wx * load<f64>(x) + wy * load<f64>(x, 8) + wz * load<f64>(x, 16));
  store<f64>(at, load<f64>(at) - along * wx);
  store<f64>(at, load<f64>(at, 8) - along * wy, 8);
  store<f64>(at, load<f64>(at, 16) - along * wz, 16);
}

/** Projects as `project64` does, on four f32 lanes, of which the last is zero. */
export function project32(kind: u8, normal: usize, u: v128): v128 {
  if (kind == FREE) return u;
  if (kind == FIXED) return f32x4.splat(0.0);
  const n = directionOf(normal);
  return allowedPart(kind, u, mul(n, f32x4.splat(<f32>dot4(n, u))));
}

/** n as four f32 lanes, of which the last is zero. */
export function directionOf(normal: usize): v128 {
  return f32x4(<f32>load<f64>(normal), <f32>load<f64>(normal, 8), <f32>load<f64>(normal, 16), 0.0);
}

/** Returns the part of u that `NORMAL` and `LINE` leave; `along` is its component along n. */
export function allowedPart(kind: u8, u: v128, along: v128): v128 {
  return kind == LINE ? along : f32x4.sub(u, along);
}
