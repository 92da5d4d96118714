import { cross2, mul3 } from '../lanes';

const SWEEPS: i32 = 6;
/** Squared off-diagonal part, over the squared diagonal, that counts as zero. */
const DIAGONAL: f64 = 1e-28;

/** Replaces the negative eigenvalues of four symmetric H, stored as H_00, H_11, H_22, H_01, H_02, H_12, by zero. Most have none. */
export function clampStretchStiffness(at: usize): void {
  const h00 = v128.load(at);
  const h11 = v128.load(at, 16);
  const h22 = v128.load(at, 32);
  const h01 = v128.load(at, 48);
  const h02 = v128.load(at, 64);
  const h12 = v128.load(at, 80);
  const zero = f32x4.splat(0.0);
  const minor = cross2(h00, h11, h01, h01);
  const determinant = mul3(h22, minor, h12, cross2(h01, h02, h00, h12), h02, cross2(h01, h12, h11, h02));
  const definite = v128.and(f32x4.gt(h00, zero), v128.and(f32x4.gt(minor, zero), f32x4.gt(determinant, zero)));
  if (i32x4.all_true(definite)) return;
  const mask = i32x4.bitmask(definite);
  for (let lane = 0; lane < 4; lane++) if ((mask & (1 << lane)) == 0) clampOne(at + (<usize>lane << 2));
}

/** One H, its six numbers 16 bytes apart, by Jacobi rotations. */
function clampOne(at: usize): void {
  let a00 = <f64>load<f32>(at);
  let a11 = <f64>load<f32>(at, 16);
  let a22 = <f64>load<f32>(at, 32);
  let a01 = <f64>load<f32>(at, 48);
  let a02 = <f64>load<f32>(at, 64);
  let a12 = <f64>load<f32>(at, 80);
  let v00 = 1.0;
  let v01 = 0.0;
  let v02 = 0.0;
  let v10 = 0.0;
  let v11 = 1.0;
  let v12 = 0.0;
  let v20 = 0.0;
  let v21 = 0.0;
  let v22 = 1.0;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const off = a01 * a01 + a02 * a02 + a12 * a12;
    if (off <= DIAGONAL * (a00 * a00 + a11 * a11 + a22 * a22)) break;
    // (0, 1)
    let t = tangentOf(a00, a11, a01);
    let c = 1.0 / Math.sqrt(t * t + 1.0);
    let s = t * c;
    a00 -= t * a01;
    a11 += t * a01;
    a01 = 0.0;
    let x = a02;
    a02 = c * x - s * a12;
    a12 = s * x + c * a12;
    x = v00;
    v00 = c * x - s * v01;
    v01 = s * x + c * v01;
    x = v10;
    v10 = c * x - s * v11;
    v11 = s * x + c * v11;
    x = v20;
    v20 = c * x - s * v21;
    v21 = s * x + c * v21;
    // (0, 2)
    t = tangentOf(a00, a22, a02);
    c = 1.0 / Math.sqrt(t * t + 1.0);
    s = t * c;
    a00 -= t * a02;
    a22 += t * a02;
    a02 = 0.0;
    x = a01;
    a01 = c * x - s * a12;
    a12 = s * x + c * a12;
    x = v00;
    v00 = c * x - s * v02;
    v02 = s * x + c * v02;
    x = v10;
    v10 = c * x - s * v12;
    v12 = s * x + c * v12;
    x = v20;
    v20 = c * x - s * v22;
    v22 = s * x + c * v22;
    // (1, 2)
    t = tangentOf(a11, a22, a12);
    c = 1.0 / Math.sqrt(t * t + 1.0);
    s = t * c;
    a11 -= t * a12;
    a22 += t * a12;
    a12 = 0.0;
    x = a01;
    a01 = c * x - s * a02;
    a02 = s * x + c * a02;
    x = v01;
    v01 = c * x - s * v02;
    v02 = s * x + c * v02;
    x = v11;
    v11 = c * x - s * v12;
    v12 = s * x + c * v12;
    x = v21;
    v21 = c * x - s * v22;
    v22 = s * x + c * v22;
  }
  a00 = Math.max(a00, 0.0);
  a11 = Math.max(a11, 0.0);
  a22 = Math.max(a22, 0.0);
  store<f32>(at, <f32>(a00 * v00 * v00 + a11 * v01 * v01 + a22 * v02 * v02));
  store<f32>(at, <f32>(a00 * v10 * v10 + a11 * v11 * v11 + a22 * v12 * v12), 16);
  store<f32>(at, <f32>(a00 * v20 * v20 + a11 * v21 * v21 + a22 * v22 * v22), 32);
  store<f32>(at, <f32>(a00 * v00 * v10 + a11 * v01 * v11 + a22 * v02 * v12), 48);
  store<f32>(at, <f32>(a00 * v00 * v20 + a11 * v01 * v21 + a22 * v02 * v22), 64);
  store<f32>(at, <f32>(a00 * v10 * v20 + a11 * v11 * v21 + a22 * v12 * v22), 80);
}

/** Returns the tangent of the angle of a Jacobi rotation of (p, q), at most 45 degrees. */
function tangentOf(p: f64, q: f64, off: f64): f64 {
  if (off == 0.0) return 0.0;
  const theta = (q - p) / (2.0 * off);
  const t = 1.0 / (Math.abs(theta) + Math.sqrt(theta * theta + 1.0));
  return theta < 0.0 ? -t : t;
}
