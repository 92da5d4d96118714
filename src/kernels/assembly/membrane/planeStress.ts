import { add, mul, select4, sub } from '../lanes';
import { storeLaw } from './storeLaw';
import { LAW, STRETCHES } from './work';

/** Stretches across the sheet between which the one without stress is looked for, as in `PlaneStress`. */
const THINNEST: f32 = 1e-3;
const THICKEST: f32 = 1e3;
/** Rounds at most: as many halvings of the whole range as reach `SETTLED`, and some of Newton. */
const ROUNDS: i32 = 40;
/** The search ends at a step below this: what is left of the stress across is taken out of the stress in the plane to first order, so that 1e-10 of it remains. */
const SETTLED: f32 = 1e-5;

/**
 * Writes the law of a constitutive model in plane stress (`PlaneStress`) at the stretches of `count` groups: s3 of P3(s1, s2, s3) = 0 by Newton steps within bounds, P_a - H_a3 P3 / H_33 and
 * H_ab - H_a3 H_3b / H_33. It is compiled for each model, with the model's functions inlined; `scratch` holds H and P of a group.
 */
export function planeStressLoop<Model>(params: usize, stretches: usize, law: usize, scratch: usize, count: usize): void {
  const model = changetype<Model>(params);
  const zero = f32x4.splat(0.0);
  const one = f32x4.splat(1.0);
  const half = f32x4.splat(0.5);
  const least = f32x4.splat(THINNEST);
  const small = f32x4.splat(SETTLED);
  // How linear elasticity thins a sheet: H_13 / H_33 at rest.
  model.tangent(one, one, one, scratch, scratch + 96);
  const thinning = f32x4.div(v128.load(scratch, 64), v128.load(scratch, 32));
  for (const end = stretches + count * STRETCHES; stretches < end; stretches += STRETCHES) {
    const s1 = v128.load(stretches);
    const s2 = v128.load(stretches, 16);
    let s3 = f32x4.max(sub(one, mul(thinning, add(sub(s1, one), sub(s2, one)))), least);
    let low = zero;
    let high = f32x4.splat(THICKEST);
    let step = zero;
    // Lanes whose s3 is found, and those of them that are as thin as they may be.
    let settled = zero;
    let thinnest = zero;
    let across = zero;
    for (let round = 0; round < ROUNDS; round++) {
      model.tangent(s1, s2, s3, scratch, scratch + 96);
      const stress = v128.load(scratch, 128);
      const stiffness = v128.load(scratch, 32);
      const stiff = f32x4.gt(stiffness, zero);
      across = v128.and(f32x4.div(one, select4(stiffness, one, stiff)), stiff);
      step = mul(stress, across);
      thinnest = v128.and(f32x4.le(s3, least), f32x4.ge(stress, zero));
      settled = v128.or(thinnest, v128.or(settled, v128.and(stiff, f32x4.le(f32x4.abs(step), small))));
      if (i32x4.all_true(settled)) break;
      const tense = f32x4.gt(stress, zero);
      high = select4(s3, high, tense);
      low = select4(low, s3, tense);
      const newton = f32x4.max(sub(s3, step), least);
      const inside = v128.and(stiff, v128.and(f32x4.gt(newton, low), f32x4.lt(newton, high)));
      const next = select4(newton, f32x4.max(mul(half, add(low, high)), least), inside);
      s3 = select4(s3, next, settled);
    }
    // A sheet that is as thin as it may be has a constant s3.
    const free = v128.andnot(settled, thinnest);
    across = v128.and(across, v128.not(thinnest));
    step = v128.and(step, free);
    const h13 = v128.load(scratch, 64);
    const h23 = v128.load(scratch, 80);
    const slope1 = mul(h13, across);
    const slope2 = mul(h23, across);
    storeLaw(
      law,
      s1,
      s2,
      sub(v128.load(scratch, 96), mul(h13, step)),
      sub(v128.load(scratch, 112), mul(h23, step)),
      sub(v128.load(scratch), mul(slope1, h13)),
      sub(v128.load(scratch, 16), mul(slope2, h23)),
      sub(v128.load(scratch, 48), mul(slope1, h23)),
    );
    law += LAW;
  }
}
