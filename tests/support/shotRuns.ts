import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { quietJob, type JobContext } from '../../src/base/job.ts';
import { cacheFolder } from '../../src/cache/CacheFolder.ts';
import { FrameCache } from '../../src/cache/FrameCache.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import type { FrameOutcome } from '../../src/host/simulation/SimulateRequest.ts';
import { simulateShot, type SimulateSummary } from '../../src/host/simulation/simulateShot.ts';
import { createBackend } from '../../src/host/simulation/solverBackend.ts';
import { loadShot, saveShot } from '../../src/io/shotFile.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { temporaryFolder } from './temporaryFolder.ts';

export interface RunOptions {
  readonly first?: number;
  readonly last?: number;
  readonly threads?: number;
  readonly backend?: string;
  /** Quota of the cache, bytes: frames beyond it are evicted. */
  readonly quotaBytes?: number;
  /** Sets how often there are checkpoints, and evicts nothing. */
  readonly checkpointBudget?: number;
  /** Keeps every checkpoint that the budget allows, however little it spares. */
  readonly everyCheckpoint?: boolean;
  /** Makes surfaces of liquids, as the command does. */
  readonly makeSurfaces?: boolean;
  readonly job?: JobContext;
  readonly onFrame?: (outcome: FrameOutcome) => void;
}

export interface RunResult extends SimulateSummary {
  /** What was reported, in order. */
  readonly outcomes: readonly FrameOutcome[];
  /** SHA-256 of each frame, in the order of the frames. */
  readonly hashes: readonly string[];
}

/** Saves a scene as a shot in `folder`, by default a new one; gives its path. */
export async function storeShot(scene: Scene, folder?: string): Promise<string> {
  const path = join(folder ?? (await temporaryFolder()), 'shot.ductile');
  await saveShot(path, scene, catalogue);
  return path;
}

/** A copy of a shot's folder, cache included; gives the shot's path there. */
export async function copyShot(path: string): Promise<string> {
  const folder = await temporaryFolder();
  await cp(join(path, '..'), folder, { recursive: true });
  return join(folder, 'shot.ductile');
}

export async function openCache(path: string, quotaBytes?: number): Promise<FrameCache> {
  const { scene } = await loadShot(path, catalogue);
  return FrameCache.open(cacheFolder(path, scene.project), { quotaBytes });
}

/** Simulates a stored shot in this process into the cache beside it. */
export async function simulateStored(path: string, options: RunOptions = {}): Promise<RunResult> {
  const shot = await loadShot(path, catalogue);
  const cache = await openCache(path, options.quotaBytes);
  const backend = createBackend(options.backend, options.threads ?? 1);
  const { first, last } = { ...shot.scene.range, ...definedRange(options) };
  const outcomes: FrameOutcome[] = [];
  const quotaBytes = options.checkpointBudget ?? options.quotaBytes;
  try {
    const { makeSurfaces } = options;
    const worthKeeping = options.everyCheckpoint === true ? () => true : undefined;
    const request = {
      ...({ shot, cache, backend, quality: 'draft', first, last, quotaBytes, makeSurfaces } as const),
      ...(worthKeeping !== undefined && { worthKeeping }),
    };
    const frame = (outcome: FrameOutcome): void => {
      outcomes.push(outcome);
      options.onFrame?.(outcome);
    };
    const summary = await simulateShot(request, options.job ?? quietJob, { frame });
    const sorted = [...outcomes].sort((a, b) => a.frame - b.frame);
    return { ...summary, outcomes, hashes: sorted.map(({ sha256 }) => sha256) };
  } finally {
    backend.dispose();
  }
}

function definedRange({ first, last }: RunOptions): { first?: number; last?: number } {
  return { ...(first !== undefined && { first }), ...(last !== undefined && { last }) };
}

/** A job that is cancelled when the solver asks for the `count`-th time after the first frame is there. */
export function cancelledAfter(count: number): { job: JobContext; begin(): void } {
  let left = Infinity;
  return {
    begin: () => (left = Math.min(left, count)),
    job: { progress: () => undefined, cancelled: () => --left < 0 },
  };
}
