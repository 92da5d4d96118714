import type { DockviewApi } from 'dockview-react';
import { partOf, type PanelSpace } from './PanelSpace.ts';

/** Selects the element where work in a panel begins. A list that takes the focus only to be scrolled is not such an element. */
const ENTRY = '[data-autofocus], [tabindex="0"]:not([role=list])';

/** Brings a panel to the front and gives it the focus. */
export function showPanel(api: DockviewApi, space: PanelSpace, id: string): void {
  const part = partOf(id);
  if (part !== undefined && !space.isShown(part)) {
    space.show(part, true);
    // It has no size before the next frame.
    requestAnimationFrame(() => focusPanel(id));
  }
  api.getPanel(id)?.api.setActive();
  focusPanel(id);
}

/** Moves the focus to the panel in front of the next group, or the one before; a drawer that is shut comes last and opens. */
export function cyclePanels(api: DockviewApi, space: PanelSpace, focused: string | undefined, direction: 1 | -1): void {
  const shown = api.groups.flatMap(({ activePanel, api: { isVisible } }) =>
    activePanel === undefined || !isVisible ? [] : [activePanel.id],
  );
  if (shown.length === 0) return;
  const ids = shown.sort((a, b) => readingOrder(a) - readingOrder(b));
  if (space.drawer && !ids.includes('inspector')) ids.push('inspector');
  const index = focused === undefined ? -1 : ids.indexOf(focused);
  const next = ids[(index + direction + ids.length) % ids.length];
  showPanel(api, space, next);
}

/** Returns the panel's rank in reading order: rows of 100 px from the top, then from the left. */
function readingOrder(id: string): number {
  const box = element(id)?.getBoundingClientRect();
  return box === undefined ? 0 : Math.round(box.top / 100) * 10_000 + box.left;
}

function focusPanel(id: string): void {
  // The panel may become visible only now.
  requestAnimationFrame(() => {
    const panel = element(id);
    const inside = panel?.querySelector<HTMLElement>(ENTRY);
    (inside ?? panel)?.focus({ preventScroll: true });
  });
}

function element(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-panel="${id}"]`);
}
