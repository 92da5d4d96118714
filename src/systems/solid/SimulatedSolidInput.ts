import type { ContactCollider } from '../../collision/contactCollider.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import type { QualityName, Scene } from '../../scene/Scene.ts';
import type { RigidParent } from '../../simulation/attachment/RigidParent.ts';
import type { KeyedCollider } from '../../simulation/keyed/KeyedCollider.ts';
import type { PrescribedSurface } from '../../simulation/attachment/PrescribedSurface.ts';
import type { KeyedInputs } from '../../simulation/keyed/KeyedInputs.ts';
import type { SolidBodyInput, SolidOperators } from '../../solids/SolidOperators.ts';
import type { FibreSamples } from './fibres/fibreSamples.ts';

/** Makes the linear algebra of a body: the kernels where they run, else the reference. */
export type OperatorsFactory = (input: SolidBodyInput) => SolidOperators;

/** What a solid of a shot is simulated from. */
export interface SimulatedSolidInput {
  readonly scene: Scene;
  readonly solid: Solid;
  /** Mesh in the solid's own frame, scaled. */
  readonly volume: VolumeMesh;
  readonly colliders: readonly KeyedCollider[];
  /** Surfaces that deform as prescribed and that it meets by signed distance; left out, it meets none so. */
  readonly deformingColliders?: readonly ContactCollider[];
  /** Surfaces that move as prescribed, which its pins may follow. */
  readonly surfaces: readonly PrescribedSurface[];
  /** Rigid bodies that its pins may follow. */
  readonly rigid: readonly RigidParent[];
  readonly inputs: KeyedInputs;
  /** Positions of the volume's vertices in the goal of plastic flow, in its frame, where the goal is a mesh. */
  readonly goal?: Float64Array;
  /** Directions of the fibres, where they are in a file. */
  readonly fibreSamples?: FibreSamples;
  readonly quality: QualityName;
  readonly createOperators: OperatorsFactory;
  /** Walls of the liquid that it moves with; left out, it moves with none. */
  readonly tank?: readonly ContactCollider[];
  /** Cut elements: the fraction of each that is filled, and the vertices of the whole solid, which nodes that fill none of it follow. */
  readonly cut?: {
    readonly fractions: Float64Array;
    readonly wholeVertexCount: number;
    /** The whole solid, as `volume` would be without cuts. */
    readonly whole: VolumeMesh;
    /** Directions of the whole solid's fibres, xyz per element. */
    readonly fibreDirections: Float64Array | undefined;
  };
}
