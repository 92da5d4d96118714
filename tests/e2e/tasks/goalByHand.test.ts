import { expect, test } from 'vitest';
import { blockShot } from '../support/blockShot.ts';
import { cachedFrames } from '../support/cacheFiles.ts';
import { everythingFits } from '../support/layout.ts';
import { dragsHandle } from '../support/sculptHandle.ts';
import { boxInFrame } from '../support/shownBody.ts';
import { pictures, useStories } from '../support/story.ts';
import { frames, goToFrame, picksObject, simulateAll } from '../support/workbench.ts';

const LAST = 12;

const story = useStories();

test('a body that springs back gets a goal, which is shaped by hand, and goes there', () =>
  story('goal-by-hand', { shot: blockShot({ last: LAST, cells: 3 }) }, async ({ page, workspace, task }) => {
    const shaping = task('goal-by-hand');
    await shaping.part(() => picksObject(page, 'block'));
    await frames(page, 'selected');
    const inspector = page.getByRole('region', { name: 'Inspector' });
    await shaping.part(async () => {
      await inspector.getByRole('button', { name: /^Plasticity and goal/ }).click();
      await inspector.getByRole('combobox', { name: 'Goal shape' }).click();
      await page.getByRole('option', { name: 'Stretch' }).click();
    });
    await inspector.getByText(/^All [\d,]+ elements can reach the goal/).waitFor();
    await shaping.part(() => inspector.getByRole('button', { name: 'Show the handles of step 1' }).click());
    const factor = inspector.getByRole('textbox', { name: 'Factor y' });
    const before = await factor.inputValue();
    await shaping.part(() => dragsHandle(page));
    await expect.poll(() => factor.inputValue()).not.toBe(before);
    await pictures(page, 'task-goal-shaped', () => everythingFits(page), ['small', 'narrow', 'scaled']);
    // Nothing presses the block there: the screen says so, and how it goes there all the same.
    await inspector
      .getByText(/^Without goal attraction, only elements that yield under force move to the goal/)
      .waitFor();
    await shaping.part(async () => {
      await inspector.getByRole('button', { name: /^Move to goal/ }).click();
      await simulateAll(page);
    });
    shaping.done();
    await goToFrame(page, LAST);
    await pictures(page, 'task-goal-reached');

    const boxes = await Promise.all(
      [...cachedFrames(workspace).keys()].map((name) => boxInFrame(workspace, name, 'block')),
    );
    expect(boxes).toHaveLength(LAST);
    // It began as a cube of 1 m; the goal is wider, and it falls on the way.
    expect(Math.max(...boxes.map(([minX, , , maxX]) => maxX - minX))).toBeGreaterThan(1.2);
  }));
