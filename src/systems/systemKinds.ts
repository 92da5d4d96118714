import extraKinds from '#extra-kinds/systems';
import { defaultExports, Registry } from '../base/registry.ts';
import type { SystemKind } from './SystemKind.ts';

/** Every kind of entity that is simulated. */
export const systemKinds = new Registry<SystemKind>(
  'kind of system',
  defaultExports<SystemKind>({ ...import.meta.glob('./*/system.ts', { eager: true }), ...extraKinds }),
);
