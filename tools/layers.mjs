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
  'liquids',
  'coupling',
  'simulation',
  'cache',
  'io',
  'host',
  'cli',
];

/** The only parts of src that may use Node's own modules. */
export const NODE_FOLDERS = ['cache', 'io', 'host', 'cli', 'kernels/threads'];
