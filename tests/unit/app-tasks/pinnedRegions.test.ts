import { describe, expect, test } from 'vitest';
import { boundsOfSolid } from '../../../app/commands/boundsOfSolid.ts';
import { pinnedRegion, pinnedSides, pinOfSide } from '../../../app/kinds/pin/pinnedRegions.ts';
import type { DisplayStatics } from '../../../app/state/DisplayStatics.ts';
import { newPin } from '../../../src/scene/kinds/pin.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';
import { entitySchema } from '../../../src/scene/kindRegistry.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { selectVertices } from '../../../src/simulation/attachment/pinTargets.ts';

const bounds = [-1, 0, -2, 1, 1, 2];
/** The corners of the box, and its centre. */
const points = Float64Array.from(
  [
    ...Array.from({ length: 8 }, (_, corner) =>
      [0, 1, 2].map((axis) => bounds[(corner >> axis) & 1 ? axis + 3 : axis]),
    ),
    [0, 0.5, 0],
  ].flat(),
);

describe('sides of a body', () => {
  test.each([
    ['top', [2, 3, 6, 7], [0, 1, 0]],
    ['bottom', [0, 1, 4, 5], [0, 0, 0]],
    ['left', [0, 2, 4, 6], [-1, 0.5, 0]],
    ['right', [1, 3, 5, 7], [1, 0.5, 0]],
    ['front', [4, 5, 6, 7], [0, 0.5, 2]],
    ['back', [0, 1, 2, 3], [0, 0.5, -2]],
    ['all', [0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 0.5, 0]],
  ] as const)('%s', (side, held, pivot) => {
    const region = pinnedRegion(bounds, side);
    expect([...selectVertices(region.selection, points)]).toEqual(held);
    expect(region.pivot).toEqual(pivot);
  });

  test('the top is that of a new pin', () => {
    const solid = newSolid([], 'box');
    const made = newPin([solid], solid, bounds);
    expect(pinOfSide([solid], solid, bounds, 'top')).toEqual(made);
  });

  test('every pin is one that documents may hold', () => {
    const solid = newSolid([], 'box');
    for (const side of pinnedSides)
      expect(entitySchema.safeParse(pinOfSide([solid], solid, bounds, side)).success).toBe(true);
  });
});

describe('where a solid stands', () => {
  const solid = { ...newSolid([], 'box'), id: 'a' };
  const statics = {
    streams: [{ entity: 'a', type: 'mesh', restVolume: Float32Array.of(0, 1, 0, 1, 2, 3) }],
  } as unknown as DisplayStatics;
  const placed = (change: object): Scene =>
    ({ entities: [{ ...solid, transform: { ...solid.transform, ...change } }] }) as unknown as Scene;

  test('it follows a move that the shapes do not have yet', () => {
    const then = placed({ position: [0, 0, 0] });
    expect(boundsOfSolid(statics, then, then, 'a')).toEqual([0, 1, 0, 1, 2, 3]);
    expect(boundsOfSolid(statics, then, placed({ position: [5, 0, -1] }), 'a')).toEqual([5, 1, -1, 6, 2, 2]);
  });

  test('it is not known after a turn, nor without shapes', () => {
    const then = placed({ position: [0, 0, 0] });
    expect(boundsOfSolid(statics, then, placed({ position: [0, 0, 0], rotation: [0, 1, 0] }), 'a')).toBeUndefined();
    expect(boundsOfSolid(undefined, then, then, 'a')).toBeUndefined();
    expect(boundsOfSolid(statics, then, then, 'b')).toBeUndefined();
  });
});
