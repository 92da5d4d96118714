import { test } from 'vitest';
import { documentVersion, type SceneInput } from '../../src/scene/Scene.ts';
import { dropFile } from './support/dropFile.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { shotIsOpen } from './support/workbench.ts';

const story = useStories();

const shot = {
  format: 'ductile-shot',
  version: documentVersion,
  project: '0d1f6a0e-4a62-4a0f-8b1c-6f9d2f1c7a22',
  name: 'Groups',
  range: { first: 1, last: 6 },
  entities: [{ kind: 'collider', id: 'floor', name: 'Floor', shape: { kind: 'registered', type: 'plane' } }],
} as unknown as SceneInput;

/** A box whose upper and lower faces are of two materials. */
const BOX = `v -.5 0 -.5
v .5 0 -.5
v .5 1 -.5
v -.5 1 -.5
v -.5 0 .5
v .5 0 .5
v .5 1 .5
v -.5 1 .5
usemtl rubber
f 1 2 6 5
f 1 4 3 2
f 5 6 7 8
usemtl steel
f 4 8 7 3
f 1 5 8 4
f 2 3 7 6
`;

test('materials of a mesh become regions in one step, at its import or later', () =>
  story('groups', { shot }, async ({ page }) => {
    await shotIsOpen(page);
    const task = page.getByRole('region', { name: 'Import mesh' });
    await dropFile(page, '.workbench', 'box.obj', BOX);
    await task.getByRole('radio', { name: '2 materials' }).click();
    await pictures(page, 'groups-import');
    await everythingFits(page);
    await task.getByRole('button', { name: 'Add solid' }).click();
    await page
      .getByText(/^2 material regions of the materials of the mesh/)
      .first()
      .waitFor();
    await page.getByRole('treeitem', { name: /rubber/ }).waitFor();
    await task.getByRole('button', { name: 'Done' }).click();
    await page.keyboard.press('Control+z');
    await page.getByRole('treeitem', { name: /rubber/ }).waitFor({ state: 'detached' });
    await dropFile(page, '.workbench', 'box.obj', BOX);
    await task.getByRole('button', { name: 'Add solid' }).click();
    await task.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('treeitem', { name: /box/ }).click();
    const action = page.getByRole('button', { name: 'Regions from groups of the mesh' });
    await action.click();
    await page.getByRole('treeitem', { name: /steel/ }).waitFor();
    await page.getByRole('treeitem', { name: /steel/ }).click();
    await pictures(page, 'groups-regions');
  }));
