import { isKind } from '../../scene/Scene.ts';
import { coupledCloth, coupledSolids } from '../../simulation/immersion/coupledSolids.ts';
import { coupledRigidBodies } from '../rigidBody/floatingBodies.ts';
import { compactPoints } from './compactPoints.ts';
import { LiquidSystem } from './LiquidSystem.ts';
import { shapeOf } from '../assets.ts';
import { collidersOf } from '../collider/system.ts';
import { deformingCollidersOf } from '../importedAnimation/system.ts';
import type { SystemKind } from '../SystemKind.ts';

const kind: SystemKind<'liquid'> = {
  type: 'liquid',
  after: ['collider', 'importedAnimation', 'solid', 'rigidBody', 'cloth'],
  create(liquid, context) {
    const { scene, assets, inputs, systems, quality, createLiquidKernel, createShallowSteps, cancelled } = context;
    const regions = scene.entities
      .filter(isKind('region'))
      .filter((region) => region.enabled && region.liquid === liquid.id)
      .map((region) => ({ region, shape: shapeOf(region, assets) }));
    const coupled = new Map([...coupledSolids(scene), ...coupledCloth(scene)]);
    const solids = scene.entities.map(({ id }) => id).filter((id) => coupled.get(id) === liquid.id);
    const floats = coupledRigidBodies(scene);
    const rigid = scene.entities.map(({ id }) => id).filter((id) => floats.get(id) === liquid.id);
    const bodies = () => [
      ...solids.flatMap((id) => systems.get(id)?.deformable?.coupled ?? []),
      ...rigid.flatMap((id) => systems.get(id)?.floating ?? []),
    ];
    const colliders = collidersOf(context);
    const deforming = deformingCollidersOf(liquid.id, undefined, context);
    return new LiquidSystem(
      {
        scene,
        liquid,
        regions,
        colliders,
        deforming,
        bodies,
        inputs,
        quality,
        createLiquidKernel,
        createShallowSteps,
        cancelled,
      },
      [...solids, ...rigid],
    );
  },
  compact: (liquid, stream, scene, quality) => compactPoints(stream, liquid, scene, quality),
};

export default kind;
