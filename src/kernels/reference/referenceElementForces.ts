/**
 * The element kernel in plain float64 TypeScript: the same algorithm without lanes, as a check and as the reference of the
 * kernel's speed. Rotated linear material only: P = U diag(2 mu (s - 1) + lambda tr(s - 1)) V^T (Irving 2007, 2.5 and 2.6).
 */

/** Jacobi sweeps over F^T F for f64. */
const SWEEPS = 6;
const ROTATION_LIMIT = 3 + 2 * Math.SQRT2;
const TAN_EIGHTH_TURN = Math.SQRT2 - 1;
const NO_LENGTH = 1e-60;
const NEGLIGIBLE = 1e-24;

const f = new Float64Array(9);
const v = new Float64Array(9);
const b = new Float64Array(9);
const u = new Float64Array(9);

export interface ReferenceElements {
  /** Four vertices per tetrahedron. */
  readonly tets: Uint32Array;
  /** Dm^-1, row-major, 1/m. */
  readonly inverseEdges: Float64Array;
  /** m3. */
  readonly volumes: Float64Array;
}

/**
 * Computes corner forces (12 per tetrahedron, N) and signed principal stretches (3 per tetrahedron, descending) at `positions` (xyz per vertex, m).
 * mu, lambda in Pa.
 */
export function referenceElementForces(
  elements: ReferenceElements,
  positions: Float64Array,
  mu: number,
  lambda: number,
  stretches: Float64Array,
  cornerForces: Float64Array,
): void {
  const { inverseEdges: g, volumes } = elements;
  for (let t = 0; t < volumes.length; t++) {
    deformationGradient(elements, positions, t);
    diagonalise();
    orderColumns();
    leftRotation();
    const s0 = u[0] * b[0] + u[3] * b[3] + u[6] * b[6];
    const s1 = u[1] * b[1] + u[4] * b[4] + u[7] * b[7];
    const s2 = u[2] * b[2] + u[5] * b[5] + u[8] * b[8];
    stretches[3 * t] = s0;
    stretches[3 * t + 1] = s1;
    stretches[3 * t + 2] = s2;
    const pressure = lambda * (s0 + s1 + s2 - 3);
    const scale = -volumes[t];
    const p0 = scale * (2 * mu * (s0 - 1) + pressure);
    const p1 = scale * (2 * mu * (s1 - 1) + pressure);
    const p2 = scale * (2 * mu * (s2 - 1) + pressure);
    for (let i = 0; i < 3; i++) {
      const a0 = u[3 * i] * p0;
      const a1 = u[3 * i + 1] * p1;
      const a2 = u[3 * i + 2] * p2;
      const px = a0 * v[0] + a1 * v[1] + a2 * v[2];
      const py = a0 * v[3] + a1 * v[4] + a2 * v[5];
      const pz = a0 * v[6] + a1 * v[7] + a2 * v[8];
      const f1 = px * g[9 * t] + py * g[9 * t + 1] + pz * g[9 * t + 2];
      const f2 = px * g[9 * t + 3] + py * g[9 * t + 4] + pz * g[9 * t + 5];
      const f3 = px * g[9 * t + 6] + py * g[9 * t + 7] + pz * g[9 * t + 8];
      cornerForces[12 * t + i] = -(f1 + f2 + f3);
      cornerForces[12 * t + 3 + i] = f1;
      cornerForces[12 * t + 6 + i] = f2;
      cornerForces[12 * t + 9 + i] = f3;
    }
  }
}

