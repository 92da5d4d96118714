import { checkCancelled, type JobContext } from '../../base/job.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import { boundaryFaces } from '../../geometry/tetBoundary.ts';
import type { TetMesh } from '../../geometry/TetMesh.ts';
import { tetQuality } from '../../geometry/tetQuality.ts';

/** Steps that move the boundary to the surface; each ends with a smoothing of the interior near it. */
const STEPS = 3;
/** A boundary move that would lower an element's quality below this is shortened. */
const LEAST_QUALITY = 0.12;
const HALVINGS = 4;
/** A boundary vertex that starts farther outside than this, in ring edges, searches for its own side of the surface. */
const FAR_START = 0.3;

/**
 * Moves the boundary vertices of a candidate mesh (in place) to their closest points on the surface while the interior follows by
 * guarded Laplacian steps (Molino et al. 2003, section 6: compression). No element is inverted; a vertex that the quality bound
 * stops remains short of the surface for the optimiser to finish. Returns 1 per boundary vertex, 0 for interior ones.
 */
export function compressToSurface(mesh: TetMesh, query: SurfaceQuery, job: JobContext): Uint8Array {
  const compression = new Compression(mesh, query);
  for (let step = 0; step < STEPS; step++) {
    checkCancelled(job);
    job.progress('compression', step / STEPS);
    compression.moveBoundary(1 / (STEPS - step));
    compression.smoothInterior();
  }
  return compression.boundary;
}

class Compression {
  readonly boundary: Uint8Array;
  private readonly mesh: TetMesh;
  private readonly query: SurfaceQuery;
  private readonly offsets: Uint32Array;
  private readonly incident: Uint32Array;
  private readonly hints: Int32Array;
  /** Interior vertices with a boundary vertex in one of their tets. */
  private readonly layer: Uint8Array;
  private readonly closest = new Float64Array(4);
  /** Fixed targets of boundary vertices that start far outside; NaN for the others. */
  private readonly targets: Float64Array;

  constructor(mesh: TetMesh, query: SurfaceQuery) {
    this.mesh = mesh;
    this.query = query;
    const vertexCount = mesh.positions.length / 3;
    this.boundary = new Uint8Array(vertexCount);
    for (const vertex of boundaryFaces(mesh.tets, vertexCount)) this.boundary[vertex] = 1;
    this.hints = new Int32Array(vertexCount).fill(-1);
    this.offsets = new Uint32Array(vertexCount + 1);
    for (const vertex of mesh.tets) this.offsets[vertex + 1]++;
    for (let vertex = 0; vertex < vertexCount; vertex++) this.offsets[vertex + 1] += this.offsets[vertex];
    this.incident = new Uint32Array(mesh.tets.length);
    const next = this.offsets.slice(0, vertexCount);
    for (let at = 0; at < mesh.tets.length; at++) this.incident[next[mesh.tets[at]]++] = at >> 2;
    this.layer = this.interiorLayer();
    this.targets = new Float64Array(mesh.positions.length).fill(NaN);
    for (let vertex = 0; vertex < vertexCount; vertex++) if (this.boundary[vertex] === 1) this.findOwnSide(vertex);
  }

  /**
   * Finds the target of a vertex that starts far outside from where the line to its interior neighbours crosses the surface. Across a narrow gap its closest
   * surface point may be on the opposite side, which would stretch its elements over the gap.
   */
  private findOwnSide(vertex: number): void {
    const { closest, query } = this;
    const { positions } = this.mesh;
    const at = 3 * vertex;
    const x = positions[at];
    const y = positions[at + 1];
    const z = positions[at + 2];
    this.hints[vertex] = query.closestPoint(x, y, z, closest, this.hints[vertex]);
    const distance = closest[3];
    const inner = this.interiorMean(vertex);
    const edge = Math.hypot(inner[0] - x, inner[1] - y, inner[2] - z);
    if (!(distance > FAR_START * edge) || query.windingNumber(x, y, z) > 0.5) return;
    const innerDistance = query.signedDistance(inner[0], inner[1], inner[2], this.hints[vertex]);
    const along = innerDistance < 0 ? distance / (distance - innerDistance) : 1;
    const hint = query.closestPoint(
      x + along * (inner[0] - x),
      y + along * (inner[1] - y),
      z + along * (inner[2] - z),
      closest,
      this.hints[vertex],
    );
    this.hints[vertex] = hint;
    for (let axis = 0; axis < 3; axis++) this.targets[at + axis] = closest[axis];
  }

