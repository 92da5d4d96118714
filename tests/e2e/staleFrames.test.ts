import { expect, test } from 'vitest';
import { blockShot } from './support/blockShot.ts';
import { cachedFrames } from './support/cacheFiles.ts';
import { picture } from './support/editor.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import {
  frames,
  goToFrame,
  keptFramesAre,
  picksObject,
  playheadIsAt,
  setValue,
  simulateAll,
  simulationIs,
} from './support/workbench.ts';

const LAST = 24;
const FIRST_KEY = 8;
const SECOND_KEY = 16;
const FIRST_STALE = FIRST_KEY + 1;

const story = useStories();

test('a material that is edited at a key leaves the frames before it; undo makes the old ones valid at once', () =>
  story('stale', { shot: blockShot({ last: LAST, cells: 3 }) }, async ({ page, workspace, task }) => {
    const keying = task('key-to-range');
    await simulateAll(page);
    await keying.part(() => picksObject(page, 'block'));
    await frames(page, 'selected');

    // A key on the value that it has changes nothing.
    await keying.part(async () => {
      await goToFrame(page, FIRST_KEY);
      await page.getByRole('button', { name: 'Set key of block strength' }).first().click();
    });
    await page.getByRole('button', { name: 'Remove key of block strength' }).first().waitFor();
    await keptFramesAre(page, LAST);
    const before = cachedFrames(workspace);
    expect(before.size).toBe(LAST);

    // Limp from the second key on: between the keys the strength falls.
    await keying.part(async () => {
      await goToFrame(page, SECOND_KEY);
      await setValue(page, 'Strength', '0.05');
    });
    await keptFramesAre(page, FIRST_KEY);
    const stale = page.getByRole('button', { name: `Stale ${LAST - FIRST_KEY}: go to the first` });
    await stale.click();
    await playheadIsAt(page, FIRST_STALE);
    await picture(page, 'stale-strip');

    await keying.part(() => page.getByRole('button', { name: 'Why?' }).click());
    const why = page.getByRole('dialog', { name: 'Why stale?' });
    await why.getByText(`${LAST - FIRST_KEY} frames, ${FIRST_STALE} – ${LAST}`).waitFor();
    await why.getByText('block › Strength').waitFor();
    const values = await why.locator('.why-stale-values').innerText();
    expect(values).toMatch(/^1\s+0\.\d+/);
    expect(await why.innerText()).toContain(`sampled over (${FIRST_KEY}, ${FIRST_STALE}]`);
    await pictures(page, 'stale-why');

    await keying.part(() => why.getByRole('button', { name: `Simulate from ${FIRST_STALE}` }).click());
    await simulationIs(page, 'complete');
    keying.done();
    await keptFramesAre(page, LAST);
    await goToFrame(page, LAST);
    await picture(page, 'stale-simulated');
    const simulated = cachedFrames(workspace);
    expect(simulated.size).toBe(2 * LAST - FIRST_KEY);

    await page.getByRole('button', { name: /^Undo: Change strength of block/ }).click();
    await keptFramesAre(page, LAST);
    await simulationIs(page, 'complete');
    await picture(page, 'stale-undone');
    await page.getByRole('button', { name: /^Redo: Change strength of block/ }).click();
    await keptFramesAre(page, LAST);
    // Nothing was computed: the files are the same, none written again.
    expect(cachedFrames(workspace)).toEqual(simulated);

    // The numbers of a material are keyed as its strength is.
    await goToFrame(page, FIRST_KEY);
    await page.getByRole('button', { name: "Set key of block Young's E" }).click();
    await keptFramesAre(page, LAST);
    await goToFrame(page, SECOND_KEY);
    await setValue(page, "Young's E", '400 kPa');
    await keptFramesAre(page, FIRST_KEY);
    // Why names the number and says what it was, though inputs leave out what has no keys.
    await page.getByRole('button', { name: 'Why?' }).click();
    await why.getByText("block › Material › Young's modulus").waitFor();
    expect(await why.locator('.why-stale-values').innerText()).toMatch(/^50\s+kPa\s+6\d(?:\.\d+)?\s+kPa/);
    // What was said of the run before is in the log: no message lies over the answer.
    await page.locator('.toast').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Curves', exact: true }).click();
    await pictures(page, 'stale-material', () => everythingFits(page));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Undo: Change Young's E of block/ }).click();
    await keptFramesAre(page, LAST);
  }));
