import { z } from 'zod';
import { plasticity } from '../../scene/properties/plasticity.ts';
import { empty, frameNumber, path, quality } from './values.ts';
import { subjects } from '../../scene/subjects.ts';

/** What a shot can be about. */
const templateSubject = z.enum(subjects);
export type TemplateSubject = z.output<typeof templateSubject>;

/** A registered definition as menus and forms need it. */
const definition = z.strictObject({
  /** Kind of the registry: `constitutive model`, `mesher`, `collider shape`, `template`, `importer`, `exporter`. */
  kind: z.string(),
  type: z.string(),
  label: z.string(),
  reference: z.string(),
  /** JSON Schema of the parameters; numbers carry their `quantity` (unit, range, default, help, symbol). */
  params: z.unknown(),
  /** File name endings, for importers and exporters, without the dot. */
  extensions: z.array(z.string()).default([]),
  /** Whether a template needs a mesh of the artist's. */
  needsMesh: z.boolean().default(false),
  /** Whether a template can be about a mesh of the artist's, in place of its own where it brings one. */
  takesMesh: z.boolean().default(false),
  /** Subject of a template's shot; left out where it has none. */
  subject: templateSubject.optional(),
  /** Whether a mesher makes elements finer where the artist painted detail. */
  followsDetail: z.boolean().optional(),
  /** Whether a constitutive model has tension along fibres. */
  hasFibres: z.boolean().optional(),
  /** What a constitutive model measures where that is not stretches. */
  measure: z.string().optional(),
  /** Whether an exporter writes one file per frame; `####` in the path stands for its number. */
  sequence: z.boolean().default(false),
});
export type DefinitionInfo = z.output<typeof definition>;

const materialPreset = z.strictObject({
  type: z.string(),
  label: z.string(),
  model: z.string(),
  density: z.number(),
  youngsModulus: z.number(),
  poissonRatio: z.number(),
  /** s. */
  dampingTime: z.number(),
  note: z.string().default(''),
  /** How it stays deformed; left out where it springs back. */
  plasticity: plasticity.optional(),
});
export type MaterialPreset = z.output<typeof materialPreset>;

/** How far a shot was simulated when it was last seen in the editor. */
export const shotProgress = z.strictObject({
  quality,
  /** Frames of its range, and those of them that were there. */
  frames: z.int().min(1),
  made: z.int().min(0),
  stale: z.int().min(0),
  /** The first frame that could not be made. */
  failedAt: frameNumber.optional(),
});
export type ShotProgress = z.output<typeof shotProgress>;

/** The program and the machine, and files to choose from. */
export const programRequests = {
  /** The first request of a connection: the host answers no other before it. */
  hello: {
    params: z.strictObject({
      version: z.int(),
      client: z.string().max(100),
      /** Known to this page alone, also after it was loaded again: it then goes on with what it left running. */
      page: z.string().min(16).max(64).optional(),
    }),
    result: z.strictObject({ version: z.int(), host: z.string(), backend: z.string() }),
  },
  /** Everything registered, so that a new file in the core shows up in the editor by itself. */
  catalogue: {
    params: empty,
    result: z.strictObject({
      definitions: z.array(definition),
      materialPresets: z.array(materialPreset),
      exportPresets: z.array(
        z.strictObject({
          type: z.string(),
          label: z.string(),
          /** What to set in the other program on import. */
          help: z.string().default(''),
          metresPerUnit: z.number(),
          upAxis: z.enum(['y', 'z']),
        }),
      ),
      machine: z.strictObject({
        cores: z.int().min(1),
        threads: z.int().min(1),
        backend: z.string(),
        memoryBytes: z.number(),
      }),
    }),
  },
  /** Folders, shots and meshes in a folder of the workspace; left out, the workspace itself. */
  listFolder: {
    params: z.strictObject({ path: path.optional() }),
    result: z.strictObject({
      path: z.string(),
      /** Path of the folder above; left out at the top of what may be seen. */
      parent: z.string().optional(),
      entries: z.array(
        z.strictObject({
          name: z.string(),
          path: z.string(),
          kind: z.enum(['folder', 'shot', 'mesh', 'other']),
          bytes: z.number(),
          secondsAgo: z.number(),
        }),
      ),
    }),
  },
  /** The shots opened last, newest first. */
  recentShots: {
    params: empty,
    result: z.strictObject({
      shots: z.array(
        z.strictObject({
          path: z.string(),
          name: z.string(),
          folder: z.string(),
          openedSecondsAgo: z.number(),
          missing: z.boolean(),
          /** A journal with unsaved edits waits. */
          recovered: z.boolean(),
          /** PNG, small. */
          thumbnail: z.instanceof(Uint8Array).optional(),
          /** Progress of the shot; left out where it never was reported. */
          progress: shotProgress.optional(),
        }),
      ),
    }),
  },
  /** Takes shots off that list, with their pictures; their files stay as they are. */
  forgetRecentShots: { params: z.strictObject({ paths: z.array(path).max(1000) }), result: empty },
  /** Keeps a small picture of the open shot for the start page. */
  storeThumbnail: {
    params: z.strictObject({ png: z.instanceof(Uint8Array).refine((png) => png.byteLength <= 1 << 20) }),
    result: empty,
  },
  /** Keeps how far the open shot is simulated for the start page. */
  storeProgress: { params: z.strictObject({ progress: shotProgress }), result: empty },
  /** What the editor remembers of itself (layout, keymap, view): any JSON up to 1 MiB. */
  preferences: { params: empty, result: z.strictObject({ value: z.unknown() }) },
  storePreferences: { params: z.strictObject({ value: z.json() }), result: empty },
} as const;
