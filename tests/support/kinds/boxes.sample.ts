import type { MeshSample } from '../memorySource.ts';

/** Two boxes, one on the other. */
const boxes: MeshSample = {
  type: 'boxes',
  name: 'text',
  files: { 'sample.boxes': 'boxes\n0 0 0 1 1 1\n0.25 1 0.25 0.5 0.5 0.5\n' },
  main: 'sample.boxes',
};

export default boxes;
