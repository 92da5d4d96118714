import { z } from 'zod';
import type { AnimationFormat } from '../AnimatedSource.ts';
import { ObjReader } from '../importers/obj/ObjReader.ts';
import { textBytes } from '../text/textBytes.ts';
import { openSequence } from './sequence/openSequence.ts';

/** A Wavefront OBJ file per frame. */
const objSequence: AnimationFormat = {
  type: 'objSequence',
  label: 'OBJ sequence',
  reference: 'Wavefront Technologies, Advanced Visualizer Manual (1995), appendix B1, object files',
  params: z.strictObject({}),
  extensions: ['obj'],
  options: ['framesPerSecond'],
  isSequence: true,
  recognises: () => false,
  open: (path, options) => {
    return Promise.resolve(openSequence(path, options, (file, bytes) => new ObjReader(file, textBytes(bytes)).read()));
  },
};

export default objSequence;
