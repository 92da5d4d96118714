import { expect, test } from 'vitest';
import { documentVersion, type SceneInput } from '../../src/scene/Scene.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { framesAre, goToFrame, picksObject, shotIsOpen, simulateAll } from './support/workbench.ts';

const LAST = 16;
const key = (frame: number, value: number) => ({ frame, value });

const crate = (id: string, name: string, x: number, more: object = {}) => ({
  kind: 'rigidBody' as const,
  id,
  name,
  shape: { kind: 'registered' as const, type: 'box', params: { sizeX: 0.4, sizeY: 0.4, sizeZ: 0.4 } },
  transform: { position: [x, 0.2, 0] as [number, number, number] },
  ...more,
});

/** Two crates in each other, and one that is keyed past them. */
const SHOT: SceneInput = {
  format: 'ductile-shot',
  version: documentVersion,
  project: '0b6c7c0e-5d61-4f3e-9d0a-2d7a5b1f3c47',
  name: 'Pairs',
  range: { first: 1, last: LAST },
  entities: [
    crate('one', 'One', 0),
    crate('two', 'Two', 0.2),
    crate('ram', 'Ram', 0, {
      releaseFrame: LAST,
      transform: { position: [{ keys: [key(1, -2), key(LAST, -1)] }, 0.2, 0] },
    }),
    { kind: 'collider', id: 'floor', name: 'Floor', shape: { kind: 'registered', type: 'plane' } },
  ],
};

const story = useStories();

test('bodies that begin in each other are kept apart at once, and a keyed one is released where the playhead stands', () =>
  story('rigid-pairs', { shot: SHOT }, async ({ page }) => {
    await shotIsOpen(page);
    await simulateAll(page);
    await framesAre(page, 'Memory', LAST);
    await page
      .getByText(/begins 200 mm deep in/)
      .first()
      .waitFor();
    await picksObject(page, 'One');
    await page.getByRole('treeitem', { name: /^Two(,|$)/ }).click({ modifiers: ['Control'] });
    const inspector = page.getByRole('region', { name: 'Inspector' });
    // What both have in common is shown as it is of one.
    expect(await inspector.getByRole('combobox', { name: 'Shape' }).textContent()).toBe('Box');
    expect(await inspector.getByLabel('Type', { exact: true }).count()).toBe(0);
    const touch = inspector.getByRole('switch', { name: 'Collision of One and Two' });
    expect(await touch.getAttribute('aria-checked')).toBe('true');
    await inspector.getByRole('button', { name: 'None collide' }).click();
    await expect.poll(() => touch.getAttribute('aria-checked')).toBe('false');
    await framesAre(page, 'Stale', LAST);
    await touch.scrollIntoViewIfNeeded();
    await pictures(page, 'rigid-pairs-apart', () => everythingFits(page));

    await goToFrame(page, 6);
    await page.getByRole('treeitem', { name: /^Ram(,|$)/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Release at the playhead' }).click();
    const lane = page.getByRole('button', { name: 'Release Ram at the playhead' });
    await lane.waitFor();
    expect(await lane.getAttribute('aria-pressed')).toBe('true');
    await page.getByText('simulated', { exact: true }).waitFor();
    await goToFrame(page, 9);
    await page.getByText('simulated', { exact: true }).waitFor();
    await lane.click();
    await page.getByRole('button', { name: 'Undo: Release Ram at frame 9' }).waitFor();
    await simulateAll(page);
    await framesAre(page, 'Memory', LAST);
    await pictures(page, 'rigid-pairs-released', () => everythingFits(page));
    await page.getByText(/begins \d+ mm deep in/).waitFor({ state: 'detached' });
  }));
