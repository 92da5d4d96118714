import type { TemplateMesh } from '../../templates.ts';
import type { ColliderInput } from '../parts/EntityInput.ts';

/** A scan as a collider of the given height (m) that stands over the origin with its lowest point at y = 0, whatever the size and place of the file's own coordinates. */
export function scanCollider(
  mesh: TemplateMesh,
  height: number,
  rest: Omit<ColliderInput, 'kind' | 'shape' | 'transform'>,
): ColliderInput {
  const { bounds, ...file } = mesh;
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const scale = height / (maxY - minY);
  return {
    kind: 'collider',
    shape: { kind: 'file', ...file, scale },
    transform: { position: [(-scale * (minX + maxX)) / 2, -scale * minY, (-scale * (minZ + maxZ)) / 2] },
    ...rest,
  };
}
