import { z } from 'zod';
import type { AnimationFormat } from '../AnimatedSource.ts';
import { PlyReader } from '../importers/ply/PlyReader.ts';
import { openSequence } from './sequence/openSequence.ts';

/** A PLY file per frame. */
const plySequence: AnimationFormat = {
  type: 'plySequence',
  label: 'PLY sequence',
  reference: 'Turk, The PLY Polygon File Format (1994)',
  params: z.strictObject({}),
  extensions: ['ply'],
  options: ['framesPerSecond'],
  isSequence: true,
  recognises: () => false,
  open: (path, options) => {
    return Promise.resolve(openSequence(path, options, (file, bytes) => new PlyReader(file, bytes).read()));
  },
};

export default plySequence;
