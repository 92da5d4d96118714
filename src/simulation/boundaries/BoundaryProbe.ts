import { BroadPhaseGrid } from '../../collision/broadPhaseGrid.ts';
import type { PlacedCollider } from '../../collision/contactCollider.ts';
import type { ContactPoints } from '../../collision/ContactPoints.ts';
import { DISTANCE } from '../../collision/distances.ts';
import { PointProbe } from '../../collision/PointProbe.ts';

/** Finds the vertices of a body near a boundary: by their own distance, or by that of the points of the drawn surface which they carry. */
export class BoundaryProbe {
  /** Vertices that the last `find` found; `count` entries. */
  vertices: Uint32Array;
  count = 0;
  private readonly grid: BroadPhaseGrid | undefined;
  private readonly probe: PointProbe | undefined;
  private readonly place = new Float64Array(3);
  private readonly surface = new Float64Array(4);
  /** Flags of the vertices of a search; cleared by it. */
  private readonly found: Uint8Array;

  constructor(vertexCount: number, points: ContactPoints | undefined) {
    this.vertices = new Uint32Array(vertexCount);
    this.found = new Uint8Array(vertexCount);
    if (points === undefined) this.grid = new BroadPhaseGrid(vertexCount);
    else this.probe = new PointProbe(points, vertexCount);
  }

  /** Takes the positions of the body, m. */
  sort(x: Float64Array): void {
    this.grid?.sortPoints(x);
    this.probe?.sort(x);
  }

  /** Finds vertices, or the vertices that carry points, nearer than `margin`, m; those with a `constrained` entry that is not 0 are left out. Ascending. */
  find(collider: PlacedCollider, margin: number, x: Float64Array, constrained: Uint8Array): void {
    const { grid, probe, surface, vertices } = this;
    this.count = 0;
    if (probe !== undefined) {
      probe.find(collider, margin, x, constrained);
      for (let k = 0; k < probe.touchedCount; k++) vertices[this.count++] = probe.touched[k];
      this.arrange();
      return;
    }
    const count = grid!.findCandidates(collider, margin);
    for (let k = 0; k < count; k++) {
      const v = grid!.candidates[k];
      if (constrained[v] !== 0) continue;
      collider.signedDistance(x, 3 * v, surface);
      if (surface[DISTANCE] < margin) vertices[this.count++] = v;
    }
    this.arrange();
  }

  /** Brings the vertices into ascending order: that of the broad phase depends on where the body has been, which a loaded state does not know. */
  private arrange(): void {
    const { vertices, found, count } = this;
    let first = found.length;
    let last = -1;
    for (let k = 0; k < count; k++) {
      const v = vertices[k];
      found[v] = 1;
      first = Math.min(first, v);
      last = Math.max(last, v);
    }
    this.count = 0;
    for (let v = first; v <= last; v++) {
      if (found[v] === 0) continue;
      found[v] = 0;
      vertices[this.count++] = v;
    }
  }

  /** Writes the outward normal of the collider at a vertex that the last `find` found, or at the nearest of its points, and its distance, m. */
  measure(collider: PlacedCollider, vertex: number, x: Float64Array, out: Float64Array): void {
    const { probe, place } = this;
    if (probe === undefined) {
      collider.signedDistanceAndNormal(x, 3 * vertex, out);
      return;
    }
    probe.points.place(probe.deepest[vertex], x, place, 0);
    collider.signedDistanceAndNormal(place, 0, out);
  }
}
