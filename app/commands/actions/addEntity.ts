import { isBody, type Entity } from '../../../src/scene/Scene.ts';
import {
  clothForms,
  fieldKinds,
  formShapes,
  newCamera,
  newCloth,
  newForce,
  newPin,
  newSolid,
} from '../../../src/scene/newEntity.ts';
import { entityName } from '../../document/entityEdits.ts';
import type { Session } from '../../state/Session.ts';
import type { Command } from '../Command.ts';
import { needsShot } from '../requirements.ts';

function add({ document, selection }: Session, make: (entities: readonly Entity[]) => Entity): void {
  const { scene } = document;
  if (scene === undefined) return;
  const entity = make(scene.entities);
  document.edit(`add ${entityName(entity)}`, (draft) => {
    draft.entities.push(entity);
  });
  selection.setState({ ids: [entity.id] });
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

export default [...solids, ...cloths, ...forces, pin, camera];
