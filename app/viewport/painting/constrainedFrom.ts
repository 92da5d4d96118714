import type { Pin } from '../../../src/scene/kinds/pin.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import type { PaintTarget } from '../../state/paintStore.ts';

/** Hard pins constrain a vertex or not; soft ones pull with the painted value. */
const HARD = 0.5;
const SOFT = 0.02;

/** The painted value from which a pin of a kind constrains a vertex. */
export function constrainedValue(hold: Pin['hold']): number {
  return hold.kind === 'hard' ? HARD : SOFT;
}

/** Returns the painted value from which the painted pin constrains a vertex; undefined for what is no pin. */
export function constrainedFrom(scene: Pick<Scene, 'entities'> | undefined, target: PaintTarget): number | undefined {
  const pin = scene?.entities.find(({ id }) => id === target.entity);
  return pin !== undefined && 'hold' in pin ? constrainedValue(pin.hold) : undefined;
}
