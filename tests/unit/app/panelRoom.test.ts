import { expect, test } from 'vitest';
import { defaultRooms, resizeRoom, windowClass } from '../../../app/shell/PanelSpace.ts';

/** Width of the column of icons, px. */
const ICONS = 44;

test('the windows that people have each remember their own room', () => {
  const classes = [
    [853, 560],
    [1024, 700],
    [1280, 720],
    [1600, 900],
    [1920, 1080],
    [2560, 1440],
  ].map(([width, height]) => windowClass(width, height));
  expect(new Set(classes).size).toBe(6);
  expect(windowClass(1600, 720)).toBe('small');
});

test.each([
  [1280, 720],
  [1600, 900],
  [1920, 1080],
  [2560, 1440],
])('at %i x %i the viewport has more than half of the window by default', (width, height) => {
  const { left, right, bottom, hidden } = defaultRooms[windowClass(width, height)];
  expect(hidden).toEqual([]);
  expect(width - left - right).toBeGreaterThan(width * 0.55);
  // Top bar and status bar take 62 px.
  expect(height - 62 - bottom).toBeGreaterThan(height * 0.55);
});

test.each([
  [853, 560],
  [1024, 700],
  [1067, 600],
  [1280, 720],
])('at %i x %i the viewport keeps its 640 px beside icons of the objects', (width, height) => {
  const { left, right, hidden } = defaultRooms[windowClass(width, height)];
  const taken = (hidden.includes('left') ? ICONS : left) + (hidden.includes('right') ? 0 : right);
  expect(width - taken).toBeGreaterThanOrEqual(640);
});

test('a press moves one edge and never below nothing', () => {
  const room = defaultRooms.small;
  expect(resizeRoom(room, 'bottom', 1)).toEqual({ ...room, bottom: room.bottom + 32 });
  expect(resizeRoom(room, 'left', -100).left).toBe(0);
});
