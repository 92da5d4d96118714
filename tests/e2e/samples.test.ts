import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { SIMULATION_PATIENCE } from './support/patience.ts';
import { runByPalette } from './support/keyboard.ts';
import { pictures, useStories } from './support/story.ts';

/** A solid, a cloth and a liquid; all of them with DUCTILE_ALL_SAMPLES=1. */
const OPENED = ['incline', 'cloth-roll', 'dam-break'];

const story = useStories();

test('samples are found by what they show, and each plays the frames that are there while the others are made', () =>
  story('samples', {}, async ({ page }) => {
    const cards = page.locator('.sample-card');
    await cards.first().waitFor();
    const all = await cards.count();
    await narrows(page, all);
    const types = await page
      .locator('[data-sample]')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-sample') ?? ''));
    const opened = process.env['DUCTILE_ALL_SAMPLES'] === '1' ? types : OPENED;
    for (const type of opened) await playsAtOnce(page, type);
    await pictures(page, 'samples-after');
  }));

/** Subjects, switches and the search combine; what leaves nothing is not drawn. */
async function narrows(page: Page, all: number): Promise<void> {
  const cards = page.locator('.sample-card');
  // Nothing was ever simulated here.
  expect(await page.getByRole('button', { name: 'Ready to play' }).count()).toBe(0);
  await page.getByRole('radio', { name: /^Cloth/ }).click();
  await expect.poll(() => cards.count()).toBeLessThan(all);
  await page.getByRole('button', { name: /^Takes a mesh/ }).click();
  await expect.poll(() => cards.count()).toBe(2);
  await page.getByRole('searchbox', { name: 'Search samples' }).fill('zeppelin');
  await page.getByText('No sample matches zeppelin').waitFor();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(() => cards.count()).toBe(all);
}

/** The playhead moves on to a frame that is there. Enter on the card opens it. */
async function playsAtOnce(page: Page, type: string): Promise<void> {
  const card = page.locator(`[data-sample="${type}"] .sample-card`);
  await card.focus();
  await page.keyboard.press('Enter');
  const shown = page.locator('.viewport-statistics dt:text-is("Frame") + dd');
  await expect
    .poll(() => shown.innerText({ timeout: SIMULATION_PATIENCE }), { timeout: SIMULATION_PATIENCE })
    .toMatch(/^(?:[2-9]|\d\d+)\D+(?:memory|disk)/);
  await page.getByRole('group', { name: 'Playback' }).getByRole('button', { name: 'Pause' }).click();
  await runByPalette(page, 'start page', 'Start page');
  await card.waitFor();
}
