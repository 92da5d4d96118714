import { CoreError } from '../../../src/base/errors.ts';
import { decodeFrame, type FrameBody } from '../../../src/frames/Frame.ts';
import { decodeStatics } from '../../../src/frames/Statics.ts';
import type { Colouring } from '../../state/viewStore.ts';
import { ArrayPool } from './ArrayPool.ts';
import { decodeLiquid } from './decodeLiquid.ts';
import type { DecodedFrame, DisplayBody, DisplayColour } from './DisplayFrame.ts';
import type { DisplayStatics } from './DisplayStatics.ts';
import {
  averageToVertices,
  elementMeans,
  elementQualities,
  greatestToVertices,
  invertedElements,
  vertexSpeeds,
  volumeChanges,
} from './elementFields.ts';
import { embed, embedNumbers } from './embed.ts';
import { prepareBody, prepareCollider, type PreparedBody } from './PreparedBody.ts';
import { TornBodies } from './TornBodies.ts';

export interface DecodeRequest {
  readonly bytes: Uint8Array;
  readonly colouring: Colouring;
  /** von Mises stress per element by body, Pa, where that is the colouring. */
  readonly stress: ReadonlyMap<string, Float32Array>;
  /** Bytes of the skins of liquids, by entity id; those that the host could not give are left out. */
  readonly skins?: ReadonlyMap<string, Uint8Array>;
}

/** Colourings whose numbers frames of plastic bodies hold; the stress of others is worked out by the host. */
const storedFields: Partial<Record<Colouring, string>> = {
  vonMises: 'von Mises stress',
  plasticStrain: 'plastic strain',
  goalDistance: 'distance to goal',
  fibreStretch: 'fibre stretch',
  fibreTension: 'fibre tension',
};

/** Arrays that wait for the next frame at most, bytes. */
const MOST_POOLED = 128 * 1024 * 1024;

/** Numbers that are looked at for the typical range, and the share that may lie beyond each of its ends. */
const SAMPLES = 2048;
const BEYOND = 0.02;

/** Turns the bytes of a shot's statics and frames into what is drawn. Runs in a worker; warm decoding allocates little but small objects. */
export class DecoderCore {
  private bodies = new Map<string, PreparedBody>();
  private torn = new TornBodies([]);
  private readonly pool = new ArrayPool(MOST_POOLED);
  private readonly sample = new Float32Array(SAMPLES);

  /** Throws `format-*`. */
  prepare(bytes: Uint8Array): DisplayStatics {
    const statics = decodeStatics(bytes);
    const bodies = statics.bodies.map(prepareBody);
    const colliders = statics.colliders.map(prepareCollider);
    this.bodies = new Map(bodies.map((body) => [body.statics.id, body]));
    this.torn = new TornBodies(statics.bodies);
    this.pool.clear();
    return { bodies: bodies.map((body) => body.statics), liquids: statics.liquids, colliders };
  }

  /** Throws `format-*`, or `export-mismatch` for a frame of other meshes than those that were prepared. */
  decode({ bytes, colouring, stress, skins }: DecodeRequest): DecodedFrame {
    const frame = decodeFrame(bytes);
    const bodies = frame.bodies.map((body) => this.decodeBody(body, colouring, stress.get(body.id)));
    const colliders = frame.colliders.map(({ id, rotation, translation }) => ({
      id,
      rotation: rotation.slice(),
      translation: translation.slice(),
    }));
    const colour = (speeds: Float32Array) =>
      colouring === 'speed' ? { range: rangeOf(speeds), typicalRange: this.typicalRange(speeds) } : undefined;
    const liquids = frame.liquids.map((liquid) => decodeLiquid(liquid, skins?.get(liquid.id), colour));
    return { stats: frame.stats, colouring, bodies, liquids, colliders };
  }

  release(arrays: readonly Float32Array[]): void {
    for (const array of arrays) this.pool.give(array);
  }

  private decodeBody(body: FrameBody, colouring: Colouring, stress: Float32Array | undefined): DisplayBody {
    const torn = this.torn.find(body);
    const prepared = torn?.prepared ?? this.bodies.get(body.id);
    if (prepared === undefined || body.positions.length !== 3 * prepared.vertexCount) {
      throw new CoreError('export-mismatch', `the frame holds another mesh of '${body.id}'`, { place: body.id });
    }
    const { mesh, embeddingVertices, embeddingWeights, normals } = prepared;
    const length = 3 * prepared.statics.surface.source.length;
    const volumePositions = this.pool.take(body.positions.length);
    volumePositions.set(body.positions);
    const positions = this.pool.take(length);
    embed(mesh.size, embeddingVertices, embeddingWeights, volumePositions, positions);
    const normalsOut = this.pool.take(length);
    const hullNormals = normals.split ? this.pool.take(length) : normalsOut;
    normals.compute(positions, normalsOut, hullNormals);
    const colour = this.colour(prepared, body, colouring, stress);
    const shape = torn && { torn: { key: torn.key, statics: torn.prepared.statics } };
    return { id: body.id, positions, normals: normalsOut, hullNormals, volumePositions, colour, ...shape };
  }

  /** From values spread over the body. */
  private typicalRange(values: Float32Array): readonly [number, number] {
    const count = Math.min(values.length, SAMPLES);
    const sample = this.sample.subarray(0, count);
    for (let k = 0; k < count; k++) sample[k] = values[Math.floor((k * values.length) / count)];
    sample.sort();
    const skipped = Math.floor(BEYOND * count);
    return count === 0 ? [0, 0] : [sample[skipped], sample[count - 1 - skipped]];
  }

  private colour(
    prepared: PreparedBody,
    { positions, velocities, fields }: FrameBody,
    colouring: Colouring,
    stress: Float32Array | undefined,
  ): DisplayColour | undefined {
    const { mesh, statics, weightSums } = prepared;
    const { restDeterminants } = statics;
    const elementCount = restDeterminants.length;
    if (colouring === 'surface') return undefined;
    const name = storedFields[colouring];
    const stored = name === undefined ? undefined : (fields.find((field) => field.name === name)?.values ?? stress);
    if (name !== undefined && stored?.length !== elementCount) return undefined;
    const elements = this.pool.take(elementCount);
    const vertices = this.pool.take(prepared.vertexCount);
    if (colouring === 'speed') {
      vertexSpeeds(velocities, vertices);
      elementMeans(mesh, vertices, elements);
    } else if (colouring === 'inverted') {
      invertedElements(mesh, positions, elements);
      greatestToVertices(mesh, elements, vertices);
    } else {
      if (colouring === 'volumeChange') volumeChanges(mesh, restDeterminants, positions, elements);
      else if (colouring === 'quality') elementQualities(mesh, positions, elements);
      else elements.set(stored!);
      averageToVertices(mesh, elements, restDeterminants, weightSums, vertices);
    }
    const own = colouring === 'speed' ? vertices : elements;
    const range = rangeOf(own);
    const typicalRange = this.typicalRange(own);
    const surface = this.pool.take(statics.surface.source.length);
    embedNumbers(mesh.size, prepared.embeddingVertices, prepared.embeddingWeights, vertices, range, surface);
    return { surface, vertices, elements, range, typicalRange };
  }
}

function rangeOf(values: Float32Array): readonly [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < values.length; k++) {
    if (values[k] < low) low = values[k];
    if (values[k] > high) high = values[k];
  }
  return values.length === 0 ? [0, 0] : [low, high];
}
