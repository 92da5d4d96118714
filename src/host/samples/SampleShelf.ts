import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalJson, sha256Hex } from '../../base/hash.ts';
import { adoptCache } from '../../cache/adoptCache.ts';
import { templates, type TemplateDefinition } from '../../scene/templates.ts';
import { SOLVER_VERSION } from '../../simulation/solverVersion.ts';
import { documentOfTemplate } from '../shot/templateSubject.ts';
import { readPackState, unpackSample } from './samplePack.ts';
import { readState, type ShelvedSample } from './shelvedSample.ts';

/** Names the folders of this program's samples: others are of an older program. */
const NAME = /^[0-9a-f]{16}-[a-z0-9-]+$/;

/**
 * The draft frames of sample shots, made before anybody opens them: `<state folder>/samples/<content>-<template>` holds the shot with its cache.
 * `content` stands for the solver, its backend and the template's document: frames of another program are never found. Packs that come with the program bear
 * the same names.
 */
export class SampleShelf {
  readonly folder: string;
  private readonly packs: string;
  private readonly backend: string;
  private readonly names = new Map<string, string>();

  constructor(stateFolder: string, backend: string, packs = defaultPacks()) {
    this.folder = join(stateFolder, 'samples');
    this.packs = packs;
    this.backend = backend;
  }

  /** The folder of a sample; undefined for a template that needs the artist's mesh, or that there is not. */
  folderOf(type: string): string | undefined {
    const name = this.nameOf(type);
    return name === undefined ? undefined : join(this.folder, name);
  }

  /** What the folder of a template's sample, and its pack, are called. */
  nameOf(type: string): string | undefined {
    const known = this.names.get(type);
    if (known !== undefined) return known;
    if (!templates.has(type)) return undefined;
    const template = templates.get(type);
    if (!isSample(template)) return undefined;
    const content = canonicalJson({
      backend: `${SOLVER_VERSION}/${this.backend}`,
      document: documentOfTemplate(template),
    });
    const name = `${sha256Hex(content).slice(0, 16)}-${type}`;
    this.names.set(type, name);
    return name;
  }

  /** How far a sample is, on the shelf or in its pack; undefined where there is nothing of it. */
  async state(type: string): Promise<ShelvedSample | undefined> {
    const folder = this.folderOf(type);
    if (folder === undefined) return undefined;
    return (await readState(folder)) ?? readPackState(this.packOf(type));
  }

  /** Puts the frames that come with the program onto the shelf, where nothing of the sample is there yet. */
  async unpack(type: string): Promise<void> {
    const folder = this.folderOf(type);
    if (folder === undefined || (await readState(folder)) !== undefined) return;
    await unpackSample(this.packOf(type), folder);
  }

  /** Brings what there is of a sample into the cache of a shot that was made of its template. Gives the number of files. */
  async bring(type: string, cacheFolder: string): Promise<number> {
    const folder = this.folderOf(type);
    if (folder === undefined) return 0;
    await this.unpack(type);
    const caches = await readdir(join(folder, 'ductile-cache')).catch(() => []);
    let brought = 0;
    for (const cache of caches) brought += await adoptCache(join(folder, 'ductile-cache', cache), cacheFolder);
    return brought;
  }

  private packOf(type: string): string {
    return join(this.packs, `${this.nameOf(type)}.pack`);
  }

  /** Removes what programs before this one left. */
  async removeForeign(): Promise<void> {
    const own = new Set(sampleTypes().map((type) => this.nameOf(type)));
    for (const name of await readdir(this.folder).catch(() => [])) {
      if (NAME.test(name) && !own.has(name)) await rm(join(this.folder, name), { recursive: true, force: true });
    }
  }

  /** Bytes of everything on the shelf. */
  async bytes(): Promise<number> {
    let bytes = 0;
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
      bytes += found?.size ?? 0;
    }
    return bytes;
  }
}

/** Templates that make a shot without a mesh of the artist's, in the order of their registry. */
export function sampleTypes(): readonly string[] {
  return templates
    .all()
    .filter(isSample)
    .map(({ type }) => type);
}

function isSample({ type, needsMesh, sampleMesh }: TemplateDefinition): boolean {
  return type !== 'empty' && (!needsMesh || sampleMesh !== undefined);
}

/** Returns the folder beside the built program, one or two folders up from its scripts: `dist/samples`. */
function defaultPacks(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return here.endsWith('chunks') || here.endsWith('electron') ? join(here, '..', 'samples') : join(here, 'samples');
}
