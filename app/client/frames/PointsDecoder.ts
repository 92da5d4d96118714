import { shownAttributes, type ShownAttribute } from '../../../src/frames/derived/derivedAttributes.ts';
import { extractedFrom, type StaticPoints, type Statics } from '../../../src/frames/StaticStream.ts';
import { positionsOf, SPRAY, attributeOf, valuesOf, type Stream } from '../../../src/frames/Stream.ts';
import { widthsOf } from '../../../src/frames/Whitewater.ts';
import { decodeSurface } from './decodeSurface.ts';
import type { ColouredPoints, DisplayPoints } from './DisplayFrame.ts';
import type { PointsStatics } from '../../state/DisplayStatics.ts';
import {
  rangeOf,
  sentAttributes,
  writeNumbers,
  type DecodingTools,
  type StreamDecoder,
  type StreamRequest,
} from './StreamDecoder.ts';

/** Turns points into those that are drawn, apart from each other and around their surface. */
export class PointsDecoder implements StreamDecoder {
  readonly statics: PointsStatics;
  private readonly tools: DecodingTools;
  private readonly attributes: readonly ShownAttribute[];

  constructor(stream: StaticPoints, statics: Statics, tools: DecodingTools) {
    const { entity, name, purpose, surface } = stream;
    this.tools = tools;
    this.attributes = shownAttributes(stream);
    const attributes = sentAttributes(this.attributes);
    const around = extractedFrom(statics, entity);
    const apart = around !== undefined && around !== stream;
    this.statics = { entity, name, purpose, type: 'points', attributes, surface, apart };
  }

  decode(stream: Stream, request: StreamRequest): DisplayPoints {
    const positions = positionsOf(stream).slice();
    const values = this.numbers(stream, request, positions.length / 3);
    const points = { positions, values };
    const flags = attributeOf(stream, SPRAY) && valuesOf(stream, SPRAY, Uint8Array);
    const widths = widthsOf(stream);
    return {
      entity: stream.entity,
      name: stream.name,
      type: 'points',
      points,
      // Points that each have a width are drawn around the surface of their entity, all of them.
      spray: flags ? flagged(points, flags) : widths && { ...points },
      sprayWidth: widths && widths.reduce((sum, width) => sum + width, 0) / Math.max(1, widths.length),
      surface: request.surface && decodeSurface(request.surface, request.colouring),
      colour: values && { range: rangeOf(values), typicalRange: this.tools.typicalRange(values) },
    };
  }

  private numbers(stream: Stream, request: StreamRequest, count: number): Float32Array | undefined {
    const attribute = this.attributes.find(({ name }) => name === request.colouring);
    if (attribute === undefined) return undefined;
    const values = new Float32Array(count);
    const source = { values: (name: string) => valuesOf(stream, name, Float32Array) };
    return writeNumbers(attribute, stream, source, request.requested, values) ? values : undefined;
  }
}

/** The points whose flag is 1. */
function flagged({ positions, values }: ColouredPoints, flags: Uint8Array): ColouredPoints {
  const isFlagged = (width: number) => (_value: number, at: number) => flags[Math.floor(at / width)] === 1;
  return { positions: positions.filter(isFlagged(3)), values: values?.filter(isFlagged(1)) };
}
