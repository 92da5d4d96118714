import type { ViewMode } from '../../app/state/viewStore.ts';

/** A sample shot as the start page shows it. */
export interface SamplePicture {
  readonly template: string;
  readonly params?: Readonly<Record<string, number>>;
  /** The scan that it is about, where the template asks for one. */
  readonly mesh?: 'rabbit';
  readonly frame: number;
  /** What is brought into view: the solids and the cloth, or everything. */
  readonly about: 'solids' | 'everything';
  /** How the view goes on from there: pixels that the mouse orbits by, to the right and down, and turns of its wheel towards the shot. */
  readonly orbit: readonly [number, number];
  readonly nearer: number;
  readonly mode?: ViewMode;
}

export const samples: readonly SamplePicture[] = [
  {
    template: 'drop-test',
    mesh: 'rabbit',
    params: { firmness: 15, percent: 5 },
    frame: 13,
    about: 'solids',
    orbit: [0, 0],
    nearer: 0,
  },
  { template: 'clay-press', params: { frames: 25 }, frame: 13, about: 'everything', orbit: [0, 10], nearer: 0 },
  { template: 'torn-bar', frame: 34, about: 'solids', orbit: [0, 20], nearer: 0 },
  { template: 'torn-scan', mesh: 'rabbit', frame: 20, about: 'solids', orbit: [0, 10], nearer: 0 },
  { template: 'goal-disk', frame: 16, about: 'everything', orbit: [0, 0], nearer: 6 },
  { template: 'torus-puddle', frame: 6, about: 'solids', orbit: [0, 30], nearer: 0 },
  { template: 'hex-puddle', frame: 7, about: 'solids', orbit: [0, 60], nearer: 0, mode: 'wire' },
  { template: 'gears', frame: 14, about: 'everything', orbit: [0, 0], nearer: 6 },
  { template: 'stairs', frame: 20, about: 'everything', orbit: [0, 0], nearer: 0 },
  { template: 'stairs-ball', frame: 18, about: 'everything', orbit: [0, 0], nearer: 0 },
  {
    template: 'hex-gears',
    mesh: 'rabbit',
    params: { percent: 6 },
    frame: 24,
    about: 'everything',
    orbit: [0, 0],
    nearer: 6,
  },
  { template: 'painted-drop', frame: 20, about: 'solids', orbit: [0, 20], nearer: -2 },
  { template: 'pressed-sphere', frame: 30, about: 'solids', orbit: [0, -10], nearer: 0 },
  { template: 'drop-scan', mesh: 'rabbit', frame: 24, about: 'solids', orbit: [0, 20], nearer: 0 },
  { template: 'drop-compare', frame: 14, about: 'solids', orbit: [0, 10], nearer: 3 },
  { template: 'incline', frame: 14, about: 'solids', orbit: [-40, 10], nearer: 0 },
  {
    template: 'muscle-arm',
    params: { percent: 5, frames: 25 },
    frame: 13,
    about: 'everything',
    orbit: [0, 10],
    nearer: 0,
  },
  {
    template: 'muscle-elbow',
    params: { percent: 5 },
    frame: 32,
    about: 'everything',
    orbit: [0, 0],
    nearer: 0,
  },
  {
    template: 'soft-finger',
    params: { percent: 7, frames: 26 },
    frame: 10,
    about: 'everything',
    orbit: [0, 0],
    nearer: 0,
  },
  { template: 'balloon', frame: 24, about: 'solids', orbit: [0, -28], nearer: 0 },
  { template: 'dented-ball', frame: 15, about: 'solids', orbit: [0, 30], nearer: 0 },
  { template: 'drawn-skin', frame: 26, about: 'solids', orbit: [20, 30], nearer: 0, mode: 'wire' },
  { template: 'tori-pile', frame: 14, about: 'everything', orbit: [0, 20], nearer: 6 },
  { template: 'crates-on-jelly', frame: 14, about: 'everything', orbit: [0, 10], nearer: 2 },
  { template: 'crates-into-water', params: { frames: 25 }, frame: 16, about: 'everything', orbit: [0, 0], nearer: 2 },
  { template: 'falling-crates', frame: 33, about: 'everything', orbit: [20, 10], nearer: 3 },
  { template: 'wrecking-ball', frame: 31, about: 'everything', orbit: [0, 0], nearer: 2 },
  { template: 'plastic-materials', params: { frames: 49 }, frame: 37, about: 'solids', orbit: [0, 15], nearer: 0 },
  { template: 'cloth-drape', frame: 40, about: 'solids', orbit: [0, 30], nearer: 0 },
  {
    template: 'cloth-crumple',
    params: { edge: 0.02, frames: 49 },
    frame: 24,
    about: 'solids',
    orbit: [0, 60],
    nearer: 0,
  },
  { template: 'ribbon-pile', frame: 32, about: 'solids', orbit: [0, 10], nearer: 0 },
  { template: 'cape', params: { edge: 0.02 }, frame: 12, about: 'everything', orbit: [20, 0], nearer: 0 },
  { template: 'cloth-roll', frame: 12, about: 'solids', orbit: [30, 20], nearer: 0 },
  { template: 'dam-break', frame: 34, about: 'everything', orbit: [0, 10], nearer: 3 },
  { template: 'cup-fill', params: { cells: 36, frames: 49 }, frame: 31, about: 'everything', orbit: [0, 0], nearer: 8 },
  { template: 'jelly-in-tank', frame: 18, about: 'everything', orbit: [0, 0], nearer: 3 },
  { template: 'dam-break-beam', frame: 16, about: 'everything', orbit: [0, 0], nearer: 3 },
  { template: 'water-bag', params: { frames: 25 }, frame: 14, about: 'solids', orbit: [0, 0], nearer: 0 },
  { template: 'floating-boxes', frame: 30, about: 'everything', orbit: [0, 0], nearer: 3 },
  { template: 'sunken-ball', frame: 8, about: 'everything', orbit: [0, 0], nearer: 3 },
  { template: 'water-steps', frame: 60, about: 'everything', orbit: [0, 0], nearer: 0 },
  { template: 'dropped-ball', frame: 9, about: 'solids', orbit: [0, 20], nearer: 0 },
  { template: 'expanding-cube', frame: 12, about: 'solids', orbit: [0, 20], nearer: 0 },
  { template: 'sloped-sheet', frame: 8, about: 'solids', orbit: [0, 0], nearer: 0 },
  { template: 'platform-pool', frame: 8, about: 'everything', orbit: [0, 0], nearer: 0 },
  { template: 'shell-bounce', frame: 10, about: 'solids', orbit: [0, 0], nearer: 0, mode: 'cut' },
  { template: 'sloshing-sphere', frame: 8, about: 'solids', orbit: [0, 0], nearer: 0 },
  { template: 'light-dino', frame: 8, about: 'everything', orbit: [0, 0], nearer: 0 },
  { template: 'stiff-beams', frame: 12, about: 'everything', orbit: [0, 0], nearer: 0 },
  { template: 'flooded-valley', frame: 80, about: 'everything', orbit: [30, 50], nearer: 5 },
  { template: 'dam-break-step', frame: 14, about: 'everything', orbit: [0, 0], nearer: 3 },
  { template: 'elastic-drops', frame: 20, about: 'everything', orbit: [0, 0], nearer: 2 },
  { template: 'viscous-columns', frame: 18, about: 'everything', orbit: [0, 0], nearer: 2 },
  { template: 'wind-line', frame: 60, about: 'solids', orbit: [0, 0], nearer: 0 },
  { template: 'twanged-rulers', frame: 6, about: 'solids', orbit: [0, 20], nearer: 0 },
  { template: 'bending-bars', frame: 60, about: 'solids', orbit: [0, 20], nearer: 0 },
  { template: 'tumbling-handle', frame: 24, about: 'solids', orbit: [0, 10], nearer: 0 },
  { template: 'corotational-beam', frame: 60, about: 'solids', orbit: [0, 20], nearer: 0 },
  { template: 'twisted-bar', frame: 24, about: 'solids', orbit: [0, 20], nearer: 0 },
  { template: 'half-torus-shell', frame: 30, about: 'solids', orbit: [0, 20], nearer: 0 },
  { template: 'keyed-figure', frame: 59, about: 'everything', orbit: [0, 0], nearer: 1 },
  { template: 'walking-flesh', frame: 44, about: 'everything', orbit: [-28, 0], nearer: 4 },
  { template: 'jelly-walk', frame: 69, about: 'everything', orbit: [0, 0], nearer: 4 },
  { template: 'walking-figure', frame: 40, about: 'everything', orbit: [0, 0], nearer: 4 },
  { template: 'walking-cape', frame: 48, about: 'everything', orbit: [0, 0], nearer: 2 },
  { template: 'tossed-balls', frame: 44, about: 'solids', orbit: [0, 0], nearer: 0 },
];
