import { z } from 'zod';
import type { AddedCorners, TopologyChange } from '../geometry/tearing/TopologyChange.ts';
import { malformed, namedArray } from './namedArrays.ts';
import type { PackableArray, PackedContent } from './packedArrays.ts';
import { checkIndices } from './surfaceArrays.ts';

/** What the header says of how a torn body differs from the whole one; its arrays are named `<prefix>/...`. */
export const topologyMeta = z.strictObject({
  uvs: z.boolean(),
  normals: z.boolean(),
  attributes: z.int().min(0).max(256),
});
export type TopologyMeta = z.output<typeof topologyMeta>;

const UINT_MEMBERS = [
  'nodeVertices',
  'cutTets',
  'firstNodes',
  'secondNodes',
  'reboundVertices',
  'reboundNodes',
  'vertexNodes',
  'removedFaces',
  'faceOffsets',
  'faceVertices',
] as const;

/** Adds the arrays of a change to `arrays` and returns its part of the header. */
export function packTopology(change: TopologyChange, prefix: string, arrays: Map<string, PackableArray>): TopologyMeta {
  for (const member of UINT_MEMBERS) arrays.set(`${prefix}/${member}`, change[member]);
  arrays.set(`${prefix}/vertexWeights`, change.vertexWeights);
  arrays.set(`${prefix}/faceParents`, change.faceParents);
  for (const corner of ['uvs', 'normals'] as const) {
    const added = change[corner];
    if (added === undefined) continue;
    arrays.set(`${prefix}/${corner}`, added.values);
    arrays.set(`${prefix}/${corner}Indices`, added.indices);
  }
  change.attributes.forEach((values, k) => arrays.set(`${prefix}/attribute${k}`, values));
  return {
    uvs: change.uvs !== undefined,
    normals: change.normals !== undefined,
    attributes: change.attributes.length,
  };
}

/**
 * The change again, as views; `format-malformed` where its arrays do not fit each other, or name nodes of which a frame with `nodeCount` has none. Whether it is of
 * a certain body is for `fitsBody` to say.
 */
export function unpackTopology(
  content: PackedContent,
  prefix: string,
  meta: TopologyMeta,
  nodeCount: number,
): TopologyChange {
  const uints = Object.fromEntries(
    UINT_MEMBERS.map((member) => [member, namedArray(content, `${prefix}/${member}`, Uint32Array)]),
  ) as Record<(typeof UINT_MEMBERS)[number], Uint32Array>;
  const change: TopologyChange = {
    ...uints,
    vertexWeights: namedArray(content, `${prefix}/vertexWeights`, Float64Array),
    faceParents: namedArray(content, `${prefix}/faceParents`, Int32Array),
    ...(meta.uvs && { uvs: unpackCorners(content, `${prefix}/uvs`) }),
    ...(meta.normals && { normals: unpackCorners(content, `${prefix}/normals`) }),
    attributes: Array.from({ length: meta.attributes }, (_, k) =>
      namedArray(content, `${prefix}/attribute${k}`, Float32Array),
    ),
  };
  checkChange(change, prefix, nodeCount);
  return change;
}

function unpackCorners(content: PackedContent, name: string): AddedCorners {
  return {
    values: namedArray(content, name, Float32Array),
    indices: namedArray(content, `${name}Indices`, Int32Array),
  };
}

function checkChange(change: TopologyChange, prefix: string, nodeCount: number): void {
  const cut = 4 * change.cutTets.length;
  const corners = change.faceVertices.length;
  const faces = change.faceOffsets.length - 1;
  const added = change.vertexWeights.length / 4;
  const fits =
    change.firstNodes.length === cut &&
    change.secondNodes.length === cut &&
    change.reboundNodes.length === 4 * change.reboundVertices.length &&
    change.vertexNodes.length === 4 * added &&
    Number.isInteger(added) &&
    change.faceParents.length === faces &&
    change.faceOffsets[0] === 0 &&
    change.faceOffsets[faces] === corners &&
    change.faceOffsets.every((offset, k) => k === 0 || offset >= change.faceOffsets[k - 1]) &&
    [change.uvs, change.normals].every((corner) => corner === undefined || corner.indices.length === corners);
  if (!fits) throw malformed(`${prefix}: sizes do not fit`);
  for (const member of ['firstNodes', 'secondNodes', 'reboundNodes', 'vertexNodes'] as const) {
    checkIndices(change[member], nodeCount, `${prefix}: ${member}`);
  }
}
