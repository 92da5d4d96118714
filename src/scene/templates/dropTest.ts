import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { solidPresets } from '../../materials/presets.ts';
import { materialForSize } from '../materialForSize.ts';
import { presetMaterial } from '../presetMaterial.ts';
import type { TemplateDefinition } from '../templates.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, frameCount } from './parts/templateParams.ts';

/** The method that fills nothing. */
const OWN_ELEMENTS = 'own';

const params = z.strictObject({
  height: quantity({
    unit: '',
    label: 'drop height, diagonals',
    help: 'Height of the lowest point above the floor, in diagonals of the mesh.',
    min: 0,
    max: 100,
    default: 0.5,
  }),
  firmness: quantity({
    unit: '',
    label: 'firmness',
    help: "Young's modulus over density x gravity x diagonal: 30 is jelly, 300 firm rubber.",
    min: 1,
    max: 1e6,
    default: 60,
  }),
  preset: z
    .enum(['', ...solidPresets.map(({ type }) => type)])
    .default('')
    .meta({ label: 'Material preset', help: 'Material of the body; without one the firmness decides.' }),
  method: z
    .string()
    .default('graded-stuffing')
    .meta({
      label: 'Mesher',
      help: `Mesher that fills the surface with elements; '${OWN_ELEMENTS}' uses the elements of the file.`,
      registry: 'mesher',
    }),
  percent: edgePercent(4, '', { min: 0.05, max: 50 }),
  frames: frameCount(72, { min: 1, max: 100_000 }),
});

/** How high the camera sees from where it stands for most scans, in diagonals. */
const SEEN = 1.1;

/** A mesh falls on a floor: what most artists try first. The stiffness follows the size, so any scan behaves alike. */
const dropTest: TemplateDefinition<z.output<typeof params>> = {
  type: 'drop-test',
  label: 'Drop test',
  reference: 'Irving 2007, 3.2 (collision and friction with a plane)',
  params,
  needsMesh: true,
  create({ height, firmness, preset, method, percent, frames }, request) {
    const { bounds, ...file } = request.mesh!;
    const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
    const diagonal = Math.sqrt((maxX - minX) ** 2 + (maxY - minY) ** 2 + (maxZ - minZ) ** 2);
    const view = Math.max(diagonal, (height * diagonal + maxY - minY) / SEEN);
    return {
      ...newShot(request, frames),
      entities: [
        {
          kind: 'solid',
          id: 'body',
          name: request.name,
          source: { kind: 'file', ...file },
          meshing: method === OWN_ELEMENTS ? undefined : { method, edge: { percent } },
          material: presetMaterial(preset) ?? materialForSize(firmness, diagonal),
          transform: { position: [-0.5 * (minX + maxX), height * diagonal - minY, -0.5 * (minZ + maxZ)] },
        },
        floor(),
        {
          kind: 'camera',
          id: 'camera',
          name: 'Camera',
          position: [1.4 * view, 0.9 * view, 2 * view],
          target: [0, 0.4 * view, 0],
        },
      ],
    };
  },
};

export default dropTest;
