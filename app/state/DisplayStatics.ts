import type { ElementMesh } from '../../src/frames/derived/elementNumbers.ts';
import type { ShownAttribute } from '../../src/frames/derived/derivedAttributes.ts';
import type { GridBox, StreamPurpose, SurfaceExtraction } from '../../src/frames/StaticStream.ts';

/** An attribute that a stream has to show, as it is sent between threads. */
export type DisplayAttribute = Omit<ShownAttribute, 'derived'>;

interface DisplayStreamStatics {
  readonly entity: string;
  readonly name: string;
  readonly purpose: StreamPurpose;
  /** Attributes in the order of menus. */
  readonly attributes: readonly DisplayAttribute[];
}

/** What of a shot does not change over its frames, ready to be drawn. */
export interface DisplayStatics {
  /** Streams in the scene's order of entities, those of guides last. */
  readonly streams: readonly StreamStatics[];
  /** What can be told by colour, in the order of menus. */
  readonly colourings: readonly DisplayAttribute[];
}

export type StreamStatics = MeshStatics | PointsStatics | TransformStatics | GridStatics;

export interface MeshStatics extends DisplayStreamStatics {
  readonly type: 'mesh';
  /** Corners per element: triangles of cloth (3), tetrahedra (4) or hexahedra (8, corner i + 2j + 4k). */
  readonly elementSize: ElementMesh['size'];
  /** Volume vertices of each element. */
  readonly elements: Uint32Array;
  /** Volume vertices at rest, xyz, world axes as placed at the first frame, m. */
  readonly restVolume: Float32Array;
  /** Determinants of the elements at rest; ratios to them are volume ratios. */
  readonly restDeterminants: Float32Array;
  /** What the statistics of frames measure as its volume, at rest, m3; undefined of what has none. */
  readonly measuredVolume?: number | undefined;
  /** It is the surface of a liquid. */
  readonly isLiquid?: boolean | undefined;
  readonly surface: DisplaySurface;
}

/**
 * The artist's surface as triangles of display vertices: the surface's vertices in their order, then copies of those that lie on
 * creases.
 */
export interface DisplaySurface {
  /** The surface vertex of each display vertex. */
  readonly source: Uint32Array;
  /** Three display vertices per triangle, in the order of the faces, counter-clockwise from outside. */
  readonly triangles: Uint32Array;
  /** Two display vertices per edge of the artist's polygons. */
  readonly edges: Uint32Array;
  /** The element that carries each display vertex. */
  readonly element: Uint32Array;
  readonly restPositions: Float32Array;
  readonly restNormals: Float32Array;
  /** Normals that are not split at creases, for outlines; the same array as `restNormals` where nothing is split. */
  readonly restHullNormals: Float32Array;
}

export interface PointsStatics extends DisplayStreamStatics {
  readonly type: 'points';
  /** Present where the points that are not spray have a surface. */
  readonly surface: SurfaceExtraction | undefined;
  /** All points are spray around the surface of another stream of the entity. */
  readonly apart: boolean;
}

export interface GridStatics extends DisplayStreamStatics {
  readonly type: 'grid';
  readonly box: GridBox;
  /** Present where the level set of the grid has a surface. */
  readonly surface: SurfaceExtraction | undefined;
}

/** Triangles in the frame that the transform places, m. */
export interface TransformStatics extends DisplayStreamStatics {
  readonly type: 'transform';
  /** It has no end: a half space below y = 0 in its own frame. */
  readonly unbounded: boolean;
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly hullNormals: Float32Array;
  readonly triangles: Uint32Array;
}
