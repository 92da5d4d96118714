/** Most cells along an axis, as a power of two. */
const MAX_BITS = 10;

/**
 * Numbers of points (xyz each) in the order of a Z-curve over their bounding box (Morton 1966): neighbours in the list are near in space.
 * Equal cells keep the order of the points; coordinates that are no numbers count as the lowest.
 */
export function mortonOrder(points: ArrayLike<number>): Uint32Array {
  const count = points.length / 3;
  // A sort key holds the cell and the point's number, together below 2^53.
  const bits = Math.min(MAX_BITS, Math.floor((52 - Math.ceil(Math.log2(Math.max(count, 1)))) / 3));
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    const axis = i % 3;
    if (points[i] < low[axis]) low[axis] = points[i];
    if (points[i] > high[axis]) high[axis] = points[i];
  }
  const cells = 2 ** bits;
  const perMetre = low.map((lowest, axis) => (high[axis] > lowest ? (cells - 1) / (high[axis] - lowest) : 0));
  const keys = new Float64Array(count);
  for (let p = 0; p < count; p++) {
    let code = 0;
    for (let axis = 0; axis < 3; axis++) {
      code |= spread(((points[3 * p + axis] - low[axis]) * perMetre[axis]) | 0) << axis;
    }
    keys[p] = code * count + p;
  }
  keys.sort();
  const order = new Uint32Array(count);
  for (let k = 0; k < count; k++) order[k] = keys[k] % count;
  return order;
}

/** Two zero bits between neighbouring bits of a number below 2^10. */
function spread(value: number): number {
  let bits = value & 0x3ff;
  bits = (bits | (bits << 16)) & 0x030000ff;
  bits = (bits | (bits << 8)) & 0x0300f00f;
  bits = (bits | (bits << 4)) & 0x030c30c3;
  bits = (bits | (bits << 2)) & 0x09249249;
  return bits;
}
