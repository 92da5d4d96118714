import type { z } from 'zod';
import type { JobContext } from '../base/job.ts';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';
import type { VolumeMesh } from '../geometry/TetMesh.ts';

/** Additional refinement that the caller requests, such as painted detail. */
export interface WantedDetail {
  /** Largest number of edge halvings requested anywhere, 1 or more. */
  readonly levels: number;
  /** Writes the halvings requested at each point (xyz each, m), 0 to `levels`, to `out`; `out` has one entry per point. */
  levelsAt(points: Float64Array, out: Uint8Array): void;
}

/** Fills a surface with volume elements. Registered by adding a file to `meshers/` that default-exports one. */
export interface MesherDefinition<Params = unknown> extends Definition {
  readonly params: z.ZodType<Params>;
  /** Whether elements cover the whole surface, so that no part is too thin to be embedded. */
  readonly coversSurface?: boolean;
  /** Whether the mesher follows `detail`; other meshers make elements of one size, whatever is painted. */
  readonly followsDetail?: boolean;
  /**
   * Fills a surface. `edgeLength`: target long edge of the lattice, metres. Throws CoreError `geometry-empty`, `geometry-invalid`,
   * `limit-exceeded` (over the element budget; the message gives the estimate) or `mesh-failed`; `cancelled` once the user asks.
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
