import type { BodyMesh } from '../geometry/TetMesh.ts';
import type { TriMesh } from '../geometry/TriMesh.ts';
import type { TopologyChange } from '../geometry/tearing/TopologyChange.ts';
import type { DeclaredAttribute } from './AttributeDisplay.ts';
import type { StaticMesh, StaticTransform, StreamPurpose } from './StaticStream.ts';
import {
  CELL,
  DISTANCE,
  FULL_BELOW,
  ID,
  POSITION,
  ROTATION,
  SPRAY,
  TRANSLATION,
  TRIANGLE,
  VELOCITY,
  type Attribute,
  type AttributeArray,
  type AttributeLocation,
  type Stream,
  type StreamType,
} from './Stream.ts';

function declared(name: string, unit: string, location: AttributeLocation, components: number): DeclaredAttribute {
  return { name, unit, location, components, display: 'none' };
}

/** What meshes, points, grids and transforms have by their type. No menu lists these: what is shown of them is derived (see `derivedAttributes`). */
export const meshMotion = [
  declared(POSITION, 'm', 'vertex', 3),
  declared(VELOCITY, 'm/s', 'vertex', 3),
] as const satisfies DeclaredAttribute[];
export const meshTriangles = declared(TRIANGLE, '', 'element', 3);
export const pointMotion = [
  declared(POSITION, 'm', 'point', 3),
  declared(VELOCITY, 'm/s', 'point', 3),
  declared(ID, '', 'point', 1),
] as const satisfies DeclaredAttribute[];
export const sprayFlag = declared(SPRAY, '', 'point', 1);
export const fullBelow = declared(FULL_BELOW, 'm', 'stream', 1);
export const levelSetCells = [
  declared(CELL, '', 'cell', 1),
  declared(DISTANCE, 'm', 'cell', 1),
  declared(VELOCITY, 'm/s', 'cell', 3),
] as const satisfies DeclaredAttribute[];
export const pose = [
  declared(ROTATION, '', 'stream', 4),
  declared(TRANSLATION, 'm', 'stream', 3),
] as const satisfies DeclaredAttribute[];

const standard: Readonly<Record<StreamType, readonly DeclaredAttribute[]>> = {
  mesh: [...meshMotion, meshTriangles],
  points: [...pointMotion, sprayFlag, fullBelow],
  grid: levelSetCells,
  transform: pose,
};

/** The attribute of that name that streams of a type have by themselves; undefined where it is none of those. */
export function standardAttribute(type: StreamType, name: string): DeclaredAttribute | undefined {
  return standard[type].find((attribute) => attribute.name === name);
}

/** A declared attribute with its values at a frame. */
export function withValues(attribute: DeclaredAttribute, values: AttributeArray): Attribute {
  const { name, unit, location, components } = attribute;
  return { name, unit, location, components, values };
}

export const MESH = 'mesh';
export const PARTICLES = 'particles';
export const LEVEL_SET = 'level set';
export const CELLS = 'cells';
export const POSE = 'pose';

/** A deformable body at a frame. Positions and velocities (m, m/s, xyz) are stored in single precision. */
export function meshStream(
  entity: string,
  motion: { readonly positions: ArrayLike<number>; readonly velocities: ArrayLike<number> },
  fields: readonly Attribute[],
): Stream {
  const attributes = [
    withValues(meshMotion[0], new Float32Array(motion.positions)),
    withValues(meshMotion[1], new Float32Array(motion.velocities)),
  ];
  attributes.push(...fields);
  return { entity, name: MESH, type: 'mesh', topology: 'fixed', attributes };
}

/** A surface with vertices and triangles of its own at a frame: three vertices per triangle, counter-clockwise seen from outside. */
export function surfaceStream(
  entity: string,
  motion: { readonly positions: ArrayLike<number>; readonly velocities: ArrayLike<number> },
  triangles: Uint32Array,
): Stream {
  return { ...meshStream(entity, motion, [withValues(meshTriangles, triangles.slice())]), topology: 'changing' };
}

/** A mesh that tears, with how it differs from its statics. */
export function tornStream(mesh: Stream, change: TopologyChange | undefined): Stream {
  return { ...mesh, topology: 'changing', ...(change && { change }) };
}

export function staticMesh(
  entity: string,
  mesh: BodyMesh,
  fields: readonly DeclaredAttribute[],
  { topology = 'fixed', measuredVolume }: Partial<Pick<StaticMesh, 'topology' | 'measuredVolume'>> = {},
): StaticMesh {
  const attributes = [...meshMotion, ...fields];
  const made = { entity, name: MESH, type: 'mesh', topology, purpose: 'result', attributes } as const;
  return { ...made, mesh: withoutMaterial(mesh), ...(measuredVolume !== undefined && { measuredVolume }) };
}

/** What elements are filled with is no part of what is drawn. */
function withoutMaterial(mesh: BodyMesh): BodyMesh {
  if (mesh.kind === 'shell' || mesh.material === undefined) return mesh;
  const { material: _, ...drawn } = mesh;
  return drawn;
}

/** A rigid thing at a frame; the arrays are copied. */
export function poseStream(
  entity: string,
  { rotation, translation }: { readonly rotation: Float64Array; readonly translation: Float64Array },
): Stream {
  const [turn, shift] = pose;
  const attributes = [withValues(turn, rotation.slice()), withValues(shift, translation.slice())];
  return { entity, name: POSE, type: 'transform', topology: 'fixed', attributes };
}

/** `guide`s are in no frame. */
export function staticTransform(entity: string, display: TriMesh, purpose: StreamPurpose): StaticTransform {
  const attributes = purpose === 'guide' ? [] : pose;
  return { entity, name: POSE, type: 'transform', topology: 'fixed', purpose, attributes, display };
}
