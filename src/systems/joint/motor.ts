import type { IntervalCurve } from '../../scene/intervalCurves.ts';
import type { Joint } from '../../scene/kinds/joint.ts';
import type { AxialJoint } from '../../scene/properties/jointParts.ts';

/** The motor of a hinge or slider. */
export function motorOf({ type }: Joint): AxialJoint['motor'] {
  return (type as AxialJoint).motor;
}

/** Curves of a motor over a frame interval; one that does not act is left out. */
interface MotorCurves {
  readonly speed?: IntervalCurve;
  readonly target?: IntervalCurve;
}

/** Gives the curves of the motor of what was sampled of a joint. */
export function motorCurvesOf(sampled: object): MotorCurves {
  const { type } = sampled as { readonly type?: { readonly motor?: MotorCurves } };
  return type?.motor ?? {};
}

/** The curves of the Euler angles at which the spring of a ball joint is at rest, rad; undefined where that is the rotation in which the bodies begin. */
export function restCurvesOf(sampled: object): readonly IntervalCurve[] | undefined {
  const { type } = sampled as { readonly type?: { readonly spring?: { readonly rest?: readonly IntervalCurve[] } } };
  return type?.spring?.rest;
}
