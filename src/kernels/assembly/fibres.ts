import { ACTIVATION, FIBRES_AT, FIBRE_PARAMS, FIBRE_VECTORS_AT } from '../bodyFields';
import { field, scalar } from './body';
import { add, exp4, mul, mul3, select4, sub } from './lanes';

/** Distance from the optimum where the parabola of active tension meets its tails, and where these end. */
const TAIL: f32 = 0.4;
const END: f32 = 0.6;
/** Lower bound of the stretch, which keeps crushed fibres, without tension, from dividing by zero. */
const NO_STRETCH: f32 = 1e-9;

/** Returns the fibre direction a at rest of a group: x, y or z of four lanes. */
export function fibreDirection(body: usize, group: usize, axis: usize): v128 {
  return v128.load(field(body, FIBRES_AT) + group * 48 + (axis << 4));
}

/** Returns d = F a of a group, as stored by the element kernel. */
export function fibreVector(body: usize, group: usize, axis: usize): v128 {
  return v128.load(field(body, FIBRE_VECTORS_AT) + group * 48 + (axis << 4));
}

function parameter(params: usize, index: usize): v128 {
  return v128.load32_splat(params + ((<usize>FIBRE_PARAMS + index) << 2));
}

/** Writes T / lambda of the fibres of `count` groups (Pa), from their F a. */
export function fibrePulls(body: usize, first: usize, params: usize, out: usize, count: usize): void {
  const end = first + count;
  for (let group = first; group < end; group++) {
    v128.store(out, fibrePull(body, group, params));
    out += 16;
  }
}

/** Returns T / lambda of the fibres of a group; parameters and law are those of `fibreParams`. */
function fibrePull(body: usize, group: usize, params: usize): v128 {
  const x = fibreVector(body, group, 0);
  const y = fibreVector(body, group, 1);
  const z = fibreVector(body, group, 2);
  const lambda = f32x4.sqrt(mul3(x, x, y, y, z, z));
  const one = f32x4.splat(1.0);
  const zero = f32x4.splat(0.0);
  const d = sub(mul(lambda, parameter(params, 1)), one);
  const away = f32x4.abs(d);
  const foot = f32x4.max(sub(f32x4.splat(END), away), zero);
  let bell = select4(
    sub(one, mul(f32x4.splat(4.0), mul(d, d))),
    mul(f32x4.splat(9.0), mul(foot, foot)),
    f32x4.lt(away, f32x4.splat(TAIL)),
  );
  bell = select4(sub(one, mul(parameter(params, 6), sub(one, bell))), bell, f32x4.gt(d, zero));
  const end = parameter(params, 4);
  const near = f32x4.min(f32x4.max(d, zero), end);
  const passive = add(
    mul(parameter(params, 2), sub(exp4(mul(parameter(params, 3), near)), one)),
    mul(parameter(params, 5), f32x4.max(sub(d, end), zero)),
  );
  const active = mul(f32x4.splat(<f32>scalar(body, ACTIVATION)), bell);
  const tension = mul(parameter(params, 0), add(active, passive));
  return f32x4.div(tension, f32x4.max(lambda, f32x4.splat(NO_STRETCH)));
}
