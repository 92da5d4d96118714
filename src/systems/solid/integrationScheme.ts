import { keyedNumbers } from '../../scene/properties/material.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { largestKey } from '../../scene/curves.ts';
import { stiffestMaterial } from '../../scene/keyedMaterial.ts';
import { frameDuration, type QualityName, type Scene } from '../../scene/Scene.ts';
import { elementQuadrature } from '../../solids/elementQuadrature.ts';
import { waveFrequencyBound } from '../../solids/waveFrequency.ts';
import type { SolidBodyInput } from '../../solids/SolidOperators.ts';
import { FibreStep } from '../../solids/FibreStep.ts';
import { hasFibres } from '../../solids/FibreState.ts';
import { stableStep, stiffnessDampingTime } from '../../solids/timeStep.ts';
import { withOwnMaterial } from './materialRegions.ts';
import { materialMembers } from './solidBody.ts';

/** Substeps of a frame above which an implicit one, which costs about as much as three, is worth its damping. */
const MANY_SUBSTEPS = 24;

/** Stretches that fibres of muscles in motion go through. */
const USUAL_STRETCHES = [0.7, 0.85, 1, 1.15, 1.3];

/** An implicit scheme. */
export interface IntegrationScheme {
  /** Type of the registered time scheme. */
  readonly type: 'implicit' | 'implicit-second-order' | 'liquid-coupled';
  /** Length of a common substep, s. */
  readonly typicalStep: number;
  /** Newton iterations at most; left out, what the scheme usually takes. */
  readonly newtonIterations?: number | undefined;
  /** Substeps of one frame that elastic waves ask of the semi-implicit scheme, at rest and at strength 1. */
  readonly explicitSubsteps: number;
}

/**
 * The scheme of a solid: semi-implicit unless it asks for another; automatic is semi-implicit where that is stable in a few substeps
 * ("soft") and implicit of second order where it is not ("stiff"). Undefined is semi-implicit. Those that move with liquids (`inLiquid`) are implicit, of one iteration.
 */
export function integrationScheme(
  scene: Scene,
  solid: Solid,
  quality: QualityName,
  body: SolidBodyInput,
  inLiquid = false,
): IntegrationScheme | undefined {
  const { integration = 'semi-implicit', newtonIterations } = solid;
  if (!inLiquid && (integration === 'semi-implicit' || integration === 'quasistatic')) return undefined;
  const duration = frameDuration(scene);
  const explicitSubsteps = Math.ceil(duration / longestExplicitStep(solid, stiffestBody(scene, solid, body)));
  if (!inLiquid && integration === 'automatic' && explicitSubsteps <= MANY_SUBSTEPS) return undefined;
  const typicalStep = duration / scene.quality[quality].minSubsteps;
  const common = { typicalStep, explicitSubsteps };
  if (inLiquid) return { ...common, type: 'liquid-coupled', newtonIterations: 1 };
  const type = integration === 'implicit' ? integration : 'implicit-second-order';
  return { ...common, type, newtonIterations };
}

/** The body as its keys make it where they ask for the shortest steps; itself where none does. */
function stiffestBody(scene: Scene, solid: Solid, body: SolidBodyInput): SolidBodyInput {
  if (keyedNumbers(solid.material).length === 0) return body;
  return withOwnMaterial(body, materialMembers(stiffestMaterial(solid.material), scene));
}

/** Returns the longest step of the semi-implicit scheme, s: at rest and at strength 1; of fibres that become as active as their keys say, where they are stiffest. */
function longestExplicitStep(solid: Solid, body: SolidBodyInput): number {
  const frequency = waveFrequencyBound(elementQuadrature(body), body);
  const dampingTime = stiffnessDampingTime(body);
  const isotropic = stableStep(frequency, dampingTime, 1);
  if (!hasFibres(body)) return isotropic;
  const activation = Math.min(Math.max(largestKey(solid.fibres?.activation ?? 0), 0), 1);
  return Math.min(isotropic, new FibreStep(body).longest(USUAL_STRETCHES, activation, frequency, dampingTime, 1));
}
