import { CoreError } from '../../../src/base/errors.ts';
import { shownAttributes, type ShownAttribute } from '../../../src/frames/derived/derivedAttributes.ts';
import { averageToVertices, elementMeans, greatestToVertices } from '../../../src/frames/derived/elementNumbers.ts';
import type { StaticMesh } from '../../../src/frames/StaticStream.ts';
import { attributeOf, FOAM, positionsOf, valuesOf, type Stream } from '../../../src/frames/Stream.ts';
import { FrameShapes, hasOwnTriangles } from '../../../src/frames/FrameShapes.ts';
import type { DisplayMesh, MeshColour } from './DisplayFrame.ts';
import { embed, embedNumbers } from './embed.ts';
import { prepareMesh, type PreparedMesh } from './PreparedMesh.ts';
import {
  rangeOf,
  sentAttributes,
  writeNumbers,
  type DecodingTools,
  type StreamDecoder,
  type StreamRequest,
} from './StreamDecoder.ts';

/** Shapes of one mesh that are kept ready: it tears over some frames and is the same from then on. Of one that is another in every frame, the last ones. */
const KEPT_SHAPES = 48;
const KEPT_SURFACES = 2;

interface TornMesh {
  /** Key of the topology: equal for frames that are torn alike, different for all others. */
  readonly key: number;
  readonly prepared: PreparedMesh;
}

/** Turns a mesh into the surface that is embedded in it, with normals and numbers for colours. Warm decoding allocates little but small objects. */
export class MeshDecoder implements StreamDecoder {
  private static keys = 0;
  private readonly tools: DecodingTools;
  private readonly attributes: readonly ShownAttribute[];
  private readonly body: StaticMesh['mesh'];
  private readonly whole: PreparedMesh;
  private readonly shapes: FrameShapes;
  private readonly torn = new WeakMap<StaticMesh['mesh'], TornMesh>();

  constructor(stream: StaticMesh, tools: DecodingTools) {
    const { entity, name, purpose, mesh, measuredVolume, isLiquid } = stream;
    this.tools = tools;
    this.body = mesh;
    this.attributes = shownAttributes(stream);
    const attributes = sentAttributes(this.attributes);
    this.whole = prepareMesh(mesh, { entity, name, purpose, attributes, measuredVolume, isLiquid });
    this.shapes = new FrameShapes(mesh, mesh.kind === 'shell' ? KEPT_SURFACES : KEPT_SHAPES);
  }

  get statics() {
    return this.whole.statics;
  }

  decode(stream: Stream, request: StreamRequest): DisplayMesh {
    const { pool } = this.tools;
    const { entity, name } = stream;
    const torn = this.tornBy(stream);
    const prepared = torn?.prepared ?? this.whole;
    const from = positionsOf(stream);
    if (from.length !== 3 * prepared.vertexCount) {
      throw new CoreError('export-mismatch', `the frame holds another mesh of '${entity}'`, { place: entity });
    }
    const { mesh, embeddingVertices, embeddingWeights, normals } = prepared;
    const length = 3 * prepared.statics.surface.source.length;
    const volumePositions = pool.take(from.length);
    volumePositions.set(from);
    const positions = pool.take(length);
    embed(mesh.size, embeddingVertices, embeddingWeights, volumePositions, positions);
    const normalsOut = pool.take(length);
    const hullNormals = normals.split ? pool.take(length) : normalsOut;
    normals.compute(positions, normalsOut, hullNormals);
    const colour = this.colour(prepared, stream, request);
    const shape = torn && {
      torn: { key: torn.key, statics: torn.prepared.statics, isOwn: hasOwnTriangles(stream) },
    };
    return {
      entity,
      name,
      type: 'mesh',
      positions,
      normals: normalsOut,
      hullNormals,
      volumePositions,
      colour,
      ...shape,
      ...this.foam(prepared, stream),
    };
  }

  /** How white the surface of a liquid is. */
  private foam(prepared: PreparedMesh, stream: Stream): Pick<DisplayMesh, 'foam'> {
    const values = attributeOf(stream, FOAM)?.values;
    if (!(values instanceof Float32Array)) return {};
    const foam = this.tools.pool.take(prepared.statics.surface.source.length);
    embedNumbers(prepared.mesh.size, prepared.embeddingVertices, prepared.embeddingWeights, values, [0, 1], foam);
    return { foam };
  }

  /** The mesh as a frame has it; undefined where it is that of the statics. Throws `format-malformed` for a tear of another mesh. */
  private tornBy(stream: Stream): TornMesh | undefined {
    const mesh = this.shapes.at(stream);
    if (mesh === this.body) return undefined;
    const known = this.torn.get(mesh);
    if (known !== undefined) return known;
    const made = { key: ++MeshDecoder.keys, prepared: prepareMesh(mesh, this.whole.statics) };
    this.torn.set(mesh, made);
    return made;
  }

  private colour(prepared: PreparedMesh, stream: Stream, request: StreamRequest): MeshColour | undefined {
    const attribute = this.attributes.find(({ name }) => name === request.colouring);
    if (attribute === undefined) return undefined;
    const { pool } = this.tools;
    const { mesh, statics } = prepared;
    const elements = pool.take(statics.restDeterminants.length);
    const vertices = pool.take(prepared.vertexCount);
    const own = attribute.location === 'vertex' ? vertices : elements;
    const source = {
      values: (name: string) => valuesOf(stream, name, Float32Array),
      elements: mesh,
      restDeterminants: statics.restDeterminants,
    };
    if (!writeNumbers(attribute, stream, source, request.requested, own)) {
      pool.give(elements);
      pool.give(vertices);
      return undefined;
    }
    if (own === vertices) elementMeans(mesh, vertices, elements);
    else spread(prepared, attribute, elements, vertices);
    const range = rangeOf(own);
    const surface = pool.take(statics.surface.source.length);
    embedNumbers(mesh.size, prepared.embeddingVertices, prepared.embeddingWeights, vertices, range, surface);
    return { surface, vertices, elements, range, typicalRange: this.tools.typicalRange(own) };
  }
}

/** Numbers of elements at the vertices between them. */
function spread(
  { mesh, statics, weightSums }: PreparedMesh,
  { derived }: ShownAttribute,
  elements: Float32Array,
  out: Float32Array,
): void {
  if (derived?.spread === 'greatest') greatestToVertices(mesh, elements, out);
  else averageToVertices(mesh, elements, statics.restDeterminants, weightSums, out);
}
