import type { Page } from '@playwright/test';
import { expect } from 'vitest';

/** What an artist reads or presses: none of it may be cut off without a sign. */
const READ = 'button, [role=tab], [role=treeitem] .outliner-name, h1, h2, h3, th, label, [role=alert]';
/** Regions whose content may be longer than they are, but never wider. */
const REGIONS =
  '.linked-constants, .ui-panel-body, .ui-sheet-body, .workbench-panel, .top-bar, .status-bar, .workbench-dock';
/** Buttons that stay in their place. */
const BARS = '.top-bar button, .viewport-bar button, .viewport-tools button, .left-rail > button, .status-bar button';
/** What can be pressed, written or dragged. */
const CONTROLS = 'button, input, select, textarea, [role=slider], [role=option], [role=treeitem], .dock-canvas';

/** Texts of the top bar that are never cut off. */
const WHOLE = '.run-eta, .run-progress-text, .run-idle .run-text';
/** Numbers of the top bar that differ with the machine and the shot, and about the longest of each. */
const LONGEST = {
  '.run-eta .mono, .run-estimate .mono, .run-actions .run-text .mono': '5.5–9.5 min',
  '.top-bar .ui-segmented-detail': '~59 min',
  '.run-count': '1017 / 1440',
  '.run-chip-detail .mono': '1017 of 1440',
  '.run-idle .run-text > .mono': '1440',
};
/** Words with a number of a frame. */
const NUMBERED = '.run-chip[data-kind=failed] .run-chip-text, .run-actions .ui-button, .run-idle .ui-button';

/** Milliseconds in which a layout settles, on a slow machine too. */
const SETTLES = 30_000;

/** Waits until everything fits the window: what slides to its place, or is measured first, has come to rest. `what` is looked at, for the message. */
export async function everythingFits(page: Page, what?: string): Promise<void> {
  await expect.poll(() => whatDoesNotFit(page), { timeout: SETTLES, message: what }).toEqual([]);
}

/** What does not fit the window: the page, a region that is wider than its room, a text that is cut off, a button that something lies over. Nothing where all is well. */
async function whatDoesNotFit(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    ([read, regions, bars, controls, whole, longest, numbered]) => {
      const found: string[] = [];
      // As on a slow machine and in a long shot; the texts that were there come back below.
      const shown: [Node, string | null][] = [];
      const rewrite = (selector: string, change: (text: string, first: boolean) => string) => {
        for (const element of document.querySelectorAll(selector)) {
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          for (let first = true; walker.nextNode() !== null; first = false) {
            const node = walker.currentNode;
            shown.push([node, node.nodeValue]);
            node.nodeValue = change(node.nodeValue!, first);
          }
        }
      };
      for (const [selector, text] of longest) rewrite(selector, (_, first) => (first ? text : ''));
      rewrite(numbered, (text) => text.replace(/\d+/, '1017'));
      // As where playback cannot keep up.
      const slow = [...document.querySelectorAll('.dock-rate:not(:has(.dock-slow))')].map((rate) => {
        const text = document.createElement('span');
        text.className = 'dock-slow';
        const dropped = document.createElement('span');
        dropped.className = 'dock-dropped';
        dropped.textContent = ', 1017 dropped';
        text.append('12 reached', dropped);
        rate.append(text);
        return text;
      });
      // What its end is aligned to is cut off at its start.
      for (const legend of document.querySelectorAll('.dock-legend')) {
        const first = legend.firstElementChild;
        if (first === null || !first.checkVisibility()) continue;
        if (first.getBoundingClientRect().left < legend.getBoundingClientRect().left - 1)
          found.push(`cut off dock-legend "${legend.textContent}"`);
      }
      for (const text of slow) text.remove();
      const { scrollWidth, scrollHeight } = document.documentElement;
      if (scrollWidth > innerWidth || scrollHeight > innerHeight)
        found.push(`page of ${scrollWidth} x ${scrollHeight}`);
      const wide = (element: Element) => element.scrollWidth > element.clientWidth + 1;
      const name = (element: Element) =>
        `${element.className} "${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 60)}"`;
      for (const region of document.querySelectorAll(regions)) {
        // A folded panel has no width.
        if (region.clientWidth > 0 && region.checkVisibility() && wide(region)) found.push(`region ${name(region)}`);
      }
      for (const text of document.querySelectorAll(read)) {
        const { overflowX, overflowY, textOverflow, display } = getComputedStyle(text);
        const hides = textOverflow !== 'ellipsis' && display !== 'inline';
        const low = overflowY === 'hidden' && text.clientHeight > 0 && text.scrollHeight > text.clientHeight + 2;
        const cut = hides && ((overflowX !== 'visible' && wide(text)) || low);
        if (text.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && cut)
          found.push(`text ${name(text)}`);
        const { left, right, width } = text.getBoundingClientRect();
        const scrolls = text.closest('[role=listbox], .ui-panel-body, .sample-grid') !== null;
        if (width > 0 && !scrolls && text.checkVisibility() && (left < -1 || right > innerWidth + 1)) {
          found.push(`outside ${name(text)}`);
        }
      }
      for (const text of document.querySelectorAll(whole)) if (wide(text)) found.push(`cut off ${name(text)}`);
      // Nothing lies over what is pressed in the bars.
      for (const button of document.querySelectorAll(bars)) {
        const { left, top, width, height } = button.getBoundingClientRect();
        if (width === 0 || !button.checkVisibility({ visibilityProperty: true })) continue;
        for (const share of [0.1, 0.5, 0.9]) {
          const over = document.elementFromPoint(left + share * width, top + height / 2);
          if (over !== null && !button.contains(over) && over.closest('[role=dialog]') === null) {
            found.push(`${name(button)} lies below ${name(over)}`);
            break;
          }
        }
      }
      // Explanations leave the middle of the picture free: what is shown there is worked on.
      const canvas = document.querySelector('.viewport canvas');
      if (canvas !== null) {
        const { left, top, width, height } = canvas.getBoundingClientRect();
        for (const share of [0.3, 0.5]) {
          const over = document
            .elementFromPoint(left + width / 2, top + share * height)
            ?.closest('.viewport-legend, .viewport-statistics');
          if (over !== null && over !== undefined) found.push(`the picture lies below ${name(over)}`);
        }
      }
      // The take that is worked on is seen.
      for (const row of document.querySelectorAll('.take-row[aria-current=true]')) {
        const list = row.closest('ul')!.getBoundingClientRect();
        const { top, bottom } = row.getBoundingClientRect();
        if (list.height > 0 && (top < list.top - 1 || bottom > list.bottom + 1))
          found.push(`scrolled away ${name(row)}`);
      }
      // Messages lie over nothing that can be pressed: a sheet over everything has no room beside its own controls.
      for (const message of document.querySelectorAll('.toast')) {
        const { left, top, right, bottom } = message.getBoundingClientRect();
        if (left < 0 || right > innerWidth || bottom > innerHeight) found.push(`message outside ${name(message)}`);
        for (const control of document.querySelectorAll(controls)) {
          const box = control.getBoundingClientRect();
          const apart = box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
          if (apart || message.contains(control) || !control.checkVisibility({ visibilityProperty: true })) continue;
          found.push(`${name(control)} lies below a message`);
        }
      }
      for (const [node, text] of shown) node.nodeValue = text;
      return found;
    },
    [READ, REGIONS, BARS, CONTROLS, WHOLE, Object.entries(LONGEST), NUMBERED] as const,
  );
}
