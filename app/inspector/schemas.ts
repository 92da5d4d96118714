import { z } from 'zod';
import { entitySchema } from '../../src/scene/kindRegistry.ts';
import { sceneSchema } from '../../src/scene/Scene.ts';
import type { JsonSchema } from '../forms/formFields.ts';

const asJsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema;

/** JSON Schemas of what the inspector edits, made once. */
export const entityFormSchema = asJsonSchema(entitySchema);
export const physicsFormSchema = asJsonSchema(sceneSchema.shape.physics);
export const qualityFormSchema = asJsonSchema(sceneSchema.shape.quality);
