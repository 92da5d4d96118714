import {
  CORNERS_AT,
  CORNER_COUNT,
  CORNER_VECTORS_AT,
  DEFORMATIONS_AT,
  GRADIENTS_AT,
  PAIR_COUNT,
  POINT_GROUPS,
  POSITIONS_AT,
  VERTEX_COUNT,
} from '../bodyFields';
import { field, share } from './body';
import { sumLanes } from './cornerVectors';
import { add, mul, mul3, storeMatrix, subPairs } from './lanes';

// Elements whose quadrature points are the lanes of one or more groups (Irving 2007, 2.10): 8 points of a hexahedron, 4 of a quadratic tetrahedron.

const GROUP_BYTES: usize = 144;
/** The gradient of one corner at the points of a group. */
const SHAPE_BYTES: usize = 48;

/** Returns the number of elements, those of padding included. */
export function pointElementCount(body: usize): u32 {
  return 2 * <u32>field(body, PAIR_COUNT) / <u32>field(body, POINT_GROUPS);
}

/** F = sum_a (x_a - x_0) g_a^T at the points of this thread's elements, since the gradients add up to zero: positions against a corner of the element are as precise as its strains need. */
export function pointDeformations(thread: u32, threads: u32, body: usize): void {
  const count = pointElementCount(body);
  const groups = field(body, POINT_GROUPS);
  const cornerBytes = field(body, CORNER_COUNT) << 2;
  const positions = field(body, POSITIONS_AT);
  const rests = field(body, VERTEX_COUNT) << 4;
  const first = <usize>share(count, thread, threads);
  const last = <usize>share(count, thread + 1, threads);
  let corners = field(body, CORNERS_AT) + first * cornerBytes;
  const end = field(body, CORNERS_AT) + last * cornerBytes;
  let shape = field(body, GRADIENTS_AT) + first * groups * (SHAPE_BYTES / 4) * cornerBytes;
  let out = field(body, DEFORMATIONS_AT) + first * groups * GROUP_BYTES;
  for (; corners < end; corners += cornerBytes) {
    const origin = positions + <usize>load<u32>(corners);
    for (let group: usize = 0; group < groups; group++) {
      shape += SHAPE_BYTES;
      let f00 = f32x4.splat(0.0);
      let f01 = f00;
      let f02 = f00;
      let f10 = f00;
      let f11 = f00;
      let f12 = f00;
      let f20 = f00;
      let f21 = f00;
      let f22 = f00;
      for (let corner: usize = 4; corner < cornerBytes; corner += 4) {
        const edge = subPairs(positions + <usize>load<u32>(corners + corner), origin, rests);
        const x = v128.shuffle<f32>(edge, edge, 0, 0, 0, 0);
        const y = v128.shuffle<f32>(edge, edge, 1, 1, 1, 1);
        const z = v128.shuffle<f32>(edge, edge, 2, 2, 2, 2);
        const gx = v128.load(shape);
        const gy = v128.load(shape, 16);
        const gz = v128.load(shape, 32);
        shape += SHAPE_BYTES;
        f00 = add(f00, mul(x, gx));
        f01 = add(f01, mul(x, gy));
        f02 = add(f02, mul(x, gz));
        f10 = add(f10, mul(y, gx));
        f11 = add(f11, mul(y, gy));
        f12 = add(f12, mul(y, gz));
        f20 = add(f20, mul(z, gx));
        f21 = add(f21, mul(z, gy));
        f22 = add(f22, mul(z, gz));
      }
      storeMatrix(out, f00, f01, f02, f10, f11, f12, f20, f21, f22);
      out += GROUP_BYTES;
    }
  }
}

/** Corner forces sum_q A_q g_a of this thread's elements, A_q = -volume strength P left by the element kernel. */
export function pointForces(thread: u32, threads: u32, body: usize): void {
  const count = pointElementCount(body);
  const groups = field(body, POINT_GROUPS);
  const corners = field(body, CORNER_COUNT);
  const shapeBytes = corners * SHAPE_BYTES;
  const first = <usize>share(count, thread, threads);
  const last = <usize>share(count, thread + 1, threads);
  let stress = field(body, DEFORMATIONS_AT) + first * groups * GROUP_BYTES;
  let shape = field(body, GRADIENTS_AT) + first * groups * shapeBytes;
  let out = field(body, CORNER_VECTORS_AT) + ((first * corners) << 4);
  const end = field(body, CORNER_VECTORS_AT) + ((last * corners) << 4);
  while (out < end) {
    for (let corner: usize = 0; corner < shapeBytes; corner += SHAPE_BYTES) {
      v128.store(out, cornerForce(stress, shape + corner, shapeBytes, groups));
      out += 16;
    }
    stress += groups * GROUP_BYTES;
    shape += groups * shapeBytes;
  }
}

/** Sum over the lanes of all groups of A g, as x y z 0. */
function cornerForce(stress: usize, shape: usize, shapeBytes: usize, groups: usize): v128 {
  let x = forceLane(stress, shape);
  let y = forceLane(stress + 48, shape);
  let z = forceLane(stress + 96, shape);
  for (let group: usize = 1; group < groups; group++) {
    stress += GROUP_BYTES;
    shape += shapeBytes;
    x = add(x, forceLane(stress, shape));
    y = add(y, forceLane(stress + 48, shape));
    z = add(z, forceLane(stress + 96, shape));
  }
  return sumLanes(x, y, z);
}

/** One row of A times g, four points at once. */
function forceLane(row: usize, shape: usize): v128 {
  return mul3(
    v128.load(row),
    v128.load(shape),
    v128.load(row, 16),
    v128.load(shape, 16),
    v128.load(row, 32),
    v128.load(shape, 32),
  );
}
