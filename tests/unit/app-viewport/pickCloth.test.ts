import { BufferAttribute, BufferGeometry, Object3D, OrthographicCamera } from 'three';
import { expect, test } from 'vitest';
import { Picker } from '../../../app/viewport/picking/Picker.ts';
import type { ShotObjects } from '../../../app/viewport/engine/ShotObjects.ts';

/** One triangle that faces +z, as a body with elements of so many corners. */
function triangleOf(elementSize: number): ShotObjects {
  const positions = Float32Array.of(-1, -1, 0, 1, -1, 0, 0, 1, 0);
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3)).setIndex([0, 1, 2]);
  const view = {
    type: 'mesh',
    isSeen: true,
    object: new Object3D(),
    showsElements: false,
    surface: { geometry },
    version: 0,
    positions,
    statics: { entity: 'body', elementSize, surface: { element: Uint32Array.of(0, 0, 0) } },
  };
  return { views: { all: [view] } } as unknown as ShotObjects;
}

test.each([
  ['cloth from both sides', 3, 'body'],
  ['a solid from outside alone', 4, undefined],
])('picks %s', (_, elementSize, behind) => {
  const camera = new OrthographicCamera(-1, 1, 1, -1, 0.1, 10);
  const seenFrom = (z: number) => {
    camera.position.set(0, 0, z);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    return new Picker().pick(triangleOf(elementSize), 0, 0, camera)?.entity;
  };
  expect(seenFrom(5)).toBe('body');
  expect(seenFrom(-5)).toBe(behind);
});
