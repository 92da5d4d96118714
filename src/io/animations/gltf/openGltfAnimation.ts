import type { Document } from '@gltf-transform/core';
import { CoreError } from '../../../base/errors.ts';
import { identity4 } from '../../../math/matrix4.ts';
import { emptyBox, growBox } from '../../alembic/BoundsProperty.ts';
import type { AnimatedObject, AnimatedSource, AnimationOptions } from '../../AnimatedSource.ts';
import { accessorValues } from '../../importers/gltf/decodeGltf.ts';
import type { GltfJson } from '../../importers/gltf/gltfSchema.ts';
import { openDecodedGltf, visitNodes } from '../../importers/gltf/readGltf.ts';
import { MeshFileSource } from '../../MeshFileSource.ts';
import { requireBudget } from '../../reading/meshBudget.ts';
import { WarningList } from '../../reading/WarningList.ts';
import { finiteValues } from '../shared/finiteValues.ts';
import { frameRateOf, spreadSamples } from '../shared/sampleTimes.ts';
import { readMeshShape, type MeshShape } from './MeshShape.ts';
import { checkMotion, malformed, type GltfMotion } from './motionSchema.ts';
import { MovingNode, type Skin } from './MovingNode.ts';
import { readChannels, Skeleton } from './Skeleton.ts';

/** Attributes that place vertices and move them. */
const MOVING_ATTRIBUTES = /^(?:POSITION|JOINTS_\d+|WEIGHTS_\d+)$/;
/** Most times at which all vertices are computed for the bounds, and how many vertices of all these times together. */
const COMPUTED_TIMES = 9;
const COMPUTED_VERTICES = 2 ** 21;
/** Largest number of nodes with meshes. */
const MOST_OBJECTS = 2 ** 14;

/** Opens the meshes of a glTF file's default scene with one of its animations. The file is read and decoded as a whole. */
export async function openGltfAnimation(path: string, options: AnimationOptions): Promise<AnimatedSource> {
  const file = await MeshFileSource.open(path);
  const { gltf, json, document } = await openDecodedGltf(file, MOVING_ATTRIBUTES);
  const motion = checkMotion(json, gltf);
  const doubts = new WarningList();
  const clips = (motion.animations ?? []).map(({ name }, at) => name ?? `animation ${at}`);
  const clip = chooseClip(path, clips, options.clip, doubts);
  const animation = motion.animations?.[clip];
  const skeleton = new Skeleton(gltf, readChannels(gltf, document, animation, `animations[${clip}]`, doubts));
  const nodes = movingNodes(path, gltf, motion, document, skeleton, doubts);
  const objects = nodes.map(describe);
  const moving = objects.find(({ times }) => times.length > 1);
  if (moving === undefined) doubts.add('still files', () => 'nothing moves in this file');
  const { generator } = assetOf(json);
  return {
    header: {
      application: generator,
      framesPerSecond: moving && frameRateOf(moving.times),
      metresPerUnit: 1,
      upAxis: 'y',
      clips,
      objects,
      doubts: doubts.sentences(),
    },
    sample: (object, time) => {
      const sample = nodes[object].sample(time);
      finiteValues(sample.positions, 'vertex', `${time} s`);
      return sample;
    },
    fingerprint: (object, from, to) => nodes[object].fingerprint(from, to),
    close: () => undefined,
  };
}

function chooseClip(path: string, clips: readonly string[], wanted: string | undefined, doubts: WarningList): number {
  const chosen = wanted === undefined ? 0 : clips.indexOf(wanted);
  if (chosen < 0) {
    throw new CoreError('usage', `there is no animation '${wanted ?? ''}'`, {
      file: path,
      place: 'animations',
      remedy: clips.length === 0 ? 'The file has none.' : `Use one of: ${clips.slice(0, 20).join(', ')}.`,
    });
  }
  if (wanted === undefined && clips.length > 1) {
    doubts.add('animations', () => `the file has ${clips.length} animations: '${clips[0]}' is read`);
  }
  return chosen;
}

