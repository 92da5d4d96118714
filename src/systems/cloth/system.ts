import { pinsOn } from '../../scene/capabilities.ts';
import type { Cloth } from '../../scene/kinds/cloth.ts';
import type { Scene } from '../../scene/Scene.ts';
import { SimulatedCloth } from './SimulatedCloth.ts';
import { requiredAsset } from '../assets.ts';
import { collidersOf } from '../collider/system.ts';
import { deformingCollidersOf, prescribedSurfacesOf } from '../importedAnimation/system.ts';
import { rigidParentsOf } from '../rigidBody/rigidParents.ts';
import type { SystemKind } from '../SystemKind.ts';

/** Returns the ids of what a cloth is attached to: what its pins follow, and what it lies on. */
function attachedTo({ id, liesOn }: Cloth, scene: Scene): string[] {
  const followed = pinsOn(id, scene.entities).flatMap(({ follow }) => follow ?? []);
  return [...new Set([...followed, ...(liesOn === undefined ? [] : [liesOn.body])])];
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
    });
  },
};

export default kind;
