import { useSyncExternalStore } from 'react';

/** The narrow class of `windowClass` as a media query: below this width, controls that stand side by side elsewhere become menus. */
const NARROW = '(width < 1100px)';

/** Whether the window is too narrow for everything in the top bar. */
export function useNarrowWindow(): boolean {
  return useSyncExternalStore(follow, isNarrow);
}

function isNarrow(): boolean {
  return matchMedia(NARROW).matches;
}

function follow(changed: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
