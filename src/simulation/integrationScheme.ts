import type { Solid } from '../scene/entities/solid.ts';
import { frameDuration, type QualityName, type Scene } from '../scene/Scene.ts';
import { elementQuadrature, waveFrequencyBound, weightedQuadrature } from '../solids/elementQuadrature.ts';
import type { SolidBodyInput } from '../solids/SolidOperators.ts';
import { stableStep, stiffnessDampingTime } from '../solids/timeStep.ts';

/** Substeps of a frame above which an implicit one, which costs about as much as three, is worth its damping. */
const MANY_SUBSTEPS = 24;

/** An implicit scheme. */
export interface IntegrationScheme {
  /** Length of a common substep, s. */
  readonly typicalStep: number;
  readonly order: 1 | 2;
  readonly newtonIterations: number;
  /** Substeps of one frame that elastic waves ask of the semi-implicit scheme, at rest and at strength 1. */
  readonly explicitSubsteps: number;
}

/**
 * The scheme of a solid: semi-implicit unless it asks for another; automatic is semi-implicit where that is stable in a few substeps
 * ("soft") and implicit where it is not ("stiff"). Undefined is semi-implicit.
 */
export function integrationScheme(
  scene: Scene,
  solid: Solid,
  quality: QualityName,
  body: SolidBodyInput,
): IntegrationScheme | undefined {
  const { integration = 'semi-implicit', newtonIterations = 1 } = solid;
  if (integration === 'semi-implicit') return undefined;
  const frequency = waveFrequencyBound(weightedQuadrature(elementQuadrature(body), body.elementWeight), body);
  const duration = frameDuration(scene);
  const explicitSubsteps = Math.ceil(duration / stableStep(frequency, stiffnessDampingTime(body), 1));
  if (integration === 'automatic' && explicitSubsteps <= MANY_SUBSTEPS) return undefined;
  const order = integration === 'implicit-second-order' ? 2 : 1;
  return { typicalStep: duration / scene.quality[quality].minSubsteps, order, newtonIterations, explicitSubsteps };
}
