import { LAMBDA, MODEL, MU, PARAMS_AT } from '../../clothFields';
import { field, scalar } from '../body';
import { add, mul, sub } from '../lanes';
import { planeStresses } from '../materialDispatch';
import { LAW, STRETCHES, workLaw, workStretches, workTangent } from './work';

/** `MODEL` of a sheet that has rotated linear elasticity in closed form. */
const OWN: u32 = 0;

/** Stress and stiffness of `count` groups of triangles in their principal directions, at the stretches in the scratch at `work`. */
export function sheetLaw(body: usize, count: usize, work: usize): void {
  const model = <u32>field(body, MODEL);
  if (model == OWN) linearLaw(body, count, workStretches(work), workLaw(work));
  else planeStresses(model, field(body, PARAMS_AT), workStretches(work), workLaw(work), workTangent(work), count);
}

/** Rotated linear elasticity in plane stress: P = 2 mu (s - 1) + lambda (s1 + s2 - 2), with H and the stiffness of a flip constant. */
function linearLaw(body: usize, count: usize, stretches: usize, law: usize): void {
  const one = f32x4.splat(1.0);
  const twoMu = f32x4.splat(<f32>(2.0 * scalar(body, MU)));
  const lambda = f32x4.splat(<f32>scalar(body, LAMBDA));
  for (const end = stretches + count * STRETCHES; stretches < end; stretches += STRETCHES) {
    const s1 = v128.load(stretches);
    const s2 = v128.load(stretches, 16);
    const trace = mul(lambda, sub(add(s1, s2), f32x4.splat(2.0)));
    v128.store(law, add(mul(twoMu, sub(s1, one)), trace));
    v128.store(law, add(mul(twoMu, sub(s2, one)), trace), 16);
    v128.store(law, twoMu, 32);
    v128.store(law, twoMu, 48);
    v128.store(law, lambda, 64);
    v128.store(law, twoMu, 80);
    law += LAW;
  }
}
