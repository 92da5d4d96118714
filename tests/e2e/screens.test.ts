import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { heroFrames, writeHeroShot } from './support/heroShot.ts';
import { pictures, useStories } from './support/story.ts';
import {
  frameCounts,
  frames,
  goToFrame,
  picksObject,
  setValue,
  shotIsOpen,
  simulateAll,
  simulationIs,
  startsSimulation,
} from './support/workbench.ts';

/** The bunny lies flat. */
const FLAT = 15;
/** From here on it is given more strength than its substeps allow. */
const STIFF = 19;

/** On the ruler of the timeline: a double click shows all frames. */
const RULER = { x: 600, y: 10 };

const story = useStories();

test('every part of the editor looks as it should at both sizes', () =>
  story('screens', {}, async ({ page, workspace }) => {
    mkdirSync(join(workspace, 'shots'));
    const path = await writeHeroShot(join(workspace, 'shots'));
    await page.locator('.sample-card').first().waitFor();
    await pictures(page, 'screen-1-start-page');
    await page.goto(`${page.url().split('#')[0]}#${new URLSearchParams({ shot: path }).toString()}`);
    await page.reload();
    await shotIsOpen(page);
    await simulateAll(page);
    await picksObject(page, 'Bunny');
    await goToFrame(page, FLAT);
    await frames(page, 'everything');
    await pictures(page, 'screen-2-shot');
    await showsMaterials(page);
    await showsLanes(page);
    await showsMesh(page);
    await showsReport(page);
    await showsStates(page);
    await showsTakes(page);
  }));

async function showsMaterials(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Material preset: / }).click();
  const cards = page.getByRole('listbox', { name: 'Material presets' });
  await cards.getByRole('option').nth(2).hover();
  await pictures(page, 'screen-3-material-cards');
  await page.keyboard.press('Escape');
  await cards.waitFor({ state: 'detached' });
}

/** Curves alone, then graphs alone. */
async function showsLanes(page: Page): Promise<void> {
  const lanes = page.getByRole('group', { name: 'Lanes that are shown' });
  const toggle = (name: string) => lanes.getByRole('button', { name, exact: true }).click();
  await toggle('Graphs');
  await toggle('Curves');
  await pictures(page, 'screen-4-curve-editor');
  await toggle('Curves');
  await toggle('Keys');
  await toggle('Graphs');
  await pictures(page, 'screen-5-graphs');
  await toggle('Keys');
}

async function showsMesh(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Remesh…' }).click();
  const task = page.getByRole('region', { name: 'Mesh', exact: true });
  await task.getByText('Filling').first().waitFor({ state: 'detached' });
  await page.getByRole('group', { name: 'View mode' }).getByRole('button', { name: 'Cut away' }).click();
  await frames(page, 'selected');
  await task
    .getByText(/^tetrahedra$/)
    .first()
    .waitFor();
  await pictures(page, 'screen-6-mesh-cut-away');
  await page.getByRole('group', { name: 'View mode' }).getByRole('button', { name: 'Shaded' }).click();
  await task.getByRole('button', { name: 'Cancel' }).click();
}

async function showsReport(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Export' }).click();
  const task = page.getByRole('region', { name: 'Export' });
  await task.getByRole('button', { name: 'Export', exact: true }).click();
  await task.getByRole('region', { name: 'Hand-off report' }).waitFor();
  await pictures(page, 'screen-7-export-report');
  await task.getByRole('button', { name: 'Close' }).click();
}

/** Strength beyond what the substeps allow: frames before it stay, one fails, those after it are of the shot as it was, later ones were never made. */
async function showsStates(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Shot' }).click();
  await setValue(page, 'Last frame', String(heroFrames + 6));
  await page.getByRole('tab', { name: 'Object' }).click();
  await page.locator('.dock canvas').last().dblclick({ position: RULER });
  await goToFrame(page, STIFF);
  await setValue(page, 'Strength', '1000');
  await expect.poll(async () => (await frameCounts(page)).Stale ?? 0).toBeGreaterThan(0);
  await page.getByRole('tab', { name: 'Solver' }).click();
  await startsSimulation(page);
  await simulationIs(page, 'stopped');
  await page.getByRole('button', { name: /^Failed 1/ }).waitFor();
  await pictures(page, 'screen-8-timeline-states');
  await page
    .getByRole('group', { name: 'Simulation' })
    .getByRole('button', { name: /^Frame \d+ failed/ })
    .click();
  await page.getByRole('region', { name: 'Why it failed' }).waitFor();
  await pictures(page, 'screen-9-failed-frame');
  await page.getByRole('button', { name: /^Undo: Change strength/ }).click();
  await page.getByRole('region', { name: 'Why it failed' }).getByRole('button', { name: 'Close' }).click();
}

async function showsTakes(page: Page): Promise<void> {
  await goToFrame(page, 2);
  await page.getByRole('button', { name: 'Branch take at the playhead' }).click();
  await page.getByRole('tab', { name: 'Object' }).click();
  await setValue(page, "Young's modulus", '4 kPa');
  await simulateAll(page);
  await goToFrame(page, heroFrames - 2);
  await frames(page, 'everything');
  await page.getByRole('button', { name: 'Compare with another take' }).click();
  await page.locator('.viewport-compare-name').nth(1).waitFor();
  await pictures(page, 'screen-10-compare');
}
