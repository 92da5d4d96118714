import extraKinds from '#extra-kinds/interactions';
import { defaultExports, Registry } from '../base/registry.ts';
import type { InteractionKind } from './InteractionKind.ts';

/** Every kind of interaction but contact, which `Island` makes: all bodies of an island share it. */
export const interactionKinds = new Registry<InteractionKind>(
  'kind of interaction',
  defaultExports<InteractionKind>({ ...import.meta.glob('./interactions/*.ts', { eager: true }), ...extraKinds }),
);
