import { expect, test } from 'vitest';
import { blockShot } from './support/blockShot.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { picksObject, setValue, shotIsOpen } from './support/workbench.ts';

const story = useStories();

test('the volume is kept instead of a locking ratio by one step of undo', () =>
  story('remedies', { shot: blockShot({ last: 8, cells: 3 }) }, async ({ page }) => {
    await shotIsOpen(page);
    await picksObject(page, 'block');
    const inspector = page.getByRole('region', { name: 'Inspector' });
    const poisson = inspector.getByRole('textbox', { name: "Poisson's ratio" });
    await setValue(page, "Poisson's ratio", '0.48');
    const keep = inspector.getByRole('button', { name: 'Conserve the volume instead' });
    await keep.waitFor();
    await pictures(page, 'remedy-1-locking', () => everythingFits(page));
    await keep.click();
    await expect.poll(() => poisson.inputValue()).toBe('0.3');
    await keep.waitFor({ state: 'detached' });
    await inspector.getByRole('button', { name: /^Volume/, expanded: false }).click();
    const switched = inspector.getByRole('switch', { name: 'Volume conservation' });
    await expect.poll(() => switched.getAttribute('aria-checked')).toBe('true');
    await pictures(page, 'remedy-2-kept');
    await page.getByRole('button', { name: /^Undo: Turn on volume conservation of block/ }).click();
    await expect.poll(() => poisson.inputValue()).toBe('0.48');
    await keep.waitFor();
  }));
