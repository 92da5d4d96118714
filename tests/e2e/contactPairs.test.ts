import { expect, test } from 'vitest';
import type { SceneInput } from '../../src/scene/Scene.ts';
import { blockShot } from './support/blockShot.ts';
import { focused } from './support/keyboard.ts';
import { everythingFits } from './support/layout.ts';
import { pictures, useStories } from './support/story.ts';
import { framesAre, goToFrame, picksObject, shotIsOpen, simulateAll } from './support/workbench.ts';

const story = useStories();

const BLOCK = blockShot({ last: 3, cells: 2 });
/** Three blocks of which the third has never been told of contact. */
const SHOT = {
  ...BLOCK,
  entities: ['Lower', 'Upper', 'Aside'].map((name, k) => ({
    ...BLOCK.entities![0],
    id: name.toLowerCase(),
    name,
    transform: { position: [k === 2 ? 2 : 0, 1.4 + 1.02 * (k % 2), 0] },
    ...(k < 2 ? { contact: { others: true, friction: k === 0 ? 0.1 : 0.4 } } : {}),
  })),
} as SceneInput;

test('two bodies are kept apart or given a friction of their own, from either body and from the shot, by keys too', () =>
  story('contact-pairs', { shot: SHOT }, async ({ page }) => {
    await shotIsOpen(page);
    await simulateAll(page);
    await picksObject(page, 'Lower');
    const inspector = page.getByRole('region', { name: 'Inspector' });
    const friction = inspector.getByRole('textbox', { name: 'Friction between Lower and Upper' });
    expect(await friction.getAttribute('placeholder')).toBe('0.2');
    const touch = inspector.getByRole('switch', { name: 'Collision of Lower and Upper' });
    expect(await inspector.getByRole('switch', { name: 'Collision of Lower and Aside' }).isDisabled()).toBe(true);
    await friction.fill('0.75');
    await friction.press('Enter');
    await page.getByRole('button', { name: 'Undo: Change friction between Lower and Upper' }).waitFor();
    await framesAre(page, 'Stale', 3);
    await touch.scrollIntoViewIfNeeded();
    await pictures(page, 'contact-1-body', () => everythingFits(page));

    // From the number on to the next row by the keyboard, and back to the switch.
    await friction.focus();
    await page.keyboard.press('Shift+Tab');
    expect((await focused(page)).seen).toBe(true);
    await page.keyboard.press('Space');
    await expect.poll(() => touch.getAttribute('aria-checked')).toBe('false');
    expect(await friction.isDisabled()).toBe(true);

    await inspector.getByRole('tab', { name: 'Shot' }).click();
    const pairs = inspector.getByRole('group', { name: 'Contact pairs' });
    expect(await pairs.getByRole('switch').count()).toBe(3);
    await expect.poll(() => touch.getAttribute('aria-checked')).toBe('false');
    await touch.scrollIntoViewIfNeeded();
    await pictures(page, 'contact-2-shot', () => everythingFits(page));
    await goToFrame(page, 2);
    await page.getByRole('button', { name: 'Why?' }).click();
    const why = page.getByRole('dialog', { name: 'Why stale?' });
    await why.getByText('Shot › Contact pairs').first().waitFor();
    await pictures(page, 'contact-3-why');
    await why.getByRole('button', { name: 'Close' }).click();

    for (let step = 0; step < 2; step++) await page.getByRole('button', { name: /^Undo: / }).click();
    await expect.poll(() => touch.getAttribute('aria-checked')).toBe('true');
    await framesAre(page, 'Stale', 0);

    // A body that was never told of contact is told by one switch.
    await inspector.getByRole('tab', { name: 'Object' }).click();
    await picksObject(page, 'Aside');
    await inspector.getByRole('button', { name: /^Contact/, expanded: false }).click();
    await inspector.getByRole('switch', { name: 'Body collision' }).click();
    await expect
      .poll(() => inspector.getByRole('switch', { name: 'Collision of Lower and Aside' }).isEnabled())
      .toBe(true);
    await page.getByRole('button', { name: /^Undo: Turn on body collision of Aside/ }).waitFor();
  }));
