import extraKinds from '#extra-kinds/systems';
import { defaultExports, Registry } from '../base/registry.ts';
import type { Entity } from '../scene/Kinds.ts';
import type { SystemKind } from './SystemKind.ts';

/** Every kind of entity that is simulated. */
export const systemKinds = new Registry<SystemKind>(
  'kind of system',
  defaultExports<SystemKind>({ ...import.meta.glob('./*/system.ts', { eager: true }), ...extraKinds }),
);

/** Returns the kind that simulates an entity; undefined for an entity that acts through others alone, as pins do. */
export function systemKindOf({ kind }: Entity): SystemKind | undefined {
  return systemKinds.has(kind) ? systemKinds.get(kind) : undefined;
}
