import type { Pin } from '../../scene/kinds/pin.ts';
import { distancesFrom } from './AttachedPoints.ts';
import { pinnedVertices, type PinnedBody } from './pinTargets.ts';
import type { PrescribedSurface } from './PrescribedSurface.ts';

/** Distance from a surface, in diagonals of its box, beyond which it is told of points that are attached to it. */
const FAR = 0.1;

/** Which pins are attached to a surface that is far away, from outside where it is closed, where the shot begins: each turn of a triangle would swing them about. */
export function attachmentWarnings(
  pins: readonly Pin[],
  body: Omit<PinnedBody, 'masses'>,
  surfaces: readonly PrescribedSurface[],
): string[] {
  return pins.flatMap((pin) => {
    const surface = surfaces.find(({ id }) => id === pin.follow);
    if (surface === undefined) return [];
    const { vertices } = pinnedVertices(pin, body, surfaces);
    const points = new Float64Array(3 * vertices.length);
    vertices.forEach((v, i) => points.set(body.positions.subarray(3 * v, 3 * v + 3), 3 * i));
    const distances = distancesFrom(surface, surface.isClosed, points);
    const limit = FAR * diagonalOf(surface.positions);
    const far = distances.filter((distance) => distance > limit).length;
    if (far === 0) return [];
    const most = Number(distances.reduce((a, b) => Math.max(a, b), 0).toPrecision(2));
    return [
      `pin '${pin.id}' attaches ${far} of ${vertices.length} vertices to animation '${surface.id}' that are up to ${most} m from it where the shot begins, ` +
        'so that they swing with every turn of its triangles; move both together, or set how far away it pins',
    ];
  });
}

/** Length of the diagonal of the box around points, m. */
function diagonalOf(positions: Float64Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, k) => {
    low[k % 3] = Math.min(low[k % 3], value);
    high[k % 3] = Math.max(high[k % 3], value);
  });
  return Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}
