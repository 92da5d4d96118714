import { expect, test } from 'vitest';
import { blockShot } from './support/blockShot.ts';
import { cachedFrames } from './support/cacheFiles.ts';
import { picture } from './support/editor.ts';
import { pictures, useStories } from './support/story.ts';
import {
  frames,
  goToFrame,
  keptFramesAre,
  picksObject,
  setValue,
  simulateAll,
  simulationIs,
} from './support/workbench.ts';

const LAST = 20;
const BRANCH = 8;
const LIMP = 12;

const story = useStories();

test('a take that is branched and edited is compared with the first, which is whole when it is switched to', () =>
  story('takes', { shot: blockShot({ last: LAST, cells: 3 }) }, async ({ page, workspace, task }) => {
    const comparing = task('compare-takes');
    const takes = page.getByRole('list', { name: 'Takes' });
    await simulateAll(page);
    await picksObject(page, 'block');
    await frames(page, 'selected');

    await comparing.part(async () => {
      await goToFrame(page, BRANCH);
      await page.getByRole('button', { name: 'Branch take at the playhead' }).click();
    });
    await takes.locator('[aria-current=true]', { hasText: 'Take 2' }).waitFor();
    await takes.getByText(`from ${BRANCH}`).waitFor();
    // The new take shares every frame until it is edited.
    await keptFramesAre(page, LAST);
    expect(cachedFrames(workspace).size).toBe(LAST);

    await comparing.part(async () => {
      await page.getByRole('button', { name: 'Set key of block strength' }).first().click();
      await goToFrame(page, LIMP);
      await setValue(page, 'Strength', '0.2');
      await keptFramesAre(page, BRANCH);
      await simulateAll(page);
    });
    const simulated = cachedFrames(workspace);
    expect(simulated.size).toBe(2 * LAST - BRANCH);

    await goToFrame(page, LAST);
    await frames(page, 'selected');
    await comparing.part(() => page.getByRole('button', { name: 'Compare with another take' }).click());
    comparing.done();
    const how = page.getByRole('radiogroup', { name: 'How takes are compared' });
    await how.getByRole('radio', { name: 'Side by side', checked: true }).waitFor();
    await bothTakesAreNamed(page);
    await pictures(page, 'takes-side-by-side');
    // An edit makes this side stale, and it says so.
    await setValue(page, 'Strength', '0.3');
    await page.locator('.viewport-compare-name[data-side=left]').getByText('is stale').waitFor();
    await picture(page, 'takes-stale-side');
    await page.getByRole('button', { name: /^Undo: Change strength of block/ }).click();
    await keptFramesAre(page, LAST);
    await how.getByRole('radio', { name: 'Wipe' }).click();
    const edge = page.getByRole('slider', { name: 'Edge between the takes' });
    await edge.press('ArrowLeft');
    await page.locator('[aria-label="Edge between the takes"][aria-valuenow="48"]').waitFor();
    await bothTakesAreNamed(page);
    await picture(page, 'takes-wipe');
    await page.getByRole('button', { name: 'Stop comparing' }).first().click();
    await how.waitFor({ state: 'detached' });

    await takes.getByRole('button', { name: 'Main' }).click();
    await takes.locator('[aria-current=true]', { hasText: 'Main' }).waitFor();
    await keptFramesAre(page, LAST);
    await simulationIs(page, 'complete');
    await page.getByRole('button', { name: 'Takes', exact: true }).click();
    await picture(page, 'takes-switched-back');

    await page.getByRole('button', { name: /^Undo: switch to Main/i }).click();
    await takes.locator('[aria-current=true]', { hasText: 'Take 2' }).waitFor();
    await keptFramesAre(page, LAST);
    await picture(page, 'takes-undone');
    expect(cachedFrames(workspace)).toEqual(simulated);
  }));

async function bothTakesAreNamed(page: Parameters<typeof simulateAll>[0]): Promise<void> {
  const names = page.locator('.viewport-compare-name');
  await expect.poll(() => names.allInnerTexts()).toEqual(['Take 2', 'Main']);
}
