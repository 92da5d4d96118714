import { FileBox } from 'lucide-react';
import {
  clothForms,
  fieldKinds,
  formShapes,
  newCamera,
  newCloth,
  newCollider,
  newForce,
  newLiquid,
  newRegion,
  newSolid,
  regionRoles,
} from '../../src/scene/newEntity.ts';
import { isKind, type Entity } from '../../src/scene/Scene.ts';
import { runCommand } from '../commands/Command.ts';
import type { Session } from '../state/Session.ts';
import type { MenuEntry } from '../ui/MenuItems.tsx';
import { addToShot } from './addToShot.ts';

/** The lines of the menu that adds something to the shot. */
export function addEntries(session: Session): MenuEntry[] {
  const { document, program } = session;
  const entities = document.scene?.entities ?? [];
  const addAll = (added: readonly [Entity, ...Entity[]]): void =>
    addToShot(session, `Add ${added[0].name || added[0].id}`, added);
  const add = (entity: Entity): void => addAll([entity]);
  const liquid = entities.find(isKind('liquid'));
  const definitions = program.getState().catalogue?.definitions ?? [];
  const meshers = definitions.filter(({ kind }) => kind === 'mesher');
  const mesher = meshers.find(({ type }) => type === 'graded-stuffing');
  const item = (label: string, make: () => Entity): MenuEntry => ({ kind: 'item', label, onSelect: () => add(make()) });
  return [
    { kind: 'item', label: 'Import mesh…', icon: FileBox, onSelect: () => runCommand(session, 'file.importMesh') },
    { kind: 'separator' },
    {
      kind: 'sub',
      label: 'Solid',
      entries: formShapes.map(({ shape, label }) => item(label, () => newSolid(entities, shape, { mesher }))),
    },
    {
      kind: 'sub',
      label: 'Cloth',
      entries: clothForms.map(({ shape, label }) => item(label, () => newCloth(entities, shape))),
    },
    {
      kind: 'sub',
      label: 'Liquid',
      entries: [
        {
          kind: 'item',
          label: 'Tank of water',
          onSelect: () => {
            const tank = newLiquid(entities);
            addAll([tank, newRegion([...entities, tank], 'fill', tank)]);
          },
        },
        item('Empty tank', () => newLiquid(entities)),
        { kind: 'separator' },
        ...regionRoles.map(({ role, label }): MenuEntry => ({
          kind: 'item',
          label,
          disabled: liquid === undefined && 'Add a liquid first',
          onSelect: () => liquid && add(newRegion(entities, role, liquid)),
        })),
      ],
    },
    {
      kind: 'sub',
      label: 'Collider',
      entries: definitions
        .filter(({ kind }) => kind === 'collider shape')
        .map((shape) => item(shape.label, () => newCollider(entities, shape))),
    },
    {
      kind: 'sub',
      label: 'Force field',
      entries: fieldKinds.map(({ kind, label }) => item(label, () => newForce(entities, kind))),
    },
    item('Camera', () => newCamera(entities)),
  ];
}
