import { attributeValues } from '../../frames/derived/attributeValues.ts';
import { shownAttributes, type ShownAttribute } from '../../frames/derived/derivedAttributes.ts';
import { MeshValues } from '../../frames/derived/MeshValues.ts';
import { splitSpray, sprayFilter } from '../../frames/splitSpray.ts';
import {
  isExtracted,
  type ExtractedStream,
  type StaticMesh,
  type StaticPoints,
  type StaticTransform,
} from '../../frames/StaticStream.ts';
import {
  positionsOf,
  ROTATION,
  TRANSLATION,
  valuesOf,
  velocitiesOf,
  type AttributeLocation,
  type Stream,
} from '../../frames/Stream.ts';
import { widthsOf } from '../../frames/Whitewater.ts';
import { FrameShapes } from '../../frames/FrameShapes.ts';
import { tearableSurface } from '../../geometry/tearing/TopologyChange.ts';
import { embedPositions, type BodyMesh } from '../../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import type { ExportField, ExportObject, ExportSample } from '../../io/Exporter.ts';
import { rotationFromQuaternion } from '../../math/quaternions.ts';
import type { MotionCheck } from './MotionCheck.ts';
import type { ShotFrames } from '../frames/ShotFrames.ts';

/** What the objects of an export are sampled from. */
export interface SampledShot {
  readonly frames: Pick<ShotFrames, 'statics' | 'nameOf' | 'surface'>;
  /** The stream of those statics at a frame; throws where the frame lacks it. */
  stream(frame: number, declared: { readonly entity: string; readonly name: string }): Promise<Stream>;
  /** Seconds of the shot per second of the file, so that velocities stay what the exported positions show. */
  readonly speed: number;
  readonly motion: MotionCheck;
}

/** Everything of a shot that is exported, results first. `withSurroundings`: what the results meet, too. */
export function exportObjects(shot: SampledShot, withSurroundings: boolean): ExportObject[] {
  const { statics } = shot.frames;
  const wanted = statics.streams.filter(
    ({ purpose }) => purpose === 'result' || (withSurroundings && purpose !== 'guide'),
  );
  const of = <T>(read: (stream: (typeof wanted)[number]) => readonly T[]): T[] => wanted.flatMap(read);
  return [
    ...of((stream) => (stream.type === 'mesh' ? [meshObject(stream, shot)] : [])),
    ...of((stream) => (isExtracted(stream) ? [surfaceObject(stream, shot)] : [])),
    ...of((stream) => (stream.type === 'points' ? pointObjects(stream, shot) : [])),
    ...of((stream) => (stream.type === 'transform' ? [posedObject(stream, shot)] : [])),
  ];
}

/** The artist's own surface, moved by the elements that it is embedded in. */
function meshObject(declared: StaticMesh, { frames, stream, speed, motion }: SampledShot): ExportObject {
  const { mesh: whole, topology } = declared;
  const name = frames.nameOf(declared.entity);
  const shapes = new FrameShapes(whole);
  const changes = topology === 'changing';
  const tears = changes && whole.kind !== 'shell';
  return {
    name,
    kind: 'mesh',
    surface: tears ? tearableSurface(whole.surface) : whole.surface,
    ...elementsIn(whole),
    async sample(frame): Promise<ExportSample> {
      const mesh = await stream(frame, declared);
      const shape = shapes.at(mesh);
      const { embedding, surface } = shape;
      const volumePositions = positionsOf(mesh);
      const count = surface.positions.length;
      const positions = new Float32Array(count);
      const velocities = new Float32Array(count);
      embedPositions(embedding, volumePositions, positions);
      embedPositions(embedding, velocitiesOf(mesh), velocities);
      if (speed !== 1) for (let i = 0; i < count; i++) velocities[i] *= speed;
      if (tears) motion.leaveOut('tearing solids: their vertices change');
      else if (changes) motion.leaveOut('animations whose topology changes: so do their vertices');
      else if (declared.isLiquid === true)
        motion.leaveOut('shallow water: it flows through vertices that stay over their place');
      else motion.add(name, frame, { positions, velocities });
      const own = shape === whole ? {} : { topology: surface, ...elementsIn(shape) };
      return { positions, velocities, volumePositions, ...own, ...meshFields(declared, mesh, shape) };
    },
  };
}

/** The fields of a mesh: where they are, and spread over the artist's surface. */
function meshFields(
  declared: StaticMesh,
  mesh: Stream,
  shape: BodyMesh,
): Pick<ExportSample, 'fields' | 'volumeFields'> {
  const stored = shownAttributes(declared).filter(({ source }) => source === 'frame');
  if (stored.length === 0) return {};
  const spreading = new MeshValues(shape);
  const read = (attribute: ShownAttribute): ExportField => {
    const { name, components } = attribute;
    return { name, size: components, values: attributeValues(attribute, mesh, spreading) ?? new Float32Array(0) };
  };
  const fields = stored.map((attribute) => {
    const { name, size, values } = read(attribute);
    return {
      name,
      size,
      values: spreading.onSurface(spreading.atVertices(values, attribute.location, 'mean', size), size),
    };
  });
  const at = (location: AttributeLocation) => stored.filter((attribute) => attribute.location === location).map(read);
  return { fields, volumeFields: { vertices: at('vertex'), elements: at('element') } };
}

