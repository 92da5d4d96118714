import { kindOf } from '../../scene/capabilities.ts';
import { entitySchema } from '../../scene/kindRegistry.ts';
import type { SceneInput } from '../../scene/Scene.ts';
import type { TemplateDefinition, TemplateMesh } from '../../scene/templates.ts';
import { subjects } from '../../scene/subjects.ts';
import type { TemplateSubject } from '../../protocol/requests/program.ts';

/** Stands for a mesh of the artist's: what a shot is about does not depend on it. */
const ANY_MESH: TemplateMesh = {
  path: 'mesh.obj',
  sha256: '0'.repeat(64),
  metresPerUnit: 1,
  upAxis: 'y',
  bounds: [-0.5, 0, -0.5, 0.5, 1, 0.5],
};
const ANY_PROJECT = '00000000-0000-4000-8000-000000000000';

/** The document that a template makes of some mesh, with its parameters as they begin. */
export function documentOfTemplate({ params, create }: TemplateDefinition): SceneInput {
  return create(params.parse({}), { project: ANY_PROJECT, name: 'Any', mesh: ANY_MESH });
}

/** What a shot of a template is about, by what is in it; undefined where that is nothing. */
export function templateSubject(template: TemplateDefinition): TemplateSubject | undefined {
  const held = new Set(
    (documentOfTemplate(template).entities ?? []).flatMap((input) => {
      const entity = entitySchema.parse(input);
      return kindOf(entity).subjects?.(entity) ?? [];
    }),
  );
  // Solids that would be moved by liquids are none where there is no liquid.
  if (!held.has('liquid')) held.delete('coupled');
  return subjects.find((subject) => held.has(subject));
}
