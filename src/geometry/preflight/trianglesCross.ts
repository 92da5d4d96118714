/** Relative size of the rounding error of `orientation`: below it the four points count as coplanar. */
const rounding = 1e-13;

/**
 * Returns six times the signed volume of (a, b, c, d), or 0 where rounding could have decided its sign. Offsets into `x`.
 * Positive when d is on the side of (a, b, c) that its normal cross(b - a, c - a) points to.
 */
function orientation(x: Float64Array, a: number, b: number, c: number, d: number): number {
  const ux = x[a] - x[d];
  const uy = x[a + 1] - x[d + 1];
  const uz = x[a + 2] - x[d + 2];
  const vx = x[b] - x[d];
  const vy = x[b + 1] - x[d + 1];
  const vz = x[b + 2] - x[d + 2];
  const wx = x[c] - x[d];
  const wy = x[c + 1] - x[d + 1];
  const wz = x[c + 2] - x[d + 2];
  const p = vy * wz - vz * wy;
  const q = vz * wx - vx * wz;
  const r = vx * wy - vy * wx;
  const size =
    Math.abs(ux) * (Math.abs(vy * wz) + Math.abs(vz * wy)) +
    Math.abs(uy) * (Math.abs(vz * wx) + Math.abs(vx * wz)) +
    Math.abs(uz) * (Math.abs(vx * wy) + Math.abs(vy * wx));
  const value = -(ux * p + uy * q + uz * r);
  return Math.abs(value) <= rounding * size ? 0 : value;
}

/** Returns whether the segment pq passes through the interior of triangle abc, from strictly one side to strictly the other. */
export function segmentCrosses(x: Float64Array, p: number, q: number, a: number, b: number, c: number): boolean {
  const sideP = orientation(x, a, b, c, p);
  const sideQ = orientation(x, a, b, c, q);
  if (!(sideP > 0 ? sideQ < 0 : sideP < 0 && sideQ > 0)) return false;
  const s = orientation(x, p, q, a, b);
  const t = orientation(x, p, q, b, c);
  const u = orientation(x, p, q, c, a);
  return (s >= 0 && t >= 0 && u >= 0 && s + t + u > 0) || (s <= 0 && t <= 0 && u <= 0 && s + t + u < 0);
}

/**
 * Returns whether two triangles without a common vertex intersect, or overlap in one plane. Corners are offsets into
 * `x`. Triangles that only touch do not count.
 */
export function trianglesCross(x: Float64Array, s: ArrayLike<number>, t: ArrayLike<number>): boolean {
  const above = [0, 0, 0];
  let coplanar = 0;
  for (let k = 0; k < 3; k++) {
    above[k] = Math.sign(orientation(x, t[0], t[1], t[2], s[k]));
    if (above[k] === 0) coplanar++;
  }
  if (coplanar === 3) return overlapInPlane(x, s, t);
  if (!above.includes(1) || !above.includes(-1)) return false;
  for (let k = 0; k < 3; k++) {
    if (segmentCrosses(x, s[k], s[(k + 1) % 3], t[0], t[1], t[2])) return true;
    if (segmentCrosses(x, t[k], t[(k + 1) % 3], s[0], s[1], s[2])) return true;
  }
  return false;
}

/** Returns whether coplanar triangles overlap, seen along the largest component of the first one's normal: whether no edge of either separates them. */
function overlapInPlane(x: Float64Array, s: ArrayLike<number>, t: ArrayLike<number>): boolean {
  const axis = dominantAxis(x, s);
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  const turn = (a: number, b: number, c: number): number => {
    const left = (x[b + u] - x[a + u]) * (x[c + v] - x[a + v]);
    const right = (x[b + v] - x[a + v]) * (x[c + u] - x[a + u]);
    const value = left - right;
    return Math.abs(value) <= rounding * (Math.abs(left) + Math.abs(right)) ? 0 : value;
  };
  return !hasSeparatingEdge(s, t, turn) && !hasSeparatingEdge(t, s, turn);
}

function hasSeparatingEdge(
  s: ArrayLike<number>,
  t: ArrayLike<number>,
  turn: (a: number, b: number, c: number) => number,
): boolean {
  const facing = Math.sign(turn(s[0], s[1], s[2]));
  if (facing === 0) return true;
  for (let k = 0; k < 3; k++) {
    let outside = 0;
    for (let corner = 0; corner < 3; corner++) if (facing * turn(s[k], s[(k + 1) % 3], t[corner]) <= 0) outside++;
    if (outside === 3) return true;
  }
  return false;
}

function dominantAxis(x: Float64Array, s: ArrayLike<number>): number {
  const [a, b, c] = [s[0], s[1], s[2]];
  const size = [0, 1, 2].map((axis) => {
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    return Math.abs((x[b + u] - x[a + u]) * (x[c + v] - x[a + v]) - (x[b + v] - x[a + v]) * (x[c + u] - x[a + u]));
  });
  return size.indexOf(Math.max(...size));
}
