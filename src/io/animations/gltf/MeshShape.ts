import type { Accessor, Document, Primitive } from '@gltf-transform/core';
import { identity4 } from '../../../math/matrix4.ts';
import { triangulate } from '../../../geometry/triangulate.ts';
import { accessorValues } from '../../importers/gltf/decodeGltf.ts';
import type { GltfJson } from '../../importers/gltf/gltfSchema.ts';
import { SceneCollector, type VertexBlock } from '../../importers/gltf/SceneCollector.ts';
import { requireBudget } from '../../reading/meshBudget.ts';
import type { WarningList } from '../../reading/WarningList.ts';
import { malformed, type GltfMotion } from './motionSchema.ts';

/** Largest number of displacements of morph targets and of joints of vertices, of all meshes together. */
const MOST_DEFORMERS = 2 ** 26;

/** Joints that move each vertex: `perVertex` pairs of joint and weight, weights adding up to 1. */
export interface SkinWeights {
  readonly perVertex: number;
  readonly joints: Uint16Array;
  readonly weights: Float64Array;
}

/** A mesh of a document at rest, with what deforms it. */
export interface MeshShape {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** Displacements, xyz per vertex, of each morph target. */
  readonly targets: readonly Float32Array[];
  /** Undefined where not all of its primitives have joints and weights. */
  readonly skin: SkinWeights | undefined;
}

/** Reads mesh number `mesh`, as node number `node` names it. `budget.used` grows by its deformers, up to `MOST_DEFORMERS`. */
export function readMeshShape(
  file: string,
  gltf: GltfJson,
  motion: GltfMotion,
  document: Document,
  node: number,
  mesh: number,
  budget: { used: number },
  doubts: WarningList,
): MeshShape {
  const collector = new SceneCollector(file, gltf, document, doubts);
  collector.addMesh(node, mesh, [...identity4()]);
  const surface = collector.finish();
  const { positions } = surface;
  const blocks = collector.blocks;
  return {
    positions,
    triangles: triangulate(surface).mesh.triangles,
    targets: readTargets(motion, document, mesh, blocks, positions.length, budget),
    skin: readSkin(document, mesh, blocks, positions.length / 3, budget, doubts),
  };
}

function readTargets(
  motion: GltfMotion,
  document: Document,
  mesh: number,
  blocks: readonly VertexBlock[],
  length: number,
  budget: { used: number },
): Float32Array[] {
  const accessors = document.getRoot().listAccessors();
  const primitives = motion.meshes?.[mesh].primitives ?? [];
  const count = Math.max(0, ...primitives.map(({ targets }) => targets?.length ?? 0));
  budget.used += count * length;
  requireBudget(budget.used, MOST_DEFORMERS, 'coordinates of morph targets', undefined, `meshes[${mesh}]`);
  return Array.from({ length: count }, (_, target) => {
    const displacements = new Float32Array(length);
    for (const { primitive, first, count: vertices } of blocks) {
      const index = primitives[primitive].targets?.[target]?.['POSITION'];
      if (index === undefined) continue;
      const place = `meshes[${mesh}].primitives[${primitive}].targets[${target}]`;
      displacements.set(vectors(accessors[index], 3, vertices, place), 3 * first);
    }
    return displacements;
  });
}

function readSkin(
  document: Document,
  mesh: number,
  blocks: readonly VertexBlock[],
  vertices: number,
  budget: { used: number },
  doubts: WarningList,
): SkinWeights | undefined {
  const primitives = document.getRoot().listMeshes()[mesh].listPrimitives();
  const sets = Math.max(0, ...blocks.map(({ primitive }) => jointSets(primitives[primitive])));
  if (sets === 0) return undefined;
  const perVertex = 4 * sets;
  budget.used += perVertex * vertices;
  requireBudget(budget.used, MOST_DEFORMERS, 'joints of vertices', undefined, `meshes[${mesh}]`);
  const joints = new Uint16Array(perVertex * vertices);
  const weights = new Float64Array(perVertex * vertices);
  for (const { primitive, first, count } of blocks) {
    const own = primitives[primitive];
    const place = `meshes[${mesh}].primitives[${primitive}]`;
    if (jointSets(own) === 0) throw malformed('it has no joints, and other primitives of the mesh have', place);
    for (let set = 0; set < jointSets(own); set++) {
      const ofJoints = vectors(own.getAttribute(`JOINTS_${set}`)!, 4, count, `${place}.JOINTS_${set}`);
      const ofWeights = vectors(own.getAttribute(`WEIGHTS_${set}`)!, 4, count, `${place}.WEIGHTS_${set}`);
      for (let vertex = 0; vertex < count; vertex++) {
        const at = perVertex * (first + vertex) + 4 * set;
        for (let k = 0; k < 4; k++) {
          joints[at + k] = ofJoints[4 * vertex + k];
          weights[at + k] = ofWeights[4 * vertex + k];
        }
      }
    }
  }
  normaliseWeights(weights, perVertex, mesh, doubts);
  return { perVertex, joints, weights };
}

/** Returns how many sets of four joints with weights a primitive has. */
function jointSets(primitive: Primitive): number {
  let sets = 0;
  while (primitive.getAttribute(`JOINTS_${sets}`) !== null && primitive.getAttribute(`WEIGHTS_${sets}`) !== null)
    sets++;
  return sets;
}

/** Makes the weights of each vertex add up to 1; a vertex without any follows its first joint. */
function normaliseWeights(weights: Float64Array, perVertex: number, mesh: number, doubts: WarningList): void {
  for (let at = 0; at < weights.length; at += perVertex) {
    let sum = 0;
    for (let k = 0; k < perVertex; k++) {
      if (!(weights[at + k] >= 0)) weights[at + k] = 0;
      sum += weights[at + k];
    }
    if (Math.abs(sum - 1) > 0.02) {
      const vertex = at / perVertex;
      doubts.add('vertices whose weights do not add up to 1', () => {
        return `meshes[${mesh}]: the weights of vertex ${vertex} add up to ${sum.toPrecision(3)} and are scaled to 1`;
      });
    }
    if (sum > 0) for (let k = 0; k < perVertex; k++) weights[at + k] /= sum;
    else weights[at] = 1;
  }
}

function vectors(accessor: Accessor, size: number, count: number, place: string): Float64Array {
  const found = accessorValues(accessor);
  if (found.size === size && found.values.length === size * count) return found.values;
  throw malformed(
    `${accessor.getCount()} values of ${found.size} numbers where ${count} of ${size} are expected`,
    place,
  );
}
