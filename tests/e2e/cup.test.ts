import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { dropFile } from './support/dropFile.ts';
import { everythingFits } from './support/layout.ts';
import { scannedCupObj } from './support/scannedCup.ts';
import type { Task } from './support/Task.ts';
import { pictures, useStories } from './support/story.ts';
import { framesAre, goToFrame, picksObject, setValue, shotIsOpen, simulateAll } from './support/workbench.ts';

const story = useStories();
const CUP = scannedCupObj();

const FRAMES = 24;

/** The scan is dropped on the start page and takes the place of the sample's cup, short and coarse. */
async function fillsTheCup(page: Page, task: Task): Promise<void> {
  await page.locator('.sample-card').first().waitFor();
  await task.part(() => dropFile(page, '.start', 'cup.obj', CUP.text));
  const sheet = page.getByRole('dialog', { name: 'New shot' });
  await sheet.getByRole('button', { name: 'cup.obj' }).waitFor();
  await task.part(() => sheet.getByRole('radiogroup', { name: 'Template' }).getByText('A cup is filled').click());
  for (const [name, text] of [
    ['Cells', '24'],
    ['Frames', String(FRAMES)],
  ]) {
    const field = sheet.getByRole('textbox', { name, exact: true });
    await field.fill(text);
    await field.press('Tab');
  }
  await task.part(() => sheet.getByRole('button', { name: 'Create', exact: true }).click());
  await shotIsOpen(page);
}

test('a scanned cup is filled and a toy drops into it; scrubbed; its surface made again alone; exported and handed off', () =>
  story('cup', {}, async ({ page, task }) => {
    const filling = task('liquid-in-cup');
    await fillsTheCup(page, filling);
    await pictures(page, 'cup-1-set-up', () => everythingFits(page));
    await filling.part(() => simulateAll(page));
    filling.done();
    for (const frame of [8, 16, 23]) await goToFrame(page, frame);
    await pictures(page, 'cup-2-splash');
    await goToFrame(page, FRAMES);
    await picksObject(page, 'Water');
    await pictures(page, 'cup-3-water', () => everythingFits(page));

    await setValue(page, 'Surface resolution', '3');
    await page.getByRole('button', { name: /^Undo: Change surface resolution/ }).waitFor();
    await framesAre(page, 'Stale', 0);
    await pictures(page, 'cup-4-finer');

    await page.getByRole('banner').getByRole('button', { name: 'Export' }).click();
    const exporting = page.getByRole('region', { name: 'Export' });
    await exporting
      .getByRole('status', { name: 'Size' })
      .getByText(/^≈ .*B$/)
      .waitFor();
    await exporting.getByRole('button', { name: 'Export', exact: true }).click();
    const report = exporting.getByRole('region', { name: 'Hand-off report' });
    await report.waitFor();
    await pictures(page, 'cup-5-exported');
    expect(await report.getAttribute('data-passed')).toBe('true');
  }));
