import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { documentVersion, type SceneInput } from '../../src/scene/Scene.ts';
import { brokenObj, cutOffPly, garbledObj, sheetObj } from './support/brokenMeshes.ts';
import { dropFile } from './support/dropFile.ts';
import { picture } from './support/editor.ts';
import { pictures, useStories } from './support/story.ts';
import { shotIsOpen, simulateAll } from './support/workbench.ts';

const story = useStories();

/** A floor to fall on. */
const shot = {
  format: 'ductile-shot',
  version: documentVersion,
  project: '0d1f6a0e-4a62-4a0f-8b1c-6f9d2f1c7a22',
  name: 'Yard',
  range: { first: 1, last: 2 },
  entities: [{ kind: 'collider', id: 'floor', name: 'Floor', shape: { kind: 'registered', type: 'plane' } }],
} as unknown as SceneInput;

function importTask(page: Page) {
  return page.getByRole('region', { name: 'Import mesh' });
}

/** The finding with this title. */
function finding(page: Page, title: string) {
  return importTask(page)
    .locator('.checks > li')
    .filter({ has: page.getByText(title, { exact: true }) });
}

test('a broken mesh is reported, shown, repaired and simulated', () =>
  story('broken-mesh', { shot }, async ({ page, task }) => {
    const mending = task('broken-mesh');
    await shotIsOpen(page);
    await mending.part(() => dropFile(page, '.workbench', 'broken.obj', brokenObj()));
    for (const title of ['Open surface', 'Non-manifold edges', 'Self-intersection', 'Duplicate faces']) {
      await finding(page, title).waitFor();
    }
    await mending.part(() => finding(page, 'Non-manifold edges').getByRole('button', { name: 'Show' }).click());
    await pictures(page, 'broken-mesh-report');
    await mending.part(() => importTask(page).getByRole('button', { name: 'Repair all' }).click());
    await finding(page, 'Duplicate faces').waitFor({ state: 'detached' });
    await expect.poll(() => importTask(page).locator('.checks > li').count()).toBeGreaterThan(0);
    await picture(page, 'broken-mesh-repaired');
    await mending.part(async () => {
      await importTask(page).getByRole('button', { name: 'Add solid' }).click();
      await importTask(page).getByRole('button', { name: 'Done' }).click();
      await simulateAll(page);
    });
    mending.done();
    await picture(page, 'broken-mesh-simulated');
  }));

test('files that cannot be read are refused with their place and a remedy, and sheets can only become cloth', () =>
  story('refused-mesh', { shot }, async ({ page }) => {
    await shotIsOpen(page);
    const problem = importTask(page).getByRole('alert');
    await dropFile(page, '.workbench', 'garbled.obj', garbledObj());
    await expect.poll(() => problem.textContent()).toMatch(/garbled\.obj.*line 4: .*export it again/);
    await pictures(page, 'refused-mesh');
    await dropFile(page, '.workbench', 'cut-off.ply', cutOffPly());
    await expect.poll(() => problem.textContent()).toMatch(/cut-off\.ply/);
    await picture(page, 'refused-mesh-cut-off');
    await dropFile(page, '.workbench', 'noise.stl', '\u0001\u0002 noise \u0003');
    await expect.poll(() => problem.textContent()).toMatch(/noise\.stl/);
    await dropFile(page, '.workbench', 'sheet.obj', sheetObj());
    await importTask(page).getByText('cannot be used').waitFor();
    expect(await problem.count()).toBe(0);
    await picture(page, 'refused-mesh-sheet');
    await importTask(page).getByRole('button', { name: 'Add cloth' }).click();
    await importTask(page).getByText('Choose its fabric').waitFor();
  }));
