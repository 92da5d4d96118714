import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { presetFabric } from '../fabricPresets.ts';
import type { TemplateDefinition, TemplateMesh } from '../templates.ts';
import { clothEdge } from './parts/clothEdge.ts';
import type { EntityInput, SolidInput } from './parts/EntityInput.ts';
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
/** Height of the upper edge of the cape, its distance behind the middle of the figure, half its width, and its length, m. */
const CAPE = { height: 1.46, behind: 0.15, halfWidth: 0.3, length: 0.85 } as const;
/** Angle to the vertical from which it falls against the back in the pre-roll, rad. */
const TILT = 0.3;
/** Which part of the upper edge is attached to each shoulder: from and to, in half widths; and how far down, m. */
const SEAM = [0.3, 0.65] as const;
const SEAM_DEPTH = 0.05;
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
        ...(shot.cape ? cape(shot) : []),
        floor(),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [2.3, 1.3, -1.5], target: [0, 0.85, 0.7] },
      ],
    };
  },
};

function flesh({ element, firmness, cape }: Shot, { bounds: _, ...skin }: TemplateMesh): SolidInput {
  return {
    kind: 'solid',
    id: 'flesh',
    name: 'Flesh',
    display: { colour: '#c98b72', surface: 'clay' },
    source: { kind: 'file', ...skin },
    meshing: { method: 'graded-stuffing', edge: { metres: element } },
    material: { model: 'neo-hookean', density: 1000, youngsModulus: firmness, poissonRatio: 0.4, dampingTime: 0.01 },
    volumeConservation: { enabled: true },
    contact: { others: cape, self: true },
  };
}

function cape({ edge }: Shot): EntityInput[] {
  const { height, behind, halfWidth, length } = CAPE;
  const fabric = presetFabric('wool');
  return [
    {
      kind: 'cloth',
      id: 'cape',
      name: 'Cape',
      display: { colour: '#3f5f8f' },
      source: { kind: 'procedural', form: { shape: 'sheet', width: 2 * halfWidth, depth: length, edge } },
      // Layers that are thicker than the triangles are long cannot fold.
      fabric: { ...fabric, thickness: Math.min(fabric.thickness, edge / 2) },
      contact: { self: true, others: true },
      transform: {
        position: [0, height - 0.5 * length * Math.cos(TILT), -behind - 0.5 * length * Math.sin(TILT)],
        rotation: [Math.PI / 2 + TILT, 0, 0],
      },
    },
    seam('left-seam', 'Left seam', 1),
    seam('right-seam', 'Right seam', -1),
  ];
}

/** Part of the upper edge of the cape that goes along with a shoulder. */
function seam(id: string, name: string, side: 1 | -1): EntityInput {
  const { height, behind, halfWidth } = CAPE;
  const ends = SEAM.map((share) => side * share * halfWidth).sort((a, b) => a - b);
  return {
    kind: 'pin',
    id,
    name,
    target: 'cape',
    selection: {
      kind: 'box',
      min: [ends[0], height - SEAM_DEPTH, -behind - 0.05],
      max: [ends[1], height + 0.01, -behind + 0.01],
    },
    follow: 'flesh',
  };
}

export default walkingFlesh;
