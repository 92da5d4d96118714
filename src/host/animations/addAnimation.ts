import { CoreError } from '../../base/errors.ts';
import type { AnimationOptions } from '../../io/AnimatedSource.ts';
import { openSampledGeometry } from '../../io/openSampledGeometry.ts';
import { relativeReference } from '../../io/shotFile.ts';
import type { AnimationReport } from '../../protocol/requests/animations.ts';
import { volumeOf } from '../../scene/capabilities.ts';
import { changingRefusal, newAnimation, type NewAnimation } from '../../scene/kinds/importedAnimation.ts';
import type { AnimationFile } from '../../scene/properties/animationSource.ts';
import { animatedTarget } from '../../scene/properties/animatedTarget.ts';
import { framesPerSecond, type Scene } from '../../scene/Scene.ts';
import { inspectAnimation } from './inspectAnimation.ts';

/** An animation that a shot is to have. What is left out follows from the file. */
export interface ShotAnimation extends Omit<AnimationOptions, 'mesh'> {
  readonly path: string;
  /** Name of the mesh in the file; by default the one with the most triangles. */
  readonly object?: string;
  readonly metresPerUnit?: number;
  readonly upAxis?: 'y' | 'z';
  readonly startsAt?: number;
  readonly speed?: number;
  readonly keeps?: NewAnimation['keeps'];
  readonly collides?: boolean;
  /** It becomes the target of a solid: of the one with this id, or of the only one. */
  readonly pulls?: { readonly solid?: string };
  readonly surface?: NewAnimation['surface'];
  readonly preRoll?: NewAnimation['preRoll'];
}

/** The scene with the animation, and what the file holds. The range ends with the animation where `fits`. Throws as `inspectAnimation`, and `usage` for an object or a solid that is not there, and for what it cannot become. */
export async function addAnimation(
  scene: Scene,
  shotPath: string,
  wanted: ShotAnimation,
  fits: boolean,
): Promise<{ readonly scene: Scene; readonly report: AnimationReport }> {
  const { framesPerSecond: rate, clip } = wanted;
  const options = { ...(rate !== undefined && { framesPerSecond: rate }), ...(clip !== undefined && { clip }) };
  const report = await inspectAnimation(wanted.path, options);
  const object = chosenObject(report, wanted.object);
  refuseChanging(report.path, object, wanted);
  const file = {
    path: report.path,
    sha256: '0'.repeat(64),
    object: object.name,
    metresPerUnit: wanted.metresPerUnit ?? report.unit.metres,
    upAxis: wanted.upAxis ?? report.upAxis,
    keeps: wanted.keeps ?? 'seconds',
    ...options,
  } as const;
  const entity = newAnimation(scene.entities, {
    ...file,
    path: relativeReference(shotPath, report.path),
    sha256: await hashAnimation(report.path, file),
    startsAt: wanted.startsAt ?? scene.range.first,
    speed: wanted.speed ?? 100,
    collides: wanted.collides ?? (object.topology === 'constant' && wanted.pulls === undefined),
    surface: wanted.surface ?? (object.closed ? 'closed' : 'open'),
    ...(wanted.preRoll !== undefined && { preRoll: wanted.preRoll }),
  });
  const { startsAt, speed } = entity;
  const shotRate = framesPerSecond(scene);
  const fileRate = file.keeps === 'frames' ? (report.framesPerSecond ?? shotRate) : shotRate;
  const length = Math.ceil(((object.lastTime - object.firstTime) * fileRate * 100) / speed - 1e-4);
  const last = Math.max(scene.range.first + 1, startsAt + length);
  const range = fits && length > 0 ? { ...scene.range, last } : scene.range;
  const entities = wanted.pulls === undefined ? scene.entities : pulled(scene.entities, wanted.pulls.solid, entity.id);
  return { scene: { ...scene, range, entities: [...entities, entity] }, report };
}

/** The entities with a solid that an animation pulls: the named one, or the only one. Throws `usage` where there is no such solid. */
function pulled(entities: Scene['entities'], wanted: string | undefined, animation: string): Scene['entities'] {
  const solids = entities.flatMap((entity) => volumeOf(entity) ?? []);
  const solid = wanted === undefined && solids.length === 1 ? solids[0] : solids.find(({ id }) => id === wanted);
  if (solid === undefined) {
    const names = solids.map(({ id }) => id).join(', ');
    throw new CoreError(
      'usage',
      wanted === undefined ? 'the shot has no solid, or several' : `there is no solid '${wanted}'`,
      {
        remedy: solids.length === 0 ? 'Choose a template with a solid, or give --mesh.' : `Name one of: ${names}.`,
      },
    );
  }
  const changed = { ...solid, animatedTarget: animatedTarget.parse({ animation }) };
  return entities.map((entity) => (entity === solid ? changed : entity));
}

/** Hash of all samples of an object, as documents have it. */
export async function hashAnimation(path: string, file: Omit<AnimationFile, 'kind'>): Promise<string> {
  const geometry = await openSampledGeometry(path, { kind: 'file', ...file });
  try {
    return geometry.fingerprint(-Infinity, Infinity);
  } finally {
    geometry.close();
  }
}

/** Throws `usage` for what a mesh whose triangles change cannot become. */
function refuseChanging(file: string, { topology, closed }: AnimationReport['objects'][number], wanted: ShotAnimation) {
  if (topology === 'constant') return;
  const { collides = false, surface = closed ? 'closed' : 'open', preRoll, pulls } = wanted;
  const refusal =
    pulls === undefined
      ? changingRefusal({ collides, surface, preRoll })
      : { reason: 'it cannot pull a solid', remedy: 'Use it as a collider, or show it.' };
  if (refusal === undefined) return;
  throw new CoreError('usage', `the triangles of its mesh change from sample to sample: ${refusal.reason}`, {
    file,
    remedy: refusal.remedy,
  });
}

function chosenObject(
  { path, objects }: AnimationReport,
  name: string | undefined,
): AnimationReport['objects'][number] {
  if (name === undefined) return objects.reduce((most, one) => (one.triangles > most.triangles ? one : most));
  const found = objects.find((object) => object.name === name);
  if (found !== undefined) return found;
  const names = objects.map((object) => object.name).slice(0, 20);
  throw new CoreError('usage', `the file has no mesh '${name}'`, {
    file: path,
    remedy: `Choose one of: ${names.join(', ')}.`,
  });
}
