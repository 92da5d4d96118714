import { expect, test } from 'vitest';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { templateShot } from './support/templateShot.ts';
import { framesAre, goToFrame, picksObject, shotIsOpen, simulateAll } from './support/workbench.ts';

const LAST = 7;

/** An arm whose biceps is attached to the upper arm alone, by a soft pin at the other end. */
function shot() {
  const scene = templateShot('muscle-elbow', { percent: 9, frames: 25 });
  const entities = scene.entities.map((entity) => {
    if (entity.id !== 'biceps-insertion' || entity.kind !== 'pin') return entity;
    const { follow: _, ...free } = entity;
    return { ...free, hold: { kind: 'soft' as const, frequency: 4, dampingRatio: 1 } };
  });
  return { ...scene, entities, range: { ...scene.range, last: LAST } };
}

const story = useStories();

test('a muscle that is attached to a rigid forearm lifts it', () =>
  story('muscles', { shot: shot() }, async ({ page }) => {
    await shotIsOpen(page);
    await picksObject(page, 'Biceps, insertion');
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await inspector.getByRole('combobox', { name: 'Attached to' }).click();
    await page.getByRole('option', { name: 'Forearm' }).click();
    await expect.poll(() => inspector.getByRole('combobox', { name: 'Attached to' }).innerText()).toBe('Forearm');
    // It is held hard, where it is: there is nothing else to set.
    expect(await inspector.innerText()).not.toMatch(/Constraint|Pivot/);
    await pictures(page, 'muscles-attached', () => everythingFits(page));
    await simulateAll(page);
    await framesAre(page, 'Memory', LAST);
    await goToFrame(page, LAST);
    // Muscles keep their volume, and it is told of what their elements are filled with.
    const volume = page.getByLabel('Statistics of the shown frame');
    await expect.poll(() => volume.innerText()).toMatch(/Volume\s+[+−]?0\.\d %/);
    await picksObject(page, 'Elbow');
    const now = async () => Number(/now [-−]([\d.]+)/.exec(await inspector.innerText())?.[1] ?? 0);
    await expect.poll(now).toBeGreaterThan(10);
  }));
