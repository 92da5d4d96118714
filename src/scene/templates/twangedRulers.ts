import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { ColliderInput, EntityInput } from './parts/EntityInput.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  stiffness: quantity({
    unit: 'Pa',
    label: 'stiffness',
    help: "Young's modulus of the rulers: 1e8 Pa is firm rubber, 3e9 Pa a plastic ruler, which hardly sags.",
    min: 1e7,
    max: 1e11,
    default: 1e8,
  }),
  substeps: wholeNumber({
    unit: '',
    label: 'substeps',
    help: 'Smallest number of substeps per frame. Larger values damp the implicit ruler less.',
    min: 1,
    max: 1000,
    softMax: 32,
    default: 4,
  }),
  frames: frameCount(72, { min: 1, max: 10_000 }),
});

type Shot = z.output<typeof params>;

/** m: of a ruler, what of it lies on the table, and how high that is. */
const RULER = [0.95, 0.02, 0.06] as const;
const HELD = 0.15;
const TABLE = 0.6;
const CELLS = [38, 2, 3] as const;

const RULERS = [
  { id: 'implicit', name: 'Implicit', z: -0.1, integration: 'implicit', colour: '#d3ab5b' },
  { id: 'second-order', name: 'Second order', z: 0.1, integration: 'implicit-second-order', colour: '#6fa8c9' },
] as const;

function ruler({ id, name, z, integration, colour }: (typeof RULERS)[number], stiffness: number): EntityInput[] {
  return [
    {
      kind: 'solid',
      id,
      name: `${name} ruler`,
      source: { kind: 'procedural', form: { shape: 'block', size: [...RULER], cells: [...CELLS], elements: 'hexes' } },
      material: { density: 1000, youngsModulus: stiffness, poissonRatio: 0.3, dampingTime: 0 },
      integration,
      transform: { position: [RULER[0] / 2 - HELD, TABLE + 1.5 * RULER[1], z] },
      display: { colour },
    },
    {
      kind: 'pin',
      id: `${id}-hand`,
      name: `Hand on the ${name.toLowerCase()} ruler`,
      target: id,
      selection: { kind: 'box', min: [-1, 0, -1], max: [1e-3, 1, 1] },
    },
  ];
}

const table: ColliderInput = {
  kind: 'collider',
  id: 'table',
  name: 'Table',
  shape: { kind: 'registered', type: 'box', params: { sizeX: 0.5, sizeY: 0.04, sizeZ: 0.5, rounding: 0 } },
  transform: { position: [-0.25, TABLE - 0.02, 0] },
  display: { colour: '#b9aa94' },
};

/** Two stiff rulers stick out over the edge of a table and are let go: backward Euler damps one, the second-order scheme lets the other ring. */
const twangedRulers: TemplateDefinition<Shot> = {
  type: 'twanged-rulers',
  label: 'Rulers over a table edge',
  reference: 'Jansen, Whiting and Hulbert 2000',
  params,
  needsMesh: false,
  create({ stiffness, substeps, frames }, request) {
    return {
      ...newShot(request, frames),
      quality: {
        draft: { minSubsteps: substeps },
        preview: { minSubsteps: substeps },
        final: { minSubsteps: substeps },
      },
      notes:
        'Look at: both rulers swing alike at first; the implicit one comes to rest, the second-order one rings on. Nothing damps them but their integration. ' +
        'Must hold: the period that a cantilever with that sag has; backward Euler damps by its square times half the substep.',
      entities: [
        ...RULERS.flatMap((each) => ruler(each, stiffness)),
        table,
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.75, 0.85, 1.5], target: [0.25, 0.52, 0] },
      ],
    };
  },
};

export default twangedRulers;
