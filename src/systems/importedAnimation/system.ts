import type { SystemKind } from '../SystemKind.ts';
import { ImportedSurface } from './ImportedSurface.ts';

const kind: SystemKind<'importedAnimation'> = {
  type: 'importedAnimation',
  after: [],
  create: (entity, context) => new ImportedSurface(entity, context),
};

export default kind;
