import { CORNER_VECTORS_AT, DEFORMATIONS_AT, FIBROUS, GRADIENTS_AT, POINT_GROUPS, STRENGTH, VOLUMES_AT } from '../../bodyFields';
import { field, scalar } from '../body';
import { storeCornerVectors } from '../cornerVectors';
import { fibreDirection, fibreVector } from '../fibres';
import { add, mul, mul3, storeMatrix } from '../lanes';
import { MATRIX, ROTATIONS, TRIPLE } from './work';

/**
 * Writes what `count` groups do to their corners, from U, V and the principal stresses p: with A = -volume strength P, P = U diag(p) V^T, the
 * corner forces A g_a where a lane is a tetrahedron; where lanes are points A itself, in DEFORMATIONS_AT, which `pointForces` goes on with.
 */
export function stressForces(
  body: usize,
  first: usize,
  rotations: usize,
  stresses: usize,
  pulls: usize,
  count: usize,
): void {
  const points = field(body, POINT_GROUPS) != 0;
  const fibrous = field(body, FIBROUS) != 0;
  const strength = f32x4.splat(-(<f32>scalar(body, STRENGTH)));
  const volumes = field(body, VOLUMES_AT);
  const deformations = field(body, DEFORMATIONS_AT);
  const vectors = field(body, CORNER_VECTORS_AT);
  const gradients = field(body, GRADIENTS_AT);
  const end = first + count;
  for (let group = first; group < end; group++) {
    const scale = mul(strength, v128.load(volumes + (group << 4)));
    const p0 = mul(scale, v128.load(stresses));
    const p1 = mul(scale, v128.load(stresses, 16));
    const p2 = mul(scale, v128.load(stresses, 32));
    const v00 = v128.load(rotations, 144);
    const v01 = v128.load(rotations, 160);
    const v02 = v128.load(rotations, 176);
    const v10 = v128.load(rotations, 192);
    const v11 = v128.load(rotations, 208);
    const v12 = v128.load(rotations, 224);
    const v20 = v128.load(rotations, 240);
    const v21 = v128.load(rotations, 256);
    const v22 = v128.load(rotations, 272);
    let r0 = mul(v128.load(rotations, 0), p0);
    let r1 = mul(v128.load(rotations, 16), p1);
    let r2 = mul(v128.load(rotations, 32), p2);
    let a00 = mul3(r0, v00, r1, v01, r2, v02);
    let a01 = mul3(r0, v10, r1, v11, r2, v12);
    let a02 = mul3(r0, v20, r1, v21, r2, v22);
    r0 = mul(v128.load(rotations, 48), p0);
    r1 = mul(v128.load(rotations, 64), p1);
    r2 = mul(v128.load(rotations, 80), p2);
    let a10 = mul3(r0, v00, r1, v01, r2, v02);
    let a11 = mul3(r0, v10, r1, v11, r2, v12);
    let a12 = mul3(r0, v20, r1, v21, r2, v22);
    r0 = mul(v128.load(rotations, 96), p0);
    r1 = mul(v128.load(rotations, 112), p1);
    r2 = mul(v128.load(rotations, 128), p2);
    let a20 = mul3(r0, v00, r1, v01, r2, v02);
    let a21 = mul3(r0, v10, r1, v11, r2, v12);
    let a22 = mul3(r0, v20, r1, v21, r2, v22);
    if (fibrous) {
      const pull = mul(scale, v128.load(pulls + ((group - first) << 4)));
      const fx = fibreDirection(body, group, 0);
      const fy = fibreDirection(body, group, 1);
      const fz = fibreDirection(body, group, 2);
      const dx = mul(pull, fibreVector(body, group, 0));
      const dy = mul(pull, fibreVector(body, group, 1));
      const dz = mul(pull, fibreVector(body, group, 2));
      a00 = add(a00, mul(dx, fx));
      a01 = add(a01, mul(dx, fy));
      a02 = add(a02, mul(dx, fz));
      a10 = add(a10, mul(dy, fx));
      a11 = add(a11, mul(dy, fy));
      a12 = add(a12, mul(dy, fz));
      a20 = add(a20, mul(dz, fx));
      a21 = add(a21, mul(dz, fy));
      a22 = add(a22, mul(dz, fz));
    }
    if (points) storeMatrix(deformations + group * MATRIX, a00, a01, a02, a10, a11, a12, a20, a21, a22);
    else storeCornerVectors(vectors + (group << 8), gradients + group * MATRIX, a00, a01, a02, a10, a11, a12, a20, a21, a22);
    rotations += ROTATIONS;
    stresses += TRIPLE;
  }
}
