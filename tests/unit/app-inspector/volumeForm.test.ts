import { expect, test } from 'vitest';
import { withVolumeConserved } from '../../../app/kinds/solid/VolumeSection.tsx';
import { solid } from '../../../src/scene/kinds/solid.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';

// Symptom: the switch could not be turned on where a solid had never kept its volume, since there was nothing to set it in.
test('a solid that never kept its volume begins with whole settings', () => {
  const torus = newSolid([], 'torus');
  expect(torus.volumeConservation).toBeUndefined();
  const kept = { ...torus, volumeConservation: withVolumeConserved(undefined, true) };
  expect(solid.parse(kept)).toEqual(kept);
  expect(kept.volumeConservation).toMatchObject({ enabled: true, recoveryTime: 0.1 });
});

test('turned off, the numbers stay for when it is turned on again', () => {
  const present = withVolumeConserved({ ...withVolumeConserved(undefined, true), recoveryTime: 2 }, false);
  expect(present).toMatchObject({ enabled: false, recoveryTime: 2 });
});
