import type { BrowserContext, Page } from '@playwright/test';
import type { Actions } from './taskTable.ts';

type Kind = keyof Actions;

const NOTHING: Actions = { clicks: 0, drags: 0, drops: 0, keys: 0, fields: 0 };

/** Counts what the pages of a window are given by pointer and keyboard. The pages themselves listen: a story need not know of it. */
export class ActionCounter {
  private counts: Record<Kind, number> = { ...NOTHING };

  /** Creates the counter; to be called before the first page is opened. */
  static async in(context: BrowserContext): Promise<ActionCounter> {
    const counter = new ActionCounter();
    await context.exposeBinding('ductileActed', (_source, kind: Kind) => {
      counter.counts[kind]++;
    });
    await context.addInitScript(reportsActions);
    return counter;
  }

  /** What was done on the page until now. */
  async until(page: Page): Promise<Actions> {
    // What the page reported before its answer has arrived with it.
    await page.evaluate(() => undefined);
    return { ...this.counts };
  }
}

/** What was done between two moments, added to what was done before. */
export function addActions(before: Actions, from: Actions, until: Actions): Actions {
  const kinds = Object.keys(NOTHING) as Kind[];
  return Object.fromEntries(kinds.map((kind) => [kind, before[kind] + until[kind] - from[kind]])) as unknown as Actions;
}

export const noActions: Actions = NOTHING;

/** Runs in the page, by itself: it names nothing outside of it. */
function reportsActions(): void {
  /** CSS pixels from which a press counts as a drag. */
  const SLOP = 4;
  const acted = (kind: string): void => (window as unknown as { ductileActed(kind: string): void }).ductileActed(kind);
  const isTextField = (target: EventTarget | null): boolean =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['range', 'checkbox', 'radio', 'color'].includes(target.type));
  const listen = <Type extends keyof WindowEventMap>(type: Type, heard: (event: WindowEventMap[Type]) => void) =>
    window.addEventListener(type, heard, true);
  let pressed: { readonly x: number; readonly y: number } | undefined;
  let typedInto: EventTarget | null = null;
  listen('pointerdown', ({ clientX: x, clientY: y }) => (pressed = { x, y }));
  listen('pointerup', ({ clientX, clientY }) => {
    if (pressed === undefined) return;
    acted(Math.hypot(clientX - pressed.x, clientY - pressed.y) > SLOP ? 'drags' : 'clicks');
    pressed = undefined;
  });
  listen('drop', () => acted('drops'));
  listen('input', ({ target }) => {
    if (!isTextField(target) || target === typedInto) return;
    typedInto = target;
    acted('fields');
  });
  listen('focusout', () => (typedInto = null));
  listen('keydown', ({ key, target, ctrlKey, altKey, metaKey, repeat }) => {
    if (repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return;
    if (!isTextField(target) || ctrlKey || altKey || metaKey) acted('keys');
  });
}
