import { CoreError } from '../../base/errors.ts';
import { quietJob } from '../../base/job.ts';
import type { Embedding, VolumeMesh } from '../../geometry/TetMesh.ts';
import { quaternionFromVector, rotationFromQuaternion } from '../../math/quaternions.ts';
import { bestRotation, rotationVector, takeCentre, turnBack } from '../../math/rigidFit.ts';
import type { AnimatedTarget } from '../../scene/properties/animatedTarget.ts';
import { AttachedPoints } from '../attachment/AttachedPoints.ts';
import type { PrescribedSurface } from '../attachment/PrescribedSurface.ts';
import { GoalTransfer } from './transferGoal.ts';

/** Error of the inside of a shape, relative to what it differs from an affine image by. */
const TOLERANCE = 1e-6;
/** Times of frames are rounded: within this of a frame, in frames, is the frame. */
const FRAME_ROUNDING = 1e-9;
/** Shapes that are kept: those at both ends of an interval. */
const KEPT = 2;

export interface AnimatedShapeInput {
  /** Rest shape in world axes where the shot begins, m. */
  readonly volume: VolumeMesh;
  readonly surface: PrescribedSurface;
  readonly matching: AnimatedTarget['matching'];
  /** Seconds of one frame interval. */
  readonly frameDuration: number;
}

interface KeptShape {
  /** Frame from the first one of the shot on. */
  readonly frame: number;
  readonly positions: Float64Array;
}

/**
 * The shape of a volume that follows an animation: its surface moves with the animation, and its inside is extended harmonically (`GoalTransfer`) at frames. Between two frames
 * x(s) = (1 - s) c_0 + s c_1 + R(s) ((1 - s) y_0 + s R(1)^T y_1), with c the mean of the vertices and y what they are apart from it, and R a turn about one axis at constant speed to
 * the rotation that fits best: what turns does not shrink. Only samples that the interval of a frame reads are asked for.
 */
export class AnimatedShape {
  private readonly input: AnimatedShapeInput;
  private readonly transfer: GoalTransfer;
  /** Undefined where the animation gives the vertices themselves. */
  private readonly attached: AttachedPoints | undefined;
  private readonly image: Float64Array;
  private readonly shapes: KeptShape[] = [];
  /** Motion over the interval that ends at `frame`: centres, shapes and the rotation vector. */
  private motion: { frame: number; from: Centred; to: Centred; turn: Float64Array } | undefined;
  private readonly quaternion = new Float64Array(4);
  private readonly rotation = new Float64Array(9);

  /** Throws `document-invalid` where vertices are to be matched that there are not. */
  constructor(input: AnimatedShapeInput) {
    const { volume, surface, matching } = input;
    this.input = input;
    const points = matching === 'vertices' ? volume.embedding : faceVertices(volume);
    this.transfer = new GoalTransfer(volume, points, quietJob, TOLERANCE);
    const { rest } = this.transfer;
    if (matching === 'vertices') checkCount(surface, rest.length / 3);
    else this.attached = new AttachedPoints(surface, rest, 'triangle');
    this.image = new Float64Array(rest.length);
  }

  /** out = positions of all vertices at `time`, s since the first frame, m. */
  positionsAt(time: number, out: Float64Array): void {
    const frames = time / this.input.frameDuration;
    const last = Math.ceil(frames - FRAME_ROUNDING);
    const share = frames - (last - 1);
    if (share > 1 - FRAME_ROUNDING) out.set(this.shapeAt(last));
    else this.between(last, share, out);
  }

  /** out = positions at the share `s` of the interval that ends at a frame. */
  private between(frame: number, s: number, out: Float64Array): void {
    const { from, to, turn } = this.motionTo(frame);
    const { quaternion, rotation: r } = this;
    quaternionFromVector(turn, s, quaternion);
    rotationFromQuaternion(quaternion, r);
    for (let i = 0; i < out.length; i += 3) {
      const x = (1 - s) * from.shape[i] + s * to.shape[i];
      const y = (1 - s) * from.shape[i + 1] + s * to.shape[i + 1];
      const z = (1 - s) * from.shape[i + 2] + s * to.shape[i + 2];
      for (let axis = 0; axis < 3; axis++) {
        const centre = (1 - s) * from.centre[axis] + s * to.centre[axis];
        out[i + axis] = centre + r[3 * axis] * x + r[3 * axis + 1] * y + r[3 * axis + 2] * z;
      }
    }
  }

  private motionTo(frame: number) {
    if (this.motion?.frame === frame) return this.motion;
    const from = centred(this.shapeAt(frame - 1));
    const to = centred(this.shapeAt(frame));
    const rotation = bestRotation(from.shape, to.shape);
    const turn = new Float64Array(3);
    rotationVector(rotation, turn);
    turnBack(rotation, to.shape);
    this.motion = { frame, from, to, turn };
    return this.motion;
  }

  private shapeAt(frame: number): Float64Array {
    const { shapes, input } = this;
    const found = shapes.find((shape) => shape.frame === frame);
    if (found !== undefined) return found.positions;
    const positions = this.transfer.extend(this.imageAt(frame * input.frameDuration));
    if (shapes.length === KEPT) shapes.shift();
    shapes.push({ frame, positions });
    return positions;
  }

  /** Returns the positions that the surface of the solid should have at a time, s. */
  private imageAt(time: number): Float64Array {
    const moved = this.input.surface.positionsAt(time);
    if (this.attached === undefined) return moved;
    this.attached.place(moved, undefined, 0, this.image);
    return this.image;
  }
}

/** The vertices of a volume's surface that have faces: files of elements number those inside along with them. */
function faceVertices({ surface, embedding }: VolumeMesh): Embedding {
  const { size } = embedding;
  const used = [...new Set(surface.faceVertices)].sort((a, b) => a - b);
  const take = (k: number) => size * used[Math.floor(k / size)] + (k % size);
  const length = size * used.length;
  return {
    size,
    vertices: Uint32Array.from({ length }, (_, k) => embedding.vertices[take(k)]),
    weights: Float64Array.from({ length }, (_, k) => embedding.weights[take(k)]),
  };
}

interface Centred {
  readonly centre: Float64Array;
  /** xyz from the centre, m. */
  readonly shape: Float64Array;
}

function centred(positions: Float64Array): Centred {
  const shape = positions.slice();
  return { centre: takeCentre(shape), shape };
}

function checkCount({ id, positions }: PrescribedSurface, wanted: number): void {
  const given = positions.length / 3;
  if (given === wanted) return;
  throw new CoreError(
    'document-invalid',
    `it is matched by vertices with the animation '${id}', which has ${given} vertices and not ${wanted} as the mesh of the solid`,
    {
      place: 'animatedTarget.matching',
      remedy: 'Match them by their surfaces, or choose an animation of the mesh that the solid is made of.',
    },
  );
}
