import type { Page } from '@playwright/test';
import { expect } from 'vitest';

/** More presses of Tab than any way through the window needs. */
const LONGEST_WAY = 90;

export interface Focused {
  /** Accessible name, or what it says. */
  readonly name: string;
  readonly panel: string | undefined;
  /** The accent colour rings, underlines or borders it, so that it is seen where the keyboard is. */
  readonly seen: boolean;
}

/** The element that has the focus. */
export function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return { name: 'page', panel: undefined, seen: true };
    const accent = (() => {
      const probe = document.createElement('i');
      probe.style.color = 'var(--accent)';
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    })();
    const shows = (target: Element, pseudo?: string): boolean => {
      const style = getComputedStyle(target, pseudo);
      const parts = [style.boxShadow, style.borderTopColor, style.outlineStyle === 'none' ? '' : style.outlineColor];
      return parts.some((part) => part.includes(accent)) || (target.tagName === 'circle' && style.stroke === accent);
    };
    const around = [element, element.parentElement, element.parentElement?.parentElement, ...element.children];
    const seen = around.some(
      (one) => one !== null && one !== undefined && [undefined, '::before', '::after'].some((part) => shows(one, part)),
    );
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const name = element.getAttribute('aria-label') ?? labels.at(0)?.textContent ?? element.textContent ?? '';
    return { name: name.trim(), panel: element.closest<HTMLElement>('[data-panel]')?.dataset['panel'], seen };
  });
}

/** Fails where nobody could see where the focus is. */
export async function focusIsSeen(page: Page): Promise<Focused> {
  const present = await focused(page);
  expect(present, 'the focus is to be seen').toMatchObject({ seen: true });
  return present;
}

/** Presses Tab until what is named so has the focus; every stop on the way must be seen. */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const way: string[] = [];
  for (let count = 0; count < LONGEST_WAY; count++) {
    await page.keyboard.press(key);
    const { name: reached } = await focusIsSeen(page);
    if (name.test(reached)) return;
    way.push(reached);
  }
  throw new Error(`Tab does not reach ${name}; it goes over ${way.join(' > ')}`);
}

/** Presses F6 until a panel has the focus. Gives the panels on the way. */
export async function panelByKeys(page: Page, wanted: string): Promise<readonly string[]> {
  const way: string[] = [];
  for (let count = 0; count < 12; count++) {
    const before = await focused(page);
    await page.keyboard.press('F6');
    await expect.poll(async () => (await focused(page)).panel).not.toBe(before.panel);
    const { panel } = await focusIsSeen(page);
    way.push(panel ?? 'none');
    if (panel === wanted) return way;
  }
  throw new Error(`F6 does not reach the panel '${wanted}'; it goes over ${way.join(' > ')}`);
}

/** Runs a command by typing a part of its name into the palette. */
export async function runByPalette(page: Page, words: string, title: string): Promise<void> {
  await page.keyboard.press('Control+Shift+P');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.waitFor();
  await palette.locator('input:focus').waitFor();
  await page.keyboard.type(words);
  await palette.locator('[role=option][aria-selected=true]', { hasText: title }).waitFor();
  await page.keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
}