/** Elements for formats that hold volumes: shells have none. */
function elementsIn(volume: BodyMesh): Pick<ExportObject, 'tets' | 'hexes'> {
  if (volume.kind === 'shell') return {};
  return volume.kind === 'tet' ? { tets: volume.mesh } : { hexes: volume.mesh };
}

/** Something rigid: its mesh as it is, and how it is moved. */
function posedObject(declared: StaticTransform, { frames, stream }: SampledShot): ExportObject {
  const { positions, triangles } = declared.display;
  const name = frames.nameOf(declared.entity);
  const local = Float32Array.from(positions);
  return {
    name,
    kind: 'mesh',
    surface: triangleSurface(name, positions, triangles),
    sample: () => Promise.resolve({ positions: local }),
    transform: async (frame) => poseMatrix(await stream(frame, declared)),
  };
}

/** An extracted surface: other triangles in every frame. */
function surfaceObject(declared: ExtractedStream, { frames, speed, motion }: SampledShot): ExportObject {
  const name = frames.nameOf(declared.entity);
  return {
    name,
    kind: 'mesh',
    surface: triangleSurface(name, new Float64Array(0), new Uint32Array(0)),
    async sample(frame) {
      const { positions, triangles, velocities } = await frames.surface(frame, declared);
      motion.leaveOut('liquids: their particles and surfaces change in every frame');
      const topology = triangleSurface(name, Float64Array.from(positions), triangles);
      return { positions, velocities: scaled(velocities, speed), topology };
    },
  };
}

/** The points of a stream, and apart from them its spray where that is told apart. */
function pointObjects(declared: StaticPoints, { frames, stream, speed }: SampledShot): ExportObject[] {
  const { entity, name: streamName, diameter, sprayDiameter } = declared;
  const points = (title: string, width: number, spray: boolean): ExportObject => ({
    name: `${frames.nameOf(entity)} ${title}`,
    kind: 'points',
    async sample(frame) {
      const points = await stream(frame, declared);
      const { positions, velocities, ids } = splitSpray(points, spray);
      return {
        positions,
        velocities: scaled(velocities, speed),
        ids: BigUint64Array.from(ids, BigInt),
        widths: widthsOf(points) ?? new Float32Array(ids.length).fill(width),
        fields: pointFields(declared, points, spray),
      };
    },
  });
  const body = points(streamName, diameter, false);
  return sprayDiameter === undefined ? [body] : [body, points('spray', sprayDiameter, true)];
}

/** The fields of points that are spray, or of those that are not. */
function pointFields(declared: StaticPoints, points: Stream, spray: boolean): ExportField[] {
  const isWanted = sprayFilter(points, spray);
  return shownAttributes(declared)
    .filter(({ source }) => source === 'frame')
    .map((attribute) => {
      const { name, components: size } = attribute;
      const values = attributeValues(attribute, points, undefined) ?? new Float32Array(0);
      return { name, size, values: values.filter((_, at) => isWanted(Math.floor(at / size))) };
    });
}

function scaled(velocities: Float32Array, speed: number): Float32Array {
  return speed === 1 ? velocities : velocities.map((component) => component * speed);
}

function triangleSurface(name: string, positions: Float64Array, triangles: Uint32Array): SurfaceMesh {
  return {
    name,
    positions,
    faceOffsets: Uint32Array.from({ length: triangles.length / 3 + 1 }, (_, face) => 3 * face),
    faceVertices: triangles,
    groups: [],
    vertexAttributes: [],
  };
}

/** Returns the transform of a rigid thing, column-major 4x4, m. */
function poseMatrix(pose: Stream): Float64Array {
  const r = new Float64Array(9);
  rotationFromQuaternion(valuesOf(pose, ROTATION, Float64Array), r);
  const [x, y, z] = valuesOf(pose, TRANSLATION, Float64Array);
  return Float64Array.of(r[0], r[3], r[6], 0, r[1], r[4], r[7], 0, r[2], r[5], r[8], 0, x, y, z, 1);
}

/** Vertices in the world that a transform places: q p q* + translation. */
export function posedPositions(pose: Stream, local: Float64Array): Float32Array {
  const [qx, qy, qz, qw] = valuesOf(pose, ROTATION, Float64Array);
  const [tx, ty, tz] = valuesOf(pose, TRANSLATION, Float64Array);
  const out = new Float32Array(local.length);
  for (let i = 0; i < local.length; i += 3) {
    const [x, y, z] = [local[i], local[i + 1], local[i + 2]];
    const cx = qy * z - qz * y;
    const cy = qz * x - qx * z;
    const cz = qx * y - qy * x;
    out[i] = x + 2 * (qw * cx + qy * cz - qz * cy) + tx;
    out[i + 1] = y + 2 * (qw * cy + qz * cx - qx * cz) + ty;
    out[i + 2] = z + 2 * (qw * cz + qx * cy - qy * cx) + tz;
  }
  return out;
}
