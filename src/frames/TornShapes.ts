import type { BodyMesh } from '../geometry/TetMesh.ts';
import { type TopologyChange, tornVolume } from '../geometry/tearing/TopologyChange.ts';

/** What a body is at every frame. Frames that are torn alike get the same object, as far as it is remembered. */
export class TornShapes {
  private readonly whole: BodyMesh;
  private readonly most: number;
  /** Latest first. */
  private known: { readonly change: TopologyChange; readonly body: BodyMesh }[] = [];

  /** Remembers the latest `most` shapes: one is enough for frames in their order. */
  constructor(whole: BodyMesh, most = 1) {
    this.whole = whole;
    this.most = most;
  }

  /** Throws as `tornVolume`. */
  at(change: TopologyChange | undefined): BodyMesh {
    if (change === undefined) return this.whole;
    const found = this.known.find((shape) => equalChanges(shape.change, change)) ?? {
      change,
      body: tornVolume(this.whole, change),
    };
    this.known = [found, ...this.known.filter((shape) => shape !== found)].slice(0, this.most);
    return found.body;
  }
}

/** What is cut and how it is sewn says all the rest, for one body of one shot. */
function equalChanges(a: TopologyChange, b: TopologyChange): boolean {
  return equal(a.cutTets, b.cutTets) && equal(a.secondNodes, b.secondNodes) && equal(a.faceVertices, b.faceVertices);
}

function equal(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
