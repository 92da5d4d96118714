import { describe, expect, it } from 'vitest';
import { answered, answerOf, liquidAnswers, type LiquidAnswer } from '../../../app/kinds/liquid/liquidAnswers.ts';
import { liquidCells } from '../../../src/scene/liquidCells.ts';
import { liquid, newLiquid, type Liquid } from '../../../src/scene/kinds/liquid.ts';

const types = liquidAnswers.map(({ type }) => type);
const tank = newLiquid([]);
const become = (given: Liquid, answer: LiquidAnswer): Liquid => liquid.parse({ ...given, ...answered(given, answer) });

describe('what a liquid is', () => {
  it('is what it was made, whatever it was before, and twice the same', () => {
    for (const before of types) {
      for (const answer of types) {
        const made = become(become(tank, before), answer);
        expect(answerOf(made), `${before} to ${answer}`).toBe(answer);
        expect(become(made, answer)).toEqual(made);
      }
    }
  });

  it('keeps its cells where these suit both, has enough columns when it becomes shallow, and few cells when it is so no more', () => {
    expect(become(tank, 'tank').cellSize).toBe(tank.cellSize);
    const lake = { ...tank, domain: { ...tank.domain, size: [60, 10, 30] as [number, number, number] }, cellSize: 1 };
    const shallow = become(lake, 'puddle');
    expect(liquidCells(shallow, 1)[0]).toBe(240);
    expect(become({ ...lake, cellSize: 0.3 }, 'puddle').cellSize).toBe(0.3);
    expect(Math.max(...liquidCells(become(shallow, 'pool'), 1))).toBe(64);
  });

  it('keeps the viscosity and the ground of what is thick or shallow already', () => {
    expect(become(tank, 'thick').viscosity).toBe(10);
    expect(become({ ...tank, viscosity: 300 }, 'thick').viscosity).toBe(300);
    const gel = { ...tank, elasticity: { ...tank.elasticity, shearModulus: 500 } };
    expect(answerOf(gel)).toBe('thick');
    expect(become(gel, 'thick')).toEqual(gel);
    expect(become(gel, 'pool').elasticity.shearModulus).toBe(0);
    const rough = become({ ...tank, method: { kind: 'shallow-water', manning: 0.1 } }, 'puddle');
    expect(rough.method?.manning).toBe(0.1);
  });

  it('keeps the optical depth of a pool or a tank, and ends it where tall cells would do nothing', () => {
    const deep: Liquid = { ...tank, opticalDepth: '1/4' };
    expect(types.map((answer) => become(deep, answer).opticalDepth)).toEqual(['1/4', '1/4', 'full', 'full']);
  });

  it('opens a pool above, closes a tank all round, and leaves the walls of what is thick', () => {
    const open = { ...tank.domain.walls, left: false, top: true };
    const given = { ...tank, domain: { ...tank.domain, walls: open } };
    const closed = { left: true, right: true, bottom: true, top: true, back: true, front: true };
    expect(become(given, 'tank').domain.walls).toEqual(closed);
    expect(become(given, 'pool').domain.walls).toEqual({ ...closed, top: false });
    expect(become(given, 'puddle').domain.walls).toEqual({ ...open, top: false });
    expect(become(given, 'thick').domain.walls).toEqual(open);
  });
});
