import { CORNERS_AT, GRADIENTS_AT, POSITIONS_AT, VERTEX_COUNT } from '../../bodyFields';
import { field } from '../body';
import { mul3, subPairs, xLanes, yLanes, zLanes } from '../lanes';
import { MATRIX } from './work';

/** F = sum_a d_a g_a^T of `count` groups of tetrahedra, from their edge vectors d_a and shape gradients g_a. */
export function deformationGradients(body: usize, first: usize, count: usize, out: usize): void {
  const positions = field(body, POSITIONS_AT);
  const rests = field(body, VERTEX_COUNT) << 4;
  let corners = field(body, CORNERS_AT) + (first << 6);
  let g = field(body, GRADIENTS_AT) + first * MATRIX;
  for (const end = out + count * MATRIX; out < end; out += MATRIX) {
    // Edge vectors, lane by lane, then transposed so that one vector holds one component of four elements.
    const a0 = positions + <usize>load<u32>(corners, 0);
    const b0 = positions + <usize>load<u32>(corners, 4);
    const c0 = positions + <usize>load<u32>(corners, 8);
    const d0 = positions + <usize>load<u32>(corners, 12);
    let a = subPairs(positions + <usize>load<u32>(corners, 16), a0, rests);
    let b = subPairs(positions + <usize>load<u32>(corners, 20), b0, rests);
    let c = subPairs(positions + <usize>load<u32>(corners, 24), c0, rests);
    let d = subPairs(positions + <usize>load<u32>(corners, 28), d0, rests);
    const x1 = xLanes(a, b, c, d);
    const y1 = yLanes(a, b, c, d);
    const z1 = zLanes(a, b, c, d);
    a = subPairs(positions + <usize>load<u32>(corners, 32), a0, rests);
    b = subPairs(positions + <usize>load<u32>(corners, 36), b0, rests);
    c = subPairs(positions + <usize>load<u32>(corners, 40), c0, rests);
    d = subPairs(positions + <usize>load<u32>(corners, 44), d0, rests);
    const x2 = xLanes(a, b, c, d);
    const y2 = yLanes(a, b, c, d);
    const z2 = zLanes(a, b, c, d);
    a = subPairs(positions + <usize>load<u32>(corners, 48), a0, rests);
    b = subPairs(positions + <usize>load<u32>(corners, 52), b0, rests);
    c = subPairs(positions + <usize>load<u32>(corners, 56), c0, rests);
    d = subPairs(positions + <usize>load<u32>(corners, 60), d0, rests);
    const x3 = xLanes(a, b, c, d);
    const y3 = yLanes(a, b, c, d);
    const z3 = zLanes(a, b, c, d);

    const g10 = v128.load(g, 0);
    const g20 = v128.load(g, 48);
    const g30 = v128.load(g, 96);
    v128.store(out, mul3(x1, g10, x2, g20, x3, g30), 0);
    v128.store(out, mul3(y1, g10, y2, g20, y3, g30), 48);
    v128.store(out, mul3(z1, g10, z2, g20, z3, g30), 96);
    const g11 = v128.load(g, 16);
    const g21 = v128.load(g, 64);
    const g31 = v128.load(g, 112);
    v128.store(out, mul3(x1, g11, x2, g21, x3, g31), 16);
    v128.store(out, mul3(y1, g11, y2, g21, y3, g31), 64);
    v128.store(out, mul3(z1, g11, z2, g21, z3, g31), 112);
    const g12 = v128.load(g, 32);
    const g22 = v128.load(g, 80);
    const g32 = v128.load(g, 128);
    v128.store(out, mul3(x1, g12, x2, g22, x3, g32), 32);
    v128.store(out, mul3(y1, g12, y2, g22, y3, g32), 80);
    v128.store(out, mul3(z1, g12, z2, g22, z3, g32), 128);
    corners += 64;
    g += MATRIX;
  }
}
