import type { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';
import type { DefinitionCatalogue } from './DefinitionCatalogue.ts';
import type { FileReference } from './properties/common.ts';
import type { Scene, SceneInput } from './Scene.ts';
import { schemaError } from './schemaErrors.ts';
import { validateScene } from './validateScene.ts';

/** The mesh that a shot is asked for, as it was imported. */
export interface TemplateMesh extends FileReference {
  readonly metresPerUnit: number;
  readonly upAxis: 'y' | 'z';
  /** Min xyz, max xyz in metres with Y up: after unit and axis. */
  readonly bounds: readonly number[];
}

/** The animation that a shot brings, as it was read. */
export interface TemplateAnimation extends FileReference {
  readonly object: string;
}

export interface TemplateRequest {
  /** UUID of the new shot. */
  readonly project: string;
  readonly name: string;
  /** Needed by templates with `needsMesh`. */
  readonly mesh?: TemplateMesh;
  /** The animation of templates with `sampleAnimation`. */
  readonly animation?: TemplateAnimation;
}

/** A shot to start from. Registered by adding a file to `templates/` that default-exports one. */
export interface TemplateDefinition<Params = unknown> extends Definition {
  readonly params: z.ZodType<Params>;
  /** True where the shot is about a mesh of the artist's. */
  readonly needsMesh: boolean;
  /** It can be about a mesh of the artist's, and brings a body of its own where there is none. */
  readonly takesMesh?: boolean;
  /** The mesh that the shot uses when no mesh is given. */
  readonly sampleMesh?: 'rabbit' | 'figure-skin';
  /** The animated geometry that the shot brings. */
  readonly sampleAnimation?: 'walking-figure' | 'walking-skeleton' | 'tossing-bowl';
  /** The shot as a document; anything with a default may be left out. Pure. */
  create(params: Params, request: TemplateRequest): SceneInput;
}

export const templates = new Registry<TemplateDefinition>(
  'template',
  defaultExports<TemplateDefinition>(import.meta.glob('./templates/*.ts', { eager: true })),
);

/** A checked scene from a template. Throws `document-invalid` for an unknown template or parameters it refuses. */
export function createFromTemplate(
  type: string,
  params: unknown,
  request: TemplateRequest,
  catalogue: DefinitionCatalogue,
): Scene {
  const template = templates.get(type);
  const result = template.params.safeParse(params, { reportInput: true });
  if (!result.success) throw schemaError(result.error, template.params, params, ['params']);
  if (template.needsMesh && request.mesh === undefined) {
    throw new CoreError('usage', `the template '${type}' needs a mesh`, { remedy: 'Give it one with --mesh FILE.' });
  }
  return validateScene(template.create(result.data, request), catalogue);
}
