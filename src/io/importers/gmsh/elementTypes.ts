import type { CellKind } from '../../reading/CellCollector.ts';

/** One of Gmsh's element types. */
export interface ElementType {
  readonly kind: CellKind;
  /** Nodes in the file; the corners come first. */
  readonly nodes: number;
  readonly corners: number;
  readonly dimension: 0 | 1 | 2 | 3;
}

const kinds: readonly (readonly [CellKind, number, 0 | 1 | 2 | 3, Readonly<Record<number, number>>])[] = [
  // kind, corners, dimension, element type: nodes
  ['ignored', 1, 0, { 15: 1 }],
  ['ignored', 2, 1, { 1: 2, 8: 3, 26: 4, 27: 5, 28: 6 }],
  ['triangle', 3, 2, { 2: 3, 9: 6, 20: 9, 21: 10, 22: 12, 23: 15, 24: 15, 25: 21 }],
  ['quad', 4, 2, { 3: 4, 10: 9, 16: 8 }],
  ['tet', 4, 3, { 4: 4, 11: 10, 29: 20, 30: 35, 31: 56 }],
  ['hex', 8, 3, { 5: 8, 12: 27, 17: 20, 92: 64, 93: 125 }],
  ['prism', 6, 3, { 6: 6, 13: 18, 18: 15 }],
  ['pyramid', 5, 3, { 7: 5, 14: 14, 19: 13 }],
];

const types = new Map<number, ElementType>(
  kinds.flatMap(([kind, corners, dimension, nodes]) =>
    Object.entries(nodes).map(([type, count]) => [Number(type), { kind, nodes: count, corners, dimension }] as const),
  ),
);

/** Returns Gmsh's element type of a number; undefined for unknown ones. */
export function elementType(type: number): ElementType | undefined {
  return types.get(type);
}
