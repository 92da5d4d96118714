import { z } from 'zod';
import type { AnimationFormat } from '../AnimatedSource.ts';
import { openArchive } from './alembic/openArchive.ts';

/** Alembic archives of the Ogawa container: polygon meshes, cages of subdivision surfaces and points under transforms. Read by offsets, never as a whole. */
const alembic: AnimationFormat = {
  type: 'alembic',
  label: 'Alembic',
  reference: 'Sony Pictures Imageworks and Lucasfilm, Alembic 1.8 (AbcCoreOgawa, AbcGeom)',
  params: z.strictObject({}),
  extensions: ['abc'],
  options: [],
  isSequence: false,
  recognises: (start) => new TextDecoder('latin1').decode(start.subarray(0, 5)) === 'Ogawa' || isHdf5(start),
  open: (path) => Promise.resolve(openArchive(path)),
};

/** The older container, which the reader refuses with a remedy. */
function isHdf5(start: Uint8Array): boolean {
  return start[0] === 0x89 && new TextDecoder('latin1').decode(start.subarray(1, 4)) === 'HDF';
}

export default alembic;
