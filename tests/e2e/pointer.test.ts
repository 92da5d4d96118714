import type { Locator, Page } from '@playwright/test';
import { expect, test } from 'vitest';
import type { SceneInput } from '../../src/scene/Scene.ts';
import { blockShot } from './support/blockShot.ts';
import { runByPalette } from './support/keyboard.ts';
import { pictures, useStories } from './support/story.ts';
import { frames, picksObject, shotIsOpen } from './support/workbench.ts';

const BLOCK = blockShot({ last: 2, cells: 2 });
const OTHER = {
  kind: 'solid',
  id: 'other',
  name: 'other',
  source: { kind: 'procedural', form: { shape: 'block', size: [1, 1, 1], cells: [2, 2, 2], elements: 'tets' } },
  transform: { position: [2, 1.4, 0] },
};
const SHOT = { ...BLOCK, entities: [...(BLOCK.entities ?? []), OTHER] } as SceneInput;

/** Share of the viewport's height from the middle of the gizmo to a place on its arrows. */
const ARROW = 0.08;
/** CSS pixels. */
const FAR = 120;

const story = useStories();

/** Drags from one point to another, as a hand does: it rests where it begins, and goes in steps. */
async function drags(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 8 });
  await page.mouse.up();
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('it cannot be seen');
  const at = (x: number, y: number): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  return { ...box, at };
}

const undo = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^Undo: ${label}`, 'i') });
const selected = (page: Page) => page.getByRole('treeitem', { selected: true });

test('objects are looked at, chosen by a rectangle, moved by handles and changed by dragging over numbers', () =>
  story('pointer', { shot: SHOT }, async ({ page }) => {
    await shotIsOpen(page);
    await picksObject(page, 'block');
    await looksAlongAxis(page);
    await choosesByRectangle(page);
    await opensMenu(page);
    await addsByMenu(page);
    await movesByHandle(page);
    await scrubsNumber(page);
    await undoesOneByOne(page);
  }));

/** A click on the ball of +Z looks from the front: then it is in the middle of its own axes. */
async function looksAlongAxis(page: Page): Promise<void> {
  await frames(page, 'everything');
  const ball = page.getByRole('button', { name: 'View from the front (+Z)' });
  await ball.click();
  const middle = async () => {
    const [axes, front] = await Promise.all([boxOf(page.getByRole('group', { name: 'View axes' })), boxOf(ball)]);
    return Math.hypot(
      front.x + front.width / 2 - (axes.x + axes.width / 2),
      front.y + front.height / 2 - (axes.y + axes.height / 2),
    );
  };
  await expect.poll(middle).toBeLessThan(2);
}

async function choosesByRectangle(page: Page): Promise<void> {
  await frames(page, 'everything');
  const canvas = await boxOf(page.locator('.viewport canvas').first());
  await drags(page, canvas.at(0.28, 0.93), canvas.at(0.9, 0.3));
  await expect.poll(() => selected(page).count()).toBeGreaterThanOrEqual(2);
  expect(await selected(page).allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringContaining('block'), expect.stringContaining('other')]),
  );
  await pictures(page, 'pointer-rectangle');
}

/** The right button selects the object under it and opens its menu. */
async function opensMenu(page: Page): Promise<void> {
  await picksObject(page, 'block');
  await frames(page, 'selected');
  await picksObject(page, 'other');
  const canvas = await boxOf(page.locator('.viewport canvas').first());
  await page.mouse.click(...canvas.at(0.5, 0.5), { button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  await page.getByRole('treeitem', { name: /^block(,|$)/, selected: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

/** What is chosen from the menu of a button is seen: the button has the focus again and does not say once more what it is. */
async function addsByMenu(page: Page): Promise<void> {
  const add = page.getByRole('button', { name: 'Add to the shot' });
  await add.click();
  await page.getByRole('menuitem', { name: 'Camera' }).click();
  await undo(page, 'Add Camera').waitFor();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await undo(page, 'Add Camera').click();
}

async function movesByHandle(page: Page): Promise<void> {
  await picksObject(page, 'block');
  await frames(page, 'selected');
  await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Move', exact: true }).click();
  const canvas = await boxOf(page.locator('.viewport canvas').first());
  const [x, y] = canvas.at(0.5, 0.5);
  const start: [number, number] = [x + ARROW * canvas.height, y];
  await drags(page, start, [start[0] + FAR, start[1]]);
  await undo(page, 'Move block').waitFor();
  await pictures(page, 'pointer-gizmo');
  await undo(page, 'Move block').click();
  await undo(page, 'Move block').waitFor({ state: 'detached' });
}

/** A drag over a number is one step of undo, also where its field has the focus and nothing is typed. */
async function scrubsNumber(page: Page): Promise<void> {
  const field = page.getByRole('region', { name: 'Inspector' }).getByRole('textbox', { name: 'Density', exact: true });
  const before = await field.inputValue();
  const box = await boxOf(field);
  for (const focused of [false, true]) {
    if (focused) await field.focus();
    await drags(page, box.at(0.3, 0.5), [box.at(0.3, 0.5)[0] + FAR, box.at(0.3, 0.5)[1]]);
    await expect.poll(async () => Number(await field.inputValue())).toBeGreaterThan(Number(before));
    await undo(page, 'Change density of block').click();
    await expect.poll(() => field.inputValue()).toBe(before);
  }
  // What is typed is marked by the pointer, and not changed.
  await field.fill('2345');
  await drags(page, box.at(0.05, 0.5), [box.at(0.05, 0.5)[0] + FAR, box.at(0.05, 0.5)[1]]);
  expect(await field.inputValue()).toBe('2345');
  await field.press('Escape');
  expect(await field.inputValue()).toBe(before);
}

/** Edits of every kind: as many presses of Ctrl+Z take them back, one after the other, wherever the focus was left. */
async function undoesOneByOne(page: Page): Promise<void> {
  const inspector = page.getByRole('region', { name: 'Inspector' });
  const field = (name: string) => inspector.getByRole('textbox', { name, exact: true });
  const label = async () => (await page.getByRole('button', { name: /^Undo/ }).getAttribute('aria-label')) ?? '';
  const types = (name: string, text: string) => async () => {
    await field(name).fill(text);
    await field(name).press('Enter');
  };
  const edits: readonly (() => Promise<void>)[] = [
    types('Density', '700'),
    () => page.getByRole('button', { name: 'Set key of block strength' }).click(),
    types("Young's E", '60 kPa'),
    types('Density', '800'),
    async () => {
      await field('Strength').focus();
      await page.keyboard.press('ArrowUp');
    },
    () => runByPalette(page, 'duplicate', 'Duplicate'),
    () => runByPalette(page, 'hide', 'Hide'),
    () => runByPalette(page, 'delete', 'Delete'),
    () => page.getByRole('tab', { name: 'Shot' }).click().then(types('Last frame', '9')),
    types('First frame', '2'),
  ];
  const labels = [await label()];
  for (const edit of edits) {
    await edit();
    const before = labels.at(-1)!;
    await expect.poll(label).not.toBe(before);
    labels.push(await label());
  }
  for (const expected of labels.slice(0, -1).reverse()) {
    await page.keyboard.press('Control+Z');
    await expect.poll(label).toBe(expected);
  }
  expect(await page.getByRole('img', { name: 'Not saved' }).count()).toBe(0);
}
