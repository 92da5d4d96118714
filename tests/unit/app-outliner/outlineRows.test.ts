import { describe, expect, test } from 'vitest';
import { isAnimated } from '../../../app/entities/entityFacts.ts';
import { outlineRows, rowsBetween } from '../../../app/outliner/outlineRows.ts';
import { newCamera } from '../../../src/scene/kinds/camera.ts';
import { newCollider } from '../../../src/scene/kinds/collider.ts';
import { newPin } from '../../../src/scene/kinds/pin.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';

const torus = newSolid([], 'torus');
const box = newSolid([torus], 'box');
const pin = newPin([torus, box], torus);
const ground = newCollider([], { type: 'plane' });
const entities = [newCamera([]), ground, pin, torus, box];
const none = new Set<string>();
const ids = (search: string, folded: ReadonlySet<string> = none) =>
  outlineRows(entities, search, folded).map(({ id }) => id);

describe('rows of the outliner', () => {
  test('kinds in order, pins under their solid', () => {
    expect(ids('')).toEqual([
      'heading-solid',
      torus.id,
      pin.id,
      box.id,
      'heading-collider',
      ground.id,
      'heading-camera',
      'camera',
    ]);
    expect(outlineRows(entities, '', none).find(({ id }) => id === pin.id)).toMatchObject({ level: 2 });
  });

  test('a pin whose solid is gone stands alone', () => {
    expect(outlineRows([pin], '', none).map(({ id }) => id)).toEqual(['heading-pin', pin.id]);
  });

  test('a search keeps the solid above a pin that it found, and nothing else', () => {
    expect(ids('PIN')).toEqual(['heading-solid', torus.id, pin.id]);
    expect(ids('nothing of the sort')).toEqual([]);
  });

  test('a folded heading hides its rows', () => {
    expect(ids('', new Set(['heading-solid']))).toEqual([
      'heading-solid',
      'heading-collider',
      ground.id,
      'heading-camera',
      'camera',
    ]);
  });

  test('a range is chosen in either direction and leaves headings out', () => {
    const rows = outlineRows(entities, '', none);
    expect(rowsBetween(rows, ground.id, pin.id)).toEqual([pin.id, box.id, ground.id]);
    expect(rowsBetween(rows, pin.id, ground.id)).toEqual([pin.id, box.id, ground.id]);
  });

  test('a key anywhere makes an entity animated', () => {
    expect(isAnimated(torus)).toBe(false);
    const [x, , z] = ground.transform.position;
    const moving = {
      ...ground.transform,
      position: [x, { keys: [{ frame: 1, value: 0, interpolation: 'linear' as const }] }, z],
    };
    expect(isAnimated({ ...ground, transform: moving as typeof ground.transform })).toBe(true);
  });
});