  /** Returns the mean of the interior vertices in the ring, counted once per tet. */
  private interiorMean(vertex: number): [number, number, number] {
    const { positions, tets } = this.mesh;
    let x = 0;
    let y = 0;
    let z = 0;
    let count = 0;
    for (let i = this.offsets[vertex]; i < this.offsets[vertex + 1]; i++) {
      for (let corner = 0; corner < 4; corner++) {
        const other = tets[4 * this.incident[i] + corner];
        if (this.boundary[other] === 1) continue;
        x += positions[3 * other];
        y += positions[3 * other + 1];
        z += positions[3 * other + 2];
        count++;
      }
    }
    return [x / count, y / count, z / count];
  }

  moveBoundary(fraction: number): void {
    const { positions } = this.mesh;
    for (let vertex = 0; vertex < this.boundary.length; vertex++) {
      if (this.boundary[vertex] === 0) continue;
      const at = 3 * vertex;
      if (!Number.isNaN(this.targets[at])) {
        const { targets } = this;
        this.moveTowards(vertex, targets[at], targets[at + 1], targets[at + 2], fraction, LEAST_QUALITY);
        continue;
      }
      this.hints[vertex] = this.query.closestPoint(
        positions[at],
        positions[at + 1],
        positions[at + 2],
        this.closest,
        this.hints[vertex],
      );
      this.moveTowards(vertex, this.closest[0], this.closest[1], this.closest[2], fraction, LEAST_QUALITY);
    }
  }

  smoothInterior(): void {
    const { positions, tets } = this.mesh;
    for (let vertex = 0; vertex < this.layer.length; vertex++) {
      if (this.layer[vertex] === 0) continue;
      let x = 0;
      let y = 0;
      let z = 0;
      const first = this.offsets[vertex];
      const last = this.offsets[vertex + 1];
      for (let i = first; i < last; i++) {
        for (let corner = 0; corner < 4; corner++) {
          const other = 3 * tets[4 * this.incident[i] + corner];
          x += positions[other];
          y += positions[other + 1];
          z += positions[other + 2];
        }
      }
      // Mean of the tets' opposite corners: the vertex itself is counted once per tet.
      const tetCount = last - first;
      const scale = 1 / (3 * tetCount);
      const at = 3 * vertex;
      x = scale * (x - tetCount * positions[at]);
      y = scale * (y - tetCount * positions[at + 1]);
      z = scale * (z - tetCount * positions[at + 2]);
      this.moveTowards(vertex, x, y, z, 1, this.starQuality(vertex));
    }
  }

  /** Moves by `fraction` of the displacement, or by halves of that, as long as the star keeps the quality `least` or what it had. */
  private moveTowards(vertex: number, x: number, y: number, z: number, fraction: number, least: number): void {
    const { positions } = this.mesh;
    const at = 3 * vertex;
    const fromX = positions[at];
    const fromY = positions[at + 1];
    const fromZ = positions[at + 2];
    const before = this.starQuality(vertex);
    const floor = Math.min(least, before);
    let part = fraction;
    for (let trial = 0; trial < HALVINGS; trial++, part *= 0.5) {
      positions[at] = fromX + part * (x - fromX);
      positions[at + 1] = fromY + part * (y - fromY);
      positions[at + 2] = fromZ + part * (z - fromZ);
      if (this.starQuality(vertex) >= floor) return;
    }
    positions[at] = fromX;
    positions[at + 1] = fromY;
    positions[at + 2] = fromZ;
  }

  private starQuality(vertex: number): number {
    const { positions, tets } = this.mesh;
    let worst = Infinity;
    for (let i = this.offsets[vertex]; i < this.offsets[vertex + 1]; i++) {
      const at = 4 * this.incident[i];
      const quality = tetQuality(positions, tets[at], tets[at + 1], tets[at + 2], tets[at + 3]);
      if (quality < worst) worst = quality;
    }
    return worst;
  }

  private interiorLayer(): Uint8Array {
    const { tets } = this.mesh;
    const layer = new Uint8Array(this.boundary.length);
    for (let at = 0; at < tets.length; at += 4) {
      const touches =
        this.boundary[tets[at]] |
        this.boundary[tets[at + 1]] |
        this.boundary[tets[at + 2]] |
        this.boundary[tets[at + 3]];
      if (touches === 0) continue;
      for (let corner = 0; corner < 4; corner++) {
        const vertex = tets[at + corner];
        if (this.boundary[vertex] === 0) layer[vertex] = 1;
      }
    }
    return layer;
  }
}
