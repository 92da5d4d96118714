import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { newShot } from './parts/newShot.ts';
import { cellsAlong, frameCount } from './parts/templateParams.ts';
import { waterColumn } from './parts/waterColumn.ts';

const params = z.strictObject({
  cells: cellsAlong(35, 35),
  gravity: quantity({
    unit: 'm/s2',
    label: 'gravity',
    help: 'Gravity of the shot; the default is five times that of the earth.',
    min: 0,
    max: 500,
    default: 50,
  }),
  density: quantity({
    unit: 'kg/m3',
    label: 'density of the beams',
    help: 'Density of the beams. The lighter they are, the less stable they are without strong coupling to the water.',
    min: 5,
    max: 1e4,
    default: 50,
  }),
  stiffness: quantity({
    unit: 'Pa',
    label: 'stiffness of the beams',
    help: "Young's modulus.",
    min: 1e3,
    max: 1e9,
    default: 8e6,
  }),
  frames: frameCount(36, { min: 1, max: 10_000 }),
});

/** m: the middle of the tanks to the left and to the right, their depth, and the beam. */
const PLACE = 0.55;
const DEPTH = 0.5;
const BEAM = [0.08, 0.8, 0.08] as const;
/** Cubes of the beam: 189 nodes and 480 tetrahedra. */
const CUBES = [2, 20, 2] as const;

interface Tank {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  /** s. */
  readonly dampingTime: number;
}

function tankWithBeam(
  { id, name, x, dampingTime }: Tank,
  cells: number,
  density: number,
  stiffness: number,
): EntityInput[] {
  const column = waterColumn({ cellSize: 1 / cells, size: [1, 1, DEPTH], width: 0.36, height: 0.7, id, x });
  return [
    ...column,
    {
      kind: 'solid',
      id: `${id}-beam`,
      name: `${name} beam`,
      source: { kind: 'procedural', form: { shape: 'block', size: [...BEAM], cells: [...CUBES], elements: 'tets' } },
      material: { density, youngsModulus: stiffness, poissonRatio: 0.3, dampingTime },
      liquids: 'coupled',
      transform: { position: [x + 0.05, 1 - BEAM[1] / 2, 0] },
      display: { colour: '#d3ab5b' },
    },
    {
      kind: 'pin',
      id: `${id}-hanger`,
      name: `Hanger of the ${name.toLowerCase()} beam`,
      target: `${id}-beam`,
      selection: { kind: 'box', min: [x - 0.2, 0.99, -0.2], max: [x + 0.2, 1.1, 0.2] },
    },
  ];
}

/** Stiff, light beams in breaking dams under high gravity and in long steps, one damped and one not: both stay calm. */
const stiffBeams: TemplateDefinition<z.output<typeof params>> = {
  type: 'stiff-beams',
  label: 'Stiff light beams in breaking dams',
  reference: 'Zarifi 2017, 6.3, figure 6.8',
  params,
  needsMesh: false,
  create({ cells, gravity, density, stiffness, frames }, request) {
    return {
      ...newShot(request, frames),
      physics: { gravity: [0, -gravity, 0] },
      quality: { draft: { minSubsteps: 1 } },
      notes:
        'Look at: the water breaks against the beams as against posts; the right one has no damping at all. Solved one after the other, water and beam would become unstable. ' +
        'Must hold: neither beam moves faster than the water does.',
      entities: [
        ...tankWithBeam({ id: 'damped', name: 'Damped', x: -PLACE, dampingTime: 0.002 }, cells, density, stiffness),
        ...tankWithBeam({ id: 'undamped', name: 'Undamped', x: PLACE, dampingTime: 0 }, cells, density, stiffness),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.4, 1, 2.5], target: [0, 0.45, 0] },
      ],
    };
  },
};

export default stiffBeams;
