import type { FrameStats } from '../../../src/frames/FrameStats.ts';
import type { Colouring } from '../../state/viewStore.ts';
import type { MeshStatics } from '../../state/DisplayStatics.ts';

/** A frame ready to be drawn: its arrays go straight into existing buffers. */
export interface DisplayFrame {
  readonly frame: number;
  /** Content key. */
  readonly key: string;
  /** Whether it was made from an earlier state of the shot and is shown for reference. */
  readonly stale: boolean;
  readonly stats: FrameStats;
  /** What the numbers of the colours are. */
  readonly colouring: Colouring;
  readonly streams: readonly DisplayStream[];
}

/** Names a stream within its shot. */
export interface StreamName {
  readonly entity: string;
  readonly name: string;
}

/** What is drawn of a stream at one frame. */
export type DisplayStream = DisplayMesh | DisplayPoints | DisplayGrid | DisplayTransform;

export interface DisplayTransform extends StreamName {
  readonly type: 'transform';
  /** Unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
  /** m. */
  readonly translation: Float64Array;
}

export interface DisplayMesh extends StreamName {
  readonly type: 'mesh';
  /** xyz per display vertex of the surface, m. */
  readonly positions: Float32Array;
  /** Unit outward normals per display vertex. */
  readonly normals: Float32Array;
  /** Normals that are not split at creases; the same array where nothing is split. */
  readonly hullNormals: Float32Array;
  /** xyz per volume vertex, m. */
  readonly volumePositions: Float32Array;
  /**
   * Statics that are drawn in place of the mesh's own where it is torn, or another surface in every frame (`isOwn`). The key is the same for frames that are torn alike or have the same
   * triangles.
   */
  readonly torn?: { readonly key: number; readonly statics?: MeshStatics; readonly isOwn?: boolean };
  /** The chosen colouring; undefined where that is the plain surface, or the mesh does not have it. */
  readonly colour: MeshColour | undefined;
  /** Whiteness by air, 0 to 1, per display vertex; left out of what is no liquid. */
  readonly foam?: Float32Array;
}

export interface ColourRanges {
  /** Least and greatest of all. */
  readonly range: readonly [number, number];
  /** What most of them lie in: few that are far off must not wash out the map. */
  readonly typicalRange: readonly [number, number];
}

/** Numbers that a colour map is drawn of; their ranges are those of the elements, or of the volume vertices where they belong to vertices. */
export interface MeshColour extends ColourRanges {
  /** Numbers per display vertex of the surface. */
  readonly surface: Float32Array;
  /** Numbers per volume vertex. */
  readonly vertices: Float32Array;
  readonly elements: Float32Array;
}

/** Points, each frame with another number of them. */
export interface DisplayPoints extends StreamName {
  readonly type: 'points';
  readonly points: ColouredPoints;
  /** Points that are apart from the surface, where they are stored apart. */
  readonly spray: ColouredPoints | undefined;
  /** Mean diameter of these, m, where each point has its own. */
  readonly sprayWidth: number | undefined;
  /** The surface around them; undefined where there is none, or the host could not give one. */
  readonly surface: ExtractedSurface | undefined;
  /** Ranges of the points' numbers; undefined where the colouring is the plain surface, or the points do not have it. */
  readonly colour: ColourRanges | undefined;
}

export interface ColouredPoints {
  /** xyz, m. */
  readonly positions: Float32Array;
  /** The numbers of the colouring, where the points have it. */
  readonly values: Float32Array | undefined;
}

export interface DisplayGrid extends StreamName {
  readonly type: 'grid';
  /** The surface of its level set; undefined where there is none, or the host could not give one. */
  readonly surface: ExtractedSurface | undefined;
  readonly colour: ColourRanges | undefined;
}

/** A closed surface, counter-clockwise from outside; another one in every frame. */
export interface ExtractedSurface {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  /** The numbers of the colouring per vertex, where the surface has it. */
  readonly values: Float32Array | undefined;
  /** Whiteness by air, 0 to 1, per vertex. */
  readonly foam: Float32Array;
  readonly triangles: Uint32Array;
  /** Least xyz and largest xyz, m. */
  readonly bounds: Float32Array;
}

/** What a frame has of the stream with these statics; undefined where it does not have it. */
export function streamAt<T extends DisplayStream['type']>(
  frame: Pick<DisplayFrame, 'streams'> | undefined,
  { entity, name, type }: StreamName & { readonly type: T },
): (DisplayStream & { readonly type: T }) | undefined {
  return frame?.streams.find((stream): stream is DisplayStream & { readonly type: T } => {
    return stream.entity === entity && stream.name === name && stream.type === type;
  });
}

/** What a worker makes of a frame's bytes. */
export type DecodedFrame = Pick<DisplayFrame, 'stats' | 'colouring' | 'streams'>;

type DisplayArray = Float32Array | Float64Array | Uint32Array;

/** Every array of a decoded frame that can be used again, each once: those of points and surfaces are of another length in every frame. */
export function frameArrays({ streams }: DecodedFrame): Float32Array[] {
  return streams.flatMap((stream) => (stream.type === 'mesh' ? meshArrays(stream) : []));
}

/** Every array that goes with a decoded frame, each once. */
export function transferredArrays(frame: DecodedFrame): DisplayArray[] {
  const arrays = frame.streams.flatMap((stream): DisplayArray[] => {
    if (stream.type === 'mesh') return meshArrays(stream);
    if (stream.type === 'transform') return [stream.rotation, stream.translation];
    if (stream.type === 'grid') return arraysIn(stream.surface);
    return [...arraysIn(stream.points), ...arraysIn(stream.spray), ...arraysIn(stream.surface)];
  });
  return [...new Set(arrays)];
}

/** Memory that a decoded frame holds, bytes. */
export function frameBytes(frame: DecodedFrame): number {
  const shapes = frame.streams.flatMap((stream) => (stream.type === 'mesh' ? ownShapeArrays(stream) : []));
  return [...transferredArrays(frame), ...shapes].reduce((sum, array) => sum + array.byteLength, 0);
}

/** The arrays of a surface that few other frames share, if any. */
function ownShapeArrays({ torn }: DisplayMesh): DisplayArray[] {
  if (torn?.isOwn !== true || torn.statics === undefined) return [];
  const { elements, restVolume, restDeterminants, surface } = torn.statics;
  return [...new Set<DisplayArray>([elements, restVolume, restDeterminants, ...Object.values(surface)])];
}

function meshArrays({ positions, normals, hullNormals, volumePositions, colour, foam }: DisplayMesh): Float32Array[] {
  const arrays = [positions, normals, volumePositions];
  if (hullNormals !== normals) arrays.push(hullNormals);
  if (foam !== undefined) arrays.push(foam);
  if (colour !== undefined) arrays.push(colour.surface, colour.vertices, colour.elements);
  return arrays;
}

function arraysIn(part: ColouredPoints | ExtractedSurface | undefined): DisplayArray[] {
  return Object.values(part ?? {}).filter((value: DisplayArray | undefined) => value !== undefined);
}
