import type { ColliderShape } from '../../collision/CollisionBody.ts';
import { closedSurface } from '../../collision/closedSurface.ts';
import { rotationFromQuaternion } from '../../math/quaternions.ts';
import { rotateVectors } from '../../math/rotations.ts';
import { compactSurface, writeVertices } from '../../coupling/compactSurface.ts';
import type { CoupledSolid, CoupledSurface } from '../../coupling/CoupledSolid.ts';
import { positionsOf, ROTATION, TRANSLATION, valuesOf, velocitiesOf, type Stream } from '../../frames/Stream.ts';
import { tornVolume } from '../../geometry/tearing/TopologyChange.ts';
import { embedPositions, type VolumeMesh } from '../../geometry/TetMesh.ts';
import { triangulate } from '../../geometry/triangulate.ts';
import { surfaceTriangles } from '../../simulation/contact/bodyContactSurface.ts';

/** A solid of a stored frame as the liquid sees it that it moves with: it goes on as it moves at that frame, whatever presses on it. */
export class StoredBody implements CoupledSolid {
  /** Entity id. */
  readonly id: string;
  readonly surface: CoupledSurface;
  /** m/s. */
  readonly velocity: Float64Array;
  private readonly positions: Float64Array;

  /** `triangles`: outward triangles of vertices that have these positions, m, and velocities, m/s. */
  constructor(id: string, triangles: Uint32Array, positions: Float64Array, velocities: Float64Array) {
    this.id = id;
    this.surface = compactSurface(triangles);
    this.velocity = velocities;
    this.positions = positions;
  }

  writeSurface(positions: Float64Array): void {
    writeVertices(this.surface, this.positions, positions);
  }

  predict(): void {
    // It has its velocity from the frame.
  }

  isCompliant(): boolean {
    return false;
  }

  applyInverse(force: Float64Array): void {
    force.fill(0);
  }

  applyPressure(): void {
    // Nothing moves it.
  }
}

/** Returns a rigid body of this shape as its stream in a stored frame has it, as if it stood still there: frames hold its pose and not its velocity. */
export function storedRigidBody(shape: ColliderShape, pose: Stream): StoredBody {
  const { positions, triangles } = closedSurface(shape.display());
  const matrix = new Float64Array(9);
  rotationFromQuaternion(valuesOf(pose, ROTATION, Float64Array), matrix);
  const placed = Float64Array.from(positions);
  rotateVectors(matrix, placed, placed);
  const translation = valuesOf(pose, TRANSLATION, Float64Array);
  return new StoredBody(
    pose.entity,
    triangles,
    placed.map((x, k) => x + translation[k % 3]),
    new Float64Array(placed.length),
  );
}

/** Returns a solid as its stream in a stored frame has it, as `SimulatedBody.coupled` is while it is simulated; undefined where the stream is one of another mesh. */
export function storedBody(whole: VolumeMesh, mesh: Stream): StoredBody | undefined {
  const { change } = mesh;
  const [positions, velocities] = [positionsOf(mesh), velocitiesOf(mesh)];
  if (positions.length !== whole.mesh.positions.length + 3 * (change?.nodeVertices.length ?? 0)) return undefined;
  const volume = change === undefined ? whole : tornVolume(whole, change);
  if (mesh.topology === 'fixed') {
    const triangles = surfaceTriangles(volume);
    return new StoredBody(mesh.entity, triangles, Float64Array.from(positions), Float64Array.from(velocities));
  }
  // The surface of what tears is embedded.
  const embedded = (nodes: Float32Array) => {
    const vertices = new Float64Array(volume.surface.positions.length);
    embedPositions(volume.embedding, nodes, vertices);
    return vertices;
  };
  const { triangles } = triangulate(volume.surface).mesh;
  return new StoredBody(mesh.entity, triangles, embedded(positions), embedded(velocities));
}
