import { useEffect, useState } from 'react';
import { useSession } from '../session/Session.ts';
import { toastPlace } from './toastPlace.ts';

/** What a message must not lie over: what can be pressed, and what is read beside the picture. */
const OBSTACLES = [
  ...['button', 'a[href]', 'input', 'select', 'textarea'],
  ...['button', 'slider', 'tab', 'option', 'treeitem'].map((role) => `[role=${role}]`),
  '.ui-sheet',
  '.viewport-card',
  '.viewport-banner',
  '.viewport-statistics',
  '.status-bar',
].join(', ');
/** Widths of messages, the first that covers nothing, and the height of the widest until one is there to be measured; px. */
const WIDTHS = [356, 260];
const LIKELY_HEIGHT = 104;
/** Height that messages behind the front one show above it, px. */
const STACKED = 18;

export interface ToastRoom {
  readonly width: number;
  /** Distance from the right edge of the window, px. */
  readonly right: number;
  /** Distance from the bottom edge of the window, px. */
  readonly bottom: number;
}

/** Returns the room of messages: over the picture, else over the window, wherever they cover least. Measured when one comes and whenever what lies there changes. */
export function useToastRoom(): ToastRoom {
  const { log, view, shell, document: shot } = useSession();
  const [place, setPlace] = useState<ToastRoom>({ width: WIDTHS[0], right: 10, bottom: 32 });
  useEffect(() => {
    let waiting = 0;
    const resizing = new ResizeObserver(() => measureSoon());
    const measure = () => {
      // The panels come later than this, and move after the window.
      const viewport = document.querySelector('[data-panel="viewport"]');
      if (viewport !== null) resizing.observe(viewport);
      const next = measured();
      setPlace((now) => (samePlace(now, next) ? now : next));
    };
    // What has just changed is laid out first.
    const measureSoon = () => {
      cancelAnimationFrame(waiting);
      waiting = requestAnimationFrame(() => (waiting = requestAnimationFrame(measure)));
    };
    measureSoon();
    const messages = new MutationObserver(measureSoon);
    resizing.observe(document.body);
    for (const section of document.querySelectorAll('section[aria-live]')) {
      messages.observe(section, { childList: true, subtree: true });
    }
    const measureShown = () => {
      if (document.querySelector('.toast') !== null) measureSoon();
    };
    const ends = [view, shell, shot.store].map((store) => store.subscribe(measureShown));
    ends.push(log.store.subscribe(measureSoon));
    return () => {
      cancelAnimationFrame(waiting);
      resizing.disconnect();
      messages.disconnect();
      ends.forEach((end) => end());
    };
  }, [log, view, shell, shot]);
  return place;
}

function samePlace(a: ToastRoom, b: ToastRoom): boolean {
  return a.width === b.width && a.right === b.right && a.bottom === b.bottom;
}

function measured(): ToastRoom {
  const viewport = document.querySelector('[data-panel="viewport"]')?.getBoundingClientRect();
  const room = viewport ?? new DOMRect(0, 0, window.innerWidth, window.innerHeight);
  const shown = [...document.querySelectorAll<HTMLElement>('.toast')];
  const stacked = shown.length > 1 ? STACKED : 0;
  // The same text in narrower lines is higher by as much.
  const area =
    shown.length === 0
      ? WIDTHS[0] * LIKELY_HEIGHT
      : Math.max(...shown.map(({ offsetWidth, offsetHeight }) => offsetWidth * offsetHeight));
  const sizes = WIDTHS.map((widest) => {
    const width = Math.min(widest, Math.floor(room.width) - 20);
    return { width, height: Math.ceil(area / width) + stacked };
  });
  const obstacles = [...document.querySelectorAll(OBSTACLES)].filter(
    (element) => element.closest('.toast') === null && element.checkVisibility({ visibilityProperty: true }),
  );
  const { left, right, bottom } = toastPlace(
    room,
    obstacles.map((element) => element.getBoundingClientRect()),
    sizes,
  );
  return {
    width: right - left,
    right: Math.round(window.innerWidth - right),
    bottom: Math.round(window.innerHeight - bottom),
  };
}
