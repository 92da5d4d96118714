import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue.ts';
import { createFromTemplate } from '../../src/scene/templates.ts';
import { whatDoesNotFit } from './support/layout.ts';
import { scannedCupObj } from './support/scannedCup.ts';
import { pictures, useStories } from './support/story.ts';
import { framesAre, goToFrame, picksObject, setValue, shotIsOpen, simulateAll } from './support/workbench.ts';

const story = useStories();
const CUP = scannedCupObj();

/** The sample shot with the scan as its cup, short and coarse. */
function shot() {
  const sha256 = createHash('sha256').update(CUP.text).digest('hex');
  const mesh = { path: 'cup.obj', sha256, metresPerUnit: 0.001, upAxis: 'y', bounds: CUP.bounds } as const;
  const request = { project: '2d8f0c1e-54d7-4a38-9c6b-0d3b6a1f7e55', name: 'Cup', mesh };
  return createFromTemplate('cup-fill', { cells: 32, frames: 41 }, request, catalogue);
}

test('a scanned cup is filled and a toy drops into it; scrubbed; its surface made again alone; exported and handed off', () =>
  story('cup', { shot: shot(), files: { 'cup.obj': CUP.text } }, async ({ page }) => {
    await shotIsOpen(page);
    await pictures(page, 'cup-1-set-up', async () => expect(await whatDoesNotFit(page)).toEqual([]));
    await simulateAll(page);
    for (const frame of [8, 20, 29]) await goToFrame(page, frame);
    await pictures(page, 'cup-2-splash');
    await goToFrame(page, 41);
    await picksObject(page, 'Water');
    await pictures(page, 'cup-3-floating', async () => expect(await whatDoesNotFit(page)).toEqual([]));

    await setValue(page, 'Detail', '3');
    await page.getByRole('button', { name: /^Undo: Change detail/ }).waitFor();
    await framesAre(page, 'Stale', 0);
    await pictures(page, 'cup-4-finer');

    await page.getByRole('banner').getByRole('button', { name: 'Export' }).click();
    const task = page.getByRole('region', { name: 'Export' });
    await task
      .getByRole('status', { name: 'Size' })
      .getByText(/^≈ .*B$/)
      .waitFor();
    await task.getByRole('button', { name: 'Export', exact: true }).click();
    const report = task.getByRole('region', { name: 'Hand-off report' });
    await report.waitFor();
    await pictures(page, 'cup-5-exported');
    expect(await report.getAttribute('data-passed')).toBe('true');
  }));
