import type { Locator, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import type { SceneInput } from '../../src/scene/Scene.ts';
import { isAccessible, isAccessibleInItsTheme } from './support/accessibility.ts';
import { blockShot } from './support/blockShot.ts';
import { sizes } from './support/editor.ts';
import { useStories } from './support/story.ts';
import { picksObject, setValue, shotIsOpen, simulateAll } from './support/workbench.ts';

const LAST = 8;
const BLOCK = blockShot({ last: LAST, cells: 3 });
/** Has to be filled, unlike the block. */
const RING = {
  kind: 'solid',
  id: 'ring',
  source: { kind: 'procedural', form: { shape: 'torus', majorRadius: 0.5, minorRadius: 0.2 } },
  meshing: { method: 'graded-stuffing', edge: { percent: 6 } },
  transform: { position: [3, 1, 0] },
};
const SHOT = { ...BLOCK, entities: [...(BLOCK.entities ?? []), RING] } as SceneInput;

const story = useStories();

/** Looks at both sizes of the window, the small one last, for what breaks WCAG 2.2 AA. Colours are the same at both. */
async function isAccessibleAtBothSizes(page: Page, where: string): Promise<void> {
  await page.setViewportSize(sizes.large);
  await isAccessibleInItsTheme(page, `${where}, large`);
  await page.setViewportSize(sizes.small);
  await isAccessible(page, `${where}, small`);
}

/** Closes by Escape what is open. */
async function closes(page: Page, opened: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
}

const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();

test('every part of the window can be used without seeing colours or pointing', () =>
  story('accessible', { shot: SHOT }, async ({ page }) => {
    await shotIsOpen(page);
    await isAccessibleAtBothSizes(page, 'nothing selected, nothing computed');
    await simulateAll(page);
    await picksObject(page, 'block');

    await page.keyboard.press('Control+Shift+P');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await isAccessible(page, 'palette');
    await closes(page, page.getByRole('dialog', { name: 'Commands' }));

    await page.keyboard.press('Control+E');
    await page.getByRole('region', { name: 'Export' }).waitFor();
    await isAccessible(page, 'export task');
    await closes(page, page.getByRole('region', { name: 'Export' }));

    await showsWhyStale(page);
    await comparesTakes(page);
    await editsCurves(page);
    await editsMesh(page);
  }));

async function showsWhyStale(page: Page): Promise<void> {
  await setValue(page, 'Density', '500');
  await page
    .getByRole('button', { name: /^Stale \d+/ })
    .first()
    .click();
  await page.keyboard.press('Alt+KeyW');
  await page.getByRole('dialog', { name: 'Why stale?' }).waitFor();
  await isAccessible(page, 'why stale');
  await closes(page, page.getByRole('dialog', { name: 'Why stale?' }));
}

async function comparesTakes(page: Page): Promise<void> {
  await page.keyboard.press('Control+KeyB');
  await button(page, /^Compare with another take/).click();
  await button(page, /^Stop comparing/).waitFor();
  await button(page, /^Takes$/).click();
  await isAccessible(page, 'compared takes');
  await button(page, /^Stop comparing/).click();
}

async function editsCurves(page: Page): Promise<void> {
  await button(page, /^Set key of block strength/).click();
  await button(page, /^Curves$/).click();
  await isAccessible(page, 'curve editor');
}

async function editsMesh(page: Page): Promise<void> {
  await picksObject(page, 'ring');
  await button(page, /^Remesh/).click();
  const task = page.getByRole('region', { name: /^Mesh/ });
  await task.getByText('per frame, about').waitFor();
  await isAccessibleAtBothSizes(page, 'mesh task');
  expect(await task.isVisible()).toBe(true);
}
