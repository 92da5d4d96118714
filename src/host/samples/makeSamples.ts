import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { quietJob } from '../../base/job.ts';
import type { ShellMesh } from '../../geometry/TetMesh.ts';
import { cacheFolder, filePath } from '../../cache/CacheFolder.ts';
import { FrameCache } from '../../cache/FrameCache.ts';
import { readPlainFileSync } from '../../cache/plainFile.ts';
import { loadShot } from '../../io/shotFile.ts';
import type { LoadedShot } from '../../io/locateMeshes.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { kindOf } from '../../scene/capabilities.ts';
import { estimateOf } from '../../scene/estimates.ts';
import { isExtracted } from '../../frames/StaticStream.ts';
import { streamsOf } from '../../frames/Stream.ts';
import { sceneLiquidStreams } from '../../systems/liquid/sceneLiquidStreams.ts';
import { extractedKey } from '../frames/surfaces.ts';
import { prepareAssets } from '../simulation/prepareAssets.ts';
import { shotKeys } from '../frames/shotKeys.ts';
import { defaultBackendName } from '../simulation/solverBackend.ts';
import type { JobMessage } from '../jobs/jobMessages.ts';
import { sampleTask } from '../jobs/tasks/sampleTask.ts';
import { encodePack, packFile, packLength, type PackedFile } from './samplePack.ts';
import type { SampleShelf } from './SampleShelf.ts';
import type { GrowingPack } from './sharePacks.ts';
import type { ShelvedSample } from './shelvedSample.ts';

/** A sample whose frames lie on a shelf. */
export interface MadeSample {
  readonly type: string;
  readonly folder: string;
  readonly shot: LoadedShot;
  /** Number of frames of the shot. */
  readonly frames: number;
  readonly cached: number;
  /** Bytes of the files of all its frames. */
  readonly bytes: number;
  /** Processor time of its whole draft, s; undefined where its first frames were there already. */
  readonly draftSeconds: number | undefined;
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
  // When each frame that is made now is there, the start pose first.
  const times: number[] = [];
  const job = { ...quietJob, cancelled: () => times.length > 1 && spent() > most };
  const post = (message: JobMessage) => {
    if (message.kind === 'frame' && !message.outcome.cached) times.push(spent());
  };
  const { state } = await sampleTask(
    { kind: 'sample', type, folder, wanted: Infinity },
    { job, post, quotaBytes: undefined, backend: defaultBackendName(), threads: options.threads },
  );
  const shot = await loadShot(join(folder, 'shot.ductile'), catalogue);
  const files = filesOf(folder, shot, state.cached);
  const draftSeconds = times.length === state.cached ? wholeSeconds(times, state.frames) : undefined;
  const bytes = [files.always, ...files.ofFrames]
    .flat()
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  return { type, folder, shot, frames: state.frames, cached: state.cached, bytes, draftSeconds, ...files };
}

/** What `frames` take by when the first of them were there: the start once, and for every later frame what those that were made took on average. */
function wholeSeconds(times: readonly number[], frames: number): number | undefined {
  const [first, last] = [times.at(0), times.at(-1)];
  if (first === undefined || last === undefined || times.length < 2) return undefined;
  return first + ((last - first) / (times.length - 1)) * (frames - 1);
}

/** The pack of a sample, which has no frame yet. */
export class SamplePack implements GrowingPack {
  readonly type: string;
  frames = 0;
  bytes = 0;
  private readonly made: MadeSample;
  private readonly files: PackedFile[] = [];
  /** What one frame more adds, once it is asked for. */
  private added: readonly PackedFile[] | undefined;

  constructor(made: MadeSample) {
    this.type = made.type;
    this.made = made;
  }

  grown(): number | undefined {
    const { folder, always, ofFrames } = this.made;
    if (this.frames === ofFrames.length) return undefined;
    const paths = [...(this.frames === 0 ? always : []), ...ofFrames[this.frames]];
    this.added ??= paths.map((path) => packFile(path.split(sep).join('/'), readPlainFileSync(join(folder, path))));
    return packLength(this.state(this.frames + 1), [...this.files, ...this.added]);
  }

  grow(): void {
    this.bytes = this.grown()!;
    this.files.push(...this.added!);
    this.frames += 1;
    this.added = undefined;
  }

  encode(): Uint8Array {
    return encodePack(this.state(this.frames), this.files);
  }

  private state(cached: number): ShelvedSample {
    return { frames: this.made.frames, cached, seconds: 0, made: 0 };
  }
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
  const liquids = { streams: sceneLiquidStreams(shot.scene, 'draft') };
  for (const { box } of streamsOf(liquids, 'grid')) {
    const [x, y, z] = box.counts;
    add('cells', x * y * z);
  }
  const { entities, quality } = shot.scene;
  for (const entity of entities.filter(({ enabled }) => enabled)) {
    const estimate = estimateOf(entity, quality.draft.edgeScale);
    if (estimate?.counted === 'body') add(kindOf(entity).plural, estimate.count);
    if (estimate?.counted === 'columns') add('columns', estimate.count);
  }
  return [...counts]
    .map(([what, count]) => `${String(count).replace(/\B(?=(\d{3})+$)/g, '\u2009')} ${what}`)
    .join(' · ');
}

/** The files of a sample: what every frame needs, and what belongs to each of the first `cached`. */
function filesOf(folder: string, shot: LoadedShot, cached: number) {
  const { scene } = shot;
  const cache = cacheFolder(join(folder, 'shot.ductile'), scene.project);
  const keys = shotKeys(shot, 'draft', defaultBackendName()).upTo(cached - 1);
  const below = (path: string) => relative(folder, path);
  const listed = (name: string) =>
    existsSync(join(folder, name)) ? readdirSync(join(folder, name)).map((file) => join(name, file)) : [];
  return {
    always: [
      'shot.ductile',
      ...listed('meshes'),
      ...listed(below(join(cache, 'statics'))),
      ...listed(below(join(cache, 'takes'))),
    ],
    ofFrames: keys.slice(0, cached).map((key) =>
      [
        filePath(cache, 'frame', key),
        filePath(cache, 'inputs', key),
        ...sceneLiquidStreams(scene, 'draft')
          .filter(isExtracted)
          .map((stream) => filePath(cache, 'surface', extractedKey(stream, key))),
      ]
        .filter((path) => existsSync(path))
        .map(below),
    ),
  };
}
