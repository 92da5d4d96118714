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

type Shape = ShapedEntity['shape'];

interface ShapeProps {
  readonly target: FormTarget;
  /** The objects that are edited together. */
  readonly entities: readonly ShapedEntity[];
}

interface ShapeRowProps extends ShapeProps {
  /** Whether a registered shape can be chosen; left out, all can. */
  readonly suits?: (definition: DefinitionInfo) => boolean;
}

/** The shape of colliders, rigid bodies or regions, of those that are registered; one of a file keeps it. */
export function ShapeRow({ target, entities, suits }: ShapeRowProps) {
  const id = useId();
  const definitions = useProgram((state) => state.catalogue)?.definitions ?? [];
  const shapes = definitions.filter(
    (definition) => definition.kind === 'collider shape' && suits?.(definition) !== false,
  );
  if (entities.some(({ shape }) => shape.kind === 'file')) return null;
  return (
    <FieldRow
      label="Shape"
      htmlFor={id}
      tooltip={{ text: 'Shape of the object. Another shape starts with its default size.' }}
    >
      <Select
        id={id}
        label="Shape"
        value={commonShape(entities)?.type}
        options={shapes.map(({ type, label }) => ({ value: type, label }))}
        onChange={(type) => {
          const params = schemaDefaults(shapes.find((one) => one.type === type)?.params);
          target.write(['shape'], `Change the shape of ${target.name}`, () => ({ kind: 'registered', type, params }));
        }}
      />
    </FieldRow>
  );
}

/** The size of a registered shape that all the objects have, and what else its definition asks for. */
export function ShapeParams({ target, entities }: ShapeProps) {
  const definitions = useProgram((state) => state.catalogue)?.definitions ?? [];
  const shape = commonShape(entities);
  if (shape === undefined) return null;
  const definition = definitions.find(({ kind, type }) => kind === 'collider shape' && type === shape.type);
  if (definition === undefined) return null;
  const fields = formFields(definition.params as JsonSchema, shape.params, ['shape', 'params']);
  return <PropertyForm target={target} fields={fields} />;
}

/** The shape of the first of the objects, if it is registered and the others have one of the same type. */
function commonShape(entities: readonly ShapedEntity[]): Extract<Shape, { kind: 'registered' }> | undefined {
  const [{ shape: first }, ...others] = entities;
  if (first.kind === 'file') return undefined;
  return others.every(({ shape }) => shape.kind !== 'file' && shape.type === first.type) ? first : undefined;
}

/** Whether a field is one of the shape that `ShapeRow` shows, or that not all of the objects have. */
export function hidesShapeField(
  { path }: FormField,
  { entities }: { readonly entities: readonly ShapedEntity[] },
): boolean {
  if (path[0] !== 'shape') return false;
  return (
    path[1] === 'kind' || path[1] === 'type' || entities.some(({ shape }) => shape.kind !== entities[0].shape.kind)
  );
}
