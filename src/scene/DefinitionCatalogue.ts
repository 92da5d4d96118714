import type { Definition } from '../base/registry.ts';
import { constitutiveModels } from '../materials/ConstitutiveModel.ts';
import { goalShapes } from '../plasticity/GoalShape.ts';
import { yieldLaws } from '../plasticity/YieldLaw.ts';

/** Looks definitions of one kind up: what a `Registry` offers of itself. */
export interface DefinitionSource {
  readonly kind: string;
  has(type: string): boolean;
  get(type: string): Definition;
  types(): string[];
}

/**
 * The registered definitions that a document may name. The scene stands before meshing and collision in the order of
 * folders, so who validates a document hands their registries in.
 */
export interface DefinitionCatalogue {
  readonly meshers: DefinitionSource;
  readonly colliderShapes: DefinitionSource;
  readonly constitutiveModels: DefinitionSource;
  readonly yieldLaws: DefinitionSource;
  readonly goalShapes: DefinitionSource;
  readonly liquidTransports: DefinitionSource;
}

/** The catalogue with the models, yield laws and goals of this program and the given registries of what comes after the scene. */
export function createCatalogue(
  later: Pick<DefinitionCatalogue, 'meshers' | 'colliderShapes' | 'liquidTransports'>,
): DefinitionCatalogue {
  return { ...later, constitutiveModels, yieldLaws, goalShapes };
}
