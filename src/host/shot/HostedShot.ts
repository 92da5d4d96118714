import { CoreError } from '../../base/errors.ts';
import { cacheFolder } from '../../cache/CacheFolder.ts';
import { FrameCache } from '../../cache/FrameCache.ts';
import {
  locateMeshes,
  type HashFile,
  type LoadedShot,
  type MissingMesh,
  type ReadInputs,
} from '../../io/locateMeshes.ts';
import { readShot } from '../../io/shotFile.ts';
import type { RequestResult } from '../../protocol/requests.ts';
import type { Scene } from '../../scene/Scene.ts';
import { formatScene } from '../../scene/sceneText.ts';
import { switchTake } from '../../scene/takes.ts';
import { validateScene } from '../../scene/validateScene.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import { FrameIndex } from '../frames/FrameIndex.ts';
import { Journal } from './Journal.ts';
import { anyPath, type PathPolicy } from '../session/PathPolicy.ts';
import { FileHashes } from './FileHashes.ts';

export interface HostedShotOptions {
  readonly backend: string;
  /** Folder of the journal of unsaved edits. */
  readonly stateFolder: string;
  /** Quota of the cache, bytes. */
  readonly quotaBytes?: number;
  /** Which files the shot may refer to and be; by default any. */
  readonly paths?: PathPolicy;
  /** Called with a sentence when edits cannot be journaled. */
  readonly warn: (message: string) => void;
}

export type LocatedShot = LoadedShot & { readonly missing: readonly MissingMesh[] };

/** The document as it lies on the disk. */
export interface SavedState {
  readonly text: string;
  /** Hash of the file's bytes. */
  readonly sha256: string;
}

/** The shot of a connection: its document as edited, its cache, and the journal of what is not saved. */
export class HostedShot {
  path: string;
  cache: FrameCache;
  located: LocatedShot;
  saved: SavedState;
  journal: Journal;
  frames: FrameIndex;
  readonly options: HostedShotOptions;
  private readonly hashes = new FileHashes();
  /** The other takes as they were looked at since the last edit, by id. */
  private takes = new Map<string, Promise<LocatedShot>>();

  private constructor(
    path: string,
    located: LocatedShot,
    saved: SavedState,
    cache: FrameCache,
    options: HostedShotOptions,
  ) {
    this.path = path;
    this.located = located;
    this.saved = saved;
    this.cache = cache;
    this.options = options;
    this.frames = new FrameIndex(cache, options.backend);
    this.journal = this.openJournal();
  }

  /** Throws what `readShot` throws, and `paths` for the shot; meshes that are missing or refused are told in `located`. */
  static async open(path: string, options: HostedShotOptions): Promise<HostedShot> {
    const paths = options.paths ?? anyPath;
    const absolute = await paths.allow(path, 'read');
    const { scene, sha256 } = await readShot(absolute, catalogue);
    const located = await locateMeshes(scene, absolute, (mesh) => paths.allow(mesh, 'read'));
    const folder = cacheFolder(absolute, scene.project);
    const cache = await FrameCache.open(folder, { quotaBytes: options.quotaBytes });
    // With the hashes of the meshes as they are now: that these differ from the file's is no edit of the artist's.
    return new HostedShot(absolute, located, { text: formatScene(located.scene), sha256 }, cache, options);
  }

  /** The document as an answer. */
  state(): RequestResult<'applyScene'> {
    const { scene, warnings, missing } = this.located;
    return { scene, warnings: [...warnings], missing: missing.map(missingState) };
  }

  /**
   * Takes an edited document, with its mesh files as they are now on the disk, and journals it. Throws `document-invalid`; the
   * document then stays as it was.
   */
  async apply(document: unknown): Promise<LocatedShot> {
    const scene = validateScene(document, catalogue);
    if (scene.project !== this.located.scene.project) {
      throw new CoreError('document-invalid', 'the document is of another project than the open shot', {
        place: 'project',
        remedy: 'Open the other shot instead.',
      });
    }
    this.set(await this.locate(scene));
    this.journal.keep(this.located.scene);
    return this.located;
  }

