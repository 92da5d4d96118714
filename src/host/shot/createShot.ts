import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { CoreError } from '../../base/errors.ts';
import { errorCode, makeFolder, writeError, writeFileAtomically } from '../../cache/atomicFile.ts';
import { meshGroups, type GroupKind } from '../../geometry/meshGroups.ts';
import type { ImportedMesh } from '../../io/Importer.ts';
import { readMesh } from '../../io/readMesh.ts';
import { sampleMesh } from '../../io/sampleMeshes.ts';
import { relativeReference, saveShot } from '../../io/shotFile.ts';
import { volumeOf } from '../../scene/capabilities.ts';
import { MOST_REGIONS, regionsMade, regionsOfGroups } from '../../scene/groupRegions.ts';
import type { Scene } from '../../scene/Scene.ts';
import { createFromTemplate, templates, type TemplateAnimation, type TemplateMesh } from '../../scene/templates.ts';
import { validateScene } from '../../scene/validateScene.ts';
import { orientedPoint } from '../../simulation/rest/orientedPoint.ts';
import type { AnimationReport } from '../../protocol/requests/animations.ts';
import { addAnimation, hashAnimation, type ShotAnimation } from '../animations/addAnimation.ts';
import { inspectAnimation } from '../animations/inspectAnimation.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { likelyUnit } from '../meshJobs/meshDiagnostics.ts';

/** A mesh of the artist's that a shot is made of. */
export interface ShotMesh {
  readonly path: string;
  /** Metres per unit of the file; left out, what its size suggests, or metres where it suggests nothing. */
  readonly metresPerUnit?: number;
  readonly upAxis: 'y' | 'z';
}

export interface CreateShotRequest {
  /** Type of the template. */
  readonly type: string;
  readonly params: unknown;
  /** Absolute; ends with `.ductile`. */
  readonly path: string;
  /** Name of the shot; left out, that of the file. */
  readonly name?: string;
  readonly mesh?: ShotMesh;
  /** An animation that the shot has beside what the template makes. */
  readonly animation?: ShotAnimation;
  /** Kind of the groups of the mesh that become material regions of the solid that is made of it; left out, none. */
  readonly regions?: GroupKind;
  /** A file that is there is replaced. */
  readonly replace?: boolean;
}

export interface CreatedShot {
  readonly scene: Scene;
  /** What the file of the animation holds, where one was given. */
  readonly animation?: AnimationReport;
  /** The artist's mesh, where one was given. */
  readonly imported?: ImportedMesh;
  /** What the regions of groups are, as a sentence. */
  readonly regions?: string;
}

/**
 * Makes a shot from a registered template and writes it, with the template's sample mesh beside it where it needs one. Throws `usage` for
 * an unknown template, a name that is none of a shot or a mesh that the template has no use for, `file-exists`, `document-invalid` for
 * parameters that the template refuses, and what reading the mesh and writing throw.
 */
export async function createShot(request: CreateShotRequest): Promise<CreatedShot> {
  const { type, params, path, name = basename(path, '.ductile'), mesh } = request;
  checkRequest(request);
  await makeFolder(dirname(path));
  const reserved = request.replace === true ? false : await reserve(path);
  try {
    const { sampleMesh: sample, sampleAnimation } = templates.get(type);
    const used = mesh ?? (sample === undefined ? undefined : await placeSampleMesh(sample, path));
    const given = used && (await describeMesh(used, path));
    const animation = sampleAnimation && (await placeSampleAnimation(sampleAnimation, path));
    const plain = createFromTemplate(
      type,
      params,
      { project: randomUUID(), name, mesh: given?.mesh, animation },
      catalogue,
    );
    const made = request.regions && given && withRegions(plain, given, request.regions);
    // A template that is asked for no length is as long as the animation.
    const fits = (params as { readonly frames?: number }).frames === undefined;
    const animated = request.animation && (await addAnimation(made?.scene ?? plain, path, request.animation, fits));
    const changed = animated?.scene ?? made?.scene;
    const scene = changed === undefined ? plain : validateScene(changed, catalogue);
    await saveShot(path, scene, catalogue);
    return {
      scene,
      imported: mesh && given?.imported,
      ...(animated && { animation: animated.report }),
      ...(made && { regions: made.said }),
    };
  } catch (error) {
    if (reserved) await rm(path, { force: true });
    throw error;
  }
}

