import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import type { TemplateDefinition, TemplateMesh } from '../templates.ts';
import { cape } from './parts/cape.ts';
import { clothEdge } from './parts/clothEdge.ts';
import type { SolidInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';
import { UNREAD_SKIN } from './parts/unreadSkin.ts';

const params = z.strictObject({
  element: quantity({
    unit: 'm',
    label: 'edge length',
    help: 'Long edge of the elements of the flesh: 0.05 gives 9 800 elements, 0.035 three times as many.',
    min: 0.015,
    max: 0.08,
    default: 0.05,
  }),
  firmness: quantity({
    unit: 'Pa',
    label: "Young's modulus",
    help: 'Firmness of the flesh. Softer flesh swings further and more slowly.',
    symbol: 'E',
    min: 1e3,
    max: 1e6,
    default: 1.5e4,
  }),
  cape: z.boolean().default(true).meta({
    label: 'cape',
    help: 'Whether a cape hangs from the shoulders, which collides with the flesh as that moves.',
  }),
  edge: clothEdge(0.035, ' of the cape'),
  preRoll: wholeNumber({
    unit: 'frames',
    label: 'pre-roll',
    help: 'Number of frames in which flesh and cape come to hang before the first one.',
    min: 0,
    max: 200,
    default: 12,
  }),
  frames: frameCount(72, { min: 2, max: 10_000 }),
});

type Shot = z.output<typeof params>;

/** Distance from the bones within which flesh is attached to them, m. */
const BESIDE = 0.004;
/** Half the width of the cape and its length, m; the angle to the vertical from which it falls, rad; which part of its edge is sewn to each shoulder. */
const CAPE = { halfWidth: 0.3, length: 0.85, tilt: 0.3, seam: [0.3, 0.65], follow: 'flesh' } as const;
/** A file that lies beside a shot that was made without it. */
const UNREAD_BONES = { path: 'meshes/walking-skeleton.gltf', sha256: '0'.repeat(64), object: 'skeleton' };

/** The flesh of a figure swings on its bones, which walk as a file says, and carries a cape. */
const walkingFlesh: TemplateDefinition<Shot> = {
  type: 'walking-flesh',
  label: 'Flesh on walking bones',
  reference: 'Irving 2007; Bridson et al. 2003',
  params,
  needsMesh: false,
  sampleMesh: 'figure-skin',
  sampleAnimation: 'walking-skeleton',
  create(shot, request) {
    const made = newShot(request, shot.frames);
    return {
      ...made,
      range: { ...made.range, preRoll: shot.preRoll },
      notes:
        'Look at: the bones come from a file; flesh is attached to them inside, and free outside: belly and thighs swing after each step, and the cape lies on the flesh. ' +
        'Must hold: no element inverts; the volume stays within 1 %; no intersecting triangles in any frame.',
      entities: [
        {
          kind: 'importedAnimation',
          id: 'bones',
          name: 'Bones',
          source: { kind: 'file', ...(request.animation ?? UNREAD_BONES) },
          display: { colour: '#e6e0d2', visible: false },
          collision: { enabled: false },
        },
        flesh(shot, request.mesh ?? UNREAD_SKIN),
        {
          kind: 'pin',
          id: 'flesh-on-bones',
          name: 'Flesh on bones',
          target: 'flesh',
          selection: { kind: 'near', distance: BESIDE },
          follow: 'bones',
        },
        ...(shot.cape
          ? cape(
              { ...CAPE, edge: shot.edge },
              { display: { colour: '#3f5f8f' }, contact: { self: true, others: true } },
            )
          : []),
        floor(),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [2.3, 1.3, -1.5], target: [0, 0.85, 0.7] },
      ],
    };
  },
};

function flesh({ element, firmness, cape: hasCape }: Shot, { bounds: _, ...skin }: TemplateMesh): SolidInput {
  return {
    kind: 'solid',
    id: 'flesh',
    name: 'Flesh',
    display: { colour: '#c98b72', surface: 'clay' },
    source: { kind: 'file', ...skin },
    meshing: { method: 'graded-stuffing', edge: { metres: element } },
    material: { model: 'neo-hookean', density: 1000, youngsModulus: firmness, poissonRatio: 0.4, dampingTime: 0.01 },
    volumeConservation: { enabled: true },
    contact: { others: hasCape, self: true },
  };
}

export default walkingFlesh;
