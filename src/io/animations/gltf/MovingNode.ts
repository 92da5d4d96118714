import { createHash } from 'node:crypto';
import { identity4, multiply4, type Matrix4 } from '../../../math/matrix4.ts';
import type { AnimatedSample } from '../../AnimatedSource.ts';
import { mergedTimes } from '../shared/sampleTimes.ts';
import type { Channel } from './Channel.ts';
import type { MeshShape } from './MeshShape.ts';
import { malformed } from './motionSchema.ts';
import type { Skeleton } from './Skeleton.ts';

/** Step of the central differences that give velocities of joints, s: errors far below a millimetre per second. */
const STEP = 1e-5;

/** The joints of a skin. */
export interface Skin {
  readonly joints: readonly number[];
  /** Transforms from the space of the mesh to that of each joint, at rest. */
  readonly inverseBinds: readonly Matrix4[];
}

/** A transform and its derivative by time. */
interface Motion {
  readonly matrix: Matrix4;
  readonly rate: Matrix4;
}

/**
 * A node with a mesh: morph targets, then the skin or the node's transform (glTF 2.0, 3.7.2 and 3.7.3). It is computed at the time itself, not blended
 * between keys.
 */
export class MovingNode {
  readonly name: string;
  readonly shape: MeshShape;
  /** Times of all keys that move it, s. */
  readonly times: Float64Array;
  private readonly skeleton: Skeleton;
  private readonly skin: Skin | undefined;
  private readonly nodes: readonly number[];
  private readonly carriers: readonly number[];
  private readonly channels: readonly Channel[];
  private readonly morph: Channel | undefined;
  private readonly weights: Float64Array;
  private readonly motions: readonly Motion[];
  private readonly now = new Map<number, Matrix4>();
  private readonly later = new Map<number, Matrix4>();
  private readonly earlier = new Map<number, Matrix4>();
  private readonly positions: Float64Array;
  private readonly velocities: Float64Array;
  private readonly triangles: Uint32Array;
  private staticHash: string | undefined;

  /** `weights`: of the morph targets where they are not animated. */
  constructor(
    name: string,
    shape: MeshShape,
    node: number,
    skeleton: Skeleton,
    skin: Skin | undefined,
    weights: readonly number[],
  ) {
    this.name = name;
    this.shape = shape;
    this.skeleton = skeleton;
    this.skin = shape.skin === undefined ? undefined : skin;
    this.carriers = this.skin?.joints ?? [node];
    this.nodes = skeleton.above(this.carriers);
    this.morph = skeleton.channel(node, 'weights');
    if (this.morph !== undefined && this.morph.size !== shape.targets.length) {
      throw malformed(`${this.morph.size} weights for ${shape.targets.length} morph targets`, `nodes[${node}]`);
    }
    this.weights = Float64Array.from(shape.targets, (_, target) => weights[target] ?? 0);
    this.channels = [...skeleton.transformChannels(this.nodes), ...(this.morph === undefined ? [] : [this.morph])];
    this.times = this.channels.length === 0 ? Float64Array.of(0) : mergedTimes(this.channels.map(({ times }) => times));
    this.motions = this.carriers.map(() => ({ matrix: identity4(), rate: identity4() }));
    this.positions = new Float64Array(shape.positions.length);
    this.velocities = new Float64Array(shape.positions.length);
    this.triangles = this.isMirrored() ? turned(shape.triangles) : shape.triangles;
  }

  sample(time: number): AnimatedSample {
    this.moveCarriers(time);
    this.moveTargets(time);
    this.carry();
    return { positions: this.positions, velocities: this.velocities, triangles: this.triangles };
  }

  fingerprint(from: number, to: number): string {
    const hash = createHash('sha256').update(this.atRest());
    for (const channel of this.channels) hash.update(bytes(channel.numbersBetween(from, to)));
    return hash.digest('hex');
  }

