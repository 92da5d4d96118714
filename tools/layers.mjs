/** The folders of src in reading order: a folder may import only folders before it. */
export const LAYERS = [
  'base',
  'kernels',
  'math',
  'geometry',
  'materials',
  'plasticity',
  'scene',
  'frames',
  'protocol',
  'meshing',
  'collision',
  'solids',
  'rigid',
  'liquids',
  'coupling',
  'simulation',
  'systems',
  'cache',
  'io',
  'host',
  'cli',
];

/**
 * The folders of app in reading order: a folder may import only folders before it. Files of `kinds` and of `actions` are found by their place, so that what is listed before them can
 * ask them without importing them.
 */
export const APP_LAYERS = [
  'units',
  'ui',
  'forms',
  'state',
  'entities',
  'document',
  'client',
  'session',
  'commands',
  'outliner',
  'viewport',
  'timeline',
  'inspector',
  'tasks',
  'kinds',
  'start',
  'panels',
  'shell',
];

/** The only parts of src that may use Node's own modules. */
export const NODE_FOLDERS = ['cache', 'io', 'host', 'cli', 'kernels/threads'];

/** The levels that architecture.md draws, from the ground up: each a title and its folders of src. */
export const LEVELS = [
  ['foundations', ['base', 'kernels', 'math', 'geometry', 'materials', 'plasticity']],
  ['document and results', ['scene', 'frames', 'protocol']],
  ['methods', ['meshing', 'collision', 'solids', 'rigid', 'liquids', 'coupling']],
  ['simulation', ['simulation', 'systems']],
  ['edge', ['cache', 'io', 'host', 'cli']],
];
