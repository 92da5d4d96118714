import { boundsDiagonal } from '../rest/boundsDiagonal.ts';
import type { Pin } from '../../scene/kinds/pin.ts';
import { distancesFrom } from './AttachedPoints.ts';
import { type FollowedEntity, type PinnedBody, pinnedVertices, pointsOf } from './pinTargets.ts';

/** Distance from a surface, in diagonals of its box, beyond which it is told of points that are attached to it. */
const FAR = 0.1;

/** Which pins are attached to a surface that is far away, from outside where it is closed, where the shot begins: each turn of a triangle would swing them about. */
export function attachmentWarnings(
  pins: readonly Pin[],
  body: Omit<PinnedBody, 'masses'>,
  parents: readonly FollowedEntity[],
): string[] {
  return pins.flatMap((pin) => {
    const surface = parents.find(({ id }) => id === pin.follow);
    if (surface === undefined || !('isClosed' in surface)) return [];
    const { vertices } = pinnedVertices(pin, body, parents);
    const distances = distancesFrom(surface, surface.isClosed, pointsOf(vertices, body.positions));
    const limit = FAR * boundsDiagonal(surface.positions);
    const far = distances.filter((distance) => distance > limit).length;
    if (far === 0) return [];
    const most = Number(distances.reduce((a, b) => Math.max(a, b), 0).toPrecision(2));
    return [
      `pin '${pin.id}' attaches ${far} of ${vertices.length} vertices to animation '${surface.id}' that are up to ${most} m from it where the shot begins, ` +
        'so that they swing with every turn of its triangles; move both together, or set how far away it pins',
    ];
  });
}
