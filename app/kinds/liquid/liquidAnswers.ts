import type { Liquid } from '../../../src/scene/kinds/liquid.ts';
import { isThick } from '../../../src/scene/liquidPresets.ts';
import { liquidCells } from '../../../src/scene/liquidCells.ts';

/** What an artist says that a liquid is. */
export type LiquidAnswer = 'pool' | 'tank' | 'puddle' | 'thick';

/** The answers in the order of their cards. */
export const liquidAnswers: readonly {
  readonly type: LiquidAnswer;
  readonly label: string;
  readonly about: string;
}[] = [
  { type: 'pool', label: 'Pool', about: 'Open box: splashes, waves, pouring' },
  { type: 'tank', label: 'Tank', about: 'Closed box: sloshing' },
  { type: 'puddle', label: 'Puddle', about: 'Wide and shallow: rivers, floods' },
  { type: 'thick', label: 'Thick', about: 'Honey, paint, paste, gel' },
];

/** The method of shallow water, over earth. */
export const SHALLOW_WATER = { kind: 'shallow-water', manning: 0.025 } as const;
/** Viscosity of what is made thick, Pa s: honey. */
const HONEY = 10;
/** Columns along the longer side of a liquid that becomes shallow, if it has fewer than half as many. */
const COLUMNS = 240;
/** Cells along the longest side of a liquid that becomes one in three dimensions, if it has more than twice as many. */
const CELLS = 64;

const SIDES = { left: true, right: true, bottom: true, back: true, front: true };
/** The walls that an answer closes or opens: others stay. Shallow water has no lid. */
const WALLS: Readonly<Record<LiquidAnswer, Partial<Liquid['domain']['walls']>>> = {
  pool: { ...SIDES, top: false },
  tank: { ...SIDES, top: true },
  puddle: { top: false },
  thick: {},
};

/** What one liquid is as it is set now. */
export function answerOf({ method, viscosity, elasticity, domain }: Liquid): LiquidAnswer {
  if (method !== undefined) return 'puddle';
  if (isThick({ viscosity, elasticity })) return 'thick';
  return domain.walls.top ? 'tank' : 'pool';
}

/** What an answer makes of a liquid: its method, its walls, its viscosity, elasticity and optical depth, and its cells where these suit another method. */
export function answered(
  liquid: Liquid,
  answer: LiquidAnswer,
): Pick<Liquid, 'method' | 'viscosity' | 'elasticity' | 'opticalDepth' | 'domain' | 'cellSize'> {
  const { domain, viscosity, elasticity } = liquid;
  const isShallow = answer === 'puddle';
  const becomesThick = answer === 'thick';
  const thick = isThick(liquid) ? viscosity : HONEY;
  return {
    method: isShallow ? (liquid.method ?? SHALLOW_WATER) : undefined,
    viscosity: becomesThick ? thick : 0,
    elasticity: becomesThick ? elasticity : { ...elasticity, shearModulus: 0 },
    // Tall cells are for deep water.
    opticalDepth: becomesThick || isShallow ? 'full' : liquid.opticalDepth,
    domain: { ...domain, walls: { ...domain.walls, ...WALLS[answer] } },
    cellSize: isShallow ? columnSize(liquid) : cellSize(liquid),
  };
}

function columnSize({ domain, cellSize: size }: Liquid): number {
  const longest = Math.max(domain.size[0], domain.size[2]);
  return longest / size < COLUMNS / 2 ? longest / COLUMNS : size;
}

function cellSize(liquid: Liquid): number {
  const most = Math.max(...liquidCells(liquid, 1));
  return most > 2 * CELLS && liquid.method !== undefined ? Math.max(...liquid.domain.size) / CELLS : liquid.cellSize;
}
