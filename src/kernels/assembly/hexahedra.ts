import { CORNERS_AT, CORNER_VECTORS_AT, DEFORMATIONS_AT, GRADIENTS_AT, PAIR_COUNT, POSITIONS_AT } from '../bodyFields';
import { field, share } from './body';
import { sumLanes } from './cornerVectors';
import { add, mul, mul3, storeMatrix } from './lanes';

// A hexahedron is one pair of groups: its eight quadrature points are the lanes (Irving 2007, 2.10).

const GROUP_BYTES: usize = 144;
const SHAPE_BYTES: usize = 384;

/** F = sum_a x_a g_a^T at the eight points of this thread's hexahedra. */
export function hexDeformations(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, PAIR_COUNT);
  const positions = field(body, POSITIONS_AT);
  const end = share(count, thread + 1, threads);
  for (let hex: u32 = share(count, thread, threads); hex < end; hex++) {
    const corners = field(body, CORNERS_AT) + ((<usize>hex) << 5);
    for (let half: usize = 0; half < 2; half++) {
      const group = 2 * <usize>hex + half;
      let shape = field(body, GRADIENTS_AT) + group * SHAPE_BYTES;
      let f00 = f32x4.splat(0.0);
      let f01 = f00;
      let f02 = f00;
      let f10 = f00;
      let f11 = f00;
      let f12 = f00;
      let f20 = f00;
      let f21 = f00;
      let f22 = f00;
      for (let corner: usize = 0; corner < 8; corner++) {
        const at = positions + <usize>load<u32>(corners + (corner << 2));
        const x = v128.load32_splat(at);
        const y = v128.load32_splat(at, 4);
        const z = v128.load32_splat(at, 8);
        const gx = v128.load(shape);
        const gy = v128.load(shape, 16);
        const gz = v128.load(shape, 32);
        shape += 48;
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
      const out = field(body, DEFORMATIONS_AT) + group * GROUP_BYTES;
      storeMatrix(out, f00, f01, f02, f10, f11, f12, f20, f21, f22);
    }
  }
}

/** Corner forces sum_q A_q g_a of this thread's hexahedra, A_q = -volume strength P left by the element kernel. */
export function hexForces(thread: u32, threads: u32, body: usize): void {
  const count = <u32>field(body, PAIR_COUNT);
  const end = share(count, thread + 1, threads);
  for (let hex: u32 = share(count, thread, threads); hex < end; hex++) {
    const stress = field(body, DEFORMATIONS_AT) + 2 * <usize>hex * GROUP_BYTES;
    const shape = field(body, GRADIENTS_AT) + 2 * <usize>hex * SHAPE_BYTES;
    const out = field(body, CORNER_VECTORS_AT) + ((<usize>hex) << 7);
    for (let corner: usize = 0; corner < 8; corner++) {
      const near = shape + corner * 48;
      v128.store(out + (corner << 4), cornerForce(stress, near));
    }
  }
}

/** Sum over both groups' lanes of A g, as x y z 0. */
function cornerForce(stress: usize, shape: usize): v128 {
  const x = add(forceLane(stress, shape), forceLane(stress + GROUP_BYTES, shape + SHAPE_BYTES));
  const y = add(forceLane(stress + 48, shape), forceLane(stress + 48 + GROUP_BYTES, shape + SHAPE_BYTES));
  const z = add(forceLane(stress + 96, shape), forceLane(stress + 96 + GROUP_BYTES, shape + SHAPE_BYTES));
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
