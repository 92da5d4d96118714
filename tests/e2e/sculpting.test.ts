import { expect, test } from 'vitest';
import { everythingFits } from './support/layout.ts';
import { dragsHandle } from './support/sculptHandle.ts';
import { pictures, useStories } from './support/story.ts';
import { templateShot } from './support/templateShot.ts';
import { frames, picksObject, shotIsOpen } from './support/workbench.ts';

const story = useStories();

/** The ball, seen from where its handles lie around the middle of the picture. */
function shot() {
  const scene = templateShot('goal-disk', { percent: 12, frames: 24 });
  const entities = scene.entities.map((entity) =>
    entity.kind === 'camera' ? { ...entity, position: [1.9, -0.35, 2.9], target: [0, -0.4, 0] } : entity,
  );
  return { ...scene, entities } as typeof scene;
}

test('a step of a goal is shaped by handles: one drag is one step of undo', () =>
  story('sculpting', { shot: shot() }, async ({ page }) => {
    await shotIsOpen(page);
    await picksObject(page, 'Ball');
    await frames(page, 'selected');
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await inspector.getByText(/^All [\d,]+ elements can reach the goal/).waitFor();
    await inspector.getByRole('button', { name: 'Show the handles of step 1' }).click();
    await pictures(page, 'sculpt-1-stretch', () => everythingFits(page));
    const factor = inspector.getByRole('textbox', { name: 'Factor y' });
    const before = await factor.inputValue();
    await dragsHandle(page);
    await expect.poll(() => factor.inputValue()).not.toBe(before);
    await page.getByRole('button', { name: 'Undo: Edit the goal of Ball' }).click();
    await expect.poll(() => factor.inputValue()).toBe(before);

    await inspector.getByRole('combobox', { name: 'Goal shape' }).click();
    await page.getByRole('option', { name: 'Sculpted: several steps' }).click();
    for (const [k, name] of ['Drag', 'Bend', 'Twist'].entries()) {
      await inspector.getByRole('button', { name: 'Add step' }).click();
      await page.getByRole('menuitem', { name }).click();
      await inspector.getByRole('button', { name: `Show the handles of step ${k + 2}` }).click();
      await inspector.getByRole('button', { name: `Hide the handles of step ${k + 2}` }).waitFor();
      await inspector.locator('.goal-report[aria-busy=false]').waitFor();
      await pictures(page, `sculpt-${k + 2}-${name.toLowerCase()}`, () => everythingFits(page));
    }
  }));
