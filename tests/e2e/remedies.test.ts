import { expect, test } from 'vitest';
import type { SceneInput } from '../../src/scene/Scene.ts';
import { blockShot } from './support/blockShot.ts';
import { whatDoesNotFit } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import {
  frames,
  framesAre,
  picksObject,
  setValue,
  shotIsOpen,
  simulationIs,
  startsSimulation,
} from './support/workbench.ts';

const story = useStories();

/** A block that may take no more substeps than jelly needs, once its Poisson's ratio locks it. */
const SHOT: SceneInput = {
  ...blockShot({ last: 8, cells: 3 }),
  quality: { draft: { minSubsteps: 1, maxSubsteps: 4 } },
};

test('the volume is kept instead of a locking ratio by one step of undo; a body is cut open where it failed', () =>
  story('remedies', { shot: SHOT }, async ({ page }) => {
    await shotIsOpen(page);
    await picksObject(page, 'block');
    const inspector = page.getByRole('region', { name: 'Inspector' });
    const poisson = inspector.getByRole('textbox', { name: "Poisson's ratio" });
    await setValue(page, "Poisson's ratio", '0.48');
    const keep = inspector.getByRole('button', { name: 'Keep the volume instead' });
    await keep.waitFor();
    await pictures(page, 'remedy-1-locking', async () => expect(await whatDoesNotFit(page)).toEqual([]));
    await keep.click();
    await expect.poll(() => poisson.inputValue()).toBe('0.3');
    await keep.waitFor({ state: 'detached' });
    await inspector.getByRole('button', { name: /^Volume/, expanded: false }).click();
    const switched = inspector.getByRole('switch', { name: 'Keep volume' });
    await expect.poll(() => switched.getAttribute('aria-checked')).toBe('true');
    await pictures(page, 'remedy-2-kept');
    await page.getByRole('button', { name: /^Undo: Keep the volume of block/ }).click();
    await expect.poll(() => poisson.inputValue()).toBe('0.48');
    await keep.waitFor();

    await setValue(page, "Young's E", '40 MPa');
    await startsSimulation(page);
    await simulationIs(page, 'stopped');
    await framesAre(page, 'Failed', 1);
    await page
      .getByRole('group', { name: 'Simulation' })
      .getByRole('button', { name: /^Frame \d+ failed/ })
      .click();
    const task = page.getByRole('region', { name: 'Why it failed' });
    await task.getByRole('button', { name: /^Isolate element/ }).click();
    const inset = page.getByRole('region', { name: /^Element \d+ of block/ });
    await inset.waitFor();
    await frames(page, 'selected');
    const undo = page.getByRole('button', { name: /^Undo: / });
    const before = await undo.getAttribute('aria-label');
    await inset.getByRole('button', { name: 'Cut the body open here' }).click();
    await page.getByRole('group', { name: 'Cut away' }).waitFor();
    await inset.waitFor({ state: 'detached' });
    // The view alone is another: the shot is not.
    expect(await undo.getAttribute('aria-label')).toBe(before);
    await pictures(page, 'remedy-3-cut-open', async () => expect(await whatDoesNotFit(page)).toEqual([]));
    await page.getByRole('group', { name: 'View mode' }).getByRole('button', { name: 'Shaded' }).click();
    await page.getByRole('group', { name: 'Cut away' }).waitFor({ state: 'detached' });
  }));
