import type { MeshReport } from '../../../src/protocol/requests/meshes.ts';
import type { Entity } from '../../../src/scene/Scene.ts';
import { newCloth } from '../../../src/scene/kinds/cloth.ts';
import { newMeshCollider } from '../../../src/scene/kinds/collider.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';
import type { NewMesh } from '../../../src/scene/newEntity.ts';
import { entityName } from '../../document/entityEdits.ts';
import { addToShot } from '../../commands/addToShot.ts';
import type { Session } from '../../state/Session.ts';
import { boxInMetres, metresPerUnit, type FileUnit, type UpAxis } from './fileUnits.ts';

/** What a mesh becomes. */
export type ImportedAs = 'solid' | 'cloth' | 'collider';

export interface ImportChoice {
  readonly as: ImportedAs;
  readonly unit: FileUnit;
  readonly upAxis: UpAxis;
}

/** Adds the mesh to the shot as one step of undo and selects it. Gives the entity's id. Throws what the host throws. */
export async function addImported(session: Session, report: MeshReport, choice: ImportChoice): Promise<string> {
  const { connection, document } = session;
  const reference = await connection.call('referMesh', { path: report.path });
  const { scene } = document;
  if (scene === undefined) throw new Error('no shot is open');
  const entity = importedEntity(scene.entities, reference, report, choice);
  addToShot(session, `import ${entityName(entity)}`, [entity]);
  return entity.id;
}

/** The entity that the mesh becomes, standing in the shot. */
export function importedEntity(
  entities: readonly Entity[],
  reference: Pick<NewMesh, 'path' | 'sha256'>,
  report: Pick<MeshReport, 'bounds' | 'elements'>,
  { as, unit, upAxis }: ImportChoice,
): Extract<Entity, { kind: ImportedAs }> {
  const bounds = boxInMetres(report.bounds, unit, upAxis);
  const mesh: NewMesh = { ...reference, metresPerUnit: metresPerUnit(unit), upAxis, bounds };
  if (as === 'collider') return newMeshCollider(entities, mesh);
  if (as === 'cloth') return newCloth(entities, mesh);
  const solid = newSolid(entities, mesh);
  if (report.elements === undefined) return solid;
  // The file's own elements are used as they are.
  const { meshing: _meshing, ...own } = solid;
  return own;
}
