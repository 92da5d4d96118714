import { colourAttributes, type ShownAttribute } from '../../frames/derived/derivedAttributes.ts';
import { frameWarnings, type Judgement } from '../../frames/judgements.ts';
import type { JobContext } from '../../base/job.ts';
import { CoreError } from '../../base/errors.ts';
import type { FrameCache } from '../../cache/FrameCache.ts';
import type { LoadedShot } from '../../io/locateMeshes.ts';
import type { Estimate } from '../../scene/Kinds.ts';
import { ShotSimulation } from '../../systems/ShotSimulation.ts';
import { prepareAssets } from './prepareAssets.ts';
import { createBackend } from './solverBackend.ts';

/** What is known of where a shot begins, before anything of it is simulated. */
export interface StartReport {
  readonly judgements: readonly Judgement[];
  /** The judgements as lines, or why the start could not be checked. */
  readonly warnings: readonly string[];
  /** What frames of the shot have to show, or gets computed from them. */
  readonly attributes: readonly ShownAttribute[];
  /** What simulating its entities takes at draft quality, by id. */
  readonly estimates: ReadonlyMap<string, Estimate>;
}

/**
 * Whether solids begin inside colliders or each other, as simulating the first frame at draft quality would tell, and what frames will have to show. Volumes
 * that are filled for it stay in the cache.
 */
export async function judgeStart(shot: LoadedShot, cache: FrameCache, job: JobContext): Promise<StartReport> {
  const backend = createBackend(undefined, 1);
  try {
    const assets = await prepareAssets(shot, 'draft', cache, job);
    const { createOperators, createShell, createLiquidKernel, createShallowSteps } = backend;
    const made = { quality: 'draft', createOperators, createShell, createLiquidKernel, createShallowSteps } as const;
    const simulation = new ShotSimulation(shot.scene, assets, made);
    try {
      const judgements = simulation.judgeStart();
      const attributes = colourAttributes(simulation.statics());
      const estimates = simulation.estimates();
      return { judgements, warnings: frameWarnings({ warnings: [], judgements }), attributes, estimates };
    } finally {
      simulation.dispose();
    }
  } catch (error) {
    if (!(error instanceof CoreError) || error.code === 'cancelled') throw error;
    const { place, remedy } = error;
    const told = [place, error.message].filter(Boolean).join(': ');
    return {
      judgements: [],
      attributes: [],
      estimates: new Map(),
      warnings: [`its overlaps at the first frame could not be checked: ${told}${remedy ? `. ${remedy}` : ''}`],
    };
  } finally {
    backend.dispose();
  }
}
