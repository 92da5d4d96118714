import { solverOf } from '../../liquids/LiquidSolver.ts';
import { isCurve } from '../../scene/keyable.ts';
import type { RigidBodyEntity } from '../../scene/kinds/rigidBody.ts';
import { type Entity, isKind, type Scene } from '../../scene/Scene.ts';
import { nearestTo } from '../../simulation/immersion/coupledSolids.ts';

/** Id of the liquid that each rigid body moves with, by the body's id: the nearest to where it begins, where the solver of that couples solids. */
export function coupledRigidBodies(scene: Scene): ReadonlyMap<string, string> {
  const bodies = rigidBodiesOf(scene.entities).filter(({ enabled }) => enabled);
  return new Map(
    bodies.flatMap(({ id, transform }): [string, string][] => {
      const position = transform.position.map((value) => (isCurve(value) ? value.keys[0].value : value));
      const liquid = nearestTo(scene, position);
      return liquid !== undefined && solverOf(liquid).couplesSolids ? [[id, liquid.id]] : [];
    }),
  );
}

/** Returns the rigid bodies among entities. */
export function rigidBodiesOf(entities: readonly Entity[]): RigidBodyEntity[] {
  return entities.filter(isKind('rigidBody'));
}
