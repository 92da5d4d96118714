import type { PairKernelFactory } from '../collision/selfContact/KernelPairs.ts';
import type { ColliderShape } from '../collision/CollisionBody.ts';
import type { Stream } from '../frames/Stream.ts';
import type { ShellMesh, VolumeMesh } from '../geometry/TetMesh.ts';
import type { EntityOf, KindName } from '../scene/Kinds.ts';
import type { QualityName, Scene } from '../scene/Scene.ts';
import type { FibreSamples } from './solid/fibres/fibreSamples.ts';
import type { SampledGeometry } from '../simulation/animated/SampledGeometry.ts';
import type { KeyedInputs } from '../simulation/keyed/KeyedInputs.ts';
import type { LiquidKernelFactory, ShallowStepsFactory } from '../liquids/LiquidSolver.ts';
import type { RequestedAttribute } from '../simulation/RequestedAttribute.ts';
import type { OperatorsFactory } from './solid/SimulatedSolidInput.ts';
import type { System } from '../simulation/System.ts';
import type { ShellOperatorsFactory } from '../solids/cloth/ShellOperators.ts';

/** What a scene refers to, made ready: by entity id. */
export interface ShotAssets {
  /** Volume mesh of every enabled solid, in its own frame, scaled. */
  readonly volumes: ReadonlyMap<string, VolumeMesh>;
  /** Triangles of every enabled cloth, in its own frame, scaled. */
  readonly shells?: ReadonlyMap<string, ShellMesh>;
  /** Level set of every enabled collider and region whose shape is a mesh file. */
  readonly meshShapes: ReadonlyMap<string, ColliderShape>;
  /** Positions of the vertices of a solid's volume in the goal of its plastic flow, in the volume's frame, by the solid's id, where the goal is a mesh. */
  readonly goals?: ReadonlyMap<string, Float64Array>;
  /** Directions of the fibres of solids that name a file for them. */
  readonly fibres?: ReadonlyMap<string, FibreSamples>;
  /** Open files of animated geometry by the id of the animation; who makes systems of them closes them by `dispose`. */
  readonly animations?: ReadonlyMap<string, SampledGeometry>;
}

/** How a shot is simulated. */
export interface SimulationOptions {
  readonly quality: QualityName;
  readonly createOperators: OperatorsFactory;
  readonly createShell: ShellOperatorsFactory;
  readonly createLiquidKernel?: LiquidKernelFactory;
  readonly createShallowSteps?: ShallowStepsFactory;
  readonly createPairKernel?: PairKernelFactory;
  /** Asked while liquids are made, which takes long in large boxes; never cancelled where left out. */
  readonly cancelled?: () => boolean;
}

/** What systems are made in. */
export interface SystemContext extends SimulationOptions {
  readonly scene: Scene;
  readonly assets: ShotAssets;
  readonly inputs: KeyedInputs;
  /** Systems of the kinds that this one comes after, by entity id, in the order of the scene. */
  readonly systems: ReadonlyMap<string, System>;
}

/** What simulates the entities of a kind. Registered by a folder of `src/systems` whose `system.ts` default-exports one. */
export interface SystemKind<K extends KindName = KindName> {
  /** The `kind` of its entities in documents. */
  readonly type: K;
  /** Kinds whose systems are made before, because these need them. */
  readonly after: readonly KindName[];
  /** Makes the system of an enabled entity. Throws `document-invalid` and `geometry-invalid` for what cannot be simulated. */
  create(entity: EntityOf<K>, context: SystemContext): System;
  /** Rounds one of its streams to what is stored of it; left out, streams are stored as they are. */
  compact?(entity: EntityOf<K>, stream: Stream, scene: Scene, quality: QualityName): Stream;
  /** What is computed of its stored frames beside what they hold. */
  readonly requested?: readonly RequestedAttribute<EntityOf<K>>[];
}
