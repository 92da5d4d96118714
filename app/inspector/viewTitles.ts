import type { Colouring, ViewMode, ViewState } from '../state/viewStore.ts';

/** How ways of looking at a shot are called in forms. */
export const viewModeTitles: Readonly<Record<ViewMode, string>> = {
  shaded: 'Shaded',
  wire: 'Wireframe',
  tets: 'Elements',
  cut: 'Cut away',
  points: 'Points',
};

export const colouringTitles: Readonly<Record<Colouring, string>> = {
  surface: 'Surface',
  volumeChange: 'Volume change',
  vonMises: 'Von Mises stress',
  plasticStrain: 'Plastic strain',
  goalDistance: 'Distance to goal',
  fibreStretch: 'Fibre stretch',
  fibreTension: 'Fibre tension',
  speed: 'Speed',
  quality: 'Element quality',
  inverted: 'Inverted elements',
};

export const projectionTitles: Readonly<Record<ViewState['projection'], string>> = {
  perspective: 'Perspective',
  orthographic: 'Ortho',
};
