import type { Page } from '@playwright/test';

/** What an artist reads or presses: none of it may be cut off without a sign. */
const READ = 'button, [role=tab], [role=treeitem] .outliner-name, h1, h2, h3, th, label, [role=alert]';
/** Regions whose content may be longer than they are, but never wider. */
const REGIONS = '.ui-panel-body, .ui-sheet-body, .workbench-panel, .top-bar, .status-bar, .workbench-dock';

/** What does not fit the window: the page, a region that is wider than its room, a text that is cut off. Nothing where all is well. */
export async function whatDoesNotFit(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    ([read, regions]) => {
      const found: string[] = [];
      const { scrollWidth, scrollHeight } = document.documentElement;
      if (scrollWidth > innerWidth || scrollHeight > innerHeight)
        found.push(`page of ${scrollWidth} x ${scrollHeight}`);
      const wide = (element: Element) => element.scrollWidth > element.clientWidth + 1;
      const name = (element: Element) =>
        `${element.className} "${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 60)}"`;
      for (const region of document.querySelectorAll(regions)) {
        if (region.checkVisibility() && wide(region)) found.push(`region ${name(region)}`);
      }
      for (const text of document.querySelectorAll(read)) {
        const { overflowX, textOverflow, display } = getComputedStyle(text);
        const cut = overflowX !== 'visible' && textOverflow !== 'ellipsis' && display !== 'inline' && wide(text);
        if (text.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && cut)
          found.push(`text ${name(text)}`);
        const { left, right, width } = text.getBoundingClientRect();
        const scrolls = text.closest('[role=listbox], .ui-panel-body, .sample-grid') !== null;
        if (width > 0 && !scrolls && text.checkVisibility() && (left < -1 || right > innerWidth + 1)) {
          found.push(`outside ${name(text)}`);
        }
      }
      return found;
    },
    [READ, REGIONS] as const,
  );
}
