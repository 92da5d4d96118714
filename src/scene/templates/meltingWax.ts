import { z } from 'zod';
import type { TemplateDefinition } from '../templates.ts';
import { filledBox } from './parts/filledBox.ts';
import { newShot } from './parts/newShot.ts';
import { cellsOfTanks, frameCount } from './parts/templateParams.ts';
import { waterBox } from './parts/waterBox.ts';

const params = z.strictObject({
  cells: cellsOfTanks(28),
  frames: frameCount(60, { min: 1, max: 10_000 }),
});

/** m: of the box of cells, of the post, and of the block of wax on it. */
const BOX = [0.42, 0.28, 0.42] as const;
const POST = { width: 0.18, height: 0.08 };
const BLOCK = { width: 0.14, height: 0.14 };
/** Frames between which the wax melts, and between which it sets again. */
const MELTS = [12, 22] as const;
const SETS = [32, 40] as const;
/** Viscosities, Pa s, and shear moduli, Pa, of melted and of solid wax. The modulus is far below that of wax: at this size the block sinks by a few per cent under its weight. */
const MELTED = { viscosity: 15, shearModulus: 0 };
const SOLID = { viscosity: 60, shearModulus: 4000 };

/** A curve that melts a property and sets it again. */
function melting(name: keyof typeof SOLID): { keys: { frame: number; value: number }[] } {
  const [solid, melted] = [SOLID[name], MELTED[name]];
  const values = [solid, melted, melted, solid];
  return { keys: [...MELTS, ...SETS].map((frame, k) => ({ frame, value: values[k] })) };
}

/** A block of wax on a post melts, runs down, and sets as it hangs. */
const meltingWax: TemplateDefinition<z.output<typeof params>> = {
  type: 'melting-wax',
  label: 'Melting wax',
  reference: 'Irving 2007, 6.1',
  params,
  needsMesh: false,
  create({ cells, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the block stands, melts and runs down the post, and sets. ' +
        'Must hold: it keeps its height until it melts, and what has set keeps its shape.',
      entities: [
        {
          ...waterBox(BOX, BOX[0] / cells),
          id: 'wax',
          name: 'Wax',
          density: 900,
          viscosity: melting('viscosity'),
          elasticity: { shearModulus: melting('shearModulus') },
          display: { colour: '#d8b45c', turbidity: 20 },
        },
        filledBox({
          id: 'block',
          name: 'Block of wax',
          liquid: 'wax',
          size: [BLOCK.width, BLOCK.height, BLOCK.width],
          at: [0, POST.height + BLOCK.height / 2],
        }),
        {
          kind: 'collider',
          id: 'post',
          name: 'Post',
          shape: {
            kind: 'registered',
            type: 'box',
            params: { sizeX: POST.width, sizeY: POST.height, sizeZ: POST.width },
          },
          transform: { position: [0, POST.height / 2, 0] },
          display: { colour: '#8d8f96' },
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.34, 0.34, 0.62], target: [0, 0.1, 0] },
      ],
    };
  },
};

export default meltingWax;
