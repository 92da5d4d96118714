import { isBody, isKind, type Entity } from '../../../src/scene/Scene.ts';
import {
  clothForms,
  fieldKinds,
  formShapes,
  newCamera,
  newCloth,
  newForce,
  newLiquid,
  newPin,
  newRegion,
  newSolid,
  regionRoles,
} from '../../../src/scene/newEntity.ts';
import { entityName } from '../../document/entityEdits.ts';
import { addToShot } from '../../outliner/addToShot.ts';
import type { Session } from '../../state/Session.ts';
import type { Command } from '../Command.ts';
import { needsShot } from '../requirements.ts';

function addAll(session: Session, make: (entities: readonly Entity[]) => readonly [Entity, ...Entity[]]): void {
  const { scene } = session.document;
  if (scene === undefined) return;
  const added = make(scene.entities);
  addToShot(session, `add ${entityName(added[0])}`, added);
}

function add(session: Session, make: (entities: readonly Entity[]) => Entity): void {
  addAll(session, (entities) => [make(entities)]);
}

const solids = formShapes.map(({ shape, label }): Command => ({
  id: `add.solid.${shape}`,
  group: 'Add',
  keywords: 'deformable solid body primitive',
  title: () => `Add ${label.toLowerCase()}`,
  enabled: needsShot,
  run: (session) => add(session, (entities) => newSolid(entities, shape)),
}));

const cloths = clothForms.map(({ shape, label }): Command => ({
  id: `add.cloth.${shape}`,
  group: 'Add',
  keywords: 'cloth shell fabric sheet',
  title: () => `Add ${label.toLowerCase()}`,
  enabled: needsShot,
  run: (session) => add(session, (entities) => newCloth(entities, shape)),
}));

const forces = fieldKinds.map(({ kind, label }): Command => ({
  id: `add.force.${kind}`,
  group: 'Add',
  keywords: 'force field',
  title: () => `Add ${label.toLowerCase()}`,
  enabled: needsShot,
  run: (session) => add(session, (entities) => newForce(entities, kind)),
}));

const tank: Command = {
  id: 'add.liquid.tank',
  group: 'Add',
  keywords: 'liquid water fluid pool',
  title: () => 'Add tank of water',
  enabled: needsShot,
  run: (session) =>
    addAll(session, (entities) => {
      const liquid = newLiquid(entities);
      return [liquid, newRegion([...entities, liquid], 'fill', liquid)];
    }),
};

/** Regions are added to the selected liquid, or to the first of the shot. */
function activeLiquid({ document, selection }: Session) {
  const liquids = document.scene?.entities.filter(isKind('liquid')) ?? [];
  return liquids.find(({ id }) => selection.getState().ids.includes(id)) ?? liquids.at(0);
}

const regions = regionRoles.map(({ role, label }): Command => ({
  id: `add.region.${role}`,
  group: 'Add',
  keywords: 'liquid water region source sink',
  title: () => `Add ${label.toLowerCase()}`,
  enabled: (session) => activeLiquid(session) !== undefined || 'Add a liquid first.',
  run: (session) => {
    const liquid = activeLiquid(session);
    if (liquid !== undefined) add(session, (entities) => newRegion(entities, role, liquid));
  },
}));

function activeSolid({ document, selection }: Session): Entity | undefined {
  const id = selection.getState().ids.at(-1);
  return document.scene?.entities.find((entity) => entity.id === id && isBody(entity));
}

const pin: Command = {
  id: 'add.pin',
  group: 'Add',
  keys: ['Shift+KeyP'],
  keywords: 'hold attach constraint',
  title: (session) => {
    const solid = activeSolid(session);
    return solid === undefined ? 'Add pin' : `Pin ${entityName(solid)}`;
  },
  enabled: (session) => activeSolid(session) !== undefined || 'Select the solid or the cloth that is to be held.',
  run: (session) => {
    const solid = activeSolid(session);
    if (solid !== undefined) add(session, (entities) => newPin(entities, solid));
  },
};

const camera: Command = {
  id: 'add.camera',
  group: 'Add',
  title: () => 'Add camera',
  enabled: needsShot,
  run: (session) => add(session, (entities) => newCamera(entities)),
};

export default [...solids, ...cloths, tank, ...regions, ...forces, pin, camera];
