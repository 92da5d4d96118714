import { boundsDiagonal } from '../../simulation/rest/boundsDiagonal.ts';
import { largestKey } from '../../scene/curves.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { isKind, type Scene } from '../../scene/Scene.ts';
import { PairExceptions } from '../../simulation/contact/PairExceptions.ts';
import { distancesFrom } from '../../simulation/attachment/AttachedPoints.ts';
import type { PrescribedSurface } from '../../simulation/attachment/PrescribedSurface.ts';

/** Distance from the animation, in diagonals of its box, beyond which it is told of a solid that is matched with its surface. */
const FAR = 0.1;

/** What of the animated target of a solid does not do what the document asks; `surface`: vertices of the solid's surface where the shot begins, xyz, m. */
export function targetWarnings(
  { id, animatedTarget }: Solid,
  scene: Scene,
  surfaces: readonly PrescribedSurface[],
  surface: Float64Array,
): string[] {
  if (animatedTarget === undefined) return [];
  const { animation, matching, strength } = animatedTarget;
  const warnings: string[] = [];
  if (!(largestKey(strength) > 0)) {
    warnings.push(
      `solid '${id}' is pulled towards animation '${animation}' with a strength of 0, which has no effect; increase the strength`,
    );
  }
  const target = scene.entities.filter(isKind('importedAnimation')).find((other) => other.id === animation);
  if (target?.collision.enabled === true && new PairExceptions(scene).touch(id, animation)) {
    warnings.push(
      `solid '${id}' is pulled towards animation '${animation}' and collides with it, which pushes it away again; ` +
        `turn off collisions of '${animation}', or the contact between the two`,
    );
  }
  const followed = surfaces.find((other) => other.id === animation);
  if (matching !== 'surface' || followed === undefined) return warnings;
  const limit = FAR * boundsDiagonal(followed.positions);
  const distances = distancesFrom(followed, false, surface);
  const far = distances.filter((distance) => distance > limit).length;
  if (far > 0) {
    const most = Number(distances.reduce((a, b) => Math.max(a, b), 0).toPrecision(2));
    warnings.push(
      `${far} of ${distances.length} surface vertices of solid '${id}' are up to ${most} m from animation '${animation}' where the shot begins, ` +
        'so that their targets swing with every turn of its triangles; move both together',
    );
  }
  return warnings;
}
