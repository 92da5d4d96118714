import { isBody, type Scene } from '../../scene/Scene.ts';
import { rigidBodiesOf } from './floatingBodies.ts';

/** Number of rigid bodies from which on a shot is large. */
const LARGE = 1000;

/** Kinds that move rigid bodies beside those that deform by themselves. */
const AWAKE: ReadonlySet<string> = new Set(['liquid', 'importedAnimation']);

/** Whether rigid bodies of a shot sleep once they have come to rest: what deforms or flows acts on them in ways that do not wake them. */
export function rigidBodiesSleep(scene: Scene): boolean {
  return isAsked(scene) && sleepless(scene) === undefined;
}

/** Id of what keeps rigid bodies awake that are asked to sleep; undefined where nothing does. */
export function sleepless(scene: Scene): string | undefined {
  if (!isAsked(scene)) return undefined;
  return scene.entities.find((entity) => entity.enabled && (isBody(entity) || AWAKE.has(entity.kind)))?.id;
}

function isAsked({ physics, entities }: Scene): boolean {
  if (physics.rigidSleep !== 'large') return physics.rigidSleep === 'always';
  return rigidBodiesOf(entities).filter(({ enabled }) => enabled).length >= LARGE;
}
