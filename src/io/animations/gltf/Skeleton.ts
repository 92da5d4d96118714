import type { Document } from '@gltf-transform/core';
import { identity4, multiply4, type Matrix4 } from '../../../math/matrix4.ts';
import { accessorValues } from '../../importers/gltf/decodeGltf.ts';
import type { GltfJson } from '../../importers/gltf/gltfSchema.ts';
import { localMatrix } from '../../importers/gltf/transform.ts';
import { requireBudget } from '../../reading/meshBudget.ts';
import type { WarningList } from '../../reading/WarningList.ts';
import { Channel } from './Channel.ts';
import { malformed, type GltfAnimation } from './motionSchema.ts';

const SIZES: Readonly<Record<string, number>> = { translation: 3, rotation: 4, scale: 3 };

/** Largest number of values of all channels together: 600 joints for ten minutes at 24 keys per second. */
const MOST_NUMBERS = 2 ** 26;

/** The channels of one node, by the property that they move. */
export type NodeChannels = ReadonlyMap<string, Channel>;

/** The nodes of a document with their animation: transforms at any time. */
export class Skeleton {
  private readonly gltf: GltfJson;
  private readonly channels: readonly NodeChannels[];
  private readonly parents: Int32Array;
  /** Rank of each node in an order with parents before children. */
  private readonly ranks: Int32Array;

  constructor(gltf: GltfJson, channels: readonly NodeChannels[]) {
    this.gltf = gltf;
    this.channels = channels;
    const nodes = gltf.nodes ?? [];
    this.parents = new Int32Array(nodes.length).fill(-1);
    nodes.forEach(({ children }, at) => children?.forEach((child) => (this.parents[child] = at)));
    const order = nodes.flatMap((_, at) => (this.parents[at] < 0 ? [at] : []));
    for (const node of order) order.push(...(nodes[node].children ?? []));
    this.ranks = new Int32Array(nodes.length);
    order.forEach((node, rank) => (this.ranks[node] = rank));
  }

  /** Returns the nodes that move the given ones: themselves and all above, parents before children. */
  above(nodes: readonly number[]): number[] {
    const wanted = new Set<number>();
    for (const start of nodes) {
      for (let node = start; node >= 0 && !wanted.has(node); node = this.parents[node]) wanted.add(node);
    }
    return [...wanted].sort((a, b) => this.ranks[a] - this.ranks[b]);
  }

  /** Writes the world transforms of `nodes` (parents before children) at `time`, continued by `shift` s, to `out` by number of the node. */
  worldAt(nodes: readonly number[], time: number, shift: number, out: Map<number, Matrix4>): void {
    for (const node of nodes) {
      const local = this.local(node, time, shift);
      const parent = this.parents[node];
      const into = out.get(node) ?? identity4();
      if (parent < 0) into.set(local);
      else multiply4(out.get(parent)!, local, into);
      out.set(node, into);
    }
  }

  /** The channel of a node's property; undefined where it is not animated. */
  channel(node: number, path: string): Channel | undefined {
    return this.channels[node].get(path);
  }

  /** The channels that move transforms of the given nodes. */
  transformChannels(nodes: readonly number[]): Channel[] {
    return nodes.flatMap((node) =>
      [...this.channels[node]].flatMap(([path, channel]) => (path in SIZES ? [channel] : [])),
    );
  }

  /** Returns what the given nodes are where no key moves them. */
  restOf(nodes: readonly number[]): unknown[] {
    return nodes.map((node) => {
      const { matrix, translation, rotation, scale } = this.gltf.nodes![node];
      const moved = (path: string) => this.channels[node].has(path);
      return [
        this.parents[node],
        matrix ?? [],
        moved('translation') ? [] : (translation ?? []),
        moved('rotation') ? [] : (rotation ?? []),
        moved('scale') ? [] : (scale ?? []),
      ];
    });
  }

  private local(node: number, time: number, shift: number): ArrayLike<number> {
    const rest = this.gltf.nodes![node];
    const own = this.channels[node];
    if (own.size === 0 || (own.size === 1 && own.has('weights'))) return localMatrix(rest);
    const value = (path: string): number[] | undefined => {
      const channel = own.get(path);
      if (channel === undefined) return undefined;
      const out = new Float64Array(channel.size);
      channel.at(time, shift, out);
      return [...out];
    };
    // A node with a matrix must not be animated (3.6.2.2); one that is moves by its channels.
    return localMatrix({
      translation: value('translation') ?? rest.translation,
      rotation: value('rotation') ?? rest.rotation,
      scale: value('scale') ?? rest.scale,
    });
  }
}

/** Returns the channels of each node of a document. Channels of unknown properties are passed over. */
export function readChannels(
  gltf: GltfJson,
  document: Document,
  animation: GltfAnimation | undefined,
  place: string,
  doubts: WarningList,
): NodeChannels[] {
  const accessors = document.getRoot().listAccessors();
  const channels = (gltf.nodes ?? []).map(() => new Map<string, Channel>());
  const decoded = new Map<number, Float64Array>();
  const values = (accessor: number): Float64Array => {
    const known = decoded.get(accessor) ?? accessorValues(accessors[accessor]).values;
    decoded.set(accessor, known);
    return known;
  };
  let numbers = 0;
  animation?.channels.forEach(({ sampler, target: { node, path } }, at) => {
    const where = `${place}.channels[${at}]`;
    if (node === undefined) return;
    if (!(path in SIZES) && path !== 'weights') {
      doubts.add(
        'channels of other properties',
        () => `${where}: '${path.slice(0, 40)}' moves no geometry and is passed over`,
      );
      return;
    }
    if (channels[node].has(path)) throw malformed(`the ${path} of node ${node} has two channels`, where);
    const { input, output, interpolation } = animation.samplers[sampler];
    numbers += values(output).length;
    requireBudget(numbers, MOST_NUMBERS, 'numbers of keys', undefined, where);
    const options = { interpolation, path, size: SIZES[path], place: where };
    channels[node].set(path, new Channel(values(input), values(output), options));
  });
  return channels;
}