/** f = Ds Dm^-1. */
function deformationGradient({ tets, inverseEdges: g }: ReferenceElements, x: Float64Array, t: number): void {
  const a = 3 * tets[4 * t];
  const i1 = 3 * tets[4 * t + 1];
  const i2 = 3 * tets[4 * t + 2];
  const i3 = 3 * tets[4 * t + 3];
  for (let i = 0; i < 3; i++) {
    const d1 = x[i1 + i] - x[a + i];
    const d2 = x[i2 + i] - x[a + i];
    const d3 = x[i3 + i] - x[a + i];
    f[3 * i] = d1 * g[9 * t] + d2 * g[9 * t + 3] + d3 * g[9 * t + 6];
    f[3 * i + 1] = d1 * g[9 * t + 1] + d2 * g[9 * t + 4] + d3 * g[9 * t + 7];
    f[3 * i + 2] = d1 * g[9 * t + 2] + d2 * g[9 * t + 5] + d3 * g[9 * t + 8];
  }
}

/** v from Jacobi rotations on F^T F, collected in an unnormalised quaternion, then b = F V. */
function diagonalise(): void {
  let s00 = f[0] * f[0] + f[3] * f[3] + f[6] * f[6];
  let s11 = f[1] * f[1] + f[4] * f[4] + f[7] * f[7];
  let s22 = f[2] * f[2] + f[5] * f[5] + f[8] * f[8];
  let s01 = f[0] * f[1] + f[3] * f[4] + f[6] * f[7];
  let s12 = f[1] * f[2] + f[4] * f[5] + f[7] * f[8];
  let s02 = f[0] * f[2] + f[3] * f[5] + f[6] * f[8];
  let w = 1;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    // About z, x and y: columns (0, 1), (1, 2), (2, 0). Written out: numbers kept in arrays or closures cost a third more.
    {
      const ch = 2 * (s00 - s11);
      const ch2 = ch * ch;
      const sh2 = s01 * s01;
      const small = ROTATION_LIMIT * sh2 + 1e-60 < ch2;
      const r = 1 / (ch2 + sh2);
      const t = small ? s01 / ch : TAN_EIGHTH_TURN;
      const c = small ? (ch2 - sh2) * r : Math.SQRT1_2;
      const s = small ? 2 * ch * s01 * r : Math.SQRT1_2;
      const cp = c * s00 + s * s01;
      const cq = c * s01 + s * s11;
      const turned = c * cp + s * cq;
      s11 = s00 + s11 - turned;
      s00 = turned;
      s01 = c * cq - s * cp;
      const k = s02;
      s02 = c * k + s * s12;
      s12 = c * s12 - s * k;
      const real = w;
      const next = x;
      w = real - t * z;
      z += t * real;
      x = next + t * y;
      y -= t * next;
    }
    {
      const ch = 2 * (s11 - s22);
      const ch2 = ch * ch;
      const sh2 = s12 * s12;
      const small = ROTATION_LIMIT * sh2 + 1e-60 < ch2;
      const r = 1 / (ch2 + sh2);
      const t = small ? s12 / ch : TAN_EIGHTH_TURN;
      const c = small ? (ch2 - sh2) * r : Math.SQRT1_2;
      const s = small ? 2 * ch * s12 * r : Math.SQRT1_2;
      const cp = c * s11 + s * s12;
      const cq = c * s12 + s * s22;
      const turned = c * cp + s * cq;
      s22 = s11 + s22 - turned;
      s11 = turned;
      s12 = c * cq - s * cp;
      const k = s01;
      s01 = c * k + s * s02;
      s02 = c * s02 - s * k;
      const real = w;
      const next = y;
      w = real - t * x;
      x += t * real;
      y = next + t * z;
      z -= t * next;
    }
    {
      const ch = 2 * (s22 - s00);
      const ch2 = ch * ch;
      const sh2 = s02 * s02;
      const small = ROTATION_LIMIT * sh2 + 1e-60 < ch2;
      const r = 1 / (ch2 + sh2);
      const t = small ? s02 / ch : TAN_EIGHTH_TURN;
      const c = small ? (ch2 - sh2) * r : Math.SQRT1_2;
      const s = small ? 2 * ch * s02 * r : Math.SQRT1_2;
      const cp = c * s22 + s * s02;
      const cq = c * s02 + s * s00;
      const turned = c * cp + s * cq;
      s00 = s22 + s00 - turned;
      s22 = turned;
      s02 = c * cq - s * cp;
      const k = s12;
      s12 = c * k + s * s01;
      s01 = c * s01 - s * k;
      const real = w;
      const next = z;
      w = real - t * y;
      y += t * real;
      z = next + t * x;
      x -= t * next;
    }
  }
  const two = 2 / (w * w + x * x + y * y + z * z);
  v[0] = 1 - two * (y * y + z * z);
  v[1] = two * (x * y - z * w);
  v[2] = two * (x * z + y * w);
  v[3] = two * (x * y + z * w);
  v[4] = 1 - two * (x * x + z * z);
  v[5] = two * (y * z - x * w);
  v[6] = two * (x * z - y * w);
  v[7] = two * (y * z + x * w);
  v[8] = 1 - two * (x * x + y * y);
  for (let i = 0; i < 9; i += 3) {
    b[i] = f[i] * v[0] + f[i + 1] * v[3] + f[i + 2] * v[6];
    b[i + 1] = f[i] * v[1] + f[i + 1] * v[4] + f[i + 2] * v[7];
    b[i + 2] = f[i] * v[2] + f[i + 1] * v[5] + f[i + 2] * v[8];
  }
}

