import { Box, Cog, Cylinder, Globe, Shapes, Square, Torus, type LucideIcon } from 'lucide-react';
import type { DefinitionInfo } from '../../../src/protocol/requests/program.ts';
import type { ShapedEntity } from '../../../src/scene/Scene.ts';
import { fileNameOf } from '../../document/meshFiles.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  box: Box,
  plane: Square,
  sphere: Globe,
  cylinder: Cylinder,
  torus: Torus,
  gear: Cog,
};

/** The picture of a closed shape. */
export function shapeIcon(shape: ShapedEntity['shape']): LucideIcon {
  return shape.kind === 'registered' ? (ICONS[shape.type] ?? Shapes) : Shapes;
}

/** The name of a closed shape, or of its file. */
export function shapeDetail(shape: ShapedEntity['shape'], definitions: readonly DefinitionInfo[]): string {
  if (shape.kind === 'file') return fileNameOf(shape.path);
  const definition = definitions.find(({ kind, type }) => kind === 'collider shape' && type === shape.type);
  return (definition?.label ?? shape.type).toLowerCase();
}

interface Form {
  readonly shape: string;
}

/** The form that a body is made of, or its file. */
export function sourceDetail(
  source: { readonly kind: 'file'; readonly path: string } | { readonly kind: 'procedural'; readonly form: Form },
): string {
  return source.kind === 'file' ? fileNameOf(source.path) : source.form.shape;
}
