import { attachedTo } from '../../simulation/attachments.ts';
import { SimulatedCloth } from '../../simulation/SimulatedCloth.ts';
import { requiredAsset } from '../assets.ts';
import { collidersOf } from '../collider/system.ts';
import type { SystemKind } from '../SystemKind.ts';

const kind: SystemKind<'cloth'> = {
  type: 'cloth',
  after: ['collider', 'solid'],
  create(cloth, context) {
    const { scene, assets, inputs, systems, quality, createShell } = context;
    const attached = attachedTo(cloth, scene).filter((id) => systems.get(id)?.deformable !== undefined);
    const carriers = attached.flatMap((id) => systems.get(id)?.deformable?.carrying ?? []);
    const shell = requiredAsset(assets.shells, cloth.id);
    const colliders = collidersOf(context);
    return new SimulatedCloth({
      scene,
      cloth,
      shell,
      colliders,
      attached,
      carriers,
      inputs,
      quality,
      createShell,
    });
  },
};

export default kind;
