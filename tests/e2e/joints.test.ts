import { expect, test } from 'vitest';
import { everythingFits } from './support/layout.ts';
import { picture } from './support/editor.ts';
import { pictures, useStories } from './support/story.ts';
import { templateShot } from './support/templateShot.ts';
import { framesAre, goToFrame, picksObject, setValue, shotIsOpen, simulateAll } from './support/workbench.ts';

const LAST = 28;
/** The wrecking ball, whose gate hangs on nothing yet. */
function shot() {
  const { entities, ...rest } = templateShot('wrecking-ball', { links: 6, frames: LAST });
  return { ...rest, entities: entities.filter(({ id }) => id !== 'gate-hinge') };
}

const story = useStories();

test('a hinge from the menu joins the selected gate to its post, with limits; the ball opens it and breaks welds', () =>
  story('joints', { shot: shot() }, async ({ page }) => {
    await shotIsOpen(page);
    await picksObject(page, 'Post');
    await page.getByRole('treeitem', { name: /^Gate(,|$)/ }).click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Add to the shot' }).click();
    await page.getByRole('menuitem', { name: 'Joint' }).hover();
    await page.getByRole('menuitem', { name: 'Hinge' }).click();
    await page.getByRole('treeitem', { name: /^Hinge(,|$)/, selected: true }).waitFor();
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await expect.poll(() => inspector.getByRole('combobox', { name: 'Joined to' }).innerText()).toBe('Post');
    await inspector.getByRole('switch', { name: 'Limits on' }).click();
    await setValue(page, 'To', '110°');
    await pictures(page, 'joints-added', () => everythingFits(page));
    // The ends of the limits are dragged in the picture, too, and moved by keys; each is one step of undo.
    const largest = page.getByRole('slider', { name: 'Largest angle of Hinge' });
    const shown = () => largest.getAttribute('aria-valuetext');
    await expect.poll(shown).toMatch(/^110\s°$/);
    const { x, y, width, height } = (await largest.boundingBox())!;
    const [left, top] = [x + width / 2, y + height / 2];
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left + 12, top + 4, { steps: 3 });
    await page.mouse.move(left + 30, top + 10, { steps: 3 });
    await picture(page, 'joints-dragged');
    await page.mouse.up();
    await expect.poll(shown).not.toMatch(/^110\s°$/);
    await page.getByRole('button', { name: 'Undo: change largest angle of Hinge' }).click();
    await expect.poll(shown).toMatch(/^110\s°$/);
    await largest.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(shown).toMatch(/^105\s°$/);
    await page.keyboard.press('ArrowUp');
    await expect.poll(shown).toMatch(/^110\s°$/);
    await simulateAll(page);
    await framesAre(page, 'Memory', LAST);
    await goToFrame(page, LAST);
    // The gate stands open.
    const now = async () => Number(/now (-?[\d.]+)/.exec(await inspector.innerText())?.[1] ?? 0);
    await expect.poll(now).toBeGreaterThan(30);
    expect(await now()).toBeLessThan(110.1);
    await picture(page, 'joints-open');
    await picksObject(page, 'Weld 2');
    await inspector.getByRole('button', { name: 'Statistics' }).click();
    await expect.poll(() => inspector.innerText()).toMatch(/Broken\s+1/);
    await picture(page, 'joints-broken');
  }));
