import type { ShellMesh, VolumeMesh } from '../../src/geometry/TetMesh.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { createBackend, type SolverBackend } from '../../src/host/simulation/solverBackend.ts';
import type { Cloth } from '../../src/scene/kinds/cloth.ts';
import { isKind, type QualityName, type Scene } from '../../src/scene/Scene.ts';
import { createFromTemplate, type TemplateMesh } from '../../src/scene/templates.ts';
import { clothMesh, proceduralCloth } from '../../src/simulation/rest/clothMesh.ts';
import type { SourceMesh } from '../../src/simulation/rest/proceduralMesh.ts';
import type { SampledGeometry } from '../../src/simulation/animated/SampledGeometry.ts';
import { ShotSimulation } from '../../src/systems/ShotSimulation.ts';
import { filledSolid } from './filledSolid.ts';

const PROJECT = '00000000-0000-4000-8000-000000000000';

/** A scene from a template with a fixed project id. */
export function templateScene(type: string, params: Record<string, unknown> = {}, mesh?: TemplateMesh): Scene {
  return createFromTemplate(type, params, { project: PROJECT, name: type, mesh }, catalogue);
}

export interface RunningShot {
  readonly simulation: ShotSimulation;
  readonly volumes: ReadonlyMap<string, VolumeMesh>;
  readonly backend: SolverBackend;
  /** Moves on to `frame`. */
  advanceTo(frame: number): void;
  dispose(): void;
}

export interface ShotOptions {
  readonly quality?: QualityName;
  readonly threads?: number;
  readonly backend?: string;
  /** What runs it, which shots may share one after another, in place of one of its own; whoever made it ends it. */
  readonly solver?: SolverBackend;
  /** Meshes of solids whose source is a file, by entity id. */
  readonly sources?: ReadonlyMap<string, SourceMesh>;
  /** Geometry of animations whose source is a file, by entity id. */
  readonly animations?: ReadonlyMap<string, SampledGeometry>;
}

function shellOf(cloth: Cloth, scene: Scene, quality: QualityName): ShellMesh {
  if (cloth.source.kind !== 'procedural') throw new Error(`'${cloth.id}' is a file`);
  return clothMesh(cloth, proceduralCloth(cloth.source.form, scene.quality[quality].edgeScale));
}

/** A scene ready to run in this process, with no cache. */
export async function runShot(scene: Scene, options: ShotOptions = {}): Promise<RunningShot> {
  const quality = options.quality ?? 'draft';
  const volumes = new Map<string, VolumeMesh>();
  for (const solid of scene.entities.filter(isKind('solid'))) {
    const source = solid.source.kind === 'procedural' ? undefined : options.sources?.get(solid.id);
    volumes.set(solid.id, await filledSolid(solid, source, scene.quality[quality].edgeScale));
  }
  const shells = new Map(
    scene.entities.filter(isKind('cloth')).map((cloth) => [cloth.id, shellOf(cloth, scene, quality)]),
  );
  const backend = options.solver ?? createBackend(options.backend, options.threads ?? 1);
  const { createOperators, createShell, createLiquidKernel, createShallowSteps, createPairKernel } = backend;
  const simulation = new ShotSimulation(
    scene,
    { volumes, shells, meshShapes: new Map(), animations: options.animations },
    { quality, createOperators, createShell, createLiquidKernel, createShallowSteps, createPairKernel },
  );
  return {
    simulation,
    volumes,
    backend,
    advanceTo(frame) {
      while (simulation.frame < frame) simulation.advance(() => false);
    },
    dispose() {
      simulation.dispose();
      if (options.solver === undefined) backend.dispose();
    },
  };
}
