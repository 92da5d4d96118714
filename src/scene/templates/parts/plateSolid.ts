import type { SolidInput } from './EntityInput.ts';

/** m: two cells of a liquid of 48 cells to the metre, so that none of it passes. */
const THICKNESS = 0.045;

/** A level, square plate of one layer of cells that moves with liquid, `cells` along its edge, m. */
export function plateSolid(
  id: string,
  name: string,
  edge: number,
  cells: number,
  rest: Pick<SolidInput, 'material' | 'transform'>,
): SolidInput {
  return {
    kind: 'solid',
    id,
    name,
    source: {
      kind: 'procedural',
      form: { shape: 'block', size: [edge, THICKNESS, edge], cells: [cells, 1, cells], elements: 'tets' },
    },
    liquids: 'coupled',
    display: { colour: '#c48a9b' },
    ...rest,
  };
}
