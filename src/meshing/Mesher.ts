import type { z } from 'zod';
import type { JobContext } from '../base/job.ts';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';
import type { VolumeMesh } from '../geometry/TetMesh.ts';

/** Where a mesh is to be finer than asked for, which its caller knows (an artist painted it). */
export interface WantedDetail {
  /** Most halvings of the edge that are wanted anywhere, 1 or more. */
  readonly levels: number;
  /** out[i] = halvings wanted at point i (xyz each, metres), 0 to `levels`; as many points as `out` has entries. */
  levelsAt(points: Float64Array, out: Uint8Array): void;
}

/** Fills a surface with volume elements. Registered by adding a file to `meshers/` that default-exports one. */
export interface MesherDefinition<Params = unknown> extends Definition {
  readonly params: z.ZodType<Params>;
  /** True where elements stand wherever the surface passes, so that no part is too thin to be carried. */
  readonly coversSurface?: boolean;
  /** True where `detail` is followed; other methods make elements of one size, whatever is painted. */
  readonly followsDetail?: boolean;
  /**
   * `edgeLength`: wanted long edge of the lattice, metres. Throws CoreError `geometry-empty`, `geometry-invalid`,
   * `limit-exceeded` (would pass the element budget: says the estimate) or `mesh-failed`; `cancelled` when asked.
   */
  mesh(
    surface: SurfaceMesh,
    edgeLength: number,
    params: Params,
    job: JobContext,
    detail?: WantedDetail,
  ): Promise<VolumeMesh>;
}

export const meshers = new Registry<MesherDefinition>(
  'mesher',
  defaultExports<MesherDefinition>(import.meta.glob('./meshers/*.ts', { eager: true })),
);
