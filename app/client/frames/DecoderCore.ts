import { CoreError } from '../../../src/base/errors.ts';
import { TypicalRange } from '../../../src/frames/colours/TypicalRange.ts';
import { colourAttributes, shownAttributes } from '../../../src/frames/derived/derivedAttributes.ts';
import { decodeFrame } from '../../../src/frames/Frame.ts';
import { decodeStatics } from '../../../src/frames/Statics.ts';
import type { StaticGrid, StaticStream, StaticTransform, Statics } from '../../../src/frames/StaticStream.ts';
import { ROTATION, TRANSLATION, valuesOf, type Stream } from '../../../src/frames/Stream.ts';
import type { Colouring } from '../../state/viewStore.ts';
import { ArrayPool } from './ArrayPool.ts';
import { angleWeightedNormals, splitAtCreases } from './creaseNormals.ts';
import { decodeSurface } from './decodeSurface.ts';
import type { DecodedFrame } from './DisplayFrame.ts';
import type { DisplayStatics } from '../../state/DisplayStatics.ts';
import { MeshDecoder } from './MeshDecoder.ts';
import { PointsDecoder } from './PointsDecoder.ts';
import { rangeOf, sentAttributes, type DecodingTools, type StreamDecoder } from './StreamDecoder.ts';
import { hullNormalsOf } from './SurfaceNormals.ts';

export interface DecodeRequest {
  readonly bytes: Uint8Array;
  readonly colouring: Colouring;
  /** The numbers of the colouring by entity, where they are none that frames hold; those that the host could not give are left out. */
  readonly requested: ReadonlyMap<string, Float32Array>;
  /** Bytes of the surfaces that the host extracted, by entity; those that it could not give are left out. */
  readonly surfaces?: ReadonlyMap<string, Uint8Array>;
}

/** Arrays that wait for the next frame at most, bytes. */
const MOST_POOLED = 128 * 1024 * 1024;

/** Turns the bytes of a shot's statics and frames into what is drawn, each stream by its type. Runs in a worker. */
export class DecoderCore {
  private decoders = new Map<string, StreamDecoder>();
  private readonly typical = new TypicalRange();
  private readonly tools: DecodingTools = {
    pool: new ArrayPool(MOST_POOLED),
    typicalRange: (values) => this.typical.of(values),
  };

  /** Throws `format-*`. */
  prepare(bytes: Uint8Array): DisplayStatics {
    const statics = decodeStatics(bytes);
    const decoders = statics.streams.map((stream) => decoderOf(stream, statics, this.tools));
    this.decoders = new Map(statics.streams.map((stream, k) => [streamKey(stream), decoders[k]]));
    this.tools.pool.clear();
    const colourings = sentAttributes(colourAttributes(statics));
    return { streams: decoders.map((decoder) => decoder.statics), colourings };
  }

  /** Throws `format-*`, or `export-mismatch` for a frame of other streams than those that were prepared. */
  decode({ bytes, colouring, requested, surfaces }: DecodeRequest): DecodedFrame {
    const frame = decodeFrame(bytes);
    const streams = frame.streams.map((stream) => {
      const { entity } = stream;
      const decoder = this.decoders.get(streamKey(stream));
      if (decoder?.statics.type !== stream.type) {
        throw new CoreError('export-mismatch', `the frame holds another '${entity}'`, { place: entity });
      }
      const hasSurface = 'surface' in decoder.statics && decoder.statics.surface !== undefined;
      const surface = hasSurface ? surfaces?.get(entity) : undefined;
      return decoder.decode(stream, { colouring, requested: requested.get(entity), surface });
    });
    return { stats: frame.stats, colouring, streams };
  }

  release(arrays: readonly Float32Array[]): void {
    for (const array of arrays) this.tools.pool.give(array);
  }
}

/** Names a stream within its shot. */
function streamKey({ entity, name }: Pick<Stream, 'entity' | 'name'>): string {
  return `${entity}/${name}`;
}

function decoderOf(stream: StaticStream, statics: Statics, tools: DecodingTools): StreamDecoder {
  switch (stream.type) {
    case 'mesh':
      return new MeshDecoder(stream, tools);
    case 'points':
      return new PointsDecoder(stream, statics, tools);
    case 'grid':
      return gridDecoder(stream, tools);
    case 'transform':
      return transformDecoder(stream);
  }
}

/** What is drawn of a level set is the surface that the host extracts from it. */
function gridDecoder(stream: StaticGrid, tools: DecodingTools): StreamDecoder {
  const { entity, name, purpose, type, box, surface } = stream;
  return {
    statics: { entity, name, purpose, type, attributes: sentAttributes(shownAttributes(stream)), box, surface },
    decode(_stream, request) {
      const extracted = request.surface && decodeSurface(request.surface, request.colouring);
      const values = extracted?.values;
      const colour = values && { range: rangeOf(values), typicalRange: tools.typicalRange(values) };
      return { entity, name, type, surface: extracted, colour };
    },
  };
}

/** Triangles with hard edges where they belong, and the pose that places them. */
function transformDecoder(stream: StaticTransform): StreamDecoder {
  const { entity, name, purpose, type, display, unbounded = false } = stream;
  const { source, triangles } = splitAtCreases(display.positions, display.triangles);
  const positions = new Float32Array(3 * source.length);
  source.forEach((vertex, k) => positions.set(display.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * k));
  const normals = angleWeightedNormals(positions, triangles, source.length);
  const hullNormals = hullNormalsOf(positions, triangles, source);
  const attributes = sentAttributes(shownAttributes(stream));
  return {
    statics: { entity, name, purpose, type, unbounded, attributes, positions, normals, hullNormals, triangles },
    decode: (pose) => ({
      entity,
      name,
      type,
      rotation: valuesOf(pose, ROTATION, Float64Array).slice(),
      translation: valuesOf(pose, TRANSLATION, Float64Array).slice(),
    }),
  };
}
