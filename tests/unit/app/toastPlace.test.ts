import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toastPlace, type Box } from '../../../app/shell/toastPlace.ts';

const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });
/** The viewport of a window of 1067 x 600, its tools, its cut controls, the axes and a legend in a corner. */
const viewport = box(44, 40, 768, 382);
const tools = box(54, 338, 291, 372);
const cut = box(56, 294, 509, 330);
const legend = box(640, 180, 756, 370);

const sizes = [
  { width: 356, height: 90 },
  { width: 260, height: 124 },
];

it('a message lies in the right bottom corner of its room, and beside or above what stands there', () => {
  expect(toastPlace(viewport, [], sizes)).toEqual(box(402, 282, 758, 372));
  // The legend takes the corner: left of it, and above the cut controls.
  expect(toastPlace(viewport, [legend], sizes)).toEqual(box(274, 282, 630, 372));
  expect(toastPlace(viewport, [legend, tools, cut], sizes)).toEqual(box(274, 194, 630, 284));
});

it('a message is narrower where it covers nothing only so, and wide again where it covers the same', () => {
  const cards = box(350, 40, 768, 382);
  expect(toastPlace(viewport, [cards], sizes)).toEqual(box(80, 248, 340, 372));
  expect(toastPlace(viewport, [cards, box(44, 40, 350, 382)], sizes)).toEqual(box(402, 282, 758, 372));
});

it('covers nothing wherever a place for it is free, and never leaves its room', () => {
  const side = fc.integer({ min: 0, max: 700 });
  const obstacle = fc.tuple(side, side, fc.integer({ min: 5, max: 150 }), fc.integer({ min: 5, max: 150 }));
  fc.assert(
    fc.property(fc.array(obstacle, { maxLength: 6 }), (obstacles) => {
      const boxes = obstacles.map(([x, y, width, height]) => box(x, y, x + width, y + height));
      const room = box(0, 0, 800, 500);
      const place = toastPlace(room, boxes, [{ width: 200, height: 60 }]);
      expect(place.left >= 10 && place.right <= 790 && place.top >= 10 && place.bottom <= 490).toBe(true);
      const clear = (at: Box) =>
        boxes.every((b) => b.right <= at.left || b.left >= at.right || b.bottom <= at.top || b.top >= at.bottom);
      if (clear(place)) return;
      // Kept clear of by the margin, none of these may be free.
      const roomy = (at: Box) => clear(box(at.left - 10, at.top - 10, at.right + 10, at.bottom + 10));
      for (let x = 10; x <= 590; x += 20) {
        for (let y = 10; y <= 430; y += 20) expect(roomy(box(x, y, x + 200, y + 60))).toBe(false);
      }
    }),
    { seed: 17, numRuns: 200 },
  );
});