  /** Computes the transform of each joint (or of the node) and its derivative. */
  private moveCarriers(time: number): void {
    const { skeleton, nodes, carriers, skin } = this;
    skeleton.worldAt(nodes, time, 0, this.now);
    skeleton.worldAt(nodes, time, STEP, this.later);
    skeleton.worldAt(nodes, time, -STEP, this.earlier);
    const before = new Float64Array(16);
    carriers.forEach((carrier, at) => {
      const { matrix, rate } = this.motions[at];
      const bind = skin?.inverseBinds[at] ?? IDENTITY;
      multiply4(this.now.get(carrier)!, bind, matrix);
      multiply4(this.later.get(carrier)!, bind, rate);
      multiply4(this.earlier.get(carrier)!, bind, before);
      for (let k = 0; k < 16; k++) rate[k] = (rate[k] - before[k]) / (2 * STEP);
    });
  }

  /** Writes positions and velocities of the morphed mesh in its own space. */
  private moveTargets(time: number): void {
    const { shape, morph, weights, positions, velocities } = this;
    positions.set(shape.positions);
    velocities.fill(0);
    const later = weights.slice();
    const earlier = weights.slice();
    morph?.at(time, 0, weights);
    morph?.at(time, STEP, later);
    morph?.at(time, -STEP, earlier);
    shape.targets.forEach((displacements, target) => {
      const weight = weights[target];
      const rate = (later[target] - earlier[target]) / (2 * STEP);
      if (weight === 0 && rate === 0) return;
      for (let k = 0; k < positions.length; k++) {
        positions[k] += weight * displacements[k];
        velocities[k] += rate * displacements[k];
      }
    });
  }

  /** Moves the mesh from its own space by its joints, or by its node: linear blend skinning. */
  private carry(): void {
    const { positions, velocities, motions } = this;
    const perVertex = this.skin === undefined ? 0 : (this.shape.skin?.perVertex ?? 0);
    const blended = { matrix: new Float64Array(16), rate: new Float64Array(16) };
    for (let vertex = 0; 3 * vertex < positions.length; vertex++) {
      const { matrix, rate } = perVertex === 0 ? motions[0] : this.blendJoints(vertex, blended);
      const at = 3 * vertex;
      const { [at]: x, [at + 1]: y, [at + 2]: z } = positions;
      const { [at]: vx, [at + 1]: vy, [at + 2]: vz } = velocities;
      for (let row = 0; row < 3; row++) {
        const { [row]: a, [row + 4]: b, [row + 8]: c } = matrix;
        positions[at + row] = a * x + b * y + c * z + matrix[row + 12];
        const carried = rate[row] * x + rate[row + 4] * y + rate[row + 8] * z + rate[row + 12];
        velocities[at + row] = a * vx + b * vy + c * vz + carried;
      }
    }
  }

  private blendJoints(vertex: number, out: Motion): Motion {
    const { perVertex, joints, weights } = this.shape.skin!;
    out.matrix.fill(0);
    out.rate.fill(0);
    for (let k = perVertex * vertex; k < perVertex * (vertex + 1); k++) {
      const weight = weights[k];
      if (weight === 0) continue;
      const { matrix, rate } = this.motions[joints[k]];
      for (let entry = 0; entry < 16; entry++) {
        out.matrix[entry] += weight * matrix[entry];
        out.rate[entry] += weight * rate[entry];
      }
    }
    return out;
  }

  /** Returns whether the rest pose mirrors the mesh, so that its triangles must be turned. */
  private isMirrored(): boolean {
    this.moveCarriers(this.times[0]);
    const [m] = this.motions.map(({ matrix }) => matrix);
    return (
      m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]) < 0
    );
  }

  /** Returns a hash of all that no key moves. */
  private atRest(): string {
    if (this.staticHash !== undefined) return this.staticHash;
    const { shape, skin, skeleton, nodes, weights } = this;
    const hash = createHash('sha256').update(this.name);
    for (const part of [shape.positions, shape.triangles, ...shape.targets]) hash.update(bytes(part));
    if (shape.skin !== undefined) hash.update(bytes(shape.skin.joints)).update(bytes(shape.skin.weights));
    for (const bind of skin?.inverseBinds ?? []) hash.update(bytes(bind));
    hash.update(JSON.stringify([nodes, this.morph === undefined ? [...weights] : [], skeleton.restOf(nodes)]));
    this.staticHash = hash.digest('hex');
    return this.staticHash;
  }
}

const IDENTITY = identity4();

function turned(triangles: Uint32Array): Uint32Array {
  return triangles.map((vertex, at) => (at % 3 === 0 ? vertex : triangles[at % 3 === 1 ? at + 1 : at - 1]));
}

function bytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
