import type { MeshReport } from '../../../src/protocol/requests/meshes.ts';
import type { Entity } from '../../../src/scene/Scene.ts';
import { regionsMade } from '../../../src/scene/groupRegions.ts';
import type { NewMesh } from '../../../src/scene/newEntity.ts';
import { entityName } from '../../document/entityEdits.ts';
import { addToShot } from '../../commands/addToShot.ts';
import type { EntityKind } from '../../entities/AppKind.ts';
import { appKinds } from '../../entities/appKinds.ts';
import type { MeshUse } from '../../entities/MeshUse.ts';
import type { Having } from '../../entities/properties.ts';
import type { Session } from '../../session/Session.ts';
import { refusal } from './checkRows.ts';
import { boxInMetres, metresPerUnit, type FileUnit, type UpAxis } from './fileUnits.ts';

export interface ImportChoice {
  /** The kind of entity that the mesh becomes: one that has a use for meshes. */
  readonly as: EntityKind;
  readonly unit: FileUnit;
  readonly upAxis: UpAxis;
  /** Kind of the groups that become parts of it; left out, none. */
  readonly groups?: MeshReport['groups'][number]['of'] | undefined;
}

/** A kind that a mesh may become. */
export interface KindOfUse extends MeshUse {
  readonly kind: EntityKind;
}

/** The kinds that a mesh may become, in the order of the outliner. */
export function meshUses(): KindOfUse[] {
  return appKinds().flatMap(({ kind, fromMesh }) => (fromMesh === undefined ? [] : [{ kind, ...fromMesh }]));
}

/** What a mesh is proposed to become: the first kind that suits it and that it can become. */
export function proposedUse(report: MeshReport): KindOfUse {
  const hasInside = refusal(report) === undefined;
  const possible = meshUses().filter(({ needsInside }) => hasInside || !needsInside);
  return possible.find(({ suits }) => suits(report)) ?? possible[0];
}

/** What becomes of a mesh as a kind. */
export function meshUse(kind: EntityKind): KindOfUse {
  const found = meshUses().find((use) => use.kind === kind);
  if (found === undefined) throw new Error(`no mesh becomes a ${kind}`);
  return found;
}

/** Adds the mesh to the shot as one step of undo and selects it. Gives the entity's id. Throws what the host throws. */
export async function addImported(session: Session, report: MeshReport, choice: ImportChoice): Promise<string> {
  const { connection, document } = session;
  const reference = await connection.call('referMesh', { path: report.path });
  const { scene } = document;
  if (scene === undefined) throw new Error('no shot is open');
  const entity = importedEntity(scene.entities, reference, report, choice);
  const groups = report.groups.find(({ of }) => of === choice.groups);
  const partsOf = meshUse(choice.as).parts;
  const parts = (groups && partsOf?.(scene.entities, entity, groups)) ?? [];
  addToShot(session, `import ${entityName(entity)}`, [entity, ...parts]);
  if (groups !== undefined && partsOf !== undefined)
    session.log.info(regionsMade(parts.map(entityName), groups.of), { toast: true });
  return entity.id;
}

/** The entity that the mesh becomes, standing in the shot. */
export function importedEntity(
  entities: readonly Entity[],
  reference: Pick<NewMesh, 'path' | 'sha256'>,
  report: Pick<MeshReport, 'bounds' | 'elements'>,
  { as, unit, upAxis }: ImportChoice,
): Having<'transform'> {
  const bounds = boxInMetres(report.bounds, unit, upAxis);
  const mesh: NewMesh = { ...reference, metresPerUnit: metresPerUnit(unit), upAxis, bounds };
  return meshUse(as).make(entities, mesh, report);
}
