import type { z } from 'zod';
import type { JobContext } from '../base/job.ts';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';
import type { VolumeMesh } from '../geometry/TetMesh.ts';

/** Fills a surface with volume elements. Registered by adding a file to `meshers/` that default-exports one. */
export interface MesherDefinition<Params = unknown> extends Definition {
  readonly params: z.ZodType<Params>;
  /** True where elements stand wherever the surface passes, so that no part is too thin to be carried. */
  readonly coversSurface?: boolean;
  /**
   * `edgeLength`: wanted long edge of the lattice, metres. Throws CoreError `geometry-empty`, `geometry-invalid`,
   * `limit-exceeded` (would pass the element budget: says the estimate) or `mesh-failed`; `cancelled` when asked.
   */
  mesh(surface: SurfaceMesh, edgeLength: number, params: Params, job: JobContext): Promise<VolumeMesh>;
}

export const meshers = new Registry<MesherDefinition>(
  'mesher',
  defaultExports<MesherDefinition>(import.meta.glob('./meshers/*.ts', { eager: true })),
);
