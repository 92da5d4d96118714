import { describe, expect, it } from 'vitest';
import { computingPlace } from '../../../app/timeline/strip/drawStrip.ts';
import { packCells, sameCells } from '../../../app/timeline/strip/frameKinds.ts';

const cell = (frame: number, state: 'cached' | 'missing', checkpoint = false) => ({
  frame,
  state,
  key: `${frame}`,
  storedKey: state === 'cached' ? `${frame}` : undefined,
  checkpoint,
  failure: undefined,
});
const cells = [cell(3, 'cached'), cell(4, 'cached'), cell(5, 'missing')];

describe('cells that look alike', () => {
  it('are those of the same frames, kinds and checkpoints', () => {
    const inMemory = new Set(['3']);
    const packed = packCells({ cells, inMemory });
    expect(sameCells(packed, packCells({ cells: [...cells], inMemory: new Set(['3', 'of an earlier edit']) }))).toBe(
      true,
    );
    expect(sameCells(packed, packCells({ cells, inMemory: new Set(['4']) }))).toBe(false);
    expect(sameCells(packed, packCells({ cells: cells.slice(0, 2), inMemory }))).toBe(false);
    expect(sameCells(packed, packCells({ cells: cells.with(1, cell(4, 'cached', true)), inMemory }))).toBe(false);
    const later = cells.map((old) => ({ ...old, frame: old.frame + 1 }));
    expect(sameCells(packed, packCells({ cells: later, inMemory }))).toBe(false);
  });
});

describe('the place of a cell that is being computed', () => {
  it('stands out of the strip, on whole pixels', () => {
    expect(computingPlace(100.3, 110.4, { top: 31, height: 14 })).toEqual({
      left: 100,
      top: 28,
      width: 10,
      height: 20,
    });
  });

  it('is wide enough to be seen, around its middle', () => {
    expect(computingPlace(100, 101, { top: 31, height: 14 })).toMatchObject({ left: 98, width: 5 });
  });
});
