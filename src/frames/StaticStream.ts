import { elementsOfVolume } from '../geometry/elements/elementTypes.ts';
import type { BodyMesh } from '../geometry/TetMesh.ts';
import type { TriMesh } from '../geometry/TriMesh.ts';
import type { DeclaredAttribute } from './AttributeDisplay.ts';
import type { Stream } from './Stream.ts';

/**
 * Why a stream is there. `result`: it is what is simulated, and is always shown and exported. `surroundings`: it is what the results meet; it is shown
 * quietly and exported where asked for. `guide`: only the editor shows it, and frames do not hold it: it stands where the document places it.
 */
export const streamPurposes = ['result', 'surroundings', 'guide'] as const;
export type StreamPurpose = (typeof streamPurposes)[number];

/** A box of cubic cells. */
export interface GridBox {
  /** Low corner of the first cell, m. */
  readonly origin: readonly [number, number, number];
  /** Edge of a cell, m. */
  readonly spacing: number;
  /** Cells along x, y and z. */
  readonly counts: readonly [number, number, number];
}

/** How a surface mesh is extracted from points or a level set; what is asked for is made by the host (request `surface`). */
export interface SurfaceExtraction {
  readonly box: GridBox;
  /** Edge of a voxel, m. */
  readonly spacing: number;
  /** Radius of the ball that a single point shows as, m; of points only. */
  readonly pointRadius: number;
  /** Passes of smoothing. */
  readonly smoothing: number;
  /** Low and high sides along x, y, z along which the surface lies flat. */
  readonly closedSides: readonly (readonly [boolean, boolean])[];
}

interface StaticStreamBase extends Pick<Stream, 'entity' | 'name' | 'topology'> {
  readonly purpose: StreamPurpose;
  /** Attributes that frames store and those that the host computes on request. A stream of whose attributes frames store none is in no frame. */
  readonly attributes: readonly DeclaredAttribute[];
}

export interface StaticMesh extends StaticStreamBase {
  readonly type: 'mesh';
  /** Rest shape in world axes as placed at the first frame, m, the artist's surface and how it is embedded. */
  readonly mesh: BodyMesh;
  /** What the statistics of frames measure as its volume, at rest, m3; left out of what has none. */
  readonly measuredVolume?: number;
  /** It is the surface of a liquid, which light goes through. */
  readonly isLiquid?: boolean;
}

export interface StaticPoints extends StaticStreamBase {
  readonly type: 'points';
  /** Diameter of a point, m. */
  readonly diameter: number;
  /** Diameter of a point of spray, m; left out where no points are spray. */
  readonly sprayDiameter?: number;
  /** Present where the points that are not spray have a surface. */
  readonly surface?: SurfaceExtraction;
}

export interface StaticTransform extends StaticStreamBase {
  readonly type: 'transform';
  /** Triangles in the frame that the transform places, m; of something without end, a large piece. */
  readonly display: TriMesh;
  /** It is a half space below y = 0 in its own frame. */
  readonly unbounded?: boolean;
}

export interface StaticGrid extends StaticStreamBase {
  readonly type: 'grid';
  readonly box: GridBox;
  /** Present where the level set of the grid has a surface. */
  readonly surface?: SurfaceExtraction;
}

/** What does not change over a shot of a stream. */
export type StaticStream = StaticMesh | StaticPoints | StaticTransform | StaticGrid;

/** What does not change over a shot: stored once, beside the frames. Streams stand in the scene's order of entities. */
export interface Statics {
  readonly streams: readonly StaticStream[];
}

/** Vertices of an element of each kind of stored mesh. */
export const elementSizes = { tet: 4, hex: 8, tet10: 10, shell: 3 } as const;

/** Vertices of the elements of a mesh, `embedding.size` each; made anew where they are quadratic. */
export function elementsOf(body: BodyMesh): Uint32Array {
  return body.kind === 'shell' ? body.mesh.triangles : elementsOfVolume(body).vertices;
}

/** A stream that a surface mesh is extracted from. */
export type ExtractedStream = (StaticPoints | StaticGrid) & { readonly surface: SurfaceExtraction };

export function isExtracted(stream: StaticStream): stream is ExtractedStream {
  return (stream.type === 'points' || stream.type === 'grid') && stream.surface !== undefined;
}

/** The stream that the surface of an entity is extracted from; undefined where the entity has none. */
export function extractedFrom({ streams }: Statics, entity: string): ExtractedStream | undefined {
  return streams.filter(isExtracted).find((stream) => stream.entity === entity);
}
