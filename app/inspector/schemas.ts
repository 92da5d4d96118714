import { z } from 'zod';
import { entitySchema, kinds } from '../../src/scene/kindRegistry.ts';
import { marksOf } from '../../src/scene/marks.ts';
import { sceneSchema } from '../../src/scene/Scene.ts';
import type { JsonSchema } from '../forms/formFields.ts';

/** Returns the JSON Schema of a schema, in which references say what kinds they accept. */
function asJsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { reference } = marksOf(zodSchema);
      if (reference === undefined) return;
      jsonSchema.references = kinds.all().flatMap((kind) => (reference(kind) ? [kind.type] : []));
    },
  }) as JsonSchema;
}

/** JSON Schemas of what the inspector edits, made once. */
export const entityFormSchema = asJsonSchema(entitySchema);
export const physicsFormSchema = asJsonSchema(sceneSchema.shape.physics);
export const qualityFormSchema = asJsonSchema(sceneSchema.shape.quality);
