import { CoreError } from '../../base/errors.ts';
import type { AnimationOptions } from '../../io/AnimatedSource.ts';
import { openSampledGeometry } from '../../io/openSampledGeometry.ts';
import { relativeReference } from '../../io/shotFile.ts';
import type { AnimationReport } from '../../protocol/requests/animations.ts';
import { newAnimation, type NewAnimation } from '../../scene/kinds/importedAnimation.ts';
import type { AnimationFile } from '../../scene/properties/animationSource.ts';
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
  readonly surface?: NewAnimation['surface'];
  readonly preRoll?: NewAnimation['preRoll'];
}

/** The scene with the animation, and what the file holds. The range ends with the animation where `fits`. Throws as `inspectAnimation`, and `usage` for an object that is not there. */
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
    collides: wanted.collides ?? true,
    surface: wanted.surface ?? (object.closed ? 'closed' : 'open'),
    ...(wanted.preRoll !== undefined && { preRoll: wanted.preRoll }),
  });
  const { startsAt, speed } = entity;
  const shotRate = framesPerSecond(scene);
  const fileRate = file.keeps === 'frames' ? (report.framesPerSecond ?? shotRate) : shotRate;
  const length = Math.ceil(((object.lastTime - object.firstTime) * fileRate * 100) / speed - 1e-4);
  const last = Math.max(scene.range.first + 1, startsAt + length);
  const range = fits && length > 0 ? { ...scene.range, last } : scene.range;
  return { scene: { ...scene, range, entities: [...scene.entities, entity] }, report };
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