/** The scene with a region for each group of the mesh, of the solid that is made of it. Throws `usage` where there is no such solid or group. */
function withRegions(
  scene: Scene,
  { imported, mesh }: { readonly imported: ImportedMesh; readonly mesh: TemplateMesh },
  of: GroupKind,
): { readonly scene: Scene; readonly said: string } {
  const solid = scene.entities
    .flatMap((entity) => volumeOf(entity) ?? [])
    .find(({ source }) => source.kind === 'file' && source.path === mesh.path);
  const all = meshGroups(imported);
  const groups = all.find((one) => one.of === of);
  if (solid === undefined || groups === undefined) {
    const present = all.map((one) => `${one.names.length} ${one.of}s`).join(', ');
    const has = present === '' ? 'It has no groups that divide it into parts.' : `It has ${present}.`;
    throw new CoreError('usage', `the mesh has no ${of}s that become regions of a solid`, {
      remedy: solid === undefined ? 'Choose a template whose solid is made of the mesh.' : has,
    });
  }
  if (groups.names.length > MOST_REGIONS) {
    throw new CoreError('limit-exceeded', `the mesh has ${groups.names.length} ${of}s`, {
      remedy: `A solid may have ${MOST_REGIONS} regions: choose other groups.`,
    });
  }
  const regions = regionsOfGroups(scene.entities, solid, groups, scene.range.first);
  const names = regions.map(({ name }) => name);
  return { scene: { ...scene, entities: [...scene.entities, ...regions] }, said: regionsMade(names, of) };
}

/** A path in `folder` at which no shot is: `name.ductile`, `name-2.ductile` ... `isFree` says whether one is. */
export async function freeShotPath(
  folder: string,
  name: string,
  isFree: (path: string) => Promise<boolean>,
): Promise<string> {
  for (let count = 1; ; count++) {
    const path = join(folder, `${count === 1 ? name : `${name}-${count}`}.ductile`);
    if (await isFree(path)) return path;
  }
}

function checkRequest({ type, path, mesh }: CreateShotRequest): void {
  if (!templates.has(type)) {
    throw new CoreError('usage', `there is no template '${type}'`, {
      remedy: `Use one of: ${templates.types().join(', ')}.`,
    });
  }
  const { needsMesh, takesMesh = needsMesh } = templates.get(type);
  if (mesh !== undefined && !takesMesh) {
    throw new CoreError('usage', `the template '${type}' takes no mesh`, { remedy: 'Leave the mesh out.' });
  }
  checkShotName(path);
}

/** Throws `usage` for a file name that is none of a shot. */
export function checkShotName(path: string): void {
  if (extname(path) === '.ductile' && basename(path) !== '.ductile') return;
  throw new CoreError('usage', 'the name of a shot ends with .ductile', { file: path, remedy: 'Choose such a name.' });
}

/** Takes the name, so that no other program can at the same time. */
async function reserve(path: string): Promise<true> {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw writeError(error, path);
    throw fileExists(path);
  }
}

export function fileExists(path: string): CoreError {
  return new CoreError('file-exists', 'a file of that name exists already', {
    file: path,
    remedy: 'Choose another name, or confirm that it may be replaced.',
  });
}

/** The sample mesh of a template, stored in `meshes` beside the shot. */
async function placeSampleMesh(name: string, shotPath: string): Promise<ShotMesh> {
  return { path: await placeSampleFile(name, shotPath), metresPerUnit: 1, upAxis: 'y' };
}

/** The animation of a template, stored there, too. */
async function placeSampleAnimation(name: string, shotPath: string): Promise<TemplateAnimation> {
  const path = await placeSampleFile(name, shotPath);
  const { objects } = await inspectAnimation(path, {});
  const [{ name: object }] = objects;
  const file = { path, sha256: '', object, metresPerUnit: 1, upAxis: 'y', keeps: 'seconds' } as const;
  return { path: relativeReference(shotPath, path), sha256: await hashAnimation(path, file), object };
}

async function placeSampleFile(name: string, shotPath: string): Promise<string> {
  const { fileName, bytes } = sampleMesh(name);
  const path = join(dirname(shotPath), 'meshes', fileName);
  await makeFolder(dirname(path));
  await writeFileAtomically(path, [bytes]);
  return path;
}

async function describeMesh(
  { path, metresPerUnit: given, upAxis }: ShotMesh,
  shotPath: string,
): Promise<{ imported: ImportedMesh; mesh: TemplateMesh }> {
  const { mesh: imported, sha256 } = await readMesh(path);
  const metresPerUnit = given ?? likelyUnit(imported.surface);
  const bounds = orientedBounds(imported.surface.positions, metresPerUnit, upAxis);
  return { imported, mesh: { path: relativeReference(shotPath, path), sha256, metresPerUnit, upAxis, bounds } };
}

/** Min xyz, max xyz of a mesh in metres with Y up. */
function orientedBounds(positions: Float64Array, metresPerUnit: number, upAxis: 'y' | 'z'): number[] {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const point = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    orientedPoint(positions, i, metresPerUnit, upAxis, point);
    for (let axis = 0; axis < 3; axis++) {
      bounds[axis] = Math.min(bounds[axis], point[i + axis]);
      bounds[3 + axis] = Math.max(bounds[3 + axis], point[i + axis]);
    }
  }
  return bounds;
}
