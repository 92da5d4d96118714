import { useSyncExternalStore } from 'react';

/** As `windowClass` has it: below this, what stands side by side elsewhere becomes menus. */
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
