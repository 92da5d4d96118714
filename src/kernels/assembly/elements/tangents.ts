import { MATERIAL_COUNT, STRETCHES_AT, TANGENTS_AT } from '../../bodyFields';
import { field, share } from '../body';
import { add, mul, select4, sub } from '../lanes';
import { principalTangents, restStiffness } from '../materialDispatch';
import { endPair, firstPair, materialAt, measuresSmallStrain, modelOf, paramsOf } from '../materialRecord';
import { OUTSIDE } from './elementForces';
import { clampStretchStiffness } from './stretchStiffness';
import { unpackTriples } from './triples';
import { BATCH, TRIPLE, workOf, workStretches } from './work';

/** Stretches closer than this use the limit of their difference quotient, as in `principalTangent`. */
const EQUAL: f32 = 1e-3;
const NO_SUM: f32 = 1e-6;
/** A pair's stiffness above this multiple of that at rest can only come from a vanishing denominator. */
const MOST: f32 = 100.0;
/** Bytes of the coefficients of one group. */
const COEFFICIENTS: usize = 192;

/** Computes the coefficients of `principalTangent` for this thread's share of every material that has a kernel. */
export function elementTangents(thread: u32, threads: u32, body: usize): void {
  const count = field(body, MATERIAL_COUNT);
  const stretches = workStretches(workOf(body, thread));
  for (let m: usize = 0; m < count; m++) {
    const material = materialAt(body, m);
    const model = modelOf(material);
    if (model == OUTSIDE) continue;
    const params = paramsOf(material);
    const turns: f32 = measuresSmallStrain(material) ? 0.0 : 1.0;
    const most = mul(f32x4.splat(MOST), restStiffness(model, params));
    const first = firstPair(material);
    const pairs = endPair(material) - first;
    const end = 2 * <usize>(first + share(pairs, thread + 1, threads));
    for (let group = 2 * <usize>(first + share(pairs, thread, threads)); group < end; group += BATCH) {
      const size = min(BATCH, end - group);
      const out = field(body, TANGENTS_AT) + group * COEFFICIENTS;
      unpackTriples(field(body, STRETCHES_AT) + group * TRIPLE, stretches, size);
      principalTangents(model, params, stretches, out, size);
      for (let k: usize = 0; k < size; k++) finishTangent(stretches + k * TRIPLE, out + k * COEFFICIENTS, most, turns);
    }
  }
}

/**
 * Puts the coefficients of the pairs of stretches in the place of the stress, which a model's tangent leaves behind H. `turns`: 1, or 0 where the stress does not turn with the element, so that the
 * skew part of a pair has no stiffness.
 */
function finishTangent(stretches: usize, out: usize, most: v128, turns: f32): void {
  const s0 = v128.load(stretches);
  const s1 = v128.load(stretches, 16);
  const s2 = v128.load(stretches, 32);
  const h00 = v128.load(out);
  const h11 = v128.load(out, 16);
  const h22 = v128.load(out, 32);
  const p0 = v128.load(out, 96);
  const p1 = v128.load(out, 112);
  const p2 = v128.load(out, 128);
  const half = f32x4.splat(0.5);
  const skewMost = mul(f32x4.splat(turns), most);
  storePair(out + 96, out + 144, p0, p1, s0, s1, sub(mul(half, add(h00, h11)), v128.load(out, 48)), most, skewMost);
  storePair(out + 112, out + 160, p0, p2, s0, s2, sub(mul(half, add(h00, h22)), v128.load(out, 64)), most, skewMost);
  storePair(out + 128, out + 176, p1, p2, s1, s2, sub(mul(half, add(h11, h22)), v128.load(out, 80)), most, skewMost);
  clampStretchStiffness(out);
}

/** Half sum and half difference of the stiffnesses of a pair of stretches, each at most `most` and `skewMost`; `limit` is the first where they are equal. */
function storePair(alpha: usize, beta: usize, p: v128, q: v128, s: v128, t: v128, limit: v128, most: v128, skewMost: v128): void {
  const zero = f32x4.splat(0.0);
  const difference = sub(s, t);
  const apart = f32x4.gt(f32x4.abs(difference), f32x4.splat(EQUAL));
  // The divisor of equal lanes is replaced: their quotient is not taken.
  const quotient = f32x4.div(sub(p, q), select4(difference, f32x4.splat(1.0), apart));
  const symmetric = f32x4.min(f32x4.max(select4(quotient, limit, apart), zero), most);
  const sum = f32x4.max(add(s, t), f32x4.splat(NO_SUM));
  const skew = f32x4.min(f32x4.max(f32x4.div(add(p, q), sum), zero), skewMost);
  const half = f32x4.splat(0.5);
  v128.store(alpha, mul(half, add(symmetric, skew)));
  v128.store(beta, mul(half, sub(symmetric, skew)));
}
