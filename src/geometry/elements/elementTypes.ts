import type { CornerCount, TetMesh, VolumeMesh } from '../TetMesh.ts';
import type { ElementKind, ElementType } from './ElementType.ts';
import { hex } from './hex.ts';
import { tet } from './tet.ts';
import { tet10 } from './tet10.ts';

/** Every type of volume element. */
export const elementTypes: Readonly<Record<ElementKind, ElementType>> = { tet, hex, tet10 };

/** The type whose elements have so many vertices; undefined for triangles. */
export function elementTypeOf(size: CornerCount): ElementType | undefined {
  return Object.values(elementTypes).find((type) => type.size === size);
}

/** The elements of a volume mesh: `type.size` vertex numbers each. */
export interface Elements {
  readonly type: ElementType;
  readonly vertices: Uint32Array;
}

/** Returns the elements that a volume mesh is simulated with: tetrahedra with midpoints are quadratic. */
export function elementsOfVolume(volume: Pick<VolumeMesh, 'kind' | 'mesh'>): Elements {
  if ('hexes' in volume.mesh) return { type: hex, vertices: volume.mesh.hexes };
  const { tets, midpoints } = volume.mesh;
  if (midpoints === undefined) return { type: tet, vertices: tets };
  const vertices = new Uint32Array(10 * (tets.length / 4));
  for (let t = 0; 4 * t < tets.length; t++) {
    vertices.set(tets.subarray(4 * t, 4 * t + 4), 10 * t);
    vertices.set(midpoints.subarray(6 * t, 6 * t + 6), 10 * t + 4);
  }
  return { type: tet10, vertices };
}

/** A mesh of quadratic tetrahedra from elements of ten vertices. */
export function splitMidpoints(positions: Float64Array, elements: Uint32Array): TetMesh {
  const count = elements.length / 10;
  const tets = new Uint32Array(4 * count);
  const midpoints = new Uint32Array(6 * count);
  for (let t = 0; t < count; t++) {
    tets.set(elements.subarray(10 * t, 10 * t + 4), 4 * t);
    midpoints.set(elements.subarray(10 * t + 4, 10 * t + 10), 6 * t);
  }
  return { positions, tets, midpoints };
}

/** Returns the tetrahedra, four vertices each, that stand for the elements (`ElementType.cells`), those of an element one after the other. */
export function tetrahedraOf({ type, vertices }: Elements): Uint32Array {
  if (type.kind === 'tet') return vertices;
  const { size, cells } = type;
  const out = new Uint32Array((vertices.length / size) * cells.length);
  let next = 0;
  for (let first = 0; first < vertices.length; first += size) {
    for (const corner of cells) out[next++] = vertices[first + corner];
  }
  return out;
}

/** Number of elements of a volume mesh. */
export function elementCountOf({ mesh }: Pick<VolumeMesh, 'mesh'>): number {
  return 'hexes' in mesh ? mesh.hexes.length / 8 : mesh.tets.length / 4;
}
