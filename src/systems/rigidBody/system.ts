import type { SystemKind } from '../SystemKind.ts';
import { RigidSystem } from './RigidSystem.ts';

const kind: SystemKind<'rigidBody'> = {
  type: 'rigidBody',
  after: [],
  create: (entity, context) => new RigidSystem(entity, context),
};

export default kind;
