import { dirname, resolve } from 'node:path';
import { CoreError } from '../base/errors.ts';
import { errorCode } from '../cache/atomicFile.ts';
import { eachProperty } from '../scene/eachProperty.ts';
import type { FileReference } from '../scene/properties/common.ts';
import { entitySchema } from '../scene/kindRegistry.ts';
import type { Entity, Scene } from '../scene/Scene.ts';
import { kindOf } from '../scene/capabilities.ts';
import { readAnimationInputs, type AnimationInputs, type AnimationOfFile } from './animationInputs.ts';
import { hashMeshFile } from './hashMeshFile.ts';

/** A shot whose mesh files were looked for. */
export interface LoadedShot {
  /** The scene with the content hashes of the mesh files as they are now. */
  readonly scene: Scene;
  /** Absolute path of the mesh file of each entity that has one, by entity id, and of goals of plastic flow by `goalKey`, of fibres by `fibresKey`. */
  readonly meshPaths: ReadonlyMap<string, string>;
  /** What frames read of the files of enabled animations, by entity id. */
  readonly animations: ReadonlyMap<string, AnimationInputs>;
  /** Sentences: mesh files that changed since the shot was saved. */
  readonly warnings: readonly string[];
}

export interface MissingMesh {
  readonly entity: string;
  /** Absolute path where the mesh was looked for. */
  readonly path: string;
  /** `file-missing`, or why it may not or cannot be read, with the mesh's place in the document. */
  readonly error: CoreError;
}

/** Gives the hash of a file, as `hashMeshFile`; what frames read of an animation, as `readAnimationInputs`. */
export type HashFile = typeof hashMeshFile;
export type ReadInputs = typeof readAnimationInputs;

/** Gives the path to read a mesh from, or refuses it. */
export type LocateMesh = (meshPath: string) => Promise<string>;

/**
 * Finds and hashes the mesh files of a shot at `shotPath`. Those that are not there, that `locate` refuses or that cannot
 * be read are told in `missing`, with what was thrown; they keep the hash that the document has. `hash` gives that of a file as `hashMeshFile`
 * does, `readInputs` what frames read of an animation.
 */
export async function locateMeshes(
  scene: Scene,
  shotPath: string,
  locate: LocateMesh,
  hash: HashFile = hashMeshFile,
  readInputs: ReadInputs = readAnimationInputs,
): Promise<LoadedShot & { readonly missing: readonly MissingMesh[] }> {
  const meshPaths = new Map<string, string>();
  const animations = new Map<string, AnimationInputs>();
  const warnings: string[] = [];
  const missing: MissingMesh[] = [];
  const entities: Entity[] = [];
  for (const [index, entity] of scene.entities.entries()) {
    let found = entity;
    for (const reference of meshReferences(entity)) {
      const place = `entities[${index}].${reference.member}.path`;
      const wanted = resolve(dirname(shotPath), reference.path);
      try {
        const path = await locate(wanted).catch((error: unknown) => {
          throw error instanceof CoreError ? error.within({ file: shotPath, place }) : error;
        });
        const animation = animationOfFile(entity);
        const read = animation && (await readInputs(path, animation, scene));
        if (read !== undefined && entity.enabled) animations.set(entity.id, read.inputs);
        const sha256 = read?.sha256 ?? (await hash(path));
        if (sha256 !== reference.sha256) warnings.push(changedFile(reference.path, animation !== undefined));
        meshPaths.set(pathKey(reference, entity), path);
        found = withReference(found, { ...reference, sha256 });
      } catch (error) {
        const told = meshError(error, wanted, shotPath, place, entity);
        if (!(told instanceof CoreError) || told.code === 'cancelled') throw told;
        missing.push({ entity: entity.id, path: wanted, error: told });
      }
    }
    entities.push(found);
  }
  return { scene: { ...scene, entities }, meshPaths, animations, warnings, missing };
}

/** The animation of a file that an entity is; undefined for others. */
function animationOfFile(entity: Entity): AnimationOfFile | undefined {
  const need = kindOf(entity)
    .assets?.(entity)
    .find(({ type }) => type === 'animation');
  return need?.type === 'animation' ? (need.animation as AnimationOfFile) : undefined;
}

function changedFile(path: string, inParts: boolean): string {
  const frames = inParts ? 'frames that read what changed' : 'its frames';
  return `${path} has changed since the shot was saved: ${frames} will be simulated again`;
}

const GOAL = 'plasticity.goal.shape';
const FIBRES = 'fibres.direction';

/** A file that an entity refers to, and by which of its members: `source`, `plasticity.goal.shape`. */
export interface MeshReference {
  readonly path: string;
  readonly sha256: string;
  readonly member: string;
  /** Collecting the files of a shot leaves it where it is. */
  readonly linked: boolean;
}

/** Returns the key of a goal's file in `meshPaths`: no entity has such an id. */
export function goalKey(solid: string): string {
  return `${solid}/goal`;
}

/** Returns the key of a fibre file in `meshPaths`: no entity has such an id. */
export function fibresKey(solid: string): string {
  return `${solid}/fibres`;
}

function pathKey({ member }: MeshReference, { id }: Entity): string {
  if (member === GOAL) return goalKey(id);
  return member === FIBRES ? fibresKey(id) : id;
}

/** The files that an entity refers to. */
export function meshReferences(entity: Entity): MeshReference[] {
  return eachProperty(entitySchema, entity).flatMap(({ marks, path }) => {
    if (marks.file !== true) return [];
    const place = path.slice(0, -1);
    const { path: file, sha256 } = memberAt(entity, place) as FileReference;
    return [{ path: file, sha256, member: place.join('.'), linked: marks.linked === true }];
  });
}

/** The entity with another reference in the place of the one by the same member. */
export function withReference(entity: Entity, { path, sha256, member }: Omit<MeshReference, 'linked'>): Entity {
  return withMember(entity, member.split('.'), (reference) => ({ ...reference, path, sha256 })) as Entity;
}

/** The value with what it has at a place changed; as it is where it has nothing there. */
function withMember(value: object, [name, ...rest]: readonly string[], change: (member: object) => object): object {
  if (name === undefined) return change(value);
  const member = (value as Record<string, object | undefined>)[name];
  return member === undefined ? value : { ...value, [name]: withMember(member, rest, change) };
}

function memberAt(value: unknown, place: readonly (string | number)[]): unknown {
  return place.reduce((at, name) => (at as Record<string | number, unknown> | undefined)?.[name], value);
}

function meshError(error: unknown, path: string, document: string, place: string, entity: Entity): unknown {
  if (!(error instanceof CoreError) || error.file === document) return error;
  const own = { file: document, place, cause: error };
  if (error.file === path && error.code === 'file-missing' && errorCode(error.cause) !== undefined) {
    const remedy = 'Locate it: put it back or correct the path.';
    return new CoreError('file-missing', `the mesh ${path} is missing`, { ...own, remedy });
  }
  if (error.file === path && error.code === 'file-unreadable') {
    const { message, remedy } = error;
    return new CoreError('file-unreadable', `the mesh ${path} cannot be read: ${message}`, { ...own, remedy });
  }
  return error.within({ place: `${entity.kind} '${entity.id}'` });
}
