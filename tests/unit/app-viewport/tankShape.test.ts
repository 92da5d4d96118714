import { describe, expect, test } from 'vitest';
import { boxOfCells } from '../../../src/scene/liquidCells.ts';
import { tankShape } from '../../../app/viewport/liquids/TankView.ts';

const closed = { left: true, right: true, bottom: true, top: true, back: true, front: true };
const box = (open: Partial<typeof closed>) => ({
  centre: [1, 2, 3] as [number, number, number],
  size: [2, 4, 6] as [number, number, number],
  walls: { ...closed, ...open },
});

describe('the tank of a liquid', () => {
  test('that is closed has the twelve edges of its box, each once, and six panes', () => {
    const { edges, panes } = tankShape(box({}));
    expect(edges).toHaveLength(12 * 2 * 3);
    expect(panes).toHaveLength(6 * 2 * 3 * 3);
    const lengths = Array.from({ length: 12 }, (_, k) =>
      Math.hypot(...[0, 1, 2].map((axis) => edges[6 * k + axis] - edges[6 * k + 3 + axis])),
    );
    expect(lengths.sort()).toEqual([2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6]);
  });

  test('is as large as whole cells make it, from its low corner on', () => {
    const { centre, size } = boxOfCells({ domain: box({}), cellSize: 0.6 }, 0.5);
    const low = centre.map((x, axis) => x - size[axis] / 2);
    size.forEach((length, axis) => expect(length).toBeCloseTo([2.1, 4.2, 6][axis], 12));
    low.forEach((x, axis) => expect(x).toBeCloseTo([0, 0, 0][axis], 12));
  });

  test('that is open above has its rim and no lid', () => {
    const { edges, panes } = tankShape(box({ top: false }));
    expect(edges).toHaveLength(12 * 2 * 3);
    const heights = Array.from({ length: panes.length / 9 }, (_, k) =>
      Math.min(panes[9 * k + 1], panes[9 * k + 4], panes[9 * k + 7]),
    );
    expect(heights).toHaveLength(10);
    expect(Math.max(...heights)).toBe(0);
  });

  test('that is open all around has nothing', () => {
    const none = { left: false, right: false, bottom: false, top: false, back: false, front: false };
    expect(tankShape(box(none))).toEqual({ edges: [], panes: [] });
  });
});