  /** The shot as `take` has it (by default as it is worked on), with mesh files as they were at the last edit. */
  async take(take: string | undefined): Promise<LocatedShot> {
    if (take === undefined || take === this.located.scene.take.id) return this.located;
    const known = this.takes.get(take);
    if (known !== undefined) return known;
    const located = this.locate(switchTake(this.located.scene, take));
    this.takes.set(take, located);
    return located;
  }

  /**
   * The shot as a task needs it, mesh files as they are now: no frame may be stored under the key of another mesh. Throws `file-missing`,
   * naming every mesh that is not there or may not be read.
   */
  async taskShot(take: string | undefined): Promise<LoadedShot> {
    this.set(await this.locateFresh(this.located.scene));
    const { scene } = this.located;
    const other = take !== undefined && take !== scene.take.id;
    const { missing, ...loaded } = other ? await this.locateFresh(switchTake(scene, take)) : this.located;
    if (missing.length === 0) return loaded;
    throw missingError(missing);
  }

  /** `scene` was written to the shot's file. */
  async becomeSaved(scene: Scene, sha256: string): Promise<void> {
    this.set(await this.locate(scene));
    this.saved = { text: formatScene(this.located.scene), sha256 };
    this.journal = this.openJournal();
  }

  /** `scene` was written to another file: the shot goes on under that path, with another cache. */
  async moveTo(path: string, cache: FrameCache, scene: Scene, sha256: string): Promise<void> {
    this.path = path;
    this.cache = cache;
    this.frames = new FrameIndex(cache, this.options.backend);
    await this.becomeSaved(scene, sha256);
  }

  /** Looks for the meshes of a scene; files that were not touched since are not read. */
  locate(scene: Scene): Promise<LocatedShot> {
    const { hashes } = this;
    return this.locateBy(scene, (path) => hashes.likely(path), hashes.likelyInputs);
  }

  /** Locates the scene's files as `locate` does, reading every file. */
  private locateFresh(scene: Scene): Promise<LocatedShot> {
    const { hashes } = this;
    return this.locateBy(scene, (path) => hashes.fresh(path), hashes.freshInputs);
  }

  private locateBy(scene: Scene, ...read: readonly [HashFile, ReadInputs]): Promise<LocatedShot> {
    const paths = this.options.paths ?? anyPath;
    return locateMeshes(scene, this.path, (mesh) => paths.allow(mesh, 'read'), ...read);
  }

  private set(located: LocatedShot): void {
    this.located = located;
    this.takes = new Map();
  }

  private openJournal(): Journal {
    const { stateFolder, warn } = this.options;
    return new Journal(stateFolder, this.located.scene.project, { path: this.path, savedText: this.saved.text, warn });
  }
}

/** Describes a missing file as clients are told of it. */
function missingState({ entity, path, error }: MissingMesh): RequestResult<'applyScene'>['missing'][number] {
  if (error.code === 'file-missing') return { entity, path };
  return { entity, path, refusal: { message: error.message, remedy: error.remedy } };
}

/** `file-missing` for all of them; it says why where that is something else. */
function missingError(missing: readonly MissingMesh[]): CoreError {
  const [{ error }] = missing;
  const { file, place, message, remedy } = error;
  if (missing.length === 1) {
    if (error.code === 'file-missing') return error;
    const what = `the mesh of '${missing[0].entity}' cannot be used: ${message}`;
    return new CoreError('file-missing', what, { file, place, remedy, cause: error });
  }
  const reason = (one: MissingMesh) =>
    one.error.code === 'file-missing' ? one.path : `${one.path}: ${one.error.message}`;
  const named = missing.map((one) => `'${one.entity}' (${reason(one)})`).join(', ');
  return new CoreError('file-missing', `the meshes of ${missing.length} objects are missing: ${named}`, {
    file,
    place,
    remedy: 'Locate them: put them back or correct their paths.',
  });
}
