import type { Statics, StaticMesh } from '../../src/frames/StaticStream.ts';
import {
  attributeOf,
  ID,
  POSITION,
  positionsOf,
  SPRAY,
  streamsOf,
  valuesOf,
  VELOCITY,
  velocitiesOf,
  type AttributeInfo,
  type Stream,
} from '../../src/frames/Stream.ts';

/** A stream with its motion at hand. */
export interface MovingStream {
  /** Entity. */
  readonly id: string;
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  readonly stream: Stream;
}

function moving(stream: Stream): MovingStream {
  return { id: stream.entity, positions: positionsOf(stream), velocities: velocitiesOf(stream), stream };
}

interface MovingMesh extends MovingStream {
  /** What it has beside its motion. */
  readonly fields: readonly (AttributeInfo & { readonly values: Float32Array })[];
}

interface MovingPoints extends MovingStream {
  readonly ids: Uint32Array;
  readonly spray: Uint8Array | undefined;
}

interface SomeFrame {
  readonly streams: readonly Stream[];
}

export function meshesIn(frame: SomeFrame): MovingMesh[] {
  return streamsOf(frame, 'mesh').map((stream) => {
    const fields = stream.attributes.filter(({ name }) => name !== POSITION && name !== VELOCITY);
    const single = fields.map((field) => ({ ...field, values: valuesOf(stream, field.name, Float32Array) }));
    return { ...moving(stream), fields: single };
  });
}

export function pointsIn(frame: SomeFrame): MovingPoints[] {
  return streamsOf(frame, 'points').map((stream) => {
    const spray = attributeOf(stream, SPRAY) && valuesOf(stream, SPRAY, Uint8Array);
    return { ...moving(stream), ids: valuesOf(stream, ID, Uint32Array), spray };
  });
}

export function staticMeshesIn(statics: Statics): StaticMesh[] {
  return streamsOf(statics, 'mesh');
}
