import { describe, expect, it } from 'vitest';
import { placeLabels } from '../../../app/tasks/placeLabels.ts';

const room = { width: 300, height: 160, lineHeight: 14, gap: 5 };
const centre: [number, number] = [150, 80];

describe('labels beside what they name', () => {
  it('stand on the side that turns away from the middle', () => {
    const labels = [
      { anchor: [200, 80], width: 40 },
      { anchor: [150, 120], width: 40 },
      { anchor: [90, 80], width: 40 },
    ] as const;
    const [right, below, left] = placeLabels(labels, centre, room);
    expect(right).toEqual([225, 80]);
    expect(below).toEqual([150, 132]);
    expect(left).toEqual([65, 80]);
  });

  it('never lie over each other, nor leave the room', () => {
    for (const spread of [0, 1, 3, 8, 60, 400]) {
      const anchors = [
        [150 - spread, 90],
        [150 + spread, 91],
        [149, 88],
      ] as const;
      const places = placeLabels(
        anchors.map((anchor) => ({ anchor, width: 64 })),
        centre,
        room,
      );
      places.forEach(([x, y], k) => {
        expect(x).toBeGreaterThanOrEqual(32);
        expect(x).toBeLessThanOrEqual(268);
        expect(y).toBeGreaterThanOrEqual(7);
        expect(y).toBeLessThanOrEqual(153);
        for (const [otherX, otherY] of places.slice(0, k)) {
          expect(Math.abs(x - otherX) >= 64 || Math.abs(y - otherY) >= 14).toBe(true);
        }
      });
    }
  });
});
