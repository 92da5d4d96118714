import { expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { documentVersion } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { runShot } from '../../support/shots.ts';

/** A block of the linear model with these members. */
function shotOf(members: object) {
  const form = { shape: 'block', size: [1, 1, 1], cells: [1, 1, 1], elements: 'tets' };
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '5a1b4b70-3c64-4f0f-9a36-0c6c7e7f5d22',
      name: 'block',
      range: { first: 1, last: 2 },
      entities: [
        { kind: 'solid', id: 'block', source: { kind: 'procedural', form }, material: { model: 'linear' }, ...members },
      ],
    },
    catalogue,
  );
}

test.each([
  ['plastic flow', { plasticity: { law: 'rate', params: {} } }],
  ['tearing', { fracture: { enabled: true } }],
])('%s of the linear model is refused before the first frame', async (_name, members) => {
  await expect(runShot(shotOf(members))).rejects.toMatchObject({
    code: 'document-invalid',
    place: expect.stringContaining('material.model') as string,
  });
  const shot = await runShot(shotOf({}));
  shot.advanceTo(2);
  shot.dispose();
});
