import type { TemplateMesh } from '../../templates.ts';
import type { SolidInput } from '../parts/EntityInput.ts';

/**
 * A scan as a solid of the given height (m) whose box is centred over (x, z) with its lowest point at y, whatever the size and
 * place of the file's own coordinates.
 */
export function scanSolid(
  mesh: TemplateMesh,
  height: number,
  [x, y, z]: readonly [number, number, number],
  rest: Omit<SolidInput, 'kind' | 'id' | 'source' | 'transform'>,
): SolidInput {
  const { bounds, ...file } = mesh;
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const scale = height / (maxY - minY);
  return {
    kind: 'solid',
    id: 'scan',
    source: { kind: 'file', ...file },
    transform: {
      position: [x - (scale * (minX + maxX)) / 2, y - scale * minY, z - (scale * (minZ + maxZ)) / 2],
      scale: [scale, scale, scale],
    },
    ...rest,
  };
}
