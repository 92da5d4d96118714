import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { templateShot } from './support/templateShot.ts';
import { frames, picksObject, shotIsOpen } from './support/workbench.ts';

const story = useStories();

test('a goal is chosen, sculpted, shown and mended; a mesh that does not fit is refused', () =>
  story('plastic-goal', { shot: templateShot('goal-disk', { percent: 10, frames: 24 }) }, async (told) => {
    const { page, workspace } = told;
    writeFileSync(join(workspace, 'other.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    await shotIsOpen(page);
    await picksObject(page, 'Ball');
    await frames(page, 'selected');
    const report = page.locator('.goal-report');
    const screen = async (name: string) => {
      await report.scrollIntoViewIfNeeded();
      await pictures(page, `goal-${name}`, () => everythingFits(page, name));
    };
    await report.getByText(/^All [\d,]+ elements can reach the goal/).waitFor();
    await screen('1-stretch');

    await choose('Sculpted: several steps');
    await page.getByRole('button', { name: 'Add step' }).click();
    await page.getByRole('menuitem', { name: 'Twist' }).click();
    await page.getByText('2. Twist').waitFor();
    const angle = page.getByRole('textbox', { name: 'Angle' });
    await angle.fill('600 deg');
    await angle.press('Enter');
    await report
      .getByText(/beyond the stretch limit|unlike their neighbours/)
      .first()
      .waitFor();
    await screen('2-sculpted');

    await report.getByRole('button', { name: 'Smooth the goal' }).click();
    await report.getByRole('button', { name: /^Raise the stretch limit to / }).click();
    await report.getByText(/^All [\d,]+ elements can reach the goal/).waitFor();

    await choose('Mesh…');
    const files = page.getByRole('dialog');
    await files.getByText('other.obj').click();
    await files.getByText(/the goal has 3 vertices/i).waitFor();
    await pictures(page, 'goal-3-refused');
    await page.keyboard.press('Escape');
    await page.getByText('2. Twist').waitFor();

    async function choose(shape: string): Promise<void> {
      await page.getByRole('combobox', { name: 'Goal shape' }).click();
      await page.getByRole('option', { name: shape }).click();
    }
  }));
