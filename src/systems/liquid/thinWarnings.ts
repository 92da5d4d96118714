import { PlacedCollider } from '../../collision/contactCollider.ts';
import { DISTANCE } from '../../collision/distances.ts';
import { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { CellGrid } from '../../liquids/CellGrid.ts';
import type { KeyedCollider } from '../../simulation/keyed/KeyedCollider.ts';
import type { ImmersedBody } from '../../simulation/immersion/ImmersedBody.ts';
import { thinnestPlace } from './thinnestPlace.ts';

/** Cells that the wall of a collider needs so that no liquid gets through: sides are told apart at corners, and particles move two cells. */
const WALL = 2;
/** Cells that a solid needs. */
const SOLID = 1;
/** Cells that a surface must reach into the box to meet the liquid. */
const WITHIN = 1e-3;

/** What is so thin that a liquid does not see it: colliders where they begin in its box, and solids that move with it. */
export function thinWarnings(
  liquid: string,
  grid: CellGrid,
  colliders: readonly KeyedCollider[],
  bodies: readonly ImmersedBody[],
): string[] {
  const most = WALL * grid.h;
  return [
    ...colliders.flatMap((collider) => {
      const wall = thinnestWall(collider, grid, most);
      return wall < most ? [sentence('collider', collider.id, wall, liquid, grid, WALL)] : [];
    }),
    ...bodies.flatMap((body) => {
      if (body.isSheet === true) return [];
      const wall = thinnestPart(body, SOLID * grid.h);
      return wall < SOLID * grid.h ? [sentence('solid', body.id, wall, liquid, grid, SOLID)] : [];
    }),
  ];
}

function thinnestWall(collider: KeyedCollider, { origin, counts, h }: CellGrid, most: number): number {
  const placed = new PlacedCollider(collider);
  placed.place(0, 0);
  const world = new Float64Array(3);
  const surface = new Float64Array(4);
  return thinnestPlace(
    collider.shape.display(),
    {
      signedDistance(point) {
        collider.shape.signedDistance(point, surface);
        return surface[DISTANCE];
      },
      counts(point) {
        placed.toWorld(point, world);
        return world.every((x, axis) => {
          const cells = (x - origin[axis]) / h;
          return cells > WITHIN && cells < counts[axis] - WITHIN;
        });
      },
    },
    most,
  );
}

function thinnestPart(body: ImmersedBody, most: number): number {
  const { triangles, nodes } = body.surface;
  const positions = new Float64Array(3 * nodes.length);
  body.writeSurface(positions);
  const query = new SurfaceQuery({ positions, triangles });
  const enclosed = {
    signedDistance: ([x, y, z]: Float64Array) => query.signedDistance(x, y, z),
    counts: () => true,
  };
  return thinnestPlace({ positions, triangles }, enclosed, most);
}

function sentence(kind: string, id: string, wall: number, liquid: string, { h }: CellGrid, cells: number): string {
  const least = cells * h;
  const finer = wall > 0 ? `, or the cells ${metres(wall / cells)} or smaller` : '';
  return `${kind} '${id}' is ${metres(wall)} thick at its thinnest, less than ${cells === 1 ? 'a cell' : `${cells} cells`} of liquid '${liquid}' (${metres(least)}): liquid leaks through it; make it ${metres(least)} or thicker${finer}`;
}

function metres(length: number): string {
  return `${Number(length.toPrecision(2))} m`;
}
