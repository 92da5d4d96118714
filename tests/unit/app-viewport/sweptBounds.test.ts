import { expect, test } from 'vitest';
import type { DecodedFrame, DisplayMesh } from '../../../app/client/frames/DisplayFrame.ts';
import { SweptBounds } from '../../../app/client/frames/SweptBounds.ts';
import type { FrameCell } from '../../../app/state/framesStore.ts';

const cellsOf = (...keys: readonly string[]) =>
  keys.map((storedKey, k) => ({ frame: k + 1, storedKey }) as unknown as FrameCell);

/** A frame with a body from 0 to `reach`, m, in all three axes. */
function frameOf(reach: number, entity = 'body'): DecodedFrame {
  const volumePositions = Float32Array.of(0, 0, 0, reach, reach, reach);
  return { streams: [{ type: 'mesh', entity, volumePositions } as unknown as DisplayMesh] } as unknown as DecodedFrame;
}

const all = () => true;

test('the reach over some frames follows frames that come, that come again with more, and other cells', () => {
  const swept = new SweptBounds();
  const cells = cellsOf('a', 'b');
  expect(swept.over(cells, all)[3]).toBe(-Infinity);
  swept.add('a', frameOf(1));
  expect([...swept.over(cells, all)]).toEqual([0, 0, 0, 1, 1, 1]);
  swept.add('b', frameOf(2));
  expect(swept.over(cells, all)[3]).toBe(2);
  // A frame whose rest arrives later.
  swept.add('b', frameOf(3));
  expect(swept.over(cells, all)[3]).toBe(3);
  expect(swept.over(cellsOf('a'), all)[3]).toBe(1);
  swept.clear();
  expect(swept.over(cells, all)[3]).toBe(-Infinity);
});

test('entities that are not wanted do not count, and what was given back is not changed by asking for others', () => {
  const swept = new SweptBounds();
  const cells = cellsOf('a', 'b');
  swept.add('a', frameOf(1));
  swept.add('b', frameOf(5, 'other'));
  const body = swept.over(cells, (id) => id === 'body');
  expect(swept.over(cells, all)[3]).toBe(5);
  expect(body[3]).toBe(1);
  expect(swept.over(cells, (id) => id === 'body')[3]).toBe(1);
});
