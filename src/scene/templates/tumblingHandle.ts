import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  spin: quantity({
    unit: 'rad/s',
    label: 'spin',
    help: 'Angular velocity about the stem; a tenth of it about the two other axes.',
    min: 1,
    max: 20,
    default: 8,
  }),
  frames: frameCount(144, { min: 3, max: 10_000 }),
});

/** Share of the spin that the handle has about its two other axes at first. */
const WOBBLE = 0.1;
const HEIGHT = 0.2;

/** A handle spins without weight about the axis of its middle moment of inertia, and turns over again and again. */
const tumblingHandle: TemplateDefinition<z.output<typeof params>> = {
  type: 'tumbling-handle',
  label: 'Tumbling T-shaped handle',
  reference: 'Landau and Lifshitz 1976, section 37',
  params,
  needsMesh: false,
  create({ spin, frames }, request) {
    return {
      ...newShot(request, frames),
      physics: { gravity: [0, 0, 0] },
      notes:
        'Look at: without weight the handle spins about its stem, which points up; all at once it turns over, spins with its stem down, and turns over again. ' +
        'Must hold: the time between two turns is that of a rigid handle within 1 %; energy within 1 % and angular momentum stay.',
      entities: [
        {
          kind: 'solid',
          id: 'handle',
          name: 'Handle',
          source: { kind: 'procedural', form: { shape: 'handle', thickness: 0.04, arm: 2, stem: 2, cells: 1 } },
          material: { model: 'rotated-linear', density: 1000, youngsModulus: 1e6, poissonRatio: 0.3, dampingTime: 0 },
          // The stem points up.
          transform: { position: [0, HEIGHT, 0], rotation: [0, 0, Math.PI / 2] },
          angularVelocity: [-WOBBLE * spin, spin, WOBBLE * spin],
          display: { colour: '#c98b4e' },
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.25, 0.35, 0.5], target: [0, HEIGHT, 0] },
      ],
    };
  },
};

export default tumblingHandle;
