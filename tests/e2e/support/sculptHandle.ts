import type { Page } from '@playwright/test';

/** Share of the viewport's height from the middle of the handles of a goal to the upper one. */
const HANDLE = 0.06;
/** CSS pixels. */
const FAR = 60;

/** Drags the upper handle of a goal up, where the handles stand in the middle of the viewport. */
export async function dragsHandle(page: Page): Promise<void> {
  const box = await page.locator('.viewport canvas').first().boundingBox();
  if (box === null) throw new Error('the viewport cannot be seen');
  const [x, y] = [box.x + box.width / 2, box.y + (0.5 - HANDLE) * box.height];
  await page.mouse.move(x, y);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.mouse.down();
  await page.mouse.move(x, y - FAR, { steps: 8 });
  await page.mouse.up();
}
