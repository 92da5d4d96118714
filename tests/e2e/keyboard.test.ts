import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { isAccessible } from './support/accessibility.ts';
import { picture } from './support/editor.ts';
import { focused, focusIsSeen, panelByKeys, runByPalette, tabTo } from './support/keyboard.ts';
import { pictures, useStories } from './support/story.ts';
import { elementsAreShown, playheadIsAt, playheadSays, shotIsOpen, simulationIs } from './support/workbench.ts';

const LAST = 12;

const story = useStories();

test('a shot is made, simulated, scrubbed and exported without a mouse', () =>
  story('keyboard', {}, async ({ page, workspace }) => {
    await makesEmptyShot(page);
    await runByPalette(page, 'add block', 'Add block of cells');
    await page.getByRole('treeitem', { selected: true }).waitFor();
    await elementsAreShown(page, { more: 4, fewer: 2000 });
    await isAccessible(page, 'workbench with a selected solid');
    await shortensShot(page);
    await page.keyboard.press('Control+Enter');
    await simulationIs(page, 'complete');
    await scrubsAndPlays(page);
    await exportsShot(page);
    expect(existsSync(join(workspace, 'export', 'Keys only.abc'))).toBe(true);
  }));

async function makesEmptyShot(page: Page): Promise<void> {
  await page.locator('.sample-card').first().waitFor();
  await isAccessible(page, 'start page');
  await tabTo(page, /^New shot/);
  await picture(page, 'keyboard-start');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'New shot' });
  await sheet.waitFor();
  await isAccessible(page, 'new shot');
  await focusIsSeen(page);
  await expect.poll(async () => (await focused(page)).name).toBe('Name');
  await page.keyboard.type('Keys only');
  await tabTo(page, /^Empty shot|^Drop test|^Incline/, 'Shift+Tab');
  const empty = sheet.getByRole('radio', { name: /^Empty shot/ });
  while (!(await empty.isChecked())) {
    await page.keyboard.press('ArrowRight');
    await focusIsSeen(page);
  }
  await picture(page, 'keyboard-new');
  await tabTo(page, /^Create/);
  await page.keyboard.press('Enter');
  await shotIsOpen(page);
}

/** Shortens the shot by the inspector's own fields. */
async function shortensShot(page: Page): Promise<void> {
  expect(await panelByKeys(page, 'inspector')).toContain('inspector');
  expect((await focused(page)).name).toBe('Object');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tab', { name: 'Shot', selected: true }).waitFor();
  await tabTo(page, /^Last frame$/);
  await page.keyboard.type(String(LAST));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Missing ${LAST}: go to the first` }).waitFor();
  await pictures(page, 'keyboard-inspector');
}

async function scrubsAndPlays(page: Page): Promise<void> {
  await panelByKeys(page, 'timeline');
  if ((await focused(page)).name !== 'Playhead') await tabTo(page, /^Playhead$/);
  await page.keyboard.press('End');
  await playheadIsAt(page, LAST);
  await playheadSays(page, /, (memory|disk)$/);
  await page.keyboard.press('Home');
  for (const frame of [2, 3, 4]) {
    await page.keyboard.press('ArrowRight');
    await playheadIsAt(page, frame);
  }
  await picture(page, 'keyboard-scrubbed');
  await page.keyboard.press('Space');
  const playback = page.getByRole('group', { name: 'Playback' });
  await playback.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('Space');
  await playback.getByRole('button', { name: 'Play', exact: true }).waitFor();
}

async function exportsShot(page: Page): Promise<void> {
  await page.keyboard.press('Control+E');
  const task = page.getByRole('region', { name: 'Export' });
  await task.waitFor();
  await expect.poll(async () => (await focused(page)).panel).toBe('inspector');
  await tabTo(page, /^Export$/);
  // What is told of a control goes with the focus: Escape is for the task.
  await page.locator('.ui-tooltip').waitFor({ state: 'detached' });
  await isAccessible(page, 'export');
  await page.keyboard.press('Enter');
  const report = task.getByRole('region', { name: 'Hand-off report' });
  await report.waitFor();
  expect(await report.getAttribute('data-passed')).toBe('true');
  await isAccessible(page, 'export report');
  await focusIsSeen(page);
  await picture(page, 'keyboard-exported');
  await page.keyboard.press('Escape');
  await task.waitFor({ state: 'detached' });
}
