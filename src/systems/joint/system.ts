import type { SystemKind } from '../SystemKind.ts';
import { JointSystem } from './JointSystem.ts';

const kind: SystemKind<'joint'> = {
  type: 'joint',
  after: ['collider', 'rigidBody'],
  create: (entity, context) => new JointSystem(entity, context),
};

export default kind;
