import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../../src/base/hash.ts';
import { quietJob } from '../../../src/base/job.ts';
import { FrameCache } from '../../../src/cache/FrameCache.ts';
import { encodeFrame } from '../../../src/frames/Frame.ts';
import { encodeStatics } from '../../../src/frames/Statics.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { prepareAssets } from '../../../src/host/simulation/prepareAssets.ts';
import { shotKeys } from '../../../src/host/frames/shotKeys.ts';
import { createBackend } from '../../../src/host/simulation/solverBackend.ts';
import type { LoadedShot } from '../../../src/io/locateMeshes.ts';
import { loadShot } from '../../../src/io/shotFile.ts';
import { compactFrame } from '../../../src/systems/compactFrame.ts';
import { ShotSimulation } from '../../../src/systems/ShotSimulation.ts';

const quality = 'draft';

/** What became of a shot. */
export interface Outcome {
  /** The key of the last frame. */
  readonly key: string;
  /** Stands for the bytes of what frames are drawn with. */
  readonly statics: string;
  /** Stand for those of the frames, or say why there are no more. */
  readonly frames: readonly string[];
}

/** Runs shots in one folder with one cache, so that what is filled once is filled again only if its name there is another. */
export class SweepRunner {
  private readonly folder: string;
  private readonly cache: FrameCache;
  private readonly backend = createBackend('simd', 1);

  private constructor(folder: string, cache: FrameCache) {
    this.folder = folder;
    this.cache = cache;
  }

  static async open(folder: string): Promise<SweepRunner> {
    mkdirSync(join(folder, 'cache'), { recursive: true });
    return new SweepRunner(folder, await FrameCache.open(join(folder, 'cache')));
  }

  /** Loads a document from beside the files that it refers to. Throws what loading it throws. */
  async load(document: unknown): Promise<LoadedShot> {
    const path = join(this.folder, 'shot.ductile');
    writeFileSync(path, JSON.stringify(document));
    return loadShot(path, catalogue);
  }

  /** `before`: of the shot that this one is compared with. What comes after the first frame that differs from its frame tells nothing more, and is left out. */
  async run(shot: LoadedShot, frames: number, before?: Outcome): Promise<Outcome> {
    const { createOperators, createShell, createLiquidKernel, createShallowSteps, createPairKernel } = this.backend;
    const key = shotKeys(shot, quality, this.backend.name).upTo(frames)[frames];
    let simulation: ShotSimulation | undefined;
    let statics = '';
    const hashes: string[] = [];
    try {
      const assets = await prepareAssets(shot, quality, this.cache, quietJob);
      const options = {
        quality,
        createOperators,
        createShell,
        createLiquidKernel,
        createShallowSteps,
        createPairKernel,
      } as const;
      simulation = new ShotSimulation(shot.scene, assets, options);
      statics = sha256Hex(encodeStatics(simulation.statics()));
      for (let n = 0; n <= frames; n++) {
        if (n > 0) simulation.advance(() => false);
        hashes.push(sha256Hex(encodeFrame(compactFrame(simulation.currentFrame(), shot.scene, quality))));
        if (before !== undefined && hashes[n] !== before.frames[n]) break;
      }
    } catch (error) {
      hashes.push(String(error));
    } finally {
      simulation?.dispose();
    }
    return { key, statics, frames: hashes };
  }

  dispose(): void {
    this.backend.dispose();
  }
}
