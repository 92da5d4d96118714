import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import type { Entity } from '../../src/scene/Scene.ts';

/** What stands in small type behind a name: the shape, what a pin does, where a file comes from. */
export function entityDetail(entity: Entity, definitions: readonly DefinitionInfo[]): string {
  switch (entity.kind) {
    case 'solid':
    case 'cloth':
      return entity.source.kind === 'file' ? fileName(entity.source.path) : entity.source.form.shape;
    case 'liquid':
      return '';
    case 'region':
      return { fill: 'fills', emit: 'emits', drain: 'drains' }[entity.role.kind];
    case 'collider': {
      const { shape } = entity;
      if (shape.kind === 'file') return fileName(shape.path);
      return (
        definitions.find(({ kind, type }) => kind === 'collider shape' && type === shape.type)?.label ?? shape.type
      ).toLowerCase();
    }
    case 'pin':
      // The icon says that it is a pin, and most are hard.
      return entity.hold.kind === 'hard' ? '' : entity.hold.kind;
    case 'force':
      return entity.field.kind;
    case 'camera':
      return '';
  }
}

/** True where any number of the entity carries keys. */
export function isAnimated(entity: Entity): boolean {
  return hasKeys(entity);
}

function hasKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length <= 16 && value.some(hasKeys);
  if ('keys' in value && Array.isArray(value.keys)) return true;
  return Object.values(value).some(hasKeys);
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
