import type { ViewMode, ViewState } from '../state/viewStore.ts';

/** How ways of looking at a shot are called in forms. */
export const viewModeTitles: Readonly<Record<ViewMode, string>> = {
  shaded: 'Shaded',
  wire: 'Wireframe',
  tets: 'Elements',
  cut: 'Cut away',
  points: 'Points',
};

export const projectionTitles: Readonly<Record<ViewState['projection'], string>> = {
  perspective: 'Perspective',
  orthographic: 'Ortho',
};
