import { expect, test } from 'vitest';
import { cachedFrames } from '../support/cacheFiles.ts';
import { dropFile } from '../support/dropFile.ts';
import { everythingFits } from '../support/layout.ts';
import { bumpySphereObj } from '../support/meshFiles.ts';
import { boxInFrame } from '../support/shownBody.ts';
import { pictures, useStories } from '../support/story.ts';
import { goToFrame, shotIsOpen, simulationIs } from '../support/workbench.ts';

const FRAMES = 10;
/** m: the scan stands as high as the ball of the sample, and the sheet begins over it. */
const HEIGHT = 0.75;

const story = useStories();

test('a cloth falls over a mesh that was dropped on the start page', () =>
  story('cloth-on-import', {}, async ({ page, workspace, task }) => {
    const draping = task('cloth-on-import');
    await page.locator('.sample-card').first().waitFor();
    await draping.part(() => dropFile(page, '.start', 'boulder.obj', bumpySphereObj(0.5, 6)));
    const sheet = page.getByRole('dialog', { name: 'New shot' });
    await sheet.getByRole('button', { name: 'boulder.obj' }).waitFor();
    const templates = sheet.getByRole('radiogroup', { name: 'Template' });
    await draping.part(() => templates.getByText('Cloth over a ball').click());
    // Every template can be looked through, and none is squeezed.
    await sheet.getByRole('button', { name: /more, without a mesh$/ }).click();
    await pictures(page, 'task-cloth-new', () => everythingFits(page), ['small', 'narrow', 'scaled']);
    for (const [name, text] of [
      ['Edge length', '60 mm'],
      ['Frames', String(FRAMES)],
    ]) {
      const field = sheet.getByRole('textbox', { name, exact: true });
      await field.fill(text);
      await field.press('Tab');
    }
    await draping.part(() => sheet.getByRole('button', { name: 'Create and simulate' }).click());
    await shotIsOpen(page);
    await simulationIs(page, 'complete');
    draping.done();
    await goToFrame(page, FRAMES);
    await pictures(page, 'task-cloth-draped');

    const boxes = await Promise.all(
      [...cachedFrames(workspace).keys()].map((name) => boxInFrame(workspace, name, 'cloth')),
    );
    expect(boxes).toHaveLength(FRAMES);
    const deepest = Math.min(...boxes.map(([, low]) => low));
    const [, , , , top] = boxes.find(([, low]) => low === deepest)!;
    // Its edges hang down around the mesh, on which its middle lies.
    expect(deepest).toBeLessThan(HEIGHT - 0.1);
    expect(top).toBeGreaterThan(HEIGHT - 0.03);
  }));
