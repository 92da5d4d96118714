import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { RigidBodyInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  friction: quantity({
    unit: '',
    label: 'friction',
    help: 'Friction coefficient of the bowl.',
    symbol: 'mu',
    min: 0,
    max: 10,
    default: 0.3,
  }),
  restitution: quantity({
    unit: '',
    label: 'restitution',
    help: 'Share of the speed of an impact with which balls and dice bounce back.',
    symbol: 'e',
    min: 0,
    max: 1,
    default: 0.45,
  }),
  frames: frameCount(97, { min: 1, max: 10_000 }, ': the bowl tosses at frame 32 and is poured out from frame 63 on'),
});

/** Height of the middle of the bowl, m. */
const HEIGHT = 0.7;
/** Radius of a ball and edge of a die, m. */
const BALL = 0.05;
const DIE = 0.075;
const COLOURS = ['#d8584a', '#e9b949', '#4f8fbf', '#6aa66a', '#c77fb0'] as const;
/** The file that lies beside a shot that was made without one. */
const UNREAD = { path: 'meshes/tossing-bowl.gltf', sha256: '0'.repeat(64), object: 'bowl' };

/** A bowl whose motion comes from a file tosses balls and dice, catches them and pours them out. */
const tossedBalls: TemplateDefinition<z.output<typeof params>> = {
  type: 'tossed-balls',
  label: 'Tossed balls',
  reference: 'Guendelman et al. 2003',
  params,
  needsMesh: false,
  sampleAnimation: 'tossing-bowl',
  create({ friction, restitution, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: balls and dice roll together, leave the bowl where it stops, and most fall back into it. ' +
        'Must hold: nothing passes through the wall of the bowl, and nothing of it moves faster than it was thrown or has fallen.',
      entities: [
        {
          kind: 'importedAnimation',
          id: 'bowl',
          name: 'Bowl',
          display: { colour: '#8fa3ad', surface: 'plaster' },
          source: { kind: 'file', ...(request.animation ?? UNREAD) },
          collision: { friction },
        },
        ...ring('ball', 'Ball', 1, 0, -0.2, restitution),
        ...ring('inner', 'Inner ball', 5, 0.12, -0.2, restitution),
        ...ring('outer', 'Outer ball', 7, 0.2, -0.08, restitution),
        ...ring('die', 'Die', 3, 0.08, -0.05, restitution),
        floor(0.5),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.8, 1.75, 2.1], target: [-0.05, 0.75, 0] },
      ],
    };
  },
};

/** Balls, or dice, in a ring about the axis of the bowl, at a height above its middle, m. */
function ring(
  id: 'ball' | 'inner' | 'outer' | 'die',
  name: string,
  count: number,
  radius: number,
  above: number,
  restitution: number,
): RigidBodyInput[] {
  const isDie = id === 'die';
  const params: Record<string, number> = isDie ? { sizeX: DIE, sizeY: DIE, sizeZ: DIE } : { radius: BALL };
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count + above;
    return {
      kind: 'rigidBody',
      id: `${id}-${k + 1}`,
      name: `${name} ${k + 1}`,
      display: { colour: isDie ? '#f1ead8' : COLOURS[k % COLOURS.length], surface: 'plaster' },
      shape: { kind: 'registered', type: isDie ? 'box' : 'sphere', params },
      transform: {
        position: [radius * Math.cos(angle), HEIGHT + above, radius * Math.sin(angle)],
        rotation: [0, angle, 0],
      },
      friction: 0.4,
      restitution,
    };
  });
}

export default tossedBalls;
