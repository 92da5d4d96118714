import extraKinds from '#extra-kinds/exporters';
import type { z } from 'zod';
import type { ExportCheck } from '../base/exportCheck.ts';
import type { JobContext } from '../base/job.ts';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';
import type { HexMesh, TetMesh } from '../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';

/** Numbers that go out beside the geometry, in SI units; vectors are in target axes. */
export interface ExportField {
  /** Name in the shot; exporters make it legal for their format. */
  readonly name: string;
  /** Numbers of each value. */
  readonly size: number;
  readonly values: Float32Array;
}

/** One object's shape at one frame, already in target units and axes. */
export interface ExportSample {
  /** xyz per vertex, in the order of the object's `surface` (or of this sample's own topology). */
  readonly positions: Float32Array;
  /** Units per second, same count as positions. */
  readonly velocities?: Float32Array;
  /** Changing topology: this frame's own surface (positions inside are ignored). Missing: the object's. */
  readonly topology?: SurfaceMesh;
  /** Points: ids and widths (diameters), one each. */
  readonly ids?: BigUint64Array;
  readonly widths?: Float32Array;
  /** Volume vertices, when the volume is asked for. */
  readonly volumePositions?: Float32Array;
  /** A value per vertex of the surface, or per point: the same fields in every frame. */
  readonly fields?: readonly ExportField[];
  /** A value per vertex of the volume, and per element. */
  readonly volumeFields?: { readonly vertices: readonly ExportField[]; readonly elements: readonly ExportField[] };
  /** Changing elements: this frame's own tetrahedra (positions inside are ignored). Missing: the object's. */
  readonly tets?: TetMesh;
}

export interface ExportObject {
  /** Name that the artist gave; exporters make it legal for their format. */
  readonly name: string;
  readonly kind: 'mesh' | 'points' | 'transform';
  /** Constant topology, uvs, groups. */
  readonly surface?: SurfaceMesh;
  readonly tets?: TetMesh;
  readonly hexes?: HexMesh;
  /** Sample of frame `frame` (absolute number). Called in ascending order, once or twice (writing, then verifying). */
  sample(frame: number): Promise<ExportSample>;
  /** Transform of an object that moves as a whole, asked as samples are: column-major 4x4, column vectors (as three.js). Samples are in its space. */
  transform?(frame: number): Float64Array | Promise<Float64Array>;
}

export interface ExportJob {
  readonly objects: readonly ExportObject[];
  readonly firstFrame: number;
  readonly lastFrame: number;
  readonly framesPerSecond: number;
  /** File, or a pattern for sequences (`####` or `%04d` = frame number; added before the ending when missing). */
  readonly path: string;
  /** Text for the file's own metadata. No dates, so that equal shots give equal bytes. */
  readonly application: string;
  readonly description: string;
}

/** What reopening the written file showed: the hand-off report. */
export interface ExportReport {
  readonly files: readonly string[];
  readonly bytes: number;
  /** One line per comparison made on the reopened file. */
  readonly checks: readonly ExportCheck[];
  /** Box over all frames in target units: min xyz, max xyz. */
  readonly bounds: readonly number[];
}

/** Registered by adding a file to `exporters/` that default-exports one. */
export interface ExporterDefinition<Params = unknown> extends Definition {
  readonly extensions: readonly string[];
  /** One file per frame: the path holds `####` for the frame number. */
  readonly sequence: boolean;
  readonly params: z.ZodType<Params>;
  /** Writes to a temporary name and renames; on failure or cancel leaves nothing behind under the final name. */
  write(job: ExportJob, params: Params, context: JobContext): Promise<ExportReport>;
}

export const exporters = new Registry<ExporterDefinition>(
  'exporter',
  defaultExports<ExporterDefinition>({ ...import.meta.glob('./exporters/*.ts', { eager: true }), ...extraKinds }),
);
