import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { quietJob } from '../../base/job.ts';
import type { ShellMesh } from '../../geometry/TetMesh.ts';
import { cacheFolder, filePath } from '../../cache/CacheFolder.ts';
import { FrameCache } from '../../cache/FrameCache.ts';
import { readPlainFileSync } from '../../cache/plainFile.ts';
import { loadShot } from '../../io/shotFile.ts';
import type { LoadedShot } from '../../io/locateMeshes.ts';
import { catalogue } from '../catalogue.ts';
import { enabledLiquids, liquidSurfaceKey } from '../liquidSurfaces.ts';
import { prepareAssets } from '../prepareAssets.ts';
import { shotKeys } from '../shotKeys.ts';
import { defaultBackendName } from '../solverBackend.ts';
import { sampleTask } from '../tasks/sampleTask.ts';
import { encodePack, type PackedFile } from './samplePack.ts';
import type { SampleShelf } from './SampleShelf.ts';

/** A sample whose frames lie on a shelf. */
export interface MadeSample {
  readonly type: string;
  readonly folder: string;
  readonly shot: LoadedShot;
  /** Number of frames of the shot. */
  readonly frames: number;
  readonly cached: number;
  /** Bytes of a pack of all its frames. */
  readonly bytes: number;
  /** Processor time that its frames took now, s. */
  readonly processorSeconds: number;
  /** Files that the first frame needs, and those of each frame, below its folder. */
  readonly always: readonly string[];
  readonly ofFrames: readonly (readonly string[])[];
}

export interface MakeOptions {
  readonly threads: number;
  /** It ends after the frame in which so much processor time is over; left out, it makes all frames. */
  readonly processorSeconds?: number;
}

/** Makes the draft frames of a sample on the shelf; those that are there are kept. */
export async function makeSample(shelf: SampleShelf, type: string, options: MakeOptions): Promise<MadeSample> {
  const folder = shelf.folderOf(type)!;
  const [began, most] = [process.cpuUsage(), options.processorSeconds ?? Infinity];
  const spent = () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e6;
  };
  let made = 0;
  // The start pose is no frame that was worked for.
  const job = { ...quietJob, cancelled: () => made > 1 && spent() > most };
  const { state } = await sampleTask(
    { kind: 'sample', type, folder, wanted: Infinity },
    { job, post: () => made++, quotaBytes: undefined, backend: defaultBackendName(), threads: options.threads },
  );
  const processorSeconds = spent();
  const shot = await loadShot(join(folder, 'shot.ductile'), catalogue);
  const files = filesOf(folder, shot, state.cached);
  const bytes = [files.always, ...files.ofFrames]
    .flat()
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  return { type, folder, shot, frames: state.frames, cached: state.cached, bytes, processorSeconds, ...files };
}

/** A pack of at most so many bytes of a sample's frames, from the first on; two frames at least. */
export function packSample({ folder, frames, always, ofFrames }: MadeSample, mostBytes: number): Uint8Array {
  const read = (path: string): PackedFile => ({
    path: path.split(sep).join('/'),
    content: readPlainFileSync(join(folder, path)),
  });
  const files = always.map(read);
  let bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  let cached = 0;
  for (const paths of ofFrames) {
    const own = paths.map(read);
    bytes += own.reduce((sum, { content }) => sum + content.length, 0);
    if (bytes > mostBytes && cached >= 2) break;
    files.push(...own);
    cached += 1;
  }
  return encodePack({ frames, cached, seconds: 0, made: 0 }, files);
}

/** `856 tets · 38 400 cells`. */
export async function sampleSize({ folder, shot }: MadeSample): Promise<string> {
  const cache = await FrameCache.open(cacheFolder(join(folder, 'shot.ductile'), shot.scene.project));
  const { volumes, shells } = await prepareAssets(shot, 'draft', cache, quietJob);
  const counts = new Map<string, number>();
  const add = (what: string, count: number) => counts.set(what, (counts.get(what) ?? 0) + count);
  for (const volume of volumes.values()) {
    if (volume.kind === 'tet') add('tets', volume.mesh.tets.length / 4);
    else add('hexes', volume.mesh.hexes.length / 8);
  }
  for (const shell of (shells ?? new Map<string, ShellMesh>()).values())
    add('triangles', shell.mesh.triangles.length / 3);
  const { edgeScale } = shot.scene.quality.draft;
  for (const { domain, cellSize } of enabledLiquids(shot.scene)) {
    add(
      'cells',
      domain.size.reduce((cells, length) => cells * Math.ceil(length / (cellSize * edgeScale)), 1),
    );
  }
  return [...counts]
    .map(([what, count]) => `${String(count).replace(/\B(?=(\d{3})+$)/g, '\u2009')} ${what}`)
    .join(' · ');
}

/** The files of a sample: what every frame needs, and what belongs to each of the first `cached`. */
function filesOf(folder: string, shot: LoadedShot, cached: number) {
  const { scene } = shot;
  const cache = cacheFolder(join(folder, 'shot.ductile'), scene.project);
  const keys = shotKeys(scene, 'draft', defaultBackendName()).upTo(cached - 1);
  const below = (path: string) => relative(folder, path);
  const listed = (name: string) =>
    existsSync(join(folder, name)) ? readdirSync(join(folder, name)).map((file) => join(name, file)) : [];
  return {
    always: ['shot.ductile', ...listed('meshes'), ...listed(below(join(cache, 'statics')))],
    ofFrames: keys
      .slice(0, cached)
      .map((key) =>
        [
          filePath(cache, 'frame', key),
          filePath(cache, 'inputs', key),
          ...enabledLiquids(scene).map((liquid) =>
            filePath(cache, 'surface', liquidSurfaceKey(scene, 'draft', liquid, key)),
          ),
        ]
          .filter((path) => existsSync(path))
          .map(below),
      ),
  };
}
