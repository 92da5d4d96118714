import type { FrameStats } from '../../../src/frames/Frame.ts';
import type { Colouring } from '../../state/viewStore.ts';
import type { DisplayBodyStatics } from './DisplayStatics.ts';
import { type DisplayLiquid, liquidArrays } from './DisplayLiquid.ts';

/** A frame ready to be drawn: its arrays go straight into existing buffers. */
export interface DisplayFrame {
  readonly frame: number;
  /** Content key. */
  readonly key: string;
  /** Not of the shot as it is now: shown for reference. */
  readonly stale: boolean;
  readonly stats: FrameStats;
  /** What the numbers of the bodies' colours are. */
  readonly colouring: Colouring;
  readonly bodies: readonly DisplayBody[];
  readonly liquids: readonly DisplayLiquid[];
  readonly colliders: readonly DisplayPose[];
}

export interface DisplayPose {
  readonly id: string;
  /** Unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
  /** m. */
  readonly translation: Float64Array;
}

export interface DisplayBody {
  readonly id: string;
  /** xyz per display vertex of the surface, m. */
  readonly positions: Float32Array;
  /** Unit outward normals per display vertex. */
  readonly normals: Float32Array;
  /** Not split at creases; the same array where nothing is split. */
  readonly hullNormals: Float32Array;
  /** xyz per volume vertex, m. */
  readonly volumePositions: Float32Array;
  /** Of a torn body: what is drawn in place of its statics. The key is the same for frames that are torn alike. */
  readonly torn?: { readonly key: number; readonly statics?: DisplayBodyStatics };
  /** The chosen colouring; undefined for the plain surface. */
  readonly colour: DisplayColour | undefined;
}

/** Numbers that a colour map is drawn of. */
export interface DisplayColour {
  /** Per display vertex of the surface. */
  readonly surface: Float32Array;
  /** Per volume vertex. */
  readonly vertices: Float32Array;
  readonly elements: Float32Array;
  /** Least and greatest over all elements (over all volume vertices for numbers that belong to vertices). */
  readonly range: readonly [number, number];
  /** What most of them lie in: few that are far off must not wash out the map. */
  readonly typicalRange: readonly [number, number];
}

/** What a worker makes of a frame's bytes. */
export type DecodedFrame = Pick<DisplayFrame, 'stats' | 'colouring' | 'bodies' | 'liquids' | 'colliders'>;

/** Every array of a decoded frame that can be used again, each once. */
export function frameArrays(frame: DecodedFrame): Float32Array[] {
  return frame.bodies.flatMap((body) => {
    const arrays = [body.positions, body.normals, body.volumePositions];
    if (body.hullNormals !== body.normals) arrays.push(body.hullNormals);
    if (body.colour !== undefined) arrays.push(body.colour.surface, body.colour.vertices, body.colour.elements);
    return arrays;
  });
}

/** Every array that goes with a decoded frame, each once: those of liquids are of another length in each and are not used again. */
export function transferredArrays(frame: DecodedFrame): (Float32Array | Uint32Array)[] {
  return [...frameArrays(frame), ...frame.liquids.flatMap(liquidArrays)];
}

/** Memory that a decoded frame holds, bytes. */
export function frameBytes(frame: DecodedFrame): number {
  return transferredArrays(frame).reduce((sum, array) => sum + array.byteLength, 0);
}
