import type { SystemInteraction } from '../simulation/Interaction.ts';
import type { KeyedInputs } from '../simulation/keyed/KeyedInputs.ts';
import type { System } from '../simulation/System.ts';
import type { QualityName, Scene } from '../scene/Scene.ts';

/** What interactions are found in. */
export interface InteractionContext {
  readonly scene: Scene;
  readonly inputs: KeyedInputs;
  readonly quality: QualityName;
  /** Systems by entity id, in the order of the scene. */
  readonly systems: ReadonlyMap<string, System>;
}

/** What joins systems of a shot, whatever their kinds. Registered by a file of `interactions/` that default-exports one. */
export interface InteractionKind {
  readonly type: string;
  /** Finds the interactions of a shot whose systems have just been made. Throws `document-invalid` for those that cannot be. */
  between(context: InteractionContext): readonly SystemInteraction[];
}