/** Returns the nodes of the default scene that have a mesh with triangles, in the order of the scene. */
function movingNodes(
  path: string,
  gltf: GltfJson,
  motion: GltfMotion,
  document: Document,
  skeleton: Skeleton,
  doubts: WarningList,
): MovingNode[] {
  const shapes = new Map<number, MeshShape>();
  const budget = { used: 0 };
  const names = new Set<string>();
  const nodes: MovingNode[] = [];
  visitNodes(gltf, (node) => {
    const { mesh, skin } = gltf.nodes![node];
    if (mesh === undefined) return;
    requireBudget(nodes.length + 1, MOST_OBJECTS, 'nodes with meshes', path, `nodes[${node}]`);
    const name = freeName(gltf.nodes![node].name ?? gltf.meshes?.[mesh].name ?? `node ${node}`, node, names);
    try {
      const shape = shapes.get(mesh) ?? readMeshShape(path, gltf, motion, document, node, mesh, budget, doubts);
      shapes.set(mesh, shape);
      const joints = skin === undefined ? undefined : readSkin(motion, document, skin, shape);
      if (joints !== undefined && shape.skin === undefined) {
        doubts.add(
          'bound meshes without weights',
          () => `${name} is bound to joints, but its mesh has no weights: its node moves it`,
        );
      }
      const weights = motion.nodes?.[node].weights ?? motion.meshes?.[mesh].weights ?? [];
      nodes.push(new MovingNode(name, shape, node, skeleton, joints, weights));
    } catch (error) {
      if (!(error instanceof CoreError && error.code === 'geometry-empty')) throw error;
      doubts.add('nodes without triangles', () => `${name} has no triangles and is left out`);
    }
  });
  if (nodes.length > 0) return nodes;
  throw new CoreError('geometry-empty', 'no node of the scene has triangles', { file: path, remedy: 'Export a mesh.' });
}

function freeName(name: string, node: number, names: Set<string>): string {
  const free = names.has(name) ? `${name} (node ${node})` : name;
  names.add(free);
  return free;
}

function readSkin(motion: GltfMotion, document: Document, skin: number, shape: MeshShape): Skin {
  const { joints, inverseBindMatrices } = motion.skins![skin];
  const place = `skins[${skin}]`;
  const beyond = shape.skin?.joints.findIndex((joint, k) => shape.skin!.weights[k] > 0 && joint >= joints.length) ?? -1;
  if (beyond >= 0) {
    const vertex = Math.floor(beyond / shape.skin!.perVertex);
    throw malformed(`vertex ${vertex} follows joint ${shape.skin!.joints[beyond]} of ${joints.length}`, place);
  }
  if (inverseBindMatrices === undefined) return { joints, inverseBinds: joints.map(() => identity4()) };
  const { values, size } = accessorValues(document.getRoot().listAccessors()[inverseBindMatrices]);
  if (size !== 16 || values.length < 16 * joints.length) {
    throw malformed(`${values.length / size} matrices for ${joints.length} joints`, `${place}.inverseBindMatrices`);
  }
  return { joints, inverseBinds: joints.map((_, at) => values.slice(16 * at, 16 * at + 16)) };
}

function describe(node: MovingNode): AnimatedObject {
  const { name, times, shape } = node;
  const most = Math.max(2, Math.min(COMPUTED_TIMES, Math.floor((3 * COMPUTED_VERTICES) / shape.positions.length)));
  const looked = spreadSamples(times.length, most);
  const box = emptyBox();
  for (const at of looked)
    growBox(box, finiteValues(node.sample(times[at]).positions, 'vertex', `${name} at ${times[at]} s`));
  return {
    name,
    type: 'mesh',
    times,
    vertices: shape.positions.length / 3,
    triangles: shape.triangles.length / 3,
    topology: 'constant',
    velocities: 'samples',
    bounds: [...box],
    boundedSamples: looked.length,
  };
}

function assetOf(json: unknown): { readonly generator?: string } {
  const generator = (json as { asset?: { generator?: unknown } }).asset?.generator;
  return { generator: typeof generator === 'string' ? generator.slice(0, 200) : undefined };
}
