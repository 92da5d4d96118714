import {
  CORNER_VECTORS_AT,
  DEFORMATIONS_AT,
  FIBROUS,
  GRADIENTS_AT,
  HEXAHEDRA,
  MATERIALS_AT,
  MATERIAL_COUNT,
  PRINCIPAL_AT,
  ROTATIONS_AT,
  STRENGTH,
  VOLUMES_AT,
} from '../bodyFields';
import { field, scalar, share } from './body';
import { storeCornerVectors } from './cornerVectors';
import { fibreDirection, fibrePull, fibreVector } from './fibres';
import { add, mul, mul3, storeMatrix } from './lanes';
import { OUTSIDE } from './materialStages';

/** Corner forces of the materials whose principal stress was computed outside, from the stored U and V. */
export function principalForces(thread: u32, threads: u32, body: usize): void {
  const materials = field(body, MATERIALS_AT);
  const count = field(body, MATERIAL_COUNT);
  for (let m: usize = 0; m < count; m++) {
    const material = materials + (m << 4);
    if (load<u32>(material) != OUTSIDE) continue;
    const first: u32 = load<u32>(material, 4) << 1;
    const groups: u32 = (load<u32>(material, 8) << 1) - first;
    const end: u32 = first + share(groups, thread + 1, threads);
    const params = <usize>load<u32>(material, 12);
    for (let g: u32 = first + share(groups, thread, threads); g < end; g++) principalGroup(body, <usize>g, params);
  }
}

function principalGroup(body: usize, group: usize, params: usize): void {
  const turn = field(body, ROTATIONS_AT) + group * 288;
  const principal = field(body, PRINCIPAL_AT) + group * 48;
  const strength = f32x4.splat(-(<f32>scalar(body, STRENGTH)));
  const scale = mul(strength, v128.load(field(body, VOLUMES_AT) + (group << 4)));
  // Three per element to three lane vectors.
  const a = v128.load(principal, 0);
  const b = v128.load(principal, 16);
  const c = v128.load(principal, 32);
  const p0 = mul(scale, v128.shuffle<f32>(v128.shuffle<f32>(a, b, 0, 3, 6, 6), c, 0, 1, 2, 5));
  const p1 = mul(scale, v128.shuffle<f32>(v128.shuffle<f32>(a, b, 1, 4, 7, 7), c, 0, 1, 2, 6));
  const p2 = mul(scale, v128.shuffle<f32>(v128.shuffle<f32>(a, b, 2, 5, 5, 5), c, 0, 1, 4, 7));
  const v00 = v128.load(turn, 144);
  const v01 = v128.load(turn, 160);
  const v02 = v128.load(turn, 176);
  const v10 = v128.load(turn, 192);
  const v11 = v128.load(turn, 208);
  const v12 = v128.load(turn, 224);
  const v20 = v128.load(turn, 240);
  const v21 = v128.load(turn, 256);
  const v22 = v128.load(turn, 272);
  let r0 = mul(p0, v128.load(turn, 0));
  let r1 = mul(p1, v128.load(turn, 16));
  let r2 = mul(p2, v128.load(turn, 32));
  let p00 = mul3(r0, v00, r1, v01, r2, v02);
  let p01 = mul3(r0, v10, r1, v11, r2, v12);
  let p02 = mul3(r0, v20, r1, v21, r2, v22);
  r0 = mul(p0, v128.load(turn, 48));
  r1 = mul(p1, v128.load(turn, 64));
  r2 = mul(p2, v128.load(turn, 80));
  let p10 = mul3(r0, v00, r1, v01, r2, v02);
  let p11 = mul3(r0, v10, r1, v11, r2, v12);
  let p12 = mul3(r0, v20, r1, v21, r2, v22);
  r0 = mul(p0, v128.load(turn, 96));
  r1 = mul(p1, v128.load(turn, 112));
  r2 = mul(p2, v128.load(turn, 128));
  let p20 = mul3(r0, v00, r1, v01, r2, v02);
  let p21 = mul3(r0, v10, r1, v11, r2, v12);
  let p22 = mul3(r0, v20, r1, v21, r2, v22);
  if (field(body, FIBROUS) != 0) {
    const pull = mul(scale, fibrePull(body, group, params));
    const ax = fibreDirection(body, group, 0);
    const ay = fibreDirection(body, group, 1);
    const az = fibreDirection(body, group, 2);
    const dx = mul(pull, fibreVector(body, group, 0));
    const dy = mul(pull, fibreVector(body, group, 1));
    const dz = mul(pull, fibreVector(body, group, 2));
    p00 = add(p00, mul(dx, ax));
    p01 = add(p01, mul(dx, ay));
    p02 = add(p02, mul(dx, az));
    p10 = add(p10, mul(dy, ax));
    p11 = add(p11, mul(dy, ay));
    p12 = add(p12, mul(dy, az));
    p20 = add(p20, mul(dz, ax));
    p21 = add(p21, mul(dz, ay));
    p22 = add(p22, mul(dz, az));
  }
  if (field(body, HEXAHEDRA) != 0) {
    const stress = field(body, DEFORMATIONS_AT) + group * 144;
    storeMatrix(stress, p00, p01, p02, p10, p11, p12, p20, p21, p22);
    return;
  }
  const out = field(body, CORNER_VECTORS_AT) + (group << 8);
  storeCornerVectors(out, field(body, GRADIENTS_AT) + group * 144, p00, p01, p02, p10, p11, p12, p20, p21, p22);
}
