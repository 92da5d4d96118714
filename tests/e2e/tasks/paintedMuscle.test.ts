import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { blockShot } from '../support/blockShot.ts';
import { cachedFrames } from '../support/cacheFiles.ts';
import { everythingFits } from '../support/layout.ts';
import { boxInFrame } from '../support/shownBody.ts';
import { pictures, useStories } from '../support/story.ts';
import { frames, goToFrame, picksObject, setValue, simulateAll } from '../support/workbench.ts';

const LAST = 8;
const TENSED = 6;
/** CSS pixels of the stroke, across the middle of the block. */
const STROKE = 120;

const story = useStories();

test('a body becomes a muscle along painted fibres, and shortens along them where its activation is keyed', () =>
  story('painted-muscle', { shot: blockShot({ last: LAST, cells: 3 }) }, async ({ page, workspace, task }) => {
    const muscle = task('painted-muscle');
    await muscle.part(() => picksObject(page, 'block'));
    await frames(page, 'selected');
    await page.keyboard.press('Numpad7');
    const inspector = page.getByRole('region', { name: 'Inspector' });
    // Nothing is a muscle yet: the way there is to be seen all the same.
    await muscle.part(async () => {
      await inspector.getByRole('button', { name: /^Fibres/ }).click();
      await inspector.getByRole('combobox', { name: 'Direction of the fibres' }).click();
      await page.getByRole('option', { name: 'Painted' }).click();
    });
    await page.getByRole('button', { name: 'Undo: Change fibres of block' }).waitFor();
    await page.getByRole('toolbar', { name: 'Painting' }).waitFor();
    const radius = page.getByRole('textbox', { name: 'Radius of the brush' });
    await expect.poll(() => radius.inputValue()).not.toBe('');
    await muscle.part(() => strokes(page));
    await inspector.getByText('1 stroke', { exact: true }).waitFor();
    await pictures(page, 'task-muscle-painted', () => everythingFits(page), ['small', 'narrow', 'scaled']);
    await inspector.getByText(/^Relaxed: the fibres contract when the activation is above 0/).waitFor();

    await muscle.part(async () => {
      await inspector.getByRole('button', { name: 'Set key of block activation' }).click();
      await goToFrame(page, TENSED);
      await setValue(page, 'Activation', '1');
      await simulateAll(page);
    });
    muscle.done();
    await goToFrame(page, TENSED);
    await pictures(page, 'task-muscle-tensed');
    const boxes = await Promise.all(
      [...cachedFrames(workspace).keys()].map((name) => boxInFrame(workspace, name, 'block')),
    );
    expect(boxes).toHaveLength(LAST);
    const lengths = boxes.map(([minX, , , maxX]) => maxX - minX);
    expect(Math.min(...lengths)).toBeLessThan(0.9);
  }));

/** Strokes from left to right over the middle of the viewport, where the block was brought: along x, as seen from above. */
async function strokes(page: Page): Promise<void> {
  const { x, y, width, height } = (await page.locator('.viewport canvas').first().boundingBox())!;
  await page.mouse.move(x + width / 2 - STROKE / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + STROKE / 2, y + height / 2, { steps: 12 });
  await page.mouse.up();
}
