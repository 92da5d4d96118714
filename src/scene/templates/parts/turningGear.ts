import type { ColliderInput } from './EntityInput.ts';
import { keyedCurve } from './keyedCurve.ts';

/** How a pair of gears is cut. */
export interface Gearing {
  readonly teeth: number;
  /** m. */
  readonly pitchRadius: number;
  /** m. */
  readonly thickness: number;
  readonly friction: number;
  /** Frames of the shot, through which the gears turn. */
  readonly frames: number;
}

/** Radius of the hole of every gear, m. */
const BORE = 0.12;

/** A gear about z at (x, 0, 0) that starts at the angle `phase` (rad) and goes on by `turn` (rad) every frame. */
export function turningGear(
  { teeth, pitchRadius, thickness, friction, frames }: Gearing,
  { side, x, phase, turn }: { side: 'left' | 'right'; x: number; phase: number; turn: number },
): ColliderInput {
  return {
    kind: 'collider',
    id: side,
    name: side === 'left' ? 'Left gear' : 'Right gear',
    shape: { kind: 'registered', type: 'gear', params: { teeth, pitchRadius, thickness, bore: BORE } },
    transform: {
      position: [x, 0, 0],
      rotation: [0, 0, keyedCurve([1, phase, 'linear'], [frames, phase + turn * (frames - 1), 'linear'])],
    },
    friction,
    display: { colour: '#d5d7db', surface: 'metal' },
  };
}
