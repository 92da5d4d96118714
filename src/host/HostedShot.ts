import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CoreError } from '../base/errors.ts';
import { cacheFolder } from '../cache/CacheFolder.ts';
import { FrameCache } from '../cache/FrameCache.ts';
import { readTake } from '../cache/takes.ts';
import type { FrameKey } from '../frames/keys.ts';
import { hashMeshFile } from '../io/hashMeshFile.ts';
import { loadShot, type LoadedShot } from '../io/shotFile.ts';
import type { RequestParams, RequestResult } from '../protocol/requests.ts';
import { qualityNames, type Entity, type QualityName } from '../scene/Scene.ts';
import { validateScene } from '../scene/validateScene.ts';
import { catalogue } from './catalogue.ts';
import { anyPath, type PathPolicy } from './PathPolicy.ts';
import { shotKeys } from './shotKeys.ts';

export interface HostedShotOptions {
  readonly backend: string;
  /** Of the cache. */
  readonly quotaBytes?: number;
  /** Which files the shot may refer to and be; by default any. */
  readonly paths?: PathPolicy;
}

/** The shot of a connection: its document as edited, its cache and the states of its frames. */
export class HostedShot {
  readonly path: string;
  readonly cache: FrameCache;
  loaded: LoadedShot;
  private readonly backend: string;
  private readonly paths: PathPolicy;
  /** Keys of the frames of `loaded` by quality, made when they are asked for. */
  private keys = new Map<QualityName, readonly FrameKey[]>();
  /** The key under which each frame was last seen in the cache: what is stale after an edit. */
  private readonly seen: Record<QualityName, Map<number, FrameKey>> = { draft: new Map(), final: new Map() };

  private constructor(path: string, loaded: LoadedShot, cache: FrameCache, backend: string, paths: PathPolicy) {
    this.path = path;
    this.loaded = loaded;
    this.cache = cache;
    this.backend = backend;
    this.paths = paths;
  }

  /** Throws what `loadShot` and `paths` throw. */
  static async open(path: string, { backend, quotaBytes, paths = anyPath }: HostedShotOptions): Promise<HostedShot> {
    const absolute = await paths.allow(path, 'read');
    const loaded = await loadShot(absolute, catalogue, (mesh) => paths.allow(mesh, 'read'));
    const cache = await FrameCache.open(cacheFolder(absolute, loaded.scene.project), { quotaBytes });
    const shot = new HostedShot(absolute, loaded, cache, backend, paths);
    for (const quality of qualityNames) {
      const take = await readTake(cache.folder, `latest-${quality}`);
      take?.keys.forEach((key, index) => shot.seen[quality].set(take.first + index, key));
    }
    return shot;
  }

  /**
   * Takes an edited document, with its mesh files as they are now on the disk. Throws `document-invalid` and `file-missing`; the document
   * then stays as it was.
   */
  async apply(document: unknown): Promise<LoadedShot> {
    const scene = validateScene(document, catalogue);
    if (scene.project !== this.loaded.scene.project) {
      throw new CoreError('document-invalid', 'the document is of another project than the open shot', {
        place: 'project',
        remedy: 'Open the other shot instead.',
      });
    }
    const meshPaths = new Map<string, string>();
    const warnings: string[] = [];
    const entities: Entity[] = [];
    for (const [index, entity] of scene.entities.entries())
      entities.push(await this.located(entity, index, meshPaths, warnings));
    this.keys = new Map();
    this.loaded = { scene: { ...scene, entities }, meshPaths, warnings };
    return this.loaded;
  }

  /** A frame is in the cache. */
  note(quality: QualityName, frame: number, key: FrameKey): void {
    this.seen[quality].set(frame, key);
  }

  async frameStates({ quality, first, last }: RequestParams<'frameStates'>): Promise<RequestResult<'frameStates'>> {
    const keys = this.keysOf(quality);
    const rangeFirst = this.loaded.scene.range.first;
    const seen = this.seen[quality];
    const stored = new Set(await this.cache.keys('frame'));
    const states: RequestResult<'frameStates'>['states'] = [];
    for (let frame = first; frame <= last; frame++) {
      const key = keys[frame - rangeFirst];
      if (key === undefined) continue;
      const storedKey = [key, seen.get(frame)].find((candidate) => candidate !== undefined && stored.has(candidate));
      const state = storedKey === undefined ? 'missing' : storedKey === key ? 'cached' : 'stale';
      if (state === 'cached') seen.set(frame, key);
      states.push({ frame, state, key, storedKey });
    }
    return { states };
  }

  /** The stored bytes of a frame, in a buffer of their own. Throws `file-missing` where it is not in the cache. */
  async frame({
    quality,
    frame,
    key,
  }: RequestParams<'frame'>): Promise<RequestResult<'frame'> & { bytes: Uint8Array<ArrayBuffer> }> {
    const wanted = key ?? this.keysOf(quality)[frame - this.loaded.scene.range.first];
    const found = wanted === undefined ? undefined : await this.cache.read('frame', wanted);
    if (wanted !== undefined && found !== undefined)
      return { frame, key: wanted, bytes: new Uint8Array(found.content) };
    throw new CoreError('file-missing', `frame ${frame} is not simulated`, {
      file: this.cache.folder,
      place: `frame ${frame}`,
      remedy: wanted === undefined ? 'Ask for frames of the shot.' : 'Simulate it.',
    });
  }

  private keysOf(quality: QualityName): readonly FrameKey[] {
    const known = this.keys.get(quality);
    if (known !== undefined) return known;
    const { keys } = shotKeys(this.loaded.scene, quality, this.backend);
    this.keys.set(quality, keys);
    return keys;
  }

  /** The entity with the hash of its mesh file, whose path is noted. */
  private async located(
    entity: Entity,
    index: number,
    paths: Map<string, string>,
    warnings: string[],
  ): Promise<Entity> {
    const reference = fileReference(entity);
    if (reference === undefined) return entity;
    const place = `entities[${index}].${entity.kind === 'solid' ? 'source' : 'shape'}.path`;
    const path = await this.allowed(resolve(dirname(this.path), reference.path), place);
    await stat(path).catch((cause: unknown) => {
      throw new CoreError('file-missing', `the mesh ${path} is not there`, {
        file: this.path,
        place,
        remedy: 'Locate it: put it back or correct the path.',
        cause,
      });
    });
    const sha256 = await hashMeshFile(path);
    if (sha256 !== reference.sha256) {
      warnings.push(`${reference.path} has changed since the shot was saved: its frames will be simulated again`);
    }
    paths.set(entity.id, path);
    return withHash(entity, sha256);
  }

  private async allowed(path: string, place: string): Promise<string> {
    try {
      return await this.paths.allow(path, 'read');
    } catch (error) {
      throw error instanceof CoreError ? error.within({ file: this.path, place }) : error;
    }
  }
}

function fileReference(entity: Entity): { path: string; sha256: string } | undefined {
  if (entity.kind === 'solid' && entity.source.kind === 'file') return entity.source;
  if (entity.kind === 'collider' && entity.shape.kind === 'file') return entity.shape;
  return undefined;
}

function withHash(entity: Entity, sha256: string): Entity {
  if (entity.kind === 'solid' && entity.source.kind === 'file')
    return { ...entity, source: { ...entity.source, sha256 } };
  if (entity.kind === 'collider' && entity.shape.kind === 'file')
    return { ...entity, shape: { ...entity.shape, sha256 } };
  return entity;
}
