import { useId } from 'react';
import type { DefinitionInfo } from '../../../src/protocol/requests/program.ts';
import type { ShapedEntity } from '../../../src/scene/Scene.ts';
import { schemaDefaults } from '../../../src/scene/schemaDefaults.ts';
import { useProgram } from '../../session/Session.ts';
import { formFields, type FormField, type JsonSchema } from '../../forms/formFields.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { Select } from '../../ui/Select.tsx';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';

interface ShapeProps {
  readonly target: FormTarget;
  readonly shape: ShapedEntity['shape'];
}

interface ShapeRowProps extends ShapeProps {
  /** Whether a registered shape can be chosen; left out, all can. */
  readonly suits?: (definition: DefinitionInfo) => boolean;
}

/** The shape of a collider, a rigid body or a region, of those that are registered; one of a file keeps it. */
export function ShapeRow({ target, shape, suits }: ShapeRowProps) {
  const id = useId();
  const definitions = useProgram((state) => state.catalogue)?.definitions ?? [];
  const shapes = definitions.filter(
    (definition) => definition.kind === 'collider shape' && suits?.(definition) !== false,
  );
  if (shape.kind === 'file') return null;
  return (
    <FieldRow
      label="Shape"
      htmlFor={id}
      tooltip={{ text: 'Shape of the object. Another shape starts with its default size.' }}
    >
      <Select
        id={id}
        label="Shape"
        value={shape.type}
        options={shapes.map(({ type, label }) => ({ value: type, label }))}
        onChange={(type) => {
          const params = schemaDefaults(shapes.find((one) => one.type === type)?.params);
          target.write(['shape'], `Change the shape of ${target.name}`, () => ({ kind: 'registered', type, params }));
        }}
      />
    </FieldRow>
  );
}

/** The size of a registered shape, and what else its definition asks for. */
export function ShapeParams({ target, shape }: ShapeProps) {
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
