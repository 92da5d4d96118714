/** Shape functions of an element, their derivatives and the weight of one point of its quadrature rule, in the reference element. */
export interface ReferencePoint {
  /** N_a: one per vertex. */
  readonly shapes: readonly number[];
  /** dN_a/dxi: three per vertex. */
  readonly derivatives: readonly number[];
  /** Volume of the reference element that the point stands for. */
  readonly weight: number;
}

export const elementKinds = ['tet', 'hex', 'tet10'] as const;
export type ElementKind = (typeof elementKinds)[number];

/**
 * A type of volume element: what every solver, measure and display asks of it. Irving, Teran and Fedkiw 2006, section 3, simulate any element by
 * quadrature points with signed diagonalisation; this is its description, and `elementTypes` lists all of them.
 */
export interface ElementType {
  readonly kind: ElementKind;
  /** What a message calls one of them, followed by its number. */
  readonly name: string;
  /** Plural, as artists read it. */
  readonly label: string;
  /** Vertices of an element. */
  readonly size: number;
  readonly points: readonly ReferencePoint[];
  /** dN_a/dxi at its centre, three per vertex: what an element is measured by as a whole. */
  readonly centre: readonly number[];
  /** Share of an element's mass that each of its vertices carries; left out, shares are the row sums of the mass matrix, which suit elements whose shape functions are positive. */
  readonly massShares?: readonly number[];
  /** Corners of the tetrahedra (four each, positively oriented) whose union stands for the element where its volume, its boundary and its one-rings count. */
  readonly cells: readonly number[];
  /** Vertices joined to vertex 0 by an edge without a vertex between. */
  readonly neighbours: readonly number[];
}
