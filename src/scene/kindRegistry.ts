import extraKinds from '#extra-kinds/scene';
import { z } from 'zod';
import { defaultExports, Registry } from '../base/registry.ts';
import type { Entity, EntityInput, KindDefinition, KindMap, KindName } from './Kinds.ts';

/** Every kind of entity that a shot may hold. */
export const kinds = new Registry<KindDefinition>(
  'kind of entity',
  defaultExports<KindDefinition>({ ...import.meta.glob('./kinds/*.ts', { eager: true }), ...extraKinds }),
);

type KindSchema = KindMap[KindName];

/** An entity of any kind. */
export const entitySchema: z.ZodType<Entity, EntityInput> = z.discriminatedUnion(
  'kind',
  kinds.all().map(({ schema }) => schema) as [KindSchema, ...KindSchema[]],
);
