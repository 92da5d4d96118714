import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { ballSolid } from './parts/ballSolid.ts';
import { turningGear } from './parts/turningGear.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  percent: edgePercent(4),
  strength: quantity({
    unit: '',
    label: 'goal strength',
    help: 'Resistance to plastic flow away from the disk, as of any goal: 0 allows any shape, 1 allows flow to the disk only.',
    min: 0,
    max: 1,
    default: 0.5,
  }),
  frames: frameCount(66, { min: 24, max: 10_000 }),
});

/** Teeth and pitch radius of the gears, and the radius of the ball, m. */
const TEETH = 20;
const PITCH_RADIUS = 0.5;
const RADIUS = 0.28;
/** Distance of the pitch circles, m: what is left for the disk between the teeth. */
const GAP = 0.2;
/** Turn of the gears, rad per frame. */
const TURN = (2 * Math.PI) / TEETH / 6;
/** Thickness of the disk over the diameter of the ball; the other two factors keep the volume. */
const FLATNESS = 0.4;

/** A plastic ball whose goal is a disk goes through two gears: it comes out as the disk, with marks of the teeth that the goal has not. */
const goalDisk: TemplateDefinition<z.output<typeof params>> = {
  type: 'goal-disk',
  label: 'Ball to disk',
  reference: 'Irving 2007, 2.7 and figure 2.5',
  params,
  needsMesh: false,
  create({ percent, strength, frames }, request) {
    const apart = PITCH_RADIUS + GAP / 2;
    const wide = 1 / Math.sqrt(FLATNESS);
    const gearing = { teeth: TEETH, pitchRadius: PITCH_RADIUS, thickness: 1, friction: 0.8, frames };
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the ball leaves the gears as a disk with marks of the teeth. ' +
        'Must hold: the distance to the goal falls; the marks are not part of the goal.',
      // The gears alone move the ball, and nothing dents the disk after them.
      physics: { gravity: [0, 0, 0] },
      entities: [
        ballSolid(RADIUS, percent, {
          material: { density: 1000, youngsModulus: 1e5, poissonRatio: 0.3, dampingTime: 0.01 },
          plasticity: {
            law: 'log-strain',
            params: { yieldStrain: 0.05 },
            goal: {
              shape: { kind: 'registered', type: 'stretch', params: { x: FLATNESS, y: wide, z: wide } },
              strength,
              guidance: 1,
            },
          },
          transform: { position: [0, 0.62, 0] },
          velocity: [0, -0.5, 0],
        }),
        turningGear(gearing, { side: 'left', x: -apart, phase: 0, turn: -TURN }),
        turningGear(gearing, { side: 'right', x: apart, phase: 0, turn: TURN }),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.75, 0.75, 3.3], target: [0, -0.1, 0] },
      ],
    };
  },
};

export default goalDisk;
