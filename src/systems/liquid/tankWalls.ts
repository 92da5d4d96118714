import { colliderShapes, type ColliderPose } from '../../collision/CollisionBody.ts';
import type { ContactCollider } from '../../collision/contactCollider.ts';
import type { CellGrid } from '../../liquids/CellGrid.ts';
import type { ClosedSides } from '../../liquids/walls/LiquidObstacles.ts';

/** Cells that a wall is thick: what moves as far as a substep lets it does not pass. */
const THICKNESS = 4;
/** Coulomb coefficient. */
const FRICTION = 0.2;

/** The closed sides of a liquid's box as solids that move with it touch them: slabs outside of it. */
export function tankWalls(grid: CellGrid, closedSides: ClosedSides): ContactCollider[] {
  const thickness = THICKNESS * grid.h;
  return closedSides.flatMap((sides, axis) =>
    sides.flatMap((closed, side) => {
      if (!closed) return [];
      // As wide as the box and the slabs beside it, so that nothing slips out at the corners.
      const size = grid.counts.map((count, k) => (k === axis ? thickness : wallLength(count * grid.h, closedSides[k])));
      const centre = grid.counts.map((count, k) => {
        const middle = grid.origin[k] + (count * grid.h) / 2;
        if (k !== axis) return middle + wallShift(closedSides[k]);
        return grid.origin[k] + (side === 0 ? -thickness / 2 : count * grid.h + thickness / 2);
      });
      return [slab(size, centre)];
    }),
  );

  function wallLength(length: number, [low, high]: readonly [boolean, boolean]): number {
    return length + (low ? thickness : 0) + (high ? thickness : 0);
  }

  function wallShift([low, high]: readonly [boolean, boolean]): number {
    return ((high ? thickness : 0) - (low ? thickness : 0)) / 2;
  }
}

function slab([sizeX, sizeY, sizeZ]: readonly number[], centre: readonly number[]): ContactCollider {
  const { create, params } = colliderShapes.get('box');
  const pose: ColliderPose = {
    rotation: Float64Array.of(0, 0, 0, 1),
    translation: Float64Array.from(centre),
    linearVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
  };
  return { shape: create(params.parse({ sizeX, sizeY, sizeZ })), friction: FRICTION, poseAt: () => pose };
}
