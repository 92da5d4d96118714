import { solverOf } from '../../liquids/LiquidSolver.ts';
import { liquidsOf, volumeOf } from '../../scene/capabilities.ts';
import { isCurve } from '../../scene/keyable.ts';
import type { RigidBodyEntity } from '../../scene/kinds/rigidBody.ts';
import { isQuasistatic } from '../../scene/kinds/solid.ts';
import type { Scene } from '../../scene/Scene.ts';
import { coupledCloth, coupledSolids } from '../../simulation/immersion/coupledSolids.ts';
import { rigidBodiesOf } from './floatingBodies.ts';
import { sleepless } from './sleepingBodies.ts';

/** What a rigid body is told to do that it does not, and what of the shot it does not meet: for the first frame. */
export function rigidBodyWarnings({ id, transform, releaseFrame }: RigidBodyEntity, scene: Scene): string[] {
  const warnings: string[] = [];
  const passed = passedThrough(scene);
  if (passed.length > 0) {
    warnings.push(
      `rigid body '${id}' passes through ${passed.join(' and ')}: rigid bodies meet colliders, animations, each other, solids and cloth that move in no liquid, and liquids whose solver couples bodies; a collider pushes all of these`,
    );
  }
  const awake = scene.physics.rigidSleep === 'always' ? sleepless(scene) : undefined;
  if (awake !== undefined && rigidBodiesOf(scene.entities).find(({ enabled }) => enabled)?.id === id) {
    warnings.push(
      `rigid bodies do not sleep, though the shot says that they always do: '${awake}' may act on them at any time; they sleep in shots without solids, cloth, liquids and animations`,
    );
  }
  const keyed = [...transform.position, ...transform.rotation].some(isCurve);
  if (keyed && (releaseFrame === undefined || releaseFrame <= scene.range.first)) {
    warnings.push(
      `rigid body '${id}' is simulated from the first frame on, so that the later keys of its position and rotation have no effect; set a release frame, or make it a collider`,
    );
  }
  return warnings;
}

/** What of a shot rigid bodies do not meet: liquids that couple nothing, solids that move with one, and solids in equilibrium, which have no velocities. */
function passedThrough(scene: Scene): string[] {
  const enabled = scene.entities.filter((entity) => entity.enabled);
  const liquids = liquidsOf(enabled)
    .filter((liquid) => !solverOf(liquid).couplesSolids)
    .map((liquid) => `the liquid '${liquid.id}', whose solver couples no bodies`);
  const coupled = coupledSolids(scene);
  const solids = enabled.flatMap((entity) => volumeOf(entity) ?? []);
  const still = solids.filter((solid) => isQuasistatic(solid)).map((solid) => `the quasistatic solid '${solid.id}'`);
  const wet = solids
    .filter(({ id }) => coupled.has(id))
    .map(({ id }) => `the solid '${id}', which moves with a liquid`);
  const cloth = [...coupledCloth(scene).keys()].map((id) => `the cloth '${id}', which moves with a liquid`);
  return [...liquids, ...still, ...wet, ...cloth];
}
