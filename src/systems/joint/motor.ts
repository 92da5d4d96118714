import type { IntervalCurve } from '../../scene/intervalCurves.ts';
import type { Joint } from '../../scene/kinds/joint.ts';
import type { AxialMotion } from '../../scene/properties/jointParts.ts';

/** The motor of a hinge or slider. */
export function motorOf({ motion }: Joint): AxialMotion['motor'] {
  return (motion as AxialMotion).motor;
}

/** Curves of a motor over a frame interval; one that does not act is left out. */
interface MotorCurves {
  readonly speed?: IntervalCurve;
  readonly target?: IntervalCurve;
}

/** Gives the curves of the motor of what was sampled of a joint. */
export function motorCurvesOf(sampled: object): MotorCurves {
  const { motion } = sampled as { readonly motion?: { readonly motor?: MotorCurves } };
  return motion?.motor ?? {};
}
