import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { walkingFigure } from '../../src/io/walkingFigure.ts';
import { documentVersion, type SceneInput } from '../../src/scene/Scene.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { framesAre, goToFrame, shotIsOpen, simulateAll } from './support/workbench.ts';

const LAST = 24;

const SHOT: SceneInput = {
  format: 'ductile-shot',
  version: documentVersion,
  project: '0b6c7c0e-5d61-4f3e-9d0a-2d7a5b1f3c45',
  name: 'Walk',
  range: { first: 1, last: LAST },
  entities: [
    {
      kind: 'cloth',
      id: 'sheet',
      name: 'Sheet',
      source: { kind: 'procedural', form: { shape: 'sheet', width: 1, depth: 1, edge: 0.1 } },
      transform: { position: [0, 1.8, 0] },
    },
    { kind: 'collider', id: 'floor', name: 'Floor', shape: { kind: 'registered', type: 'plane' } },
  ],
};

const story = useStories();

test('a walking figure comes from a file, is looked at as it moves, and carries a sheet', () =>
  story('animations', { shot: SHOT }, async ({ page, workspace, shotPath }) => {
    const { fileName, bytes } = walkingFigure();
    writeFileSync(join(workspace, fileName), bytes);
    await shotIsOpen(page);
    await page.getByRole('button', { name: 'Add to the shot' }).click();
    await page.getByRole('menuitem', { name: 'Import animation…' }).click();
    await page.getByRole('button', { name: 'Choose a file…' }).click();
    await page.getByRole('dialog').getByText(fileName).dblclick();
    const panel = page.getByRole('region', { name: 'Import animation' });
    await panel.getByRole('heading', { name: fileName }).waitFor();
    await panel.getByText('frames 1 to 97').waitFor();
    await panel.getByRole('slider', { name: 'Time of the preview' }).fill('30');
    await panel.getByText(/^frame 6\d · /).waitFor();
    // Its speed over time, and the mesh before and after: the graph goes to another time, too.
    const graph = panel.getByRole('slider', { name: 'Speed of the fastest vertex' });
    await graph.press('ArrowRight');
    await panel.getByText(/^frame 63 · /).waitFor();
    await panel.getByText(/^Peak .* at frame \d+/).waitFor();
    await panel.getByRole('radio', { name: '±24' }).click();
    await pictures(page, 'animation-import', () => everythingFits(page));
    await panel.getByRole('button', { name: 'Import animation' }).click();
    await page.getByRole('treeitem', { name: /^walking-figure(,|$)/, selected: true }).waitFor();
    // It moves before anything is simulated.
    await page.getByText('6612', { exact: true }).waitFor();
    await goToFrame(page, LAST);
    await pictures(page, 'animation-unsimulated', undefined, []);
    // Dropped on it, the sheet is pinned to its surface.
    await goToFrame(page, 1);
    const row = (name: RegExp) => page.getByRole('treeitem', { name });
    await row(/^Sheet,/).dragTo(row(/^walking-figure,/));
    await row(/^Sheet pin/).waitFor();
    await page.getByRole('combobox', { name: 'Attached to' }).getByText('walking-figure').waitFor();
    await page.getByLabel('Only within').waitFor();
    await pictures(page, 'animation-followed', () => everythingFits(page));
    await page.keyboard.press('Control+Z');
    await row(/^Sheet pin/).waitFor({ state: 'detached' });
    await simulateAll(page);
    await framesAre(page, 'Memory', LAST);
    await goToFrame(page, LAST);
    await pictures(page, 'animation-carries', () => everythingFits(page));
    await page.keyboard.press('Control+S');
    await page.getByRole('img', { name: 'Not saved' }).waitFor({ state: 'detached' });
    // The file is linked where it lies.
    expect(readFileSync(shotPath, 'utf8')).toContain(`"path": "${fileName}"`);
  }));
