import { elementTypeOf, tetrahedraOf } from '../../geometry/elements/elementTypes.ts';
import type { ElementMesh } from './elementNumbers.ts';

/** dN_a/dxi at the centre of an element of so many vertices, three per vertex; undefined for triangles. */
export function centreSlopes(size: ElementMesh['size']): readonly number[] | undefined {
  return elementTypeOf(size)?.centre;
}

/** The tetrahedra that stand for the elements of a mesh, four vertices each, those of an element one after the other; none for triangles. */
export function meshTetrahedra({ size, elements }: ElementMesh): {
  readonly tetrahedra: Uint32Array;
  readonly perElement: number;
} {
  const type = elementTypeOf(size);
  if (type === undefined) return { tetrahedra: new Uint32Array(0), perElement: 1 };
  return { tetrahedra: tetrahedraOf({ type, vertices: elements }), perElement: type.cells.length / 4 };
}
