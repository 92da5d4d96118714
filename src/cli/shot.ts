import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { CoreError } from '../base/errors.ts';
import { cacheFolder } from '../cache/CacheFolder.ts';
import { FrameCache } from '../cache/FrameCache.ts';
import { catalogue } from '../host/catalogue/catalogue.ts';
import type { LoadedShot } from '../io/locateMeshes.ts';
import { loadShot } from '../io/shotFile.ts';
import { qualityNames, type QualityName } from '../scene/Scene.ts';
import { whitewaterWarnings } from '../systems/liquid/sceneWhitewater.ts';
import { frameRange, numberOption, requiredPositional, stringOption, usageError } from './arguments.ts';
import type { CommandArguments, CommandContext } from './Command.ts';

/** Options that every command on a shot takes. */
export const shotOptions = {
  frames: { type: 'string' },
  quality: { type: 'string' },
  cache: { type: 'string' },
  take: { type: 'string' },
} as const;

/** Bytes of a gigabyte as --quota counts them. */
const GIGABYTE = 1e9;

export interface OpenShot {
  readonly path: string;
  readonly loaded: LoadedShot;
  readonly cache: FrameCache;
  readonly quality: QualityName;
  readonly first: number;
  readonly last: number;
  readonly quotaBytes: number | undefined;
}

/** Loads the shot named first on the command line with its cache, quality and frames. */
export async function openShot(args: CommandArguments, context: CommandContext): Promise<OpenShot> {
  const path = resolve(requiredPositional(args, 0, 'the shot (a .ductile file)'));
  const loaded = await loadShot(path, catalogue, stringOption(args, 'take'));
  const quality = qualityOption(args);
  const warnings = [...loaded.warnings, ...whitewaterWarnings(loaded.scene, quality)];
  for (const warning of warnings) context.warn(`ductile: ${warning}`);
  const root = stringOption(args, 'cache');
  const quota = numberOption(args, 'quota', 0.001, 1e6);
  const quotaBytes = quota === undefined ? undefined : quota * GIGABYTE;
  const folder = cacheFolder(path, loaded.scene.project, root === undefined ? undefined : resolve(root));
  const cache = await FrameCache.open(folder, { quotaBytes });
  const frames = stringOption(args, 'frames');
  const { first, last } = frames === undefined ? loaded.scene.range : frameRange(frames);
  return { path, loaded, cache, quality, first, last, quotaBytes };
}

function qualityOption(args: CommandArguments): QualityName {
  const text = stringOption(args, 'quality') ?? 'draft';
  const found = qualityNames.find((name) => name === text);
  if (found === undefined) throw usageError(`--quality is one of ${qualityNames.join(', ')}, not '${text}'`);
  return found;
}

/** Does `work` on a shot; its errors name the shot where they name no other file. */
export async function namingShot<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CoreError) || error.code === 'usage' || error.code === 'cancelled') throw error;
    throw error.within({ file: path });
  }
}

/** `--threads`, by default one per core. */
export function threadsOption(args: CommandArguments): number {
  return numberOption(args, 'threads', 1, 64) ?? Math.max(1, cpus().length);
}
