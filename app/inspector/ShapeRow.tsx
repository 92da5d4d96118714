import { useId } from 'react';
import { isShaped, type ShapedEntity } from '../../src/scene/Scene.ts';
import { schemaDefaults } from '../../src/scene/schemaDefaults.ts';
import { entityName } from '../document/entityEdits.ts';
import { useProgram, useSession } from '../state/Session.ts';
import { formFields, type FormField, type JsonSchema } from '../forms/formFields.ts';
import type { FormTarget } from '../forms/FormTarget.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Select } from '../ui/Select.tsx';
import { PropertyForm } from './PropertyForm.tsx';

/** The shape of a collider or a region, of those that are registered; one of a file keeps it. */
export function ShapeRow({ entity }: { readonly entity: ShapedEntity }) {
  const id = useId();
  const { document } = useSession();
  const definitions = useProgram((state) => state.catalogue)?.definitions ?? [];
  const shapes = definitions.filter(({ kind }) => kind === 'collider shape');
  if (entity.shape.kind === 'file') return null;
  return (
    <FieldRow
      label="Shape"
      htmlFor={id}
      tooltip={{ text: 'What it looks like; another shape starts with its own size.' }}
    >
      <Select
        id={id}
        label="Shape"
        value={entity.shape.type}
        options={shapes.map(({ type, label }) => ({ value: type, label }))}
        onChange={(type) =>
          document.edit(`Change the shape of ${entityName(entity)}`, (scene) => {
            const found = scene.entities.find((candidate) => candidate.id === entity.id);
            const params = schemaDefaults(shapes.find((shape) => shape.type === type)?.params);
            if (found !== undefined && isShaped(found)) found.shape = { kind: 'registered', type, params };
          })
        }
      />
    </FieldRow>
  );
}

interface ShapeParamsProps {
  readonly target: FormTarget;
  readonly shape: ShapedEntity['shape'];
}

/** The size of a registered shape, and what else its definition asks for. */
export function ShapeParams({ target, shape }: ShapeParamsProps) {
  const definitions = useProgram((state) => state.catalogue)?.definitions ?? [];
  if (shape.kind === 'file') return null;
  const definition = definitions.find(({ kind, type }) => kind === 'collider shape' && type === shape.type);
  if (definition === undefined) return null;
  const fields = formFields(definition.params as JsonSchema, shape.params, ['shape', 'params']);
  return <PropertyForm target={target} fields={fields} />;
}

/** Whether a field is the choice of the shape, which `ShapeRow` shows. */
export function isShapeChoice({ path }: FormField): boolean {
  return path[0] === 'shape' && (path[1] === 'kind' || path[1] === 'type');
}
