import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from 'vitest';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const GRAVE = new Set<string | null | undefined>(['serious', 'critical']);

/** Fails where the window breaks a rule of WCAG 2.2 AA (contrast, names, roles) seriously; contrast is looked at in the other theme, too. */
export async function isAccessible(page: Page, where: string): Promise<void> {
  await isAccessibleInItsTheme(page, where);
  const theme = await shows(page, undefined);
  const other = theme === 'light' ? 'dark' : 'light';
  await shows(page, other);
  expect(await grave(axe(page).withRules(['color-contrast'])), `${where}, ${other}`).toEqual([]);
  await shows(page, theme);
}

/** Fails where the window, in the theme that it has, breaks a rule of WCAG 2.2 AA seriously. */
export async function isAccessibleInItsTheme(page: Page, where: string): Promise<void> {
  expect(await grave(axe(page).withTags(RULES)), where).toEqual([]);
}

const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).options({ resultTypes: ['violations'] });

/** What axe finds in the page itself, which has no frames: put together there, and without the elements that keep to the rules. */
async function grave(builder: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await builder.setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
}

/** Puts the tokens of a theme in force and gives those that were. */
async function shows(page: Page, theme: string | undefined): Promise<string | undefined> {
  return page.evaluate((next) => {
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    if (next !== undefined) dataset.theme = next;
    return before;
  }, theme);
}
