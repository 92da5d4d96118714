import { expect, test } from 'vitest';
import { defaultRooms, resizeRoom, windowClass } from '../../../app/shell/panelRoom.ts';

test('the windows that people have each remember their own room', () => {
  const classes = [
    [1024, 700],
    [1280, 720],
    [1600, 900],
    [1920, 1080],
    [2560, 1440],
  ].map(([width, height]) => windowClass(width, height));
  expect(new Set(classes).size).toBe(5);
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

test('a press moves one edge and never below nothing', () => {
  const room = defaultRooms.small;
  expect(resizeRoom(room, 'bottom', 1)).toEqual({ ...room, bottom: room.bottom + 32 });
  expect(resizeRoom(room, 'left', -100).left).toBe(0);
});