/** Columns of b (and v) by falling length, by rotations (p, q) -> (q, -p). */
function orderColumns(): void {
  let n0 = b[0] * b[0] + b[3] * b[3] + b[6] * b[6];
  let n1 = b[1] * b[1] + b[4] * b[4] + b[7] * b[7];
  let n2 = b[2] * b[2] + b[5] * b[5] + b[8] * b[8];
  if (n0 < n1) {
    swapColumns(0, 1);
    [n0, n1] = [n1, n0];
  }
  if (n0 < n2) {
    swapColumns(0, 2);
    [n0, n2] = [n2, n0];
  }
  if (n1 < n2) swapColumns(1, 2);
}

function swapColumns(p: number, q: number): void {
  for (let i = 0; i < 9; i += 3) {
    const bp = b[i + p];
    b[i + p] = b[i + q];
    b[i + q] = -bp;
    const vp = v[i + p];
    v[i + p] = v[i + q];
    v[i + q] = -vp;
  }
}

/** u by Gram-Schmidt on the columns of b; where one has no direction, the column of v takes its place. */
function leftRotation(): void {
  const n0 = b[0] * b[0] + b[3] * b[3] + b[6] * b[6];
  const from = n0 <= NO_LENGTH ? v : b;
  const inverse = n0 <= NO_LENGTH ? 1 : 1 / Math.sqrt(n0);
  const ux = from[0] * inverse;
  const uy = from[3] * inverse;
  const uz = from[6] * inverse;
  let along = ux * b[1] + uy * b[4] + uz * b[7];
  let x = b[1] - along * ux;
  let y = b[4] - along * uy;
  let z = b[7] - along * uz;
  let length2 = x * x + y * y + z * z;
  if (length2 <= Math.max(NEGLIGIBLE * n0, NO_LENGTH)) {
    const column = Math.abs(ux * v[1] + uy * v[4] + uz * v[7]) > 0.9 ? 2 : 1;
    along = ux * v[column] + uy * v[column + 3] + uz * v[column + 6];
    x = v[column] - along * ux;
    y = v[column + 3] - along * uy;
    z = v[column + 6] - along * uz;
    length2 = x * x + y * y + z * z;
  }
  const inverse2 = 1 / Math.sqrt(length2);
  x *= inverse2;
  y *= inverse2;
  z *= inverse2;
  u[0] = ux;
  u[1] = x;
  u[2] = uy * z - uz * y;
  u[3] = uy;
  u[4] = y;
  u[5] = uz * x - ux * z;
  u[6] = uz;
  u[7] = z;
  u[8] = ux * y - uy * x;
}
