import { expect, test } from 'vitest';
import { placeCard, type Rectangle } from '../../../app/viewport/overlays/placeCard.ts';

const CARD = { width: 160, height: 80 };
const VIEWPORT = { width: 1000, height: 600 };
const at = (x: number, y: number, taken: readonly Rectangle[] = []) => placeCard({ x, y }, CARD, VIEWPORT, taken);

test('a card stands on the left of its point, above it', () => {
  expect(at(500, 300)).toEqual({ left: 286, top: 226, onLeft: true });
});

test('it stands where it lies in the viewport', () => {
  expect(at(100, 300)).toEqual({ left: 154, top: 226, onLeft: false });
  expect(at(500, 20)).toEqual({ left: 286, top: 14, onLeft: true });
  expect(at(100, 20)).toEqual({ left: 154, top: 14, onLeft: false });
});

test('it does not cover what lies over the picture, too', () => {
  const statistics = { left: 50, top: 40, width: 240, height: 200 };
  expect(at(500, 300, [statistics])).toMatchObject({ left: 554, top: 226 });
  const legend = { left: 560, top: 100, width: 200, height: 300 };
  expect(at(500, 300, [statistics, legend])).toMatchObject({ left: 286, top: 294 });
});

test('it covers something rather than leaving the viewport', () => {
  expect(at(500, 300, [{ left: 0, top: 0, ...VIEWPORT }])).toMatchObject({ left: 286, top: 226 });
});
