import { pinsOn } from '../../scene/capabilities.ts';
import type { Cloth } from '../../scene/kinds/cloth.ts';
import type { ContactCollider } from '../../collision/contactCollider.ts';
import { closedSides, liquidGrid } from '../../liquids/liquidGrid.ts';
import { isKind, type Scene } from '../../scene/Scene.ts';
import { coupledCloth } from '../../simulation/immersion/coupledSolids.ts';
import { tankWalls } from '../liquid/tankWalls.ts';
import { SimulatedCloth } from './SimulatedCloth.ts';
import { requiredAsset } from '../assets.ts';
import { collidersOf } from '../collider/system.ts';
import { deformingCollidersOf, prescribedSurfacesOf } from '../importedAnimation/system.ts';
import { rigidParentsOf } from '../rigidBody/rigidParents.ts';
import type { SystemContext, SystemKind } from '../SystemKind.ts';

/** Returns the ids of what a cloth is attached to: what its pins follow, and what it lies on. */
function attachedTo({ id, liesOn }: Cloth, scene: Scene): string[] {
  const followed = pinsOn(id, scene.entities).flatMap(({ follow }) => follow ?? []);
  return [...new Set([...followed, ...(liesOn === undefined ? [] : [liesOn.body])])];
}

/** The walls of the liquid that a piece of cloth moves with; undefined where it moves with none. */
function tankOf({ id }: Cloth, { scene, quality }: SystemContext): ContactCollider[] | undefined {
  const liquidId = coupledCloth(scene).get(id);
  const liquid = scene.entities.filter(isKind('liquid')).find((other) => other.id === liquidId);
  if (liquid === undefined) return undefined;
  return tankWalls(liquidGrid(liquid, scene.quality[quality].edgeScale), closedSides(liquid));
}

const kind: SystemKind<'cloth'> = {
  type: 'cloth',
  after: ['collider', 'importedAnimation', 'rigidBody', 'solid'],
  create(cloth, context) {
    const { scene, assets, inputs, systems, quality, createShell } = context;
    const attached = attachedTo(cloth, scene).filter((id) => systems.get(id)?.deformable !== undefined);
    const parents = attached.flatMap((id) => systems.get(id)?.deformable?.attachmentParent ?? []);
    const surfaces = prescribedSurfacesOf(context);
    const shell = requiredAsset(assets.shells, cloth.id);
    const colliders = collidersOf(context);
    const deformingColliders = deformingCollidersOf(cloth.id, cloth.fabric.thickness, context);
    return new SimulatedCloth({
      scene,
      cloth,
      shell,
      colliders,
      deformingColliders,
      attached,
      parents,
      surfaces,
      rigid: rigidParentsOf(context),
      inputs,
      quality,
      createShell,
      tank: tankOf(cloth, context),
    });
  },
};

export default kind;
