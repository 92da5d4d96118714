import type { MeshReport } from '../../src/protocol/requests/meshes.ts';
import type { NewMesh } from '../../src/scene/newEntity.ts';
import type { Entity } from '../../src/scene/Scene.ts';
import type { Having } from './properties.ts';

/** How an imported mesh becomes an entity of a kind. */
export interface MeshUse {
  /** Label of the choice: `Solid`. */
  readonly label: string;
  /** A sentence that tells what it does: `A collider does not deform.` */
  readonly help: string;
  /** Its inside counts: a surface that has none cannot become one. */
  readonly needsInside: boolean;
  /** Whether it is what such a mesh is most likely for: the first kind of which this holds is proposed. */
  suits(report: MeshReport): boolean;
  make(entities: readonly Entity[], mesh: NewMesh, report: Pick<MeshReport, 'elements'>): Having<'transform'>;
  /** What the groups of the mesh become beside the entity; left out where they become nothing. */
  parts?(entities: readonly Entity[], made: Entity, groups: MeshReport['groups'][number]): Entity[];
  /** What is to do once it is in the shot. */
  next(entity: Entity): string;
}
