import type { BodyMesh } from '../TetMesh.ts';
import { type TopologyChange, tornVolume } from './TopologyChange.ts';

/** What a body is at every frame. Frames that are torn alike, one after another, get the same object. */
export class TornShapes {
  private readonly whole: BodyMesh;
  private last: { readonly change: TopologyChange; readonly body: BodyMesh } | undefined;

  constructor(whole: BodyMesh) {
    this.whole = whole;
  }

  /** Throws as `tornVolume`. */
  at(change: TopologyChange | undefined): BodyMesh {
    if (change === undefined) return this.whole;
    if (this.last === undefined || !equalChanges(this.last.change, change)) {
      this.last = { change, body: tornVolume(this.whole, change) };
    }
    return this.last.body;
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
